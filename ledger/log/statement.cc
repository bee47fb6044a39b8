#include "nomic/ledger/statement.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/pem.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "exact.h"
#include "ledger/v1/record.pb.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/keys/key_secret.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view SIGNING_CONTEXT = "nomic/statement/v1\n";
constexpr const char* ARMOR_LABEL = "NOMIC STATEMENT";
// A record has at most 65,535 bytes; in base64 and with its lines that is below 100 kB.
constexpr std::size_t ARMOR_LIMIT = 1 << 20;
// In lines of 64 characters it has 1,400. OpenSSL takes 30 ms for a quarter of a million empty ones.
constexpr std::ptrdiff_t ARMOR_LINES = 4096;
constexpr std::string_view ARMOR_BEGIN = "-----BEGIN NOMIC STATEMENT-----";
constexpr std::string_view ARMOR_END = "-----END NOMIC STATEMENT-----";
// Each costs a verification. A move needs one, and a key that replaces another needs both.
constexpr int MOST_SIGNATURES = 4;

Error no_statement(std::string what, std::string hint = "have its author make it again with --prepare") {
  return fail(ErrorCode::BAD_INPUT, std::move(what), std::move(hint));
}

Error not_signed_well(std::string what) {
  return fail(ErrorCode::BAD_SIGNATURE, std::move(what),
              "nothing is recorded under a signature that does not hold: have its author sign it again");
}

Status in_one_form(Exactness exactness) {
  if (exactness == Exactness::EXACT) return Done{};
  if (exactness == Exactness::UNKNOWN_FIELDS) {
    return no_statement("the statement has a field that this version does not know", "use a newer version");
  }
  return no_statement(exactness == Exactness::UNREADABLE ? "the statement cannot be read"
                                                         : "the statement is not in its one form");
}

v1::Statement message_of(const Statement& statement) {
  v1::Statement message;
  message.set_game(statement.game.hash.raw());
  message.set_seen_size(statement.seen_size);
  if (statement.seen_size != 0) message.set_seen_hash(statement.seen_hash.raw());
  message.set_author(statement.author);
  message.set_request_id(statement.request_id);
  message.set_payload(statement.payload);
  return message;
}

// The lines from BEGIN to END; empty: there are none, or too many.
std::string_view block_in(std::string_view text) {
  const std::size_t begin = text.find(ARMOR_BEGIN);
  if (begin == std::string_view::npos || (begin > 0 && text[begin - 1] != '\n')) return {};
  const std::size_t end = text.find(ARMOR_END, begin);
  if (end == std::string_view::npos) return {};
  const std::string_view block = text.substr(begin, end + ARMOR_END.size() - begin);
  return std::count(block.begin(), block.end(), '\n') > ARMOR_LINES ? std::string_view() : block;
}

// The binary within the armour.
Result<std::string> unarmored(std::string_view text) {
  const BioPointer bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  char* label = nullptr;
  char* header = nullptr;
  unsigned char* bytes = nullptr;
  long size = 0;
  const bool read = bio != nullptr && PEM_read_bio(bio.get(), &label, &header, &bytes, &size) == 1;
  const std::string found = read ? label : "";
  const bool plain = read && *header == '\0';
  std::string binary = read ? std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)) : "";
  OPENSSL_free(label);
  OPENSSL_free(header);
  OPENSSL_free(bytes);
  if (!read || !plain || found != ARMOR_LABEL) {
    return no_statement("there is no signed statement in it: no whole block between BEGIN and END NOMIC STATEMENT");
  }
  return binary;
}

}  // namespace

std::string signed_message(std::string_view statement) {
  std::string message(SIGNING_CONTEXT);
  message += statement;
  return message;
}

SignedStatement sign_statement(const Statement& statement, const std::vector<const PrivateKey*>& keys) {
  assert(!statement.request_id.empty() && !statement.payload.empty());
  SignedStatement made{message_of(statement).SerializeAsString(), {}};
  const std::string message = signed_message(made.statement);
  made.signatures.reserve(keys.size());
  for (const PrivateKey* key : keys) made.signatures.push_back({key->public_key().raw(), key->sign(message)});
  return made;
}

Result<Statement> read_statement(std::string_view bytes) {
  if (bytes.size() > RECORD_LIMIT) {
    return fail(ErrorCode::TOO_LARGE,
                fmt::format("a statement of {} bytes; a record has at most {}", bytes.size(), RECORD_LIMIT),
                "say it in several shorter ones");
  }
  v1::Statement message;
  std::string scratch;
  NOMIC_TRY(in_one_form(parse_exactly(bytes, message, scratch)));
  Statement statement;
  const auto game = Hash::from_raw(message.game());
  if (!game) return no_statement("the statement names no game");
  statement.game = {*game};
  statement.seen_size = message.seen_size();
  if (message.seen_hash().size() != (message.seen_size() == 0 ? 0 : Hash::SIZE)) {
    return no_statement("the statement's seen_hash does not have the length that its seen_size demands");
  }
  if (const auto seen = Hash::from_raw(message.seen_hash())) statement.seen_hash = *seen;
  statement.author = message.author();
  statement.request_id = message.request_id();
  statement.payload = message.payload();
  if (statement.author.size() > AUTHOR_LIMIT) {
    return no_statement(fmt::format("the statement's author is over {} bytes", AUTHOR_LIMIT));
  }
  if (statement.payload.empty()) return no_statement("the statement says nothing");
  if (statement.request_id.empty() || statement.request_id.size() > REQUEST_ID_LIMIT) {
    return no_statement(fmt::format("the statement bears no request ID of 1 to {} bytes, so it could be recorded twice",
                                    REQUEST_ID_LIMIT));
  }
  return statement;
}

Result<std::vector<PublicKey>> check_signatures(std::string_view statement,
                                                const std::vector<RecordSignature>& signatures) {
  std::vector<PublicKey> keys;
  if (signatures.empty()) return keys;
  const std::string message = signed_message(statement);
  keys.reserve(signatures.size());
  for (const RecordSignature& each : signatures) {
    auto key = PublicKey::from_raw(each.public_key);
    if (!key) return not_signed_well(fmt::format("a signature names a key that proves nothing: {}", key.error().what));
    if (std::find(keys.begin(), keys.end(), *key) != keys.end()) return not_signed_well("one key has signed twice");
    if (!verifies(*key, message, each.signature)) return not_signed_well("a signature does not hold");
    keys.push_back(*key);
  }
  return keys;
}

Hash statement_digest(std::string_view statement) {
  Sha256 sha;
  sha.add("nomic/signed-request/v1\n");
  sha.add(statement);
  return sha.finish();
}

std::string armored(const SignedStatement& signed_statement) {
  v1::SignedStatement message;
  message.set_statement(signed_statement.statement);
  for (const RecordSignature& each : signed_statement.signatures) {
    v1::Signature* signature = message.add_signatures();
    signature->set_public_key(each.public_key);
    signature->set_signature(each.signature);
  }
  const std::string bytes = message.SerializeAsString();
  const BioPointer bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr || PEM_write_bio(bio.get(), ARMOR_LABEL, "", reinterpret_cast<const unsigned char*>(bytes.data()),
                                      static_cast<long>(bytes.size())) <= 0) {
    std::abort();
  }
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

Result<SignedStatement> from_armored(std::string_view text) {
  if (text.size() > ARMOR_LIMIT) return no_statement("it is longer than any statement");
  const std::size_t begin = text.find(ARMOR_BEGIN);
  if (begin != std::string_view::npos && text.find(ARMOR_BEGIN, begin + 1) != std::string_view::npos) {
    return no_statement("there are several statements in it",
                        "submit them one by one, in the order in which they were made");
  }
  NOMIC_ASSIGN(auto binary, unarmored(block_in(text)));
  // Before a message is built of it: two bytes can be one more signature.
  if (binary.size() > RECORD_LIMIT) return no_statement("it is longer than any statement");
  v1::SignedStatement message;
  std::string scratch;
  NOMIC_TRY(in_one_form(parse_exactly(binary, message, scratch)));
  SignedStatement found;
  found.statement = message.statement();
  found.signatures.reserve(static_cast<std::size_t>(message.signatures_size()));
  for (const v1::Signature& each : message.signatures()) {
    if (has_unknown_fields(each)) return no_statement("a signature has a field that this version does not know");
    found.signatures.push_back({each.public_key(), each.signature()});
  }
  if (found.signatures.empty()) return not_signed_well("the statement is not signed");
  if (message.signatures_size() > MOST_SIGNATURES) {
    return no_statement(fmt::format("the statement has more than {} signatures", MOST_SIGNATURES),
                        "have its author sign it with one key");
  }
  return found;
}

}  // namespace nomic::ledger

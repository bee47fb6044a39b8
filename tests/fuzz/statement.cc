// Signed statements on any bytes, as mail with one in it, as what lies within the armour, and as the statement alone:
// reading one ends, and what is taken is written again as it was.
#include "nomic/ledger/statement.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "nomic/ledger/base/base64.h"

namespace {

namespace ledger = nomic::ledger;

constexpr std::size_t LINE = 64;

void must(bool holds) {
  if (!holds) std::abort();
}

void read_alone(std::string_view bytes) {
  const auto statement = ledger::read_statement(bytes);
  if (!statement) {
    const auto code = statement.error().code;
    must(code == ledger::ErrorCode::BAD_INPUT || code == ledger::ErrorCode::TOO_LARGE);
    must(!statement.error().what.empty());
    return;
  }
  must(!statement->payload.empty() && !statement->request_id.empty());
  must(ledger::sign_statement(*statement, {}).statement == bytes);
}

bool is_same(const ledger::SignedStatement& one, const ledger::SignedStatement& other) {
  if (one.statement != other.statement || one.signatures.size() != other.signatures.size()) return false;
  for (std::size_t at = 0; at < one.signatures.size(); ++at) {
    if (one.signatures[at].public_key != other.signatures[at].public_key) return false;
    if (one.signatures[at].signature != other.signatures[at].signature) return false;
  }
  return true;
}

// The armour of what was taken, if it was.
std::string read_text(std::string_view text) {
  const auto found = ledger::from_armored(text);
  if (!found) {
    must(!found.error().what.empty());
    return {};
  }
  must(!found->signatures.empty());
  std::string again = ledger::armored(*found);
  const auto twice = ledger::from_armored(again);
  must(twice.ok() && is_same(*found, *twice));
  read_alone(found->statement);
  const auto keys = ledger::check_signatures(found->statement, found->signatures);
  must(keys ? keys->size() == found->signatures.size() : keys.error().code == ledger::ErrorCode::BAD_SIGNATURE);
  return again;
}

std::string in_armor(std::string_view binary) {
  const std::string encoded = ledger::base64(binary);
  std::string text = "-----BEGIN NOMIC STATEMENT-----\n";
  for (std::size_t at = 0; at < encoded.size(); at += LINE) text += encoded.substr(at, LINE) + "\n";
  return text + "-----END NOMIC STATEMENT-----\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_alone(bytes);
  read_text(bytes);
  const std::string text = in_armor(bytes);
  const std::string again = read_text(text);
  must(again.empty() || again == text);
  return 0;
}

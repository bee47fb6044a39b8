// Statements: what an author says, signed by them and put into the ledger by anybody.
//
//     Statement vote{.game = game, .seen_size = 42, .seen_hash = head, .author = "Ann", .request_id = id, .payload =
//     event}; std::string mail = armored(sign_statement(vote, {&key}));             // no ledger is needed for this
//     ...
//     auto there = from_armored(mail);                                      // strict: one form, one reading
//     auto said  = read_statement(there->statement);
//     auto keys  = check_signatures(there->statement, there->signatures);   // whose they are is the game's business
//
// A signature covers "nomic/statement/v1\n" and the statement's bytes. The statement names the game, and the size and
// head that its author had seen: it cannot be moved into another game or another history, and it witnesses every record
// before it. It must bear a request ID, under which it is recorded once and alone: whoever copies it out of a record
// cannot have it recorded again.
//
// Errors: BAD_INPUT for what is no statement, BAD_SIGNATURE for signatures that prove nothing. Source: ledger.md,
// section 1; schema/ledger/v1/record.proto. Cost: a verification a signature.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/hash.h"
#include "nomic/ledger/key.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

struct Statement {
  GameId game;
  std::uint64_t seen_size = 0;  // records that the author had seen; 0: none
  Hash seen_hash;               // leaf hash of record seen_size - 1; zero where seen_size is 0
  std::string author;
  std::string request_id;  // 1 to 128 bytes
  std::string payload;
};

// As it lies in a record.
struct RecordSignature {
  std::string public_key;  // 32 bytes
  std::string signature;   // 64 bytes
};

struct SignedStatement {
  std::string statement;  // exact bytes
  std::vector<RecordSignature> signatures;
};

// What is signed: the context and the statement's bytes.
std::string signed_message(std::string_view statement);

// Signs with every one of the keys. The statement must be one that read_statement() takes.
SignedStatement sign_statement(const Statement& statement, const std::vector<const PrivateKey*>& keys);

// Strict: bytes that would be written otherwise are refused. BAD_INPUT; TOO_LARGE.
Result<Statement> read_statement(std::string_view bytes);

// The keys whose signatures hold, in their order: all of them, each once; else BAD_SIGNATURE.
Result<std::vector<PublicKey>> check_signatures(std::string_view statement,
                                                const std::vector<RecordSignature>& signatures);

// The digest under which a signed statement's request ID is kept: whoever puts it in again is answered as the first.
Hash statement_digest(std::string_view statement);

// As text for mail: "-----BEGIN NOMIC STATEMENT-----", base64, "-----END NOMIC STATEMENT-----".
std::string armored(const SignedStatement& signed_statement);
// What stands around it is passed over, as mail has it; within it is strict, and a second one is refused.
Result<SignedStatement> from_armored(std::string_view text);

}  // namespace nomic::ledger

// Notes, verifier keys, policies, proofs, memories' evidence and time stamps on any bytes: they end, stay within their
// memory, and what is taken is written again as it was.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "nomic/ledger/policy.h"
#include "nomic/ledger/proof_file.h"
#include "nomic/ledger/timestamp.h"

namespace {

namespace ledger = nomic::ledger;

void must(bool holds) {
  if (!holds) std::abort();
}

template <class T>
bool taken(const ledger::Result<T>& result, ledger::ErrorCode expected) {
  must(result.ok() || (result.error().code == expected && !result.error().what.empty()));
  return result.ok();
}

void read_note(std::string_view bytes) {
  const auto note = ledger::Note::parse(bytes);
  if (!taken(note, ledger::ErrorCode::BAD_NOTE)) return;
  must(note->encode() == bytes);
  must(!note->signatures.empty() && note->signatures.size() <= ledger::MAX_NOTE_SIGNATURES);
  // Nobody is known by the keys of a fuzzer's notes.
  must(!ledger::verify_note(*note, {}).ok());
  const auto checkpoint = ledger::Checkpoint::parse(note->text);
  if (taken(checkpoint, ledger::ErrorCode::BAD_NOTE)) must(checkpoint->text() == note->text);
}

void read_key(std::string_view bytes) {
  const auto key = ledger::VerifierKey::parse(bytes);
  if (taken(key, ledger::ErrorCode::BAD_KEY)) must(key->text() == bytes);
}

void read_policy(std::string_view bytes) {
  const auto policy = ledger::Policy::parse(bytes);
  if (!taken(policy, ledger::ErrorCode::BAD_NOTE)) return;
  const ledger::CheckpointNote unsigned_note{{"o\n1\n\n", {}}, {"o", 1, {}, {}}};
  must(!policy->check(unsigned_note).ok());
}

void read_proof(std::string_view bytes) {
  const auto inclusion = ledger::InclusionFile::parse(bytes);
  if (taken(inclusion, ledger::ErrorCode::BAD_PROOF)) {
    must(inclusion->encode() == bytes);
    for (const std::uint64_t size : {std::uint64_t{1}, inclusion->index + 1, ~std::uint64_t{0}}) {
      must(!ledger::verify_inclusion({}, inclusion->index, size, inclusion->path, ledger::sha256("no root")).ok());
    }
  }
  const auto consistency = ledger::ConsistencyFile::parse(bytes);
  if (taken(consistency, ledger::ErrorCode::BAD_PROOF)) {
    must(consistency->encode() == bytes);
    must(!ledger::verify_consistency(consistency->first, ledger::sha256("a"), consistency->second, ledger::sha256("b"),
                                     consistency->path)
              .ok());
  }
}

void read_stamp(std::string_view bytes) {
  taken(ledger::read_time_stamp(bytes, "a note", std::string(bytes)), ledger::ErrorCode::BAD_NOTE);
  const auto evidence = ledger::read_time_evidence(bytes);
  if (!evidence) return;
  must(ledger::time_evidence(evidence->note, evidence->response) == bytes);
  taken(ledger::read_time_stamp(evidence->response, evidence->note, {}), ledger::ErrorCode::BAD_NOTE);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Each decoder sees every input: what is one thing is, cut or changed, often nearly another.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_note(bytes);
  read_key(bytes);
  read_policy(bytes);
  read_proof(bytes);
  read_stamp(bytes);
  return 0;
}

// nomic checkpoint make and sign: under the memory of the key, before a signature leaves.
#include <fmt/format.h>

#include "check/checkpoint_actions.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/proof_file.h"
#include "nomic/ledger/signer.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

constexpr std::int64_t WAIT_FOR_KEY_MS = 5000;

Result<ledger::SignerMemory> memory_of(const Call& call, const CheckpointOptions& options) {
  NOMIC_ASSIGN(auto path, options.key.file(call));
  NOMIC_ASSIGN(auto memory, ledger::SignerMemory::take(path, WAIT_FOR_KEY_MS));
  return memory;
}

// What was signed is remembered before it is shown to anybody, and kept with the game after.
Status sign_and_remember(ledger::SignerMemory& memory, ledger::CheckpointNote& note,
                         const std::optional<ledger::Hash>& game, ledger::NoteSignature signature) {
  note.note.add(std::move(signature));
  NOMIC_TRY(memory.remember(note, game));
  return ledger::Done{};
}

// The proof that a file holds, if it is of these sizes.
ledger::Result<ledger::ProofPath> path_of_file(const std::string& bytes, std::uint64_t first, std::uint64_t second) {
  NOMIC_ASSIGN(auto file, ledger::ConsistencyFile::parse(bytes));
  if (file.first == first && file.second == second) return std::move(file.path);
  return ledger::Error{ledger::ErrorCode::WITNESS_REFUSES,
                       fmt::format("this key signed {} records before, and the checkpoint has {}; the proof is from {} "
                                   "to {}",
                                   first, second, file.first, file.second),
                       fmt::format("ask the keeper for: nomic prove consistency {} {}", first, second),
                       {}};
}

ledger::Error lacks_proof(std::uint64_t first, std::uint64_t second) {
  return {
      ledger::ErrorCode::WITNESS_REFUSES,
      fmt::format("this key signed {} records before: that {} records go on from them is to be proven", first, second),
      fmt::format("ask the keeper for: nomic prove consistency {} {}; then --proof FILE", first, second),
      {}};
}

// Refuses a checkpoint that our own copy contradicts, and keeps both as evidence.
Status agrees_with(const LocalGame& game, const ledger::CheckpointNote& note) {
  if (note.checkpoint.size > game.head.size) return ledger::Done{};
  NOMIC_ASSIGN(auto root, game.ledger->root_at(game.head.game, note.checkpoint.size));
  if (root == note.checkpoint.root) return ledger::Done{};
  const ledger::Checkpoint ours{note.checkpoint.origin, note.checkpoint.size, root, {}};
  const std::string both = ledger::SignerMemory::fork_evidence(ours.text(), note.note.encode());
  const auto kept = game.ledger->keep_evidence(game.head.game, {"fork", note.checkpoint.size, both});
  return refused(fmt::format("the checkpoint names root {} at {} records; the ledger here has root {} there",
                             note.checkpoint.root.hex(), note.checkpoint.size, root.hex()),
                 kept ? "these are two histories of one game: the note is kept in the ledger as evidence"
                      : "these are two histories of one game; the note could not be kept: " + kept.error().what);
}

}  // namespace

Result<Exit> checkpoint_make(Call& call, const CheckpointOptions& options) {
  if (options.words.size() > 1) return usage("a checkpoint is made of the game; there is nothing more to name.");
  NOMIC_ASSIGN(auto key, options.key.load(call));
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  NOMIC_ASSIGN(auto opened, call.session.ledger(folder, ledger::Access::WRITE));
  auto head = opened->find(call.settings.game);
  if (!head) return failure_of(head.error());
  call.is_about(*opened, head->game);
  // Under the origin of the game, what was only tried would look like another history of it.
  if (auto founding = founding_in(*opened, head->game); founding && founding->has_rehearsal() && options.origin) {
    return usage("a rehearsal is signed under its own identity, and no other origin.", "leave out --origin");
  }
  const std::string origin = options.origin.value_or(ledger::default_origin(head->game.hash));
  if (!ledger::is_key_name(origin)) {
    return usage(fmt::format("{} cannot be an origin: it would be the key's name.", in_quotes(origin)),
                 "letters, digits, dots and slashes, without spaces or '+': club.example/friday");
  }
  NOMIC_ASSIGN(auto memory, memory_of(call, options));
  // In a database the key may have signed for another command what was recorded since: it is looked under its lock.
  head = opened->find(head->game.hash.hex());
  if (!head) return failure_of(head.error());
  ledger::CheckpointNote note;
  note.checkpoint = {origin, head->size, head->root, {"head " + head->head_hash.hex()}};
  note.note.text = note.checkpoint.text();
  const auto ask = [&](std::uint64_t first, std::uint64_t second) -> ledger::Result<ledger::ProofPath> {
    NOMIC_ASSIGN(auto proof, opened->prove_consistency(head->game, first, second));
    return std::move(proof.path);
  };
  NOMIC_TRY(memory.allow(note, head->game.hash, ask));
  auto signature = ledger::sign_note(note.note.text, origin, key);
  NOMIC_TRY(sign_and_remember(memory, note, head->game.hash, std::move(signature)));
  const ledger::VerifierKey verifier{origin, ledger::KeyType::ED25519, key.public_key()};
  NOMIC_TRY(opened->keep_note(head->game, note, {verifier}));
  v1::CheckpointView view = checkpoint_view(note.checkpoint);
  view.set_kept(true);
  *view.add_signatures() = signature_view({verifier, 0});
  return give_note(call, view, note.note.encode(), options.output, options.force,
                   fmt::format("Signed {} records as {}. Those who verify it know the key as {}\n", head->size,
                               on_one_line(origin), verifier.text()));
}

Result<Exit> checkpoint_sign(Call& call, const CheckpointOptions& options) {
  NOMIC_ASSIGN(auto path, options.note());
  if (!options.name) return usage("under which name do you cosign?", "--name witness.example/ann");
  if (!ledger::is_key_name(*options.name)) {
    return usage(fmt::format("{} cannot be a key's name: it is empty or has spaces or '+'.", in_quotes(*options.name)));
  }
  NOMIC_ASSIGN(auto read, read_note(call, path));
  ledger::CheckpointNote& note = read.parsed;
  std::vector<ledger::VerifierKey> trusted;
  if (options.trust.given()) {
    NOMIC_ASSIGN(auto policy, options.trust.policy(call));
    NOMIC_ASSIGN(auto good, policy.check(note));
    for (ledger::GoodSignature& each : good) trusted.push_back(std::move(each.key));
    // Ours may push out the last line of a full note: not one that was verified.
    note.note.put_first(note.note.by(trusted));
  }
  std::optional<std::string> proof;
  if (options.proof) {
    NOMIC_ASSIGN(auto bytes, read_file(call, *options.proof));
    proof = std::move(bytes);
  }
  NOMIC_ASSIGN(auto key, options.key.load(call));
  NOMIC_ASSIGN(auto here, local_game(call, note.checkpoint.origin, ledger::Access::WRITE));
  if (here) {
    NOMIC_TRY(agrees_with(*here, note));
  }
  NOMIC_ASSIGN(auto memory, memory_of(call, options));
  const auto ask = [&](std::uint64_t first, std::uint64_t second) -> ledger::Result<ledger::ProofPath> {
    const bool can_be_made = here && here->head.size >= second;
    if (proof) {
      auto given = path_of_file(*proof, first, second);
      if (given || !can_be_made) return given;
    }
    if (!can_be_made) return lacks_proof(first, second);
    NOMIC_ASSIGN(auto made, here->ledger->prove_consistency(here->head.game, first, second));
    return std::move(made.path);
  };
  const auto game = here ? std::optional(here->head.game.hash) : std::nullopt;
  NOMIC_TRY(memory.allow(note, game, ask));
  const auto now = static_cast<std::uint64_t>(call.io.now() / 1'000'000);
  const ledger::VerifierKey verifier{*options.name, ledger::KeyType::COSIGNATURE, key.public_key()};
  auto signature = ledger::cosign_note(note.note.text, *options.name, key, now);
  NOMIC_TRY(sign_and_remember(memory, note, game, std::move(signature)));
  v1::CheckpointView view = checkpoint_view(note.checkpoint);
  if (here && note.checkpoint.size <= here->head.size) {
    trusted.push_back(verifier);
    auto kept = here->ledger->keep_note(here->head.game, note, trusted);
    if (!kept) call.out.warning("the cosignature is not kept with the game: " + kept.error().what);
    view.set_kept(kept.ok());
  }
  *view.add_signatures() = signature_view({verifier, now});
  // Into the file that it came from, unless another is named.
  std::optional<std::string> file = options.output;
  if (!file && path != "-") file = path;
  return give_note(call, view, note.note.encode(), file, options.force || file == path,
                   fmt::format("Cosigned {} records of {}. Those who verify it know the key as {}\n",
                               note.checkpoint.size, on_one_line(note.checkpoint.origin), verifier.text()));
}

}  // namespace nomic::tools

#include "nomic/ledger/signer.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "nomic/ledger/base/base64.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/files/lock.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t MAX_MEMORY_BYTES = std::size_t{64} << 20U;
constexpr std::string_view FIRST_LINE = "nomic signer 1";

using Origins = std::map<std::string, SignedBefore>;

std::string memory_text(const Origins& origins) {
  std::string text = fmt::format("{}\n", FIRST_LINE);
  for (const auto& [origin, before] : origins) {
    text += fmt::format("origin {}\n", origin);
    if (before.game) text += fmt::format("game {}\n", before.game->hex());
    text += fmt::format("size {}\nroot {}\nnote {}\n", before.size, before.root.hex(), base64(before.note));
  }
  return text;
}

// The rest of the next line after `word` and a space.
std::optional<std::string_view> take_word(std::string_view& text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.starts_with(word) || end <= word.size()) return std::nullopt;
  const std::string_view rest = text.substr(word.size() + 1, end - word.size() - 1);
  text.remove_prefix(end + 1);
  return rest;
}

std::optional<Origins> parse_memory(std::string_view text) {
  const std::string whole(text);
  Origins origins;
  if (take_word(text, "nomic signer") != "1") return std::nullopt;
  while (!text.empty()) {
    SignedBefore before;
    const auto origin = take_word(text, "origin");
    if (text.starts_with("game ")) {
      const auto game = take_word(text, "game");
      before.game = game ? Hash::from_hex(*game) : std::nullopt;
      if (!before.game) return std::nullopt;
    }
    const auto size = take_word(text, "size");
    const auto root = take_word(text, "root");
    const auto note = take_word(text, "note");
    if (!origin || !size || !root || !note) return std::nullopt;
    std::from_chars(size->data(), size->data() + size->size(), before.size);
    const auto hash = Hash::from_hex(*root);
    const auto bytes = from_base64(*note);
    if (!hash || !bytes) return std::nullopt;
    before.root = *hash;
    before.note = *bytes;
    origins.emplace(*origin, std::move(before));
  }
  // One form only: what would be written otherwise is not what we wrote.
  if (memory_text(origins) != whole) return std::nullopt;
  return origins;
}

// Whose game an entry or a note is of: what is known of it, else what its origin says.
std::optional<Hash> game_of(const std::string& origin, const std::optional<Hash>& known) {
  return known ? known : game_of_origin(origin);
}

}  // namespace

struct SignerMemory::Self {
  std::string key_file;
  Lock lock;
  Origins origins;

  // Whether the note goes on from what was signed under that origin.
  Status goes_on(const CheckpointNote& note, const std::string& origin, const SignedBefore& before,
                 const AskConsistency& ask) const {
    const Checkpoint& now = note.checkpoint;
    if (now.size == before.size) {
      if (now.root == before.root) return Done{};
      return forked(note, origin, before, fmt::format("names root {} there", now.root.hex()),
                    "these are two histories of one game");
    }
    if (now.size < before.size) {
      return fail(
          ErrorCode::WITNESS_REFUSES,
          fmt::format("this key signed '{}' at {} records; the checkpoint has {}", origin, before.size, now.size),
          "an older copy is not signed again: sign a checkpoint of the newest one");
    }
    NOMIC_ASSIGN(auto proof, ask(before.size, now.size));
    if (verify_consistency(before.size, before.root, now.size, now.root, proof)) return Done{};
    return forked(note, origin, before,
                  fmt::format("of {} records with root {} does not go on from it by the proof that was given", now.size,
                              now.root.hex()),
                  "unless there is a better proof, these are two histories of one game");
  }

  // Keeps both notes beside the key; the error names where.
  Error forked(const CheckpointNote& note, const std::string& origin, const SignedBefore& before, std::string_view how,
               std::string_view meaning) const {
    const std::string both = fork_evidence(before.note, note.note.encode());
    const std::string path = fmt::format("{}.fork-{}", key_file, sha256(both).hex().substr(0, 8));
    const Status kept = replace_file(path, both, /*sync=*/true);
    return fail(ErrorCode::WITNESS_REFUSES,
                fmt::format("this key signed '{}' with root {} at {} records; the checkpoint {}", origin,
                            before.root.hex(), before.size, how),
                kept ? fmt::format("{}; both notes are kept in {}", meaning, path)
                     : fmt::format("{}; both notes could not be kept: {}", meaning, kept.error().what));
  }
};

SignerMemory::SignerMemory(std::unique_ptr<Self> self) : self_(std::move(self)) {}
SignerMemory::SignerMemory(SignerMemory&& other) noexcept = default;
SignerMemory& SignerMemory::operator=(SignerMemory&& other) noexcept = default;
SignerMemory::~SignerMemory() = default;

std::string SignerMemory::file() const {
  return self_->key_file + ".seen";
}

Result<SignerMemory> SignerMemory::take(const std::string& path, std::int64_t wait_ms) {
  // Files beside it are synced with their folder, so it must have one.
  const std::string key_file = path.find('/') == std::string::npos ? "./" + path : path;
  NOMIC_ASSIGN(auto lock, Lock::take(key_file + ".lock", wait_ms, "nomic checkpoint"));
  const std::string file = key_file + ".seen";
  NOMIC_ASSIGN(auto content, read_file(file, MAX_MEMORY_BYTES));
  Origins origins;
  if (content) {
    auto parsed = parse_memory(*content);
    if (!parsed) {
      return fail(ErrorCode::DAMAGED, fmt::format("the memory of what this key signed, {}, cannot be read", file),
                  "restore that file; without it the key could sign a second history, so make a new key instead");
    }
    origins = *std::move(parsed);
  }
  return SignerMemory(std::make_unique<Self>(Self{key_file, std::move(lock), std::move(origins)}));
}

std::optional<SignedBefore> SignerMemory::recall(const std::string& origin) const {
  const auto found = self_->origins.find(origin);
  if (found == self_->origins.end()) return std::nullopt;
  return found->second;
}

Status SignerMemory::allow(const CheckpointNote& note, const std::optional<Hash>& game,
                           const AskConsistency& ask) const {
  const auto its_game = game_of(note.checkpoint.origin, game);
  for (const auto& [origin, before] : self_->origins) {
    const auto signed_game = game_of(origin, before.game);
    if (origin != note.checkpoint.origin && (!its_game || its_game != signed_game)) continue;
    NOMIC_TRY(self_->goes_on(note, origin, before, ask));
  }
  return Done{};
}

Status SignerMemory::remember(const CheckpointNote& note, const std::optional<Hash>& game) {
  Origins after = self_->origins;
  SignedBefore& last = after[note.checkpoint.origin];
  // What was known once of the origin stays known.
  last = {game ? game : last.game, note.checkpoint.size, note.checkpoint.root, note.note.encode()};
  NOMIC_TRY(replace_file(file(), memory_text(after), /*sync=*/true));
  self_->origins = std::move(after);
  return Done{};
}

std::string SignerMemory::fork_evidence(const std::string& first, const std::string& second) {
  return fmt::format("nomic fork 1\nfirst {}\n{}second {}\n{}", first.size(), first, second.size(), second);
}

}  // namespace nomic::ledger

#include "nomic/ledger/checkpoint.h"

#include <fmt/format.h>

#include <charconv>

#include "nomic/ledger/base/base64.h"
#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view HEAD_WORD = "head ";
constexpr std::string_view OWN_ORIGINS = "nomic.invalid/";

Error bad_checkpoint(std::string what) {
  return fail(ErrorCode::BAD_NOTE, fmt::format("the note is no checkpoint: {}", what),
              "a checkpoint is three lines or more: origin, size and root");
}

}  // namespace

std::string default_origin(const Hash& game) {
  return fmt::format("{}{}", OWN_ORIGINS, game.hex());
}

std::optional<Hash> game_of_origin(std::string_view origin) {
  if (!origin.starts_with(OWN_ORIGINS)) return std::nullopt;
  const auto game = Hash::from_hex(origin.substr(OWN_ORIGINS.size()));
  if (!game || default_origin(*game) != origin) return std::nullopt;
  return game;
}

std::string Checkpoint::text() const {
  std::string lines = fmt::format("{}\n{}\n{}\n", origin, size, base64(root.raw()));
  for (const std::string& line : extensions) lines += line + "\n";
  return lines;
}

std::optional<Hash> Checkpoint::head() const {
  for (const std::string& line : extensions) {
    if (!line.starts_with(HEAD_WORD)) continue;
    const auto hash = Hash::from_hex(std::string_view(line).substr(HEAD_WORD.size()));
    if (hash && HEAD_WORD.data() + hash->hex() == line) return hash;
  }
  return std::nullopt;
}

Result<Checkpoint> Checkpoint::parse(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return bad_checkpoint("its last line does not end");
    if (end == 0) return bad_checkpoint("it holds an empty line");
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  if (lines.size() < 3) return bad_checkpoint(fmt::format("it has {} lines", lines.size()));
  Checkpoint parsed;
  parsed.origin = lines[0];
  const auto [end, error] = std::from_chars(lines[1].data(), lines[1].data() + lines[1].size(), parsed.size);
  if (error != std::errc() || end != lines[1].data() + lines[1].size() || std::to_string(parsed.size) != lines[1]) {
    return bad_checkpoint("its second line is not a size in decimal digits");
  }
  const auto raw = from_base64(lines[2]);
  const auto root = raw ? Hash::from_raw(*raw) : std::nullopt;
  if (!root) return bad_checkpoint("its third line is not base64 of 32 bytes");
  parsed.root = *root;
  parsed.extensions.assign(lines.begin() + 3, lines.end());
  return parsed;
}

Result<CheckpointNote> CheckpointNote::parse(std::string_view bytes) {
  NOMIC_ASSIGN(auto note, Note::parse(bytes));
  NOMIC_ASSIGN(auto checkpoint, Checkpoint::parse(note.text));
  return CheckpointNote{std::move(note), std::move(checkpoint)};
}

}  // namespace nomic::ledger

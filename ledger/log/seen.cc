#include "nomic/ledger/log/seen.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <system_error>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t MAX_FILE = 1024;

std::string format(const SeenGame& seen) {
  return fmt::format("nomic seen 1\nsize {}\nhead {}\nroot {}\n", seen.size, seen.head_hash.hex(), seen.root.hex());
}

// The rest of the line after `word` and a space; moves `text` past the line.
std::optional<std::string_view> take(std::string_view& text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.starts_with(word) || end <= word.size()) return std::nullopt;
  const std::string_view rest = text.substr(word.size() + 1, end - word.size() - 1);
  text.remove_prefix(end + 1);
  return rest;
}

std::optional<SeenGame> parse(std::string_view text) {
  const std::string whole(text);
  if (take(text, "nomic seen") != "1") return std::nullopt;
  const auto size = take(text, "size");
  const auto head = take(text, "head");
  const auto root = take(text, "root");
  if (!size || !head || !root) return std::nullopt;
  SeenGame seen;
  std::from_chars(size->data(), size->data() + size->size(), seen.size);
  const auto head_hash = Hash::from_hex(*head);
  const auto root_hash = Hash::from_hex(*root);
  if (!head_hash || !root_hash || seen.size == 0) return std::nullopt;
  seen.head_hash = *head_hash;
  seen.root = *root_hash;
  // One form only: what would be written otherwise is not what we wrote.
  if (format(seen) != whole) return std::nullopt;
  return seen;
}

}  // namespace

Result<std::optional<SeenGame>> SeenGames::recall(const GameId& game) const {
  if (!kept()) return std::optional<SeenGame>{};
  NOMIC_ASSIGN(auto content, read_file(file(game), MAX_FILE));
  // An empty file is what a crash may leave of an unsynced one.
  if (!content || content->empty()) return std::optional<SeenGame>{};
  auto seen = parse(*content);
  if (!seen) {
    return fail(ErrorCode::DAMAGED,
                fmt::format("the memory of game {} in {} cannot be read", short_id(game), file(game)),
                "remove that file if you trust the ledger as it is: the game is then met anew");
  }
  return seen;
}

void SeenGames::remember(const GameId& game, const SeenGame& seen) const {
  if (!kept()) return;
  if (auto done = keep(game, seen); !done && on_unkept_) on_unkept_(done.error());
}

Status SeenGames::keep(const GameId& game, const SeenGame& seen) const {
  NOMIC_ASSIGN(const auto known, recall(game));
  if (known && known->size >= seen.size) return Done{};
  NOMIC_TRY(make_folders(folder_, FileMode::OWNED));
  return replace_file(file(game), format(seen), /*sync=*/false);
}

}  // namespace nomic::ledger

#include "cli/mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/replay/game.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using Listed = v1::GamesView::Game;

// A game may be named by so many digits of its identity.
constexpr std::size_t LEAST_DIGITS = 8;

std::vector<Listed> named_in(const v1::GamesView& games, const std::string& name) {
  std::vector<Listed> found;
  for (const Listed& game : games.games()) {
    const bool is_id = name.size() >= LEAST_DIGITS && game.game().starts_with(name);
    if (name.empty() || game.name() == name || is_id) found.push_back(game);
  }
  return found;
}

// The bytes of a string, as a bundle is read.
ledger::ReadBytes bytes_of(std::string bytes) {
  return [bytes = std::move(bytes), at = std::size_t{0}](char* into, std::size_t count) mutable -> std::ptrdiff_t {
    const std::size_t taken = std::min(count, bytes.size() - at);
    bytes.copy(into, taken, at);
    at += taken;
    return static_cast<std::ptrdiff_t>(taken);
  };
}

Result<std::unique_ptr<ledger::Ledger>> opened(const std::string& folder, const ledger::OpenOptions& how) {
  std::error_code error;
  if (fs::exists(folder + "/format", error))
    return or_failure(ledger::Ledger::open(folder, ledger::Access::WRITE, how));
  NOMIC_TRY(or_failure(ledger::make_folders(fs::path(folder).parent_path().string(), ledger::FileMode::OWNED)));
  auto made = ledger::Ledger::create(folder, how);
  // Another command may have made it meanwhile.
  if (made || made.error().code != ledger::ErrorCode::ALREADY_A_LEDGER) return or_failure(std::move(made));
  return or_failure(ledger::Ledger::open(folder, ledger::Access::WRITE, how));
}

bool is_as_listed(const Listed& listed, const ledger::Head& head) {
  return listed.size() == head.size && listed.head() == head.head_hash.hex();
}

// How far the copy reaches in each of these games, where it has it.
std::map<std::string, ledger::Head> heads_of(const std::vector<Listed>& games, const std::string& folder,
                                             const ledger::OpenOptions& how) {
  std::map<std::string, ledger::Head> heads;
  std::error_code error;
  if (!fs::exists(folder + "/format", error)) return heads;
  auto copy = ledger::Ledger::open(folder, ledger::Access::READ, how);
  // Why it cannot be opened is said where it is opened for the news.
  if (!copy) return heads;
  for (const Listed& game : games) {
    const auto id = ledger::Hash::from_hex(game.game());
    if (!id) continue;
    if (auto head = (*copy)->head({*id})) heads.emplace(game.game(), *head);
  }
  return heads;
}

}  // namespace

std::string Mirror::name_of(const std::string& game) const {
  return game.empty() ? only_ : game;
}

Failure Mirror::of_server(Failure failure) const {
  failure.what = fmt::format("{}: {}", on_one_line(named_), failure.what);
  return failure;
}

Status Mirror::look(const std::string& game, const ledger::OpenOptions& how, const std::function<void()>& shut) {
  if (looked_.contains(game) || looked_.contains({})) return ledger::Done{};
  auto games = server_->games();
  if (!games) {
    Failure failure = games.error();
    std::error_code error;
    if (failure.code == "UNREACHABLE" && fs::exists(folder_, error)) {
      failure.hint = fmt::format("what was fetched before can be read: --ledger {}", as_shell_word(folder_));
    }
    return failure;
  }
  only_ = games->games_size() == 1 ? games->games(0).game() : std::string();
  auto asked = named_in(*games, game);
  if (asked.empty() && !game.empty()) {
    return Failure{Exit::USAGE, fmt::format("{} keeps no game {}", on_one_line(named_), in_quotes(game)),
                   "name one that it keeps, with --game NAME", "NO_SUCH_GAME"};
  }
  // The memory of what this user has seen is compared when the copy is read: while it is brought up to date it may well
  // be behind.
  ledger::OpenOptions quietly = how;
  quietly.seen_dir.clear();
  // Of these the copy has something else, or nothing.
  std::vector<Listed> news;
  const auto heads = heads_of(asked, folder_, quietly);
  for (Listed& each : asked) {
    const auto head = heads.find(each.game());
    const std::uint64_t size = head == heads.end() ? 0 : head->second.size;
    NOMIC_TRY(listed_since(each, size));
    if (head == heads.end() || !is_as_listed(each, head->second)) news.push_back(std::move(each));
  }
  if (!news.empty()) {
    shut();
    auto copy = opened(folder_, quietly);
    if (!copy) return copy.error();
    for (Listed& each : news) NOMIC_TRY(fetch(std::move(each), **copy));
  }
  looked_.insert(game);
  return ledger::Done{};
}

// An address may be that of several servers: one that lists fewer records than another has shown is asked again, and
// waits for what it does not have yet.
Status Mirror::listed_since(Listed& game, std::uint64_t size) {
  const auto hash = ledger::Hash::from_hex(game.game());
  if (!hash) return ledger::Done{};  // which is said where it is fetched
  const ledger::GameId id{*hash};
  server_->was_told(id, size);
  if (game.size() >= server_->told(id)) return ledger::Done{};
  auto head = server_->head(id);
  if (!head) {
    // It will not have them: then it shows an older copy.
    if (head.error().code == ANOTHER_HISTORY) return ledger::Done{};
    return of_server(head.error());
  }
  game.set_size(head->size());
  game.set_head(head->head());
  return ledger::Done{};
}

// Nobody is listed here: who has fewer is no server of what was shown, and the copy stays as it is.
Status Mirror::catch_up(const ledger::GameId& game, std::uint64_t size, const ledger::OpenOptions& how) {
  Listed listed;
  listed.set_game(game.hash.hex());
  NOMIC_TRY(listed_since(listed, size));
  if (listed.size() < size) return ledger::Done{};
  ledger::OpenOptions quietly = how;
  quietly.seen_dir.clear();
  auto copy = opened(folder_, quietly);
  if (!copy) return copy.error();
  return fetch(std::move(listed), **copy);
}

Status Mirror::fetch(Listed game, ledger::Ledger& copy) {
  const auto hash = ledger::Hash::from_hex(game.game());
  if (!hash) {
    return Failure{
        Exit::UNAVAILABLE, fmt::format("{} names a game by no identity", on_one_line(named_)), {}, "BAD_ANSWER"};
  }
  const ledger::GameId id{*hash};
  std::uint64_t size = 0;
  if (auto head = copy.head(id)) size = head->size;
  // Another command may have brought the copy further since the server was asked: it is asked once more, while nobody
  // else can.
  if (game.size() < size) NOMIC_TRY(listed_since(game, size));
  if (game.size() < size) {
    return Failure{
        Exit::DAMAGED,
        fmt::format("{} has {} records of the game now, and has shown {}", on_one_line(named_), game.size(), size),
        fmt::format("somebody put an older copy in its place: what it showed before is in {}", as_shell_word(folder_)),
        "ROLLED_BACK"};
  }
  // Where both have as many, another record is to be seen: the last is compared.
  std::uint64_t from = game.size() == size ? size - 1 : size;
  while (from < game.size()) {
    auto bundle = server_->records(id, from);
    if (!bundle) return bundle.error();
    ledger::BundleSource source(bytes_of(*std::move(bundle)));
    replay::BundleImport how;
    if (size == 0) how.name = game.name();
    auto taken = replay::Game::import_from(copy, source, how);
    if (!taken) {
      Failure failure = of_server(failure_of(taken.error()));
      if (failure.code == "GAME_NAME_TAKEN") {
        failure.hint = fmt::format("what was called so before is in {}: move it away", as_shell_word(folder_));
      }
      return failure;
    }
    if (taken->imported.head.game != id || taken->imported.head.size <= from) {
      return Failure{Exit::UNAVAILABLE, fmt::format("{} gave other records than it was asked for", on_one_line(named_)),
                     "see whether it runs, and repeat", "BAD_ANSWER"};
    }
    from = size = taken->imported.head.size;
  }
  return ledger::Done{};
}

}  // namespace nomic::tools

#include "cli/mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cli/file_time.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/game_name.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/replay/game.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "served_names.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using Listed = v1::GamesView::Game;

// The codes of what is refused for another history, or an older one (ledger::ErrorCode).
constexpr const char* FORKED = "FORKED";
constexpr const char* ROLLED_BACK = "ROLLED_BACK";

ledger::GameId id_of(const Listed& game) {
  return {*ledger::Hash::from_hex(game.game())};
}

std::vector<Listed> named_in(const v1::GamesView& games, const std::string& name) {
  std::vector<Listed> found;
  // The server chooses the names: what reads as an identity is none of them.
  const bool is_id = ledger::reads_as_identity(name);
  for (const Listed& game : games.games()) {
    const bool is_it = is_id ? ledger::names_identity(name, id_of(game)) : name.empty() || game.name() == name;
    if (is_it) found.push_back(game);
  }
  return found;
}

// Whether it can lead to another game another time: the first digits of an identity can, the whole identity cannot.
bool can_change(const std::string& typed) {
  return !typed.empty() && !ledger::Hash::from_hex(typed);
}

bool is_name(const std::string& listed) {
  return !listed.empty() && !ledger::reads_as_identity(listed);
}

// By which names the user comes to these games, and the identity of each.
std::vector<std::pair<std::string, std::string>> names_met(const std::vector<Listed>& asked, const std::string& game,
                                                           bool is_only) {
  std::vector<std::pair<std::string, std::string>> met;
  for (const Listed& each : asked) {
    if (game.empty() ? is_name(each.name()) : can_change(game)) {
      met.emplace_back(game.empty() ? each.name() : game, each.game());
    }
    if (is_only) met.emplace_back(std::string(), each.game());
  }
  return met;
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

// Within that time. A copy that is set aside meanwhile is put back after a failure.
Result<replay::TakenIn> import_in_time(const FileTime& /*time*/, ledger::Ledger& copy, ledger::BundleSource& source,
                                       const replay::BundleImport& how) {
  try {
    return or_failure(replay::Game::import_from(copy, source, how));
  } catch (const replay::WorkGivenUp& why) {
    return FileTime::given_up(why);
  }
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
    if (auto head = (*copy)->head(id_of(game))) heads.emplace(game.game(), *head);
  }
  return heads;
}

// The memory of what this user has seen is compared when the copy is read: while it is brought up to date it may well
// be behind.
ledger::OpenOptions without_memory(ledger::OpenOptions how) {
  how.seen_dir.clear();
  return how;
}

// What a game is called in the copy. The server may have kept another game of that name when it was asked before.
std::string name_in_copy(ledger::Ledger& copy, const std::string& name, const ledger::GameId& game) {
  auto games = copy.games();
  const bool is_taken =
      games && std::any_of(games->begin(), games->end(), [&](const ledger::Head& other) { return other.name == name; });
  return is_taken || name.empty() ? ledger::name_after_identity(game) : name;
}

ledger::Error refused_answer(std::string what) {
  return {ledger::ErrorCode::BAD_BUNDLE, std::move(what), "see whether it runs, and repeat", {}};
}

ledger::Error other_records() {
  return refused_answer("the answer has other records than those that were asked for");
}

// Whether what was fetched is the game that was listed, as far as both reach.
ledger::Status is_listed_game(ledger::Ledger& copy, const ledger::Head& after, const Listed& game) {
  if (after.game.hash.hex() != game.game()) return refused_answer("the answer has the records of another game");
  if (after.size < game.size()) return ledger::Done{};
  NOMIC_ASSIGN(auto last, copy.record(after.game, ledger::RecordIndex{game.size() - 1}));
  if (last.leaf.hex() == game.head()) return ledger::Done{};
  return refused_answer(fmt::format("record {} in the answer is another than the server listed", game.size() - 1));
}

}  // namespace

std::string Mirror::name_of(const std::string& game) const {
  const auto found = ids_.find(game);
  return found == ids_.end() ? game : found->second;
}

Failure Mirror::of_server(Failure failure) const {
  failure.what = fmt::format("{}: {}", on_one_line(named_), failure.what);
  return failure;
}

// A list that contradicts itself is refused whole.
Status Mirror::check_list(const v1::GamesView& games) const {
  std::set<std::string> met;
  for (const Listed& game : games.games()) {
    NOMIC_TRY(check_listed(game));
    const bool is_new =
        met.insert(id_of(game).hash.hex()).second && (game.name().empty() || met.insert("=" + game.name()).second);
    if (is_new) continue;
    return Failure{Exit::DAMAGED, fmt::format("{} lists two games as {}", on_one_line(named_), in_quotes(game.name())),
                   "ask the host", "BAD_ANSWER"};
  }
  return ledger::Done{};
}

Status Mirror::check_listed(const Listed& game) const {
  if (ledger::Hash::from_hex(game.game()) && ledger::Hash::from_hex(game.head()) && game.size() > 0) {
    return ledger::Done{};
  }
  return Failure{Exit::DAMAGED, fmt::format("{} lists a game without its identity or its head", on_one_line(named_)),
                 "ask the host", "BAD_ANSWER"};
}

Failure Mirror::keeps_no(const std::string& game) const {
  if (!game.empty()) {
    return {Exit::USAGE, fmt::format("{} keeps no game {}", on_one_line(named_), in_quotes(game)),
            "name one that it keeps, with --game NAME", "NO_SUCH_GAME"};
  }
  std::error_code error;
  if (!fs::exists(folder_ + "/format", error)) {
    return {Exit::USAGE, fmt::format("{} keeps no game", on_one_line(named_)), "ask the host", "NO_SUCH_GAME"};
  }
  return {Exit::DAMAGED, fmt::format("{} keeps no game now, and has shown one", on_one_line(named_)),
          fmt::format("ask the host; what it showed before is in {}", as_shell_word(folder_)), ROLLED_BACK};
}

Status Mirror::look(const std::string& game, const ledger::OpenOptions& how, const std::function<void()>& shut,
                    const std::function<void(const std::string&)>& warn) {
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
  NOMIC_TRY(check_list(*games));
  ids_.clear();
  for (const Listed& each : games->games()) {
    if (is_name(each.name())) ids_.insert_or_assign(each.name(), each.game());
  }
  if (games->games_size() == 1) ids_.insert_or_assign(std::string(), games->games(0).game());
  auto asked = named_in(*games, game);
  if (asked.empty()) return keeps_no(game);
  if (!game.empty() && asked.size() > 1) {
    return Failure{Exit::USAGE, fmt::format("{} keeps several games {}", on_one_line(named_), in_quotes(game)),
                   "name one by its whole identity, with --game", "AMBIGUOUS_GAME"};
  }
  if (can_change(game)) ids_.insert_or_assign(game, asked.front().game());
  const bool is_only = game.empty() && games->games_size() == 1;
  const auto by_name = names_met(asked, game, is_only);
  const ServedNames names(how.seen_dir, fs::path(folder_).filename().string(), named_);
  for (const auto& [name, id] : by_name) NOMIC_TRY(names.check(name, id));
  // Of these the copy has something else, or nothing.
  std::vector<Listed> news;
  const auto heads = heads_of(asked, folder_, without_memory(how));
  for (Listed& each : asked) {
    const auto head = heads.find(each.game());
    const std::uint64_t size = head == heads.end() ? 0 : head->second.size;
    NOMIC_TRY(listed_since(each, size));
    const bool is_renamed =
        head == heads.end() && !each.name().empty() && !ledger::can_be_named(id_of(each), each.name());
    if (is_renamed) {
      warn(fmt::format("{} calls a game {}, which reads as an identity: it is {} here", on_one_line(named_),
                       in_quotes(each.name()), in_quotes(ledger::name_after_identity(id_of(each)))));
    }
    if (head == heads.end() || !is_as_listed(each, head->second)) news.push_back(std::move(each));
  }
  if (!news.empty()) {
    shut();
    begin_fetching();
    for (const Listed& each : news) NOMIC_TRY(fetch(each, how));
  }
  for (const auto& [name, id] : by_name) names.remember(name, id);
  looked_.insert(game);
  return ledger::Done{};
}

// An address may be that of several servers: one that lists fewer records than another has shown is asked again, and
// waits for what it does not have yet.
Status Mirror::listed_since(Listed& game, std::uint64_t size) const {
  const ledger::GameId id = id_of(game);
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
  begin_fetching();
  NOMIC_ASSIGN(auto copy, opened(folder_, without_memory(how)));
  return fetch_into(*copy, std::move(listed));
}

void Mirror::begin_fetching() {
  since_ = processor_time();
  received_ = 0;
}

Status Mirror::fetch(const Listed& game, const ledger::OpenOptions& how) {
  Status done = ledger::Done{};
  {
    NOMIC_ASSIGN(auto copy, opened(folder_, without_memory(how)));
    done = fetch_into(*copy, game);
  }
  // Without a memory nothing else would tell that the user was shown another history.
  if (done || done.error().code != FORKED || how.seen_dir.empty()) return done;
  const std::string apart = folder_ + ".apart";
  std::error_code error;
  fs::remove_all(apart, error);
  fs::rename(folder_, apart, error);
  if (error) return done;
  Status again = fetch_as_remembered(game, how);
  if (again) return again;
  fs::remove_all(folder_, error);
  fs::rename(apart, folder_, error);
  // What the memory says names the file by which another history is accepted.
  return again.error().code == ROLLED_BACK ? again : done;
}

Status Mirror::fetch_as_remembered(const Listed& game, const ledger::OpenOptions& how) const {
  {
    NOMIC_ASSIGN(auto copy, opened(folder_, without_memory(how)));
    NOMIC_TRY(fetch_into(*copy, game));
  }
  auto copy = ledger::Ledger::open(folder_, ledger::Access::READ, how);
  if (!copy) return of_server(failure_of(copy.error()));
  auto head = (*copy)->head(id_of(game));
  return head ? Status(ledger::Done{}) : Status(of_server(failure_of(head.error())));
}

Status Mirror::fetch_into(ledger::Ledger& copy, Listed game) const {
  NOMIC_TRY(check_listed(game));
  const ledger::GameId id = id_of(game);
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
        ROLLED_BACK};
  }
  // Where both have as many, another record is to be seen: the last is compared.
  const std::uint64_t own = size;
  std::uint64_t from = game.size() == size ? size - 1 : size;
  while (from < game.size()) {
    NOMIC_ASSIGN(auto reached, fetch_part(copy, game, from, own));
    from = reached;
  }
  return ledger::Done{};
}

Result<std::uint64_t> Mirror::fetch_part(ledger::Ledger& copy, const Listed& game, std::uint64_t from,
                                         std::uint64_t own) const {
  const ledger::GameId id = id_of(game);
  NOMIC_ASSIGN(auto bundle, server_->records(id, from));
  received_ += bundle.size();
  ledger::BundleSource source(bytes_of(std::move(bundle)));
  replay::BundleImport how;
  if (own == 0) how.name = name_in_copy(copy, game.name(), id);
  how.admits = [&](const ledger::Head& after) -> ledger::Status {
    NOMIC_TRY(is_listed_game(copy, after, game));
    if (after.size <= game.size()) return ledger::Done{};
    // There are more by now than were listed: the server is asked how far the game reaches.
    auto head = server_->head(id);
    if (!head) return ledger::Error{ledger::ErrorCode::UNREACHABLE, head.error().what, head.error().hint, {}};
    Listed now = game;
    now.set_size(head->size());
    now.set_head(head->head());
    if (now.size() < after.size) return other_records();
    return is_listed_game(copy, after, now);
  };
  auto taken = import_in_time(FileTime(*io_, received_, since_), copy, source, how);
  if (!taken) {
    Failure failure = of_server(taken.error());
    // Whatever a bundle is refused for, the answer is not what it claims to be.
    if (failure.exit == Exit::REFUSED || failure.exit == Exit::USAGE) failure.exit = Exit::DAMAGED;
    return failure;
  }
  if (taken->imported.head.game != id || taken->imported.head.size <= from)
    return of_server(failure_of(other_records()));
  server_->was_told(id, taken->imported.head.size);
  return taken->imported.head.size;
}

}  // namespace nomic::tools

#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/file_kind.h"
#include "cli/input.h"
#include "cli/ledger_word.h"
#include "cli/passwords.h"
#include "nomic/ledger/address.h"
#include "nomic/ledger/recorded_mark.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "served_ledgers.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* FOLDER = ".nomic";
// What standard input is called.
constexpr const char* INPUT = "-";
// What every ledger's folder holds.
constexpr const char* FORMAT_FILE = "format";

bool is_there(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// The folder that was named; or the .nomic in it, where it is no ledger itself but the folder that one is played in.
std::string ledger_in(const std::string& named) {
  const std::string inside = (fs::path(named) / FOLDER).string();
  return is_there(inside) && !is_there((fs::path(named) / FORMAT_FILE).string()) ? inside : named;
}

}  // namespace

Result<std::string> Session::find_ledger(const std::string& given) {
  const std::string named = given.empty() ? io_.env("NOMIC_LEDGER").value_or("") : given;
  if (named == INPUT) return named;
  if (is_url(named)) return mirror_of(named);
  if (ledger::is_database_address(named)) return database_at(named);
  NOMIC_TRY(check_ledger_word(io_, named));
  if (!named.empty()) {
    const std::string path = path_in(io_, named);
    const std::string folder = ledger_in(path);
    // The folder was named, and not what lies in it.
    if (folder != path) come_upon_.insert(folder);
    return named_.insert_or_assign(folder, named).first->first;
  }
  const fs::path here = working_folder(io_);
  for (fs::path folder = here;; folder = folder.parent_path()) {
    const fs::path candidate = folder / FOLDER;
    if (is_there(candidate.string())) {
      come_upon_.insert(candidate.string());
      return candidate.string();
    }
    if (folder == folder.parent_path()) break;
  }
  return usage(
      fmt::format("there is no ledger: neither {} nor a folder above it holds a {}.", in_quotes(here.string()), FOLDER),
      "found a game with: nomic init NAME NAME... Or name the ledger with --ledger DIR.");
}

Result<std::string> Session::founding_folder(const std::string& given) {
  const std::string named = given.empty() ? io_.env("NOMIC_LEDGER").value_or("") : given;
  if (is_url(named)) return mirror_of(named);
  if (ledger::is_database_address(named)) return database_at(named);
  NOMIC_TRY(check_ledger_word(io_, named));
  if (!named.empty()) return path_in(io_, named);
  return *come_upon_.insert((fs::path(working_folder(io_)) / FOLDER).string()).first;
}

std::string Session::database_at(const std::string& named) {
  std::string shown = ledger::without_passwords(named);
  addresses_.insert_or_assign(shown, named);
  return shown;
}

std::string Session::address_of(const std::string& folder) const {
  const auto found = addresses_.find(folder);
  return found == addresses_.end() ? folder : found->second;
}

std::string Session::mark_of(const std::string& folder) const {
  return ledger::recorded_mark(address_of(folder));
}

Status Session::must_be_there(const std::string& folder, const std::string& hint) const {
  if (addresses_.contains(folder) || is_there(folder)) return ledger::Done{};
  return usage(fmt::format("there is no ledger {}: no such folder.", in_quotes(folder)), hint);
}

std::string Session::seen_dir() const {
  const auto state = io_.env("XDG_STATE_HOME");
  const auto home = io_.env("HOME");
  // The XDG specification has relative paths ignored.
  if (state && state->starts_with('/')) return *state + "/nomic/seen";
  return home && home->starts_with('/') ? *home + "/.local/state/nomic/seen" : std::string();
}

ledger::OpenOptions Session::options() const {
  ledger::OpenOptions options;
  options.command = command_;
  options.on_unkept_memory = [unkept = unkept_](const ledger::Error& why) {
    if (!unkept->why) unkept->why = why;
  };
  options.seen_dir = seen_dir();
  if (options.seen_dir.empty() && !unkept_->why) {
    unkept_->why = ledger::Error{
        ledger::ErrorCode::BAD_INPUT, "neither XDG_STATE_HOME nor HOME names a folder to remember it in", {}, {}};
  }
  return options;
}

std::optional<ledger::Error> Session::unkept_memory() {
  if (!unkept_->why || std::exchange(unkept_->said, true)) return std::nullopt;
  return unkept_->why;
}

ledger::FolderTrust Session::trust_of(const std::string& folder) const {
  ledger::FolderTrust trust;
  trust.come_upon = come_upon_.contains(folder);
  if (!trust.come_upon) return trust;
  if (const auto caller = io_.env("SUDO_UID"); caller && ::geteuid() == 0) {
    std::uint32_t user = 0;
    const auto [end, error] = std::from_chars(caller->data(), caller->data() + caller->size(), user);
    if (error == std::errc() && end == caller->data() + caller->size()) trust.also_owner = user;
  }
  const auto config = io_.env("XDG_CONFIG_HOME");
  const auto home = io_.env("HOME");
  std::string settings;
  if (config && config->starts_with('/')) {
    settings = *config;
  } else if (home && home->starts_with('/')) {
    settings = *home + "/.config";
  }
  if (settings.empty()) return trust;
  std::ifstream list(settings + "/nomic/safe");
  for (std::string line; std::getline(list, line);) {
    if (line.starts_with('/') || line == "*") trust.safe_folders.push_back(line);
  }
  return trust;
}

std::string Session::as_named(const std::string& path) const {
  const auto found = named_.find(path);
  return found == named_.end() ? path : found->second;
}

Result<Session::Opened*> Session::open(const std::string& folder, ledger::Access access) {
  return open(folder, game_asked_, access);
}

Result<Session::Opened*> Session::open(const std::string& folder, const std::string& game, ledger::Access access) {
  if (Mirror* mirror = mirror_at(folder)) {
    if (access == ledger::Access::WRITE) return only_moves_there(*mirror);
    NOMIC_TRY(look(*mirror, game));
  }
  if (folder == INPUT || is_file(folder)) return open_file(folder, access);
  auto opened = open_ledger(folder, access);
  if (opened && grouping_ && access == ledger::Access::WRITE) (*opened)->ledger->begin_group();
  return opened;
}

Status Session::end_groups() {
  grouping_ = false;
  Status ended = ledger::Done{};
  for (auto at = opened_.begin(); at != opened_.end();) {
    const auto each = at++;
    ledger::Status done = each->second.ledger->end_group();
    if (done) continue;
    if (ended) ended = failure_of(done.error());
    lost_.push_back(opened_.extract(each));
  }
  return ended;
}

std::uint64_t Session::group_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [folder, opened] : opened_) bytes += opened.ledger->group_size().bytes;
  return bytes;
}

Result<Session::Opened*> Session::open_ledger(const std::string& folder, ledger::Access access) {
  auto found = opened_.find(folder);
  if (found != opened_.end()) {
    if (found->second.access == ledger::Access::WRITE || access == ledger::Access::READ) return &found->second;
    opened_.erase(found);
  }
  NOMIC_TRY(must_be_there(folder, "found a game there with: nomic init --ledger DIR NAME NAME..."));
  ledger::OpenOptions how = options();
  how.trust = trust_of(folder);
  if (Mirror* mirror = mirror_at(folder)) how.catch_up = catching_up(*mirror);
  if (access == ledger::Access::WRITE) NOMIC_TRY(must_be_unserved(folder));
  const std::string address = address_of(folder);
  // Looked at before it is opened: what comes in between is another mark at the next look. A single command asks a
  // database once only.
  const bool watches = access == ledger::Access::READ && (keeps_open_ || !addresses_.contains(folder));
  std::string mark = watches ? mark_of(folder) : std::string();
  auto ledger = ledger::Ledger::open(address, access, how);
  if (!ledger) return failure_of(ledger.error());
  NOMIC_ASSIGN(auto unfinished, (*ledger)->reindexing());
  if (!unfinished.empty() && addresses_.contains(folder)) {
    // Whoever began may be at it still: a database has no lock that says so.
    io_.err("note: a reindexing is under way or was interrupted: when nobody is at it, finish it with nomic reindex\n");
  } else if (!unfinished.empty()) {
    if (access == ledger::Access::READ) ledger->reset();
    NOMIC_TRY(finish_reindex(folder, ledger->get(), unfinished));
    if (access == ledger::Access::READ) ledger = ledger::Ledger::open(address, access, how);
    if (!ledger) return failure_of(ledger.error());
  }
  Opened& opened = opened_[folder];
  opened.ledger = std::move(*ledger);
  opened.access = access;
  opened.mark = std::move(mark);
  std::error_code error;
  if (times_looks_ && std::filesystem::is_directory(folder, error)) take_time_for(size_of_files(io_, {folder}));
  return &opened;
}

void Session::take_time_for(std::optional<std::uintmax_t> bytes) {
  if (!time_) {
    time_ = std::make_unique<FileTime>(io_, bytes);
  } else if (bytes) {
    time_->add(*bytes);
  }
}

Result<Session::Opened*> Session::open_file(const std::string& file, ledger::Access access) {
  const std::string name = as_named(file);
  if (access == ledger::Access::WRITE) {
    return usage(fmt::format("{} is a file and no ledger: nothing can be recorded there.", in_quotes(name)),
                 fmt::format("take it in first: nomic import {}", as_shell_word(name)));
  }
  if (const auto found = opened_.find(file); found != opened_.end()) return &found->second;
  if (file == INPUT && input_taken_) {
    return usage("standard input is the play itself: no bundle can be read there.");
  }
  NOMIC_TRY(check_is_no_text(file, name));
  ReadSome bytes = io_.in;
  std::optional<ledger::InputFile> input;
  if (file != INPUT) {
    auto opened_input = ledger::InputFile::open(file);
    if (!opened_input) return unreadable(name, opened_input.error());
    input = *std::move(opened_input);
    bytes = [&input](char* into, std::size_t count) { return input->read(into, count); };
  }
  take_time_for(size_of_file(io_, name));
  NOMIC_ASSIGN(auto read, open_file_ledger(io_, name, bytes, seen_dir()));
  Opened& opened = opened_[file];
  opened.ledger = std::move(read.ledger);
  opened.file = std::move(read.found);
  return &opened;
}

const FileFound* Session::found_in(const std::string& file) {
  const auto found = opened_.find(file);
  if (found == opened_.end() || !found->second.file) return nullptr;
  found->second.said = true;
  return &*found->second.file;
}

std::vector<SaidOfFile> Session::unsaid() {
  std::vector<SaidOfFile> all;
  for (auto& [path, opened] : opened_) {
    if (opened.file && !std::exchange(opened.said, true)) all.push_back(said_of(*opened.file));
  }
  return all;
}

Session::Opener Session::opener(const std::string& folder) const {
  ledger::OpenOptions how = options();
  how.trust = trust_of(folder);
  // Its notes are of this thread.
  how.on_unkept_memory = nullptr;
  return
      [address = address_of(folder), how](ledger::Access access) { return ledger::Ledger::open(address, access, how); };
}

// Who may not write, or finds somebody at it, reads what is there: it is sound, and slower.
Status Session::finish_reindex(const std::string& folder, ledger::Ledger* writer,
                               const std::vector<ledger::GameId>& games) const {
  std::unique_ptr<ledger::Ledger> own;
  if (writer == nullptr) {
    ledger::OpenOptions at_once = options();
    at_once.trust = trust_of(folder);
    at_once.lock_wait_ms = 0;
    auto opened = ledger::Ledger::open(address_of(folder), ledger::Access::WRITE, at_once);
    if (!opened) return ledger::Done{};
    own = std::move(*opened);
    writer = own.get();
  }
  io_.err("note: a reindexing was interrupted: it is finished now\n");
  for (const ledger::GameId& game : games) {
    NOMIC_TRY(writer->reindex(game, {}));
    // Where no game can be derived, the command that opens it says so.
    static_cast<void>(replay::Game::derive_anew(*writer, game, {}));
    NOMIC_TRY(writer->reindexed(game));
  }
  return ledger::Done{};
}

Result<ledger::Ledger*> Session::ledger(const std::string& folder, ledger::Access access) {
  NOMIC_ASSIGN(auto opened, open(folder, access));
  return opened->ledger.get();
}

Result<replay::Game*> Session::game(const std::string& folder, const std::string& name, ledger::Access access) {
  NOMIC_ASSIGN(auto held, open(folder, name, access));
  const Mirror* mirror = mirror_at(folder);
  return game_in(*held, mirror == nullptr ? name : mirror->name_of(name), access);
}

Result<ledger::Ledger*> Session::copy(const std::string& named) {
  std::string folder = named;
  if (is_url(named)) {
    NOMIC_ASSIGN(auto place, mirror_of(named));
    NOMIC_TRY(look(*mirror_at(place), {}));
    folder = std::move(place);
  } else if (ledger::is_database_address(named)) {
    folder = database_at(named);
  } else {
    NOMIC_TRY(check_ledger_word(io_, named));
  }
  if (const auto found = copies_.find(named); found != copies_.end()) return found->second.ledger.get();
  NOMIC_TRY(must_be_there(folder, "give the folder of a ledger: the other's .nomic"));
  ledger::OpenOptions unmet = options();
  unmet.seen_dir.clear();
  NOMIC_ASSIGN(auto ledger, ledger::Ledger::open(address_of(folder), ledger::Access::READ, unmet));
  Opened& opened = copies_[named];
  opened.ledger = std::move(ledger);
  return opened.ledger.get();
}

Result<ledger::Ledger*> Session::scratch(const std::string& path) {
  NOMIC_ASSIGN(auto made, scratch_ledger());
  Opened opened;
  opened.ledger = std::move(made);
  Opened& held = copies_[path] = std::move(opened);
  return held.ledger.get();
}

Result<ledger::Ledger*> Session::copy_of_bundles(const std::string& path, ledger::BundleSource& source) {
  NOMIC_ASSIGN(auto copy, scratch(path));
  for (;;) {
    NOMIC_ASSIGN(auto imported, copy->import_from(source, {}, {}));
    if (imported.following == 0) return copy;
  }
}

Result<replay::Game*> Session::copy_of_game(const std::string& named, const std::string& name) {
  NOMIC_TRY(copy(named).status());
  return game_in(copies_.at(named), name, ledger::Access::READ);
}

Result<replay::Game*> Session::game_in(Opened& opened, const std::string& name, ledger::Access access) {
  if (auto known = opened.names.find(name); known != opened.names.end()) {
    replay::Game& game = opened.games.at(known->second);
    // What records catches up by itself, where it must.
    if (access == ledger::Access::READ && opened.ledger->has_other_writers()) {
      NOMIC_TRY(game.catch_up());
    }
    return &game;
  }
  auto game = replay::Game::open(*opened.ledger, name);
  if (!game) return unknown_game(name, game.error());
  const ledger::GameId id = game->head().game;
  opened.names.emplace(name, id);
  // A game known by another name already is one game, not two.
  return &opened.games.try_emplace(id, std::move(*game)).first->second;
}

Failure Session::unknown_game(const std::string& name, const replay::Error& error) {
  Failure failure = failure_of(error);
  return error.ledger ? with_game_hint(std::move(failure), name) : failure;
}

Failure Session::with_game_hint(Failure failure, const std::string& name) {
  if (failure.code == "AMBIGUOUS_GAME") failure.hint = "name one with --game or NOMIC_GAME";
  if (failure.code == "NO_SUCH_GAME" && name.empty()) failure.hint = "found one with: nomic init NAME NAME...";
  return failure;
}

Result<const ledger::PrivateKey*> Session::key(const std::string& path,
                                               const std::optional<std::string>& password_file) {
  const std::string file = path_in(io_, path);
  if (const auto known = keys_.find(file); known != keys_.end()) return &known->second;
  NOMIC_ASSIGN(auto loaded, ledger::PrivateKey::load(file, asking(io_, path, password_file)));
  return &keys_.emplace(file, std::move(loaded)).first->second;
}

Result<ledger::Ledger*> Session::ledger_to_found_in(const std::string& folder) {
  using Code = ledger::ErrorCode;
  std::error_code ignored;
  const bool may_be_made = !addresses_.contains(folder) && mirror_at(folder) == nullptr &&
                           (!is_there(folder) || fs::is_directory(folder, ignored));
  if (!opened_.contains(folder) && may_be_made && !is_there((fs::path(folder) / FORMAT_FILE).string())) {
    ledger::OpenOptions how = options();
    how.trust = trust_of(folder);
    auto ledger = ledger::Ledger::create(folder, how);
    if (ledger) {
      Opened& made = opened_[folder];
      made.ledger = std::move(*ledger);
      made.access = ledger::Access::WRITE;
      return made.ledger.get();
    }
    // Made by another meanwhile it is opened as any; what else lies in the folder is judged as a ledger is.
    const Code code = ledger.error().code;
    if (code != Code::ALREADY_A_LEDGER && code != Code::BAD_INPUT) return failure_of(ledger.error());
  }
  auto opened = open(folder, ledger::Access::WRITE);
  if (!opened && addresses_.contains(folder) && opened.error().code == "NOT_A_LEDGER") {
    Failure none = opened.error();
    none.hint = fmt::format("make its tables first: nomic store init {}", as_shell_word(folder));
    return none;
  }
  if (!opened) return opened.error();
  // What "the only game" is may change now.
  (*opened)->names.clear();
  return (*opened)->ledger.get();
}

}  // namespace nomic::tools

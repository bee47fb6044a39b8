// nomic rehearse: a copy of the game to try moves in, which nobody can take for the game.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/ledger_word.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/replay/rehearsal.h"
#include "nomic/service/view_values.h"
#include "nomic/views/json.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

// Where a rehearsal is made, until it is whole: what a killed process leaves is no rehearsal, and goes the next time.

// A file without a name in that folder: the copy on its way from one ledger to the other.
class StageFile {
 public:
  StageFile() = default;
  ~StageFile();
  StageFile(const StageFile&) = delete;
  StageFile& operator=(const StageFile&) = delete;

  Status open(const std::string& folder);
  [[nodiscard]] ledger::WriteBytes write() const;
  // From the beginning, once all of it is written.
  [[nodiscard]] ledger::ReadBytes read() const;

 private:
  int fd_ = -1;
};

// The folder that a rehearsal has to itself. What was not finished goes with this object.
class RehearsalStage {
 public:
  // The call outlives it.
  RehearsalStage(Call& call, std::string folder) : call_(call), folder_(std::move(folder)) {}
  ~RehearsalStage();
  RehearsalStage(const RehearsalStage&) = delete;
  RehearsalStage& operator=(const RehearsalStage&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // The ledger's folder while it is made, and once it is whole.
  [[nodiscard]] std::string making() const;
  [[nodiscard]] std::string ledger() const;

  // Makes the folder. What holds anything else already is nobody's to mix with; where another is at it, that is said
  // (5).
  Status begin();
  // The ledger is whole: it takes its name.
  Status finish();

 private:
  Call& call_;
  std::string folder_;
  int held_ = -1;  // the folder, locked; -1: not begun
  bool is_made_ = false;
  bool finished_ = false;
};

namespace stage_fs = std::filesystem;

constexpr const char* PLAYED_IN = ".nomic";
// What it is called until it is whole.
constexpr const char* MAKING = ".nomic.making";
// What mkostemp() puts letters in the place of.
constexpr std::string_view UNIQUE = "XXXXXX";

Failure cannot_be_made(const std::string& folder, int error) {
  return {Exit::UNAVAILABLE, fmt::format("nothing can be written in {}: {}", in_quotes(folder), std::strerror(error)),
          error == ENOSPC ? "make room on the disk, then repeat" : ""};
}

// The folder that a rehearsal is made in, or the file of a copy on its way that was not yet without a name.
bool is_unfinished(const std::string& name) {
  const std::string file = std::string(MAKING) + "-";
  return name == MAKING || (name.starts_with(file) && name.size() == file.size() + UNIQUE.size());
}

// Whether nothing lies in it but what was not finished.
bool is_stage(const std::string& folder) {
  std::error_code error;
  stage_fs::directory_iterator at(folder, error);
  return !error && std::all_of(at, stage_fs::directory_iterator(), [](const stage_fs::directory_entry& entry) {
    return is_unfinished(entry.path().filename().string());
  });
}

void clear(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : stage_fs::directory_iterator(folder, error)) {
    if (is_unfinished(entry.path().filename().string())) stage_fs::remove_all(entry.path(), error);
  }
}

// Whether the open folder is still the one of that name.
bool is_named(int folder, const std::string& path) {
  struct stat held = {};
  struct stat named = {};
  return ::fstat(folder, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

StageFile::~StageFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status StageFile::open(const std::string& folder) {
  std::string name = fmt::format("{}/{}-{}", folder, MAKING, UNIQUE);
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return cannot_be_made(folder, errno);
  ::unlink(name.c_str());
  return ledger::Done{};
}

ledger::WriteBytes StageFile::write() const {
  return [fd = fd_](std::string_view bytes) { return ledger::write_whole(fd, bytes); };
}

ledger::ReadBytes StageFile::read() const {
  ::lseek(fd_, 0, SEEK_SET);
  return [fd = fd_](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); };
}

RehearsalStage::~RehearsalStage() {
  if (!finished_ && held_ >= 0) {
    call_.session.close(making());
    std::error_code error;
    stage_fs::remove_all(making(), error);
    if (is_made_) stage_fs::remove(folder_, error);
  }
  if (held_ >= 0) ::close(held_);
}

std::string RehearsalStage::making() const {
  return folder_ + "/" + MAKING;
}

std::string RehearsalStage::ledger() const {
  return folder_ + "/" + PLAYED_IN;
}

// Whoever makes one holds a lock on the folder itself, which goes with the process and leaves nothing behind. It may
// go, or be finished, while it is waited for.
Status RehearsalStage::begin() {
  const auto taken = [this] {
    return usage(fmt::format("{} holds something already.", in_quotes(folder_)),
                 "name a folder that is not there yet: a rehearsal has one to itself");
  };
  std::error_code error;
  for (;;) {
    if (stage_fs::exists(folder_, error) && !is_stage(folder_)) return taken();
    is_made_ = !stage_fs::exists(folder_, error);
    NOMIC_TRY(or_failure(ledger::make_folders(folder_, ledger::FileMode::OWNED)));
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) continue;
    if (folder < 0) return cannot_be_made(folder_, errno);
    if (::flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(folder);
      return Failure{Exit::UNAVAILABLE, fmt::format("somebody is making a rehearsal in {}", in_quotes(folder_)),
                     "wait until it is made, or name another folder"};
    }
    if (is_named(folder, folder_)) {
      held_ = folder;
      break;
    }
    ::close(folder);
  }
  if (!is_stage(folder_)) {
    finished_ = true;  // by another
    return taken();
  }
  clear(folder_);
  return ledger::Done{};
}

Status RehearsalStage::finish() {
  call_.session.close(making());
  std::error_code error;
  stage_fs::rename(making(), ledger(), error);
  if (error) return cannot_be_made(folder_, error.value());
  finished_ = true;
  return ledger::Done{};
}

constexpr std::size_t SALT_BYTES = 16;

class Rehearse : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("DIR", "The folder to rehearse in, which is made.", words_);
    declare_point(arguments, "--at", "Begins as the game was at a point. Default: head.", at_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1 || words_[0].empty())
      return usage("in which folder?", "for example: nomic rehearse practice");
    NOMIC_TRY(check_ledger_word(call.io, words_[0]));
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    auto ledger = call.session.ledger(folder, ledger::Access::READ);
    if (!ledger) return ledger.error();
    NOMIC_ASSIGN(auto game, call.session.game(folder, call.settings.game, ledger::Access::READ));
    NOMIC_ASSIGN(auto size, size_at(*game, at_));
    RehearsalStage stage(call, path_in(call.io, words_[0]));
    NOMIC_TRY(stage.begin());
    NOMIC_TRY(copy(call, **ledger, *game, size, stage));
    NOMIC_TRY(stage.finish());
    NOMIC_ASSIGN(auto rehearsal, call.session.game(stage.ledger(), {}, ledger::Access::READ));
    print(call, *rehearsal, stage);
    return Exit::DONE;
  }

 private:
  static Status copy(Call& call, ledger::Ledger& from, replay::Game& game, std::uint64_t size,
                     const RehearsalStage& stage) {
    StageFile passage;
    NOMIC_TRY(passage.open(stage.folder()));
    Progress copying(call.io, "copy", size);
    auto written = replay::export_rehearsal(from, game, size, ledger::random_bytes(SALT_BYTES), passage.write(),
                                            [&](std::uint64_t done) { copying.at(done); });
    if (!written) return failure_of(written.error());
    NOMIC_ASSIGN(auto into, call.session.ledger_to_found_in(stage.making()));
    ledger::BundleSource source(passage.read());
    Progress deriving(call.io, "derive", size);
    replay::BundleImport bundle;
    bundle.progress = [&](std::uint64_t done) { deriving.at(done); };
    NOMIC_ASSIGN(auto taken, replay::Game::import_from(*into, source, bundle));
    warn_of_name(call, taken.imported, game.head().name);
    return ledger::Done{};
  }

  void print(Call& call, const replay::Game& rehearsal, const RehearsalStage& stage) const {
    const replay::State& state = rehearsal.engine().state();
    call.is_about(state.founding());
    v1::FoundedView view;
    view.set_game(rehearsal.head().game.hash.hex());
    view.set_name(rehearsal.head().name);
    view.set_size(count32(rehearsal.head().size));
    view.set_ledger(as_utf8(stage.ledger()));
    for (const v1::Player& player : state.players()) view.add_players(player.names().name());
    view.set_edition(state.founding().edition());
    view.set_mode(state.founding().mode() == v1::MAIL ? "mail" : "table");
    view.set_hash(rehearsal.head().head_hash.hex());
    if (!call.out.is_text()) return call.out.json(view);
    const std::string folder = as_shell_word(words_[0]);
    call.out.text(fmt::format("It is in {}: #0 to #{} are the game's; nothing has to be signed; its identity is {}.\n",
                              in_quotes(words_[0]), view.size() - 1, view.game()));
    call.out.text(fmt::format("Rehearse with --ledger {}, or in the folder itself: cd {}\n", folder, folder));
    const auto named = call.io.env("NOMIC_LEDGER");
    if (!named || named->empty()) return;
    call.out.note("NOMIC_LEDGER names another ledger, in every folder: --ledger prevails over it");
  }

  std::vector<std::string> words_;
  std::optional<replay::Point> at_;
};

}  // namespace

const CommandSpec REHEARSE = {
    "rehearse",
    "Found a game",
    "DIR [--at POINT]",
    "Copies the game into a folder of its own, to try moves that nobody means yet.",
    "The copy is a game of its own, with an identity of its own: nothing that is done in it is done in the game, and "
    "whatever is shown, exported or verified of it says which game it rehearses, and from which record on. Records "
    "keep their numbers. They lose their signatures, which were made for the game; so in a rehearsal nobody has to "
    "sign, and one person can play them all.\n"
    "The folder must not be there yet, or be empty. It is played in with --ledger DIR, or from inside it. A ledger "
    "holds a game or its rehearsals, not both. With --at, the rehearsal begins as the game was then.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic rehearse practice\n"
    "nomic vote against --as Bob --ledger practice\n"
    "nomic status --ledger practice",
    make_command<Rehearse>,
};

}  // namespace nomic::tools

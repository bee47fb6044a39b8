// The matrix: every command that looks or checks, asked of every game that the project has, in every form. So a command
// that nobody ran on that game is run on it here. Whether an answer is right, other tests say; this one says that there
// is one: with the status that docs/commands.md gives it, JSON that is its message, nothing on standard error, nothing
// that could repaint a terminal or that one of 80 columns breaks; and that `verify`, `replay --check` and `audit` find
// nothing wrong with games that were played by the rules.
//
// What looks at a ledger looks at a bundle in its place, and answers the same: each question is asked so too, in one of
// the forms.
//
// Most is asked in this process, each look of a game in one form, and of the next game in the next; of one game in
// sixteen the real program is asked all of it once more.
//
//     NOMIC_MATRIX_GAME=games.random-004      only that game
//     NOMIC_MATRIX_LINE='log --limit 3'       only that look, as a flaw names it; its answer is shown
//     NOMIC_MATRIX_ALL=1                      all random games, and not a sample; every look in every form; the real
//                                             program of every game: full.sh
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

#include "commands/all.h"
#include "golden/play_file.h"
#include "matrix/flaws.h"
#include "matrix/looks.h"
#include "nomic/words/shell_word.h"

namespace nomic::matrix {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t SHARES = 8;         // tests, so that they may run at the same time
constexpr std::size_t SAMPLED = 8;        // of the random games, one in so many
constexpr std::size_t REAL_PROGRAM = 16;  // of all games, one in so many is asked by the real program too
constexpr Form IN_PROCESS[] = {Form::TERMINAL, Form::JSON, Form::JSONL};
constexpr Form BY_PROGRAM[] = {Form::TEXT, Form::JSON, Form::JSONL};

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// What protobuf complains about, which goes past the streams of the command.
std::string& complaints() {
  static std::string all;
  return all;
}

void complain(google::protobuf::LogLevel /*level*/, const char* /*file*/, int /*line*/, const std::string& message) {
  complaints() += "protobuf: " + message + "\n";
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One game, and who asks about it.
class Asked {
 public:
  // `first`: the form that the first look is asked in.
  Asked(std::string name, std::size_t first)
      : name_(std::move(name)), only_(setting("NOMIC_MATRIX_LINE")), looks_(first) {}

  // Plays it; the lines are asked for in one form after the other.
  void play(const fs::path& path) {
    if (path.extension() == ".bundle") {
      seat_.write("game.bundle", read_file(path));
      return play_line("import --allow-ahead game.bundle", 0);
    }
    golden::read_play(path, seat_, [this](const std::string& line, int expected) { play_line(line, expected); });
  }

  void look(bool in_every_form, bool by_program) {
    seat_.clock += 1'000'000;
    seat_.sit_at_terminal(0);
    const Places places = places_of(seat_);
    for (const CommandLooks& command : command_looks()) {
      for (const Look& look : command.looks) {
        const std::string line = filled(look.line, places);
        Wanted wanted = look.wanted;
        // Of a database there are no files to look into.
        if (command.command == "inspect" && !seat_.database().empty()) wanted.statuses = {2};
        look_at(line, wanted, in_every_form, by_program);
        if (only_.empty() || line == only_) look_at_file(line, look);
      }
    }
  }

 private:
  void play_line(const std::string& line, int expected) {
    const Form form = IN_PROCESS[lines_++ % std::size(IN_PROCESS)];
    const bool has_form = line.find("--format") != std::string::npos;
    const std::string option = has_form ? "" : option_of(form);
    Wanted wanted;
    // A random game's lines do not say that they are refused.
    wanted.statuses = {0, 2, 3, expected};
    wanted.exact = has_form || line.starts_with("key ") || line.starts_with("submit ");
    wanted.notes = true;
    check(option.empty() ? line : option.substr(1) + " " + line, has_form ? Form::TEXT : form, wanted, false);
  }

  void look_at(const std::string& line, const Wanted& wanted, bool in_every_form, bool by_program) {
    if (!only_.empty() && line != only_) return;
    const std::size_t turn = looks_++ % std::size(IN_PROCESS);
    for (std::size_t at = 0; at < std::size(IN_PROCESS); ++at) {
      const Form form = IN_PROCESS[at];
      if (in_every_form || at == turn) check(line + option_of(form), form, wanted, !only_.empty());
    }
    if (!by_program) return;
    for (const Form form : BY_PROGRAM) check_by_program(line + option_of(form), form, wanted);
  }

  // The same of the bundle, in the next form.
  void look_at_file(const std::string& line, const Look& look) {
    const Form form = IN_PROCESS[files_++ % std::size(IN_PROCESS)];
    const std::string of_file = line + " --ledger matrix.bundle" + option_of(form);
    Wanted wanted = look.wanted;
    // What a file does not tell is said beside the answer.
    wanted.notes = true;
    if (look.of_file == OfFile::REFUSED) wanted.statuses = {2};
    check(of_file, form, wanted, !only_.empty());
    if (look.of_file != OfFile::THE_SAME) return;
    seat_.sit_at_terminal(form == Form::TERMINAL ? COLUMNS : 0);
    const std::string colourless = form == Form::TERMINAL ? " --color never" : "";
    const std::string answer = seat_.ask(line + option_of(form) + colourless).out;
    if (seat_.ask(of_file + colourless).out == answer) return;
    ADD_FAILURE() << "nomic " << of_file << "\n  answers otherwise than of the ledger: NOMIC_MATRIX_GAME=" << name_;
  }

  void check(const std::string& line, Form form, const Wanted& wanted, bool shown) {
    seat_.sit_at_terminal(form == Form::TERMINAL ? COLUMNS : 0);
    auto ended = seat_.ask(form == Form::TERMINAL ? line + " --color never" : line);
    ended.err += std::exchange(complaints(), "");
    if (shown) std::cout << ended.out << ended.err;
    report(line, flaws(ended, form, wanted));
  }

  void check_by_program(const std::string& line, Form form, const Wanted& wanted) {
    const std::string folder = seat_.folder();
    const std::string shell = fmt::format(
        "cd {0} && env -i HOME={0}/home XDG_STATE_HOME={0}/home NOMIC_LEDGER={3} {1} {2} >{0}/matrix.out "
        "2>{0}/matrix.err",
        tools::as_shell_word(folder), tools::as_shell_word(NOMIC_COMMAND), line,
        tools::as_shell_word(seat_.database()));
    const int status = std::system(shell.c_str());
    const golden::Ended ended = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder + "/matrix.out"),
                                 read_file(folder + "/matrix.err")};
    report(line + " (by the program)", flaws(ended, form, wanted));
  }

  void report(const std::string& line, const std::vector<std::string>& found) const {
    for (const std::string& flaw : found) {
      ADD_FAILURE() << "nomic " << line << "\n  " << flaw << "\n  once more: NOMIC_MATRIX_GAME=" << name_
                    << " nomic_matrix_tests --gtest_filter='*Games*'";
    }
  }

  golden::Seat seat_;
  std::string name_;
  std::string only_;
  std::size_t looks_;
  std::size_t lines_ = 0;
  std::size_t files_ = 0;
};

// Under a sanitizer everything takes many times as long: one share is asked.
#if defined(NOMIC_SANITIZED)
constexpr std::size_t ASKED = 1;
#else
constexpr std::size_t ASKED = SHARES;
#endif

class Games : public testing::TestWithParam<std::size_t> {
 protected:
  Games() { google::protobuf::SetLogHandler(&complain); }
};

TEST_P(Games, AnswerEveryLook) {
  const std::string only = setting("NOMIC_MATRIX_GAME");
  const bool all = !only.empty() || !setting("NOMIC_MATRIX_ALL").empty();
  std::size_t at = 0;
  std::size_t random = 0;
  for (const auto& [name, path] : golden::all_plays()) {
    if (!all && name.starts_with("games.") && path.extension() == ".play" && random++ % SAMPLED != 0) continue;
    const std::size_t number = at++;
    if (number % SHARES != GetParam() || (!only.empty() && name != only)) continue;
    SCOPED_TRACE(name);
    Asked asked(name, number / SHARES);
    asked.play(path);
    asked.look(all, all || number / SHARES % REAL_PROGRAM == GetParam() % REAL_PROGRAM);
  }
}

INSTANTIATE_TEST_SUITE_P(Matrix, Games, testing::Range<std::size_t>(0, ASKED));

TEST(Matrix, HasEveryCommandOnce) {
  std::multiset<std::string_view> here;
  for (const CommandLooks& command : command_looks()) {
    here.insert(command.command);
    EXPECT_NE(command.looks.empty(), command.why_not.empty()) << command.command << ": looks, or why there are none";
  }
  for (const tools::CommandSpec* spec : tools::all_commands()) {
    EXPECT_EQ(here.count(spec->name), 1U) << spec->name << ": say in tests/matrix/looks.cc what is asked with it";
    if (spec->group != "Look" && spec->group != "Check") continue;
    for (const CommandLooks& command : command_looks()) {
      EXPECT_FALSE(command.command == spec->name && command.looks.empty()) << spec->name << " looks or checks";
    }
  }
  EXPECT_EQ(here.size(), tools::all_commands().size());
}

TEST(Matrix, HelpIsAsItMustBe) {
  golden::Seat seat;
  seat.sit_at_terminal(COLUMNS);
  std::vector<std::string> lines = {"help", "--version"};
  for (const tools::CommandSpec* spec : tools::all_commands()) {
    lines.push_back(fmt::format("help {}", spec->name));
    lines.push_back(fmt::format("{} --help", spec->name));
  }
  for (const std::string& line : lines) {
    // Examples are pasted as they are.
    Wanted wanted;
    wanted.exact = line != "help";
    for (const std::string& flaw : flaws(seat.ask("--color never " + line), Form::TERMINAL, wanted)) {
      ADD_FAILURE() << line << ": " << flaw;
    }
  }
}

}  // namespace
}  // namespace nomic::matrix

// nomic play: many commands from a file, one a line, in one process.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "cli/input.h"
#include "cli/run.h"
#include "cli/shell_words.h"
#include "commands/all.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Lines of a file or of standard input, as they come.
class Lines {
 public:
  static Result<Lines> open(const Io& io, const std::string& path) {
    if (path == "-") return Lines(io, std::nullopt);
    NOMIC_ASSIGN(auto file, open_input(io, path));
    return Lines(io, std::move(file));
  }

  // Whether the next line, or the end, is here already.
  [[nodiscard]] bool at_hand() const { return ended_ || held_.find('\n', at_) != std::string::npos; }

  // The next line without its end; nothing after the last. A file that cannot be read on fails.
  Result<std::optional<std::string>> next() {
    for (;;) {
      const std::size_t end = held_.find('\n', at_);
      if (end != std::string::npos || ended_) return take(end);
      held_.erase(0, at_);
      at_ = 0;
      if (held_.size() > LONGEST) {
        return usage(fmt::format("a line of the play has more than {} bytes.", LONGEST),
                     "a play is a text of commands, one a line");
      }
      std::array<char, 1 << 14> buffer{};
      const std::ptrdiff_t got = read(buffer.data(), buffer.size());
      if (got < 0) return usage(fmt::format("the play cannot be read on: {}.", std::strerror(errno)));
      ended_ = got == 0;
      held_.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  // Far above what any command takes.
  static constexpr std::size_t LONGEST = std::size_t{1} << 20U;

  Lines(const Io& io, std::optional<ledger::InputFile> file) : io_(&io), file_(std::move(file)) {}

  std::ptrdiff_t read(char* buffer, std::size_t size) {
    return file_ ? file_->read(buffer, size) : io_->in(buffer, size);
  }

  std::optional<std::string> take(std::size_t end) {
    if (end == std::string::npos && at_ == held_.size()) return std::nullopt;
    std::string line = held_.substr(at_, end == std::string::npos ? end : end - at_);
    at_ = end == std::string::npos ? held_.size() : end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
  }

  const Io* io_;
  std::optional<ledger::InputFile> file_;
  std::string held_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

// A line of a play: the status it must end with, and its words.
struct Line {
  Exit expected = Exit::DONE;
  std::vector<std::string> words;
};

Result<Line> read_line(std::string_view text) {
  Line line;
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return line;
  text.remove_prefix(begin);
  if (text[0] == '!') {
    if (text.size() < 3 || text[1] < '1' || text[1] > '5' || (text[2] != ' ' && text[2] != '\t')) {
      return usage("a line that begins with ! names the status that it must end with.",
                   "for example: !3 vote for --as Ann");
    }
    line.expected = static_cast<Exit>(text[1] - '0');
    text.remove_prefix(2);
  }
  NOMIC_ASSIGN(auto words, shell_words(text));
  line.words = std::move(words);
  // Lines may be pasted from a shell as they are.
  if (!line.words.empty() && line.words[0] == "nomic") line.words.erase(line.words.begin());
  return line;
}

class Play : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE|-", "The file of commands; - is standard input.", words_);
    arguments.option("--as", "NAME", "Who moves, in lines that do not say it.", as_);
    arguments.flag("--keep-going", "Plays the lines after one that failed, too.", keep_going_);
  }

  Result<Exit> run(Call& call) override {
    if (call.in_play) return usage("a play does not play another.", "give its lines themselves.");
    if (words_.size() != 1)
      return usage("which file is to be played?", "for example: nomic play game.txt, or - for standard input.");
    NOMIC_ASSIGN(auto lines, Lines::open(call.io, words_[0]));
    Settings defaults = call.settings;
    if (as_) defaults.as = *as_;
    call.runner.begin_play(defaults, words_[0] == "-");

    const std::string name = words_[0] == "-" ? "standard input" : on_one_line(words_[0]);
    auto played = play(call, lines, name);
    // Whatever ended it, what waits is told first; and if that is lost, so is what came after.
    if (!call.runner.settle()) return stopping(lost(name, *call.runner.lost_lines()));
    return played;
  }

 private:
  struct Where {
    std::uint64_t number;
    std::string name;  // "game.txt:4"
  };

  // The lines that failed though the play went on.
  struct Failed {
    std::uint64_t count = 0;
    std::uint64_t line = 0;  // the first of them
    Exit exit = Exit::DONE;  // what it ended with

    void add(const Failure& failure, std::uint64_t lines) {
      if (count == 0) {
        exit = failure.exit;
        line = failure.line;
      }
      count += lines;
    }
  };

  Result<Exit> play(Call& call, Lines& lines, const std::string& name) {
    Failed failed;
    for (std::uint64_t number = 1;; ++number) {
      // More may come only after what waits is answered.
      if (!lines.at_hand()) static_cast<void>(call.runner.settle());
      auto text = lines.next();
      if (auto before = call.runner.lost_lines()) {
        const Failure failure = lost(name, *before);
        if (!keep_going_) return stopping(failure);
        failed.add(failure, before->last - before->first + 1);
        tell(call, failure);
      }
      if (!text) return text.error();
      if (!*text) return failed.count == 0 ? Result<Exit>(Exit::DONE) : in_all(failed, name);
      const Where where{number, fmt::format("{}:{}", name, number)};
      auto failure = play(call, **text, where);
      if (auto group = call.runner.lost_lines()) {
        Failure of_group = lost(name, *group);
        if (!keep_going_) return stopping(std::move(of_group));
        failed.add(of_group, group->last - group->first + 1);
        tell(call, of_group);
        // What this line rested on was lost before it did anything: it is played on what is left.
        failure = group->last < number ? play(call, **text, where) : std::nullopt;
      }
      if (!failure) continue;
      failure->line = number;
      if (!keep_going_) return stopping(*std::move(failure));
      failed.add(*failure, 1);
      tell(call, *failure);
    }
  }

  // Of none of these lines it is known whether it is recorded.
  static Failure lost(const std::string& name, const LostLines& lines) {
    const std::string which =
        lines.first == lines.last ? std::to_string(lines.first) : fmt::format("{} to {}", lines.first, lines.last);
    Failure failure = at({lines.first, fmt::format("{}:{}", name, which)}, lines.failure);
    failure.line = lines.first;
    return failure;
  }

  // Nothing, or why the line failed.
  static std::optional<Failure> play(Call& call, const std::string& text, const Where& where) {
    auto line = read_line(text);
    if (!line) return at(where, line.error());
    if (line->words.empty()) {
      if (line->expected == Exit::DONE) return std::nullopt;
      return at(where, usage("a status is expected of an empty line."));
    }
    const Ending outcome = call.runner.execute_line(where.number, line->words);
    if (outcome.exit == line->expected) {
      if (line->expected != Exit::DONE) tell_expected(call, outcome, where);
      return std::nullopt;
    }
    if (line->expected == Exit::DONE) {
      if (outcome.failure) return at(where, *outcome.failure);
      return at(where, {outcome.exit, fmt::format("it ended with status {}", static_cast<int>(outcome.exit)), {}});
    }
    const std::string why = outcome.failure ? ": " + outcome.failure->what : "";
    return at(where, {Exit::DIFFERENT,
                      fmt::format("status {} was expected, and it ended with {}{}", static_cast<int>(line->expected),
                                  static_cast<int>(outcome.exit), why),
                      {}});
  }

  static void tell(Call& call, const Failure& failure) {
    call.out.complain(call.out.is_text() ? lines_of(failure) : json_of(failure));
  }

  static void tell_expected(Call& call, const Ending& outcome, const Where& where) {
    if (call.out.is_text()) {
      const std::string why = outcome.failure ? ": " + outcome.failure->what : "";
      call.out.complain(fmt::format("{}: status {}, as expected{}\n", where.name, static_cast<int>(outcome.exit), why));
      return;
    }
    Failure failure = outcome.failure ? *outcome.failure : Failure{outcome.exit, "as expected", {}};
    failure.line = where.number;
    failure.expected = true;
    tell(call, failure);
  }

  static Failure at(const Where& where, Failure failure) {
    failure.what = fmt::format("{}: {}", where.name, failure.what);
    return failure;
  }

  static Failure stopping(Failure failure) {
    failure.hint += failure.hint.empty() ? "the play stops here" : "; the play stops here";
    return failure;
  }

  static Failure in_all(const Failed& failed, const std::string& name) {
    Failure failure{failed.exit,
                    fmt::format("{} of {} failed, the first of them line {}",
                                failed.count == 1 ? std::string("one line") : fmt::format("{} lines", failed.count),
                                name, failed.line),
                    {}};
    failure.line = failed.line;
    return failure;
  }

  std::vector<std::string> words_;
  std::optional<std::string> as_;
  bool keep_going_ = false;
};

}  // namespace

const CommandSpec PLAY = {
    "play",
    "Play",
    "FILE|- [--keep-going]",
    "Plays many commands from a file, one a line, in one process.",
    "Lines are quoted as in a shell; nothing is expanded. # begins a comment, and a line may begin with the word "
    "nomic. What is given "
    "to play itself (--ledger, --game, --as, --format) holds for every line that does not say otherwise.\n"
    "A line is meant as it stands: none asks anything, and none needs --yes. A line's answer appears only once it is "
    "durable; moves that stand one after the other become so together, within a tenth of a second. The play stops at "
    "the first line that fails, names it, and ends "
    "with its status. A line that begins with !1, !2, !3, !4 or !5 must end with that status: if it does, the play "
    "goes on, else it stops with status 1. With --keep-going it goes on all the same, and ends with the status of the "
    "first line that failed.\n"
    "With --format json or jsonl every answer, and every failure on standard error, has the number of its line.\n"
    "The lines read and write files, and sign, with your rights. Read a play from a stranger before you run it, as you "
    "would a shell script. It cannot change your settings.",
    "printf '%s\\n' 'init Ann Bob Cleo' 'propose repeal 209 --call-vote --as Ann' '!3 propose repeal 208 --as Bob' > "
    "game.txt\n"
    "nomic play game.txt\n"
    "printf 'vote for --as Ann\\nvote against --as Bob\\n' | nomic play -",
    make_command<Play>,
};

}  // namespace nomic::tools

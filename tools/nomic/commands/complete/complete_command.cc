// nomic complete: what a shell asks while a line is typed; the scripts of nomic completion run it, and nobody else.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/run.h"
#include "commands/all.h"
#include "complete/candidate.h"
#include "complete/command_words.h"
#include "complete/option_values.h"
#include "complete/typed_line.h"
#include "nomic/replay/text.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// What may stand where a word of a command line is completed: commands and aliases, options and their values, and the
// words that a command takes, of which some are the game's.

// Where the words of a command go on: what was typed of it so far.
struct Walked {
  std::vector<std::string> words;              // that are no options
  std::vector<std::string> used;               // names of options
  const Arguments::Option* pending = nullptr;  // which waits for its value
  std::size_t given = 0;                       // of the words that it takes
};

const Arguments::Option* option_named(const Arguments& arguments, std::string_view name) {
  for (const Arguments::Option& option : arguments.options()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

Walked walk(const Arguments& arguments, const std::vector<std::string>& before) {
  Walked walked;
  for (const std::string& word : before) {
    if (walked.pending != nullptr) {
      if (++walked.given == walked.pending->width) walked.pending = nullptr;
      continue;
    }
    if (word.size() < 2 || word[0] != '-') {
      walked.words.push_back(word);
      continue;
    }
    const std::string name = word.substr(0, word.find('='));
    const Arguments::Option* option = option_named(arguments, name);
    walked.used.push_back(name);
    if (option == nullptr || option->width == 0 || name.size() != word.size()) continue;
    walked.pending = option;
    walked.given = 0;
  }
  return walked;
}

// The value of an option as it was given, or nothing.
std::string value_given(const std::vector<std::string>& before, const std::string& name) {
  for (std::size_t at = before.size(); at-- > 0;) {
    if (before[at] == name && at + 1 < before.size()) return before[at + 1];
    if (before[at].starts_with(name + "=")) return before[at].substr(name.size() + 1);
  }
  return {};
}

Candidates options_of(const Arguments& arguments, const std::vector<std::string>& used) {
  Candidates all;
  for (const Arguments::Option& option : arguments.options()) {
    const bool again = option.repeatable || std::find(used.begin(), used.end(), option.name) == used.end();
    if (again) all.push_back({option.name, option.help.substr(0, option.help.find(". "))});
  }
  all.push_back({"--help", "What the command takes, and examples."});
  return all;
}

Candidates commands_of(const CommandList& commands) {
  Candidates all;
  for (const CommandSpec* spec : commands) {
    if (spec->name != "complete") all.push_back({std::string(spec->name), std::string(spec->summary)});
  }
  return all;
}

Completed of_command(const Call& call, GameWords& game, const std::vector<std::string>& typed, const std::string& word);

// What begins as the word does; names of players whatever their case.
Completed that_begin(Completed all, const std::string& word) {
  const std::string wanted = is_utf8(word) ? replay::fold(word) : word;
  std::erase_if(all.words, [&](const Candidate& one) {
    return !one.word.starts_with(word) && !replay::fold(one.word).starts_with(wanted);
  });
  return all;
}

// The command and what follows it.
Completed within(const Call& call, GameWords& game, const std::vector<std::string>& typed, const std::string& word) {
  const CommandSpec* spec = find_command(call.runner.commands(), typed.front());
  if (spec == nullptr) return {};
  const std::vector<std::string> before(typed.begin() + 1, typed.end());
  // A move that is contested is a command of its own.
  if (spec->name == "contest") {
    const bool is_option = word.starts_with('-') && before.empty();
    if (!is_option) return of_command(call, game, before, word);
  }
  const std::unique_ptr<Command> command = spec->make();
  Arguments arguments;
  Settings settings;
  command->declare(arguments);
  declare_common(arguments, settings);
  const Walked walked = walk(arguments, before);
  CompletingAt at{call, game, std::string(spec->name), walked.words, word, value_given(before, "--recipe")};
  if (walked.pending != nullptr) return value_of_option(at, *walked.pending, walked.given);
  const std::size_t equals = word.find('=');
  if (word.starts_with("--") && equals != std::string::npos) {
    const Arguments::Option* option = option_named(arguments, word.substr(0, equals));
    if (option == nullptr || option->width != 1) return {};
    at.word = word.substr(equals + 1);
    Completed values = value_of_option(at, *option, 0);
    for (Candidate& one : values.words) one.word.insert(0, word.substr(0, equals + 1));
    return values;
  }
  if (word.starts_with('-')) return {options_of(arguments, walked.used), false};
  return word_of_command(at, arguments.words_value());
}

Completed of_command(const Call& call, GameWords& game, const std::vector<std::string>& typed,
                     const std::string& word) {
  Settings settings;
  Arguments before_command;
  declare_common(before_command, settings);
  std::string as;
  before_command.option("--as", "NAME", "Who moves.", as);
  std::size_t at = 0;
  while (at < typed.size() && typed[at].starts_with('-')) {
    const Arguments::Option* option = option_named(before_command, typed[at]);
    at += option == nullptr ? 1 : 1 + option->width;
  }
  if (at < typed.size()) {
    return within(call, game, {typed.begin() + static_cast<std::ptrdiff_t>(at), typed.end()}, word);
  }
  if (at > typed.size()) {
    const Arguments::Option* option = option_named(before_command, typed.back());
    const CompletingAt place{call, game, "", {}, word, ""};
    return option == nullptr ? Completed{} : value_of_option(place, *option, 0);
  }
  if (word.starts_with('-')) return {options_of(before_command, typed), false};
  return {commands_of(call.runner.commands()), false};
}

// `before`: the words before it, without the program's name; `word`: as far as it is typed. All that is given begins
// with it.
Completed completed(const Call& call, const std::vector<std::string>& before, const std::string& word) {
  GameWords game(call, value_given(before, "--ledger"), value_given(before, "--game"));
  return that_begin(of_command(call, game, before, word), word);
}

// What tells the script that files may stand there.
constexpr std::string_view FILES = ":files\n";

class Complete : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.rest("bash POINT LINE | words WORD...", "What is typed; of several words the last is completed.", words_);
  }
  [[nodiscard]] bool is_paged() const override { return false; }

  Result<Exit> run(Call& call) override {
    if (words_.size() == 3 && words_[0] == "bash") return for_bash(call);
    if (words_.size() >= 2 && words_[0] == "words") return for_words(call);
    return usage("complete is for shells.", "nomic completion bash prints the script that asks it");
  }

 private:
  // The line with the program's name, and how many of its bytes stand before the cursor.
  Result<Exit> for_bash(Call& call) const {
    NOMIC_ASSIGN(auto point, parse_size(words_[1], "the place of the cursor"));
    TypedLine line = read_typed_line(std::string_view(words_[2]).substr(0, point.value));
    if (line.before.empty()) return Exit::DONE;
    line.before.erase(line.before.begin());
    const Completed all = completed(call, line.before, line.word);
    std::string out(all.files ? FILES : std::string_view());
    for (const Candidate& one : all.words) out += as_bash_inserts(one.word, line) + "\n";
    call.out.raw(out);
    return Exit::DONE;
  }

  // Shells that quote for themselves, and show what a word is about.
  Result<Exit> for_words(Call& call) const {
    // A quote that is open is the shell's.
    std::string word = words_.back();
    if (word.starts_with('\'') || word.starts_with('"')) word.erase(0, 1);
    const Completed all = completed(call, {words_.begin() + 1, words_.end() - 1}, word);
    std::string out(all.files ? FILES : std::string_view());
    for (const Candidate& one : all.words) {
      out += one.about.empty() ? one.word + "\n" : fmt::format("{}\t{}\n", one.word, on_one_line(one.about));
    }
    call.out.raw(out);
    return Exit::DONE;
  }

  std::vector<std::string> words_;
};

}  // namespace

// In no group: people have no use for it.
const CommandSpec COMPLETE = {
    "complete",
    "",
    "bash POINT LINE | words WORD...",
    "Says what may stand where a line is being typed: for the scripts of nomic completion.",
    "A word a line, with what it is about behind a tab; before them :files where a file may stand. The ledger is "
    "opened "
    "for reading, and nothing is written.",
    "nomic complete words vote ''\n"
    "nomic complete bash 11 'nomic vote '",
    make_command<Complete>,
};

}  // namespace nomic::tools

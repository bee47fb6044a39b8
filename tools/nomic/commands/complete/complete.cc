// nomic complete: what a shell asks while a line is typed; the scripts of nomic completion run it, and nobody else.
#include <fmt/format.h>

#include "commands/all.h"
#include "complete/completion_of.h"
#include "complete/typed_line.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

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

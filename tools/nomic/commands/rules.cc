// nomic rules: rulesets before a game is founded on them.
#include <fmt/format.h>

#include "nomic/commands/all.h"
#include "nomic/display.h"
#include "nomic/page_source.h"
#include "nomic/rules_import.h"
#include "nomic/suggest.h"

namespace nomic::tools {
namespace {

class Rules : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words(
        "import PAGE",
        "import: a published page of rules, a folder with a file a rule, or - (standard input), becomes a ruleset "
        "file.",
        words_);
    arguments.option("--lang", "CODE", "The language wanted, or several (en,ja), the authoritative one first.", lang_);
    import_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty()) return usage("what is to be done with rules?", "for example: nomic rules import PAGE -o FILE");
    std::vector<std::string> langs;
    if (lang_) {
      auto read = read_langs(*lang_);
      if (!read) return read.error();
      langs = std::move(*read);
    }
    if (words_[0] != "import") return unknown_word("thing to do with rules", words_[0], {"import"});
    if (words_.size() != 2) {
      return usage(words_.size() < 2 ? "which page is to be imported?" : "one page is imported at a time.",
                   "nomic rules import PAGE -o FILE");
    }
    return import_.run(call, words_[1], langs);
  }

 private:
  std::vector<std::string> words_;
  std::optional<std::string> lang_;
  RulesImport import_;
};

}  // namespace

const CommandSpec RULES = {
    "rules",
    "Found a game",
    "import PAGE [--lang CODE[,CODE]] [--edition E] [-o FILE]",
    "Reads published pages of rules.",
    "Text, Markdown, HTML, or a folder with a file a rule. Each line of the page is in a rule, a heading, or listed as "
    "left out; "
    "what was inferred is said; where the page differs from its edition or from itself, that is reported and never "
    "mended.\n"
    "Without -o the ruleset goes to standard output and the report to standard error.",
    "printf '101. All players obey the rules of the game.\\n201. The players take turns, one by one.\\n' > page.txt\n"
    "nomic rules import page.txt -o rules.txtpb\n"
    "nomic init --rules rules.txtpb Ann Bob Cleo",
    make_command<Rules>,
};

}  // namespace nomic::tools

// nomic rules: rulesets before a game is founded on them.

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

#include "cli/file_time.h"
#include "commands/all.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/views/json.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"
#include "render/import_report.h"
#include "shared/page_source.h"
#include "shared/rules_compare.h"

namespace nomic::tools {
namespace {

// nomic rules import: a page becomes a ruleset file, and a report says what became of each of its lines.

class RulesImport {
 public:
  // Its options but --lang, which the commands on rules share.
  void declare(Arguments& arguments);

  // Without -o the ruleset goes to standard output and the report to standard error; with it, or as JSON, the report
  // goes to standard output.
  Result<Exit> run(Call& call, const std::string& path, const std::vector<std::string>& langs) const;

  // How a page is to be read.
  [[nodiscard]] const PageOptions& reading() const { return page_; }

 private:
  PageOptions page_;
  std::optional<std::string> edition_;
  std::optional<std::string> output_;
};

// A new file; what people have corrected in an old one is not lost.
Status write_new(const Call& call, const std::string& path, const std::string& text) {
  const int error = ledger::put_whole(path_in(call.io, path), text, ledger::WholeFile::Place::FREE,
                                      ledger::WholeFile::Sync::YES, ledger::FileMode::DOCUMENT);
  if (error == 0) return ledger::Done{};
  if (error == EEXIST) {
    return usage(fmt::format("the file {} is there already, and may hold corrections.", in_quotes(path)),
                 "remove it, or name another");
  }
  return Failure{Exit::UNAVAILABLE,
                 fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)), ""};
}

void RulesImport::declare(Arguments& arguments) {
  arguments.section("Importing");
  arguments.option("--edition", "EDITION", "The edition that the page is of, 1990 or 1982, where it cannot be told.",
                   edition_);
  arguments.option("-o", "FILE", "Writes the ruleset to a new file, and the report to standard output.", output_);
  page_.declare(arguments);
}

Result<Exit> RulesImport::run(Call& call, const std::string& path, const std::vector<std::string>& langs) const {
  std::string bytes;
  NOMIC_ASSIGN(auto imported, page_.read(call, path, langs, edition_.value_or(""), &bytes));
  if (!is_from_page(imported)) {
    return usage(fmt::format("{} is a ruleset file already.", in_quotes(path)),
                 "found a game on it: nomic init --rules FILE PLAYER...");
  }
  v1::ImportView view = import_view(imported);
  const std::string ruleset = replay::print_ruleset(imported.ruleset);
  if (output_) {
    NOMIC_TRY(write_new(call, *output_, ruleset));
    view.set_ruleset_file(as_utf8(*output_));
  }
  if (!call.out.is_text()) {
    call.out.json(view);
    return Exit::DONE;
  }
  const std::string report = import_text(view, call.out.wrap_width());
  if (output_) {
    call.out.text(report);
    call.out.text(
        fmt::format("\nThe ruleset is in {}. Correct it there{}; a game is founded on it by: nomic init "
                    "--rules {} PLAYER...\n",
                    in_quotes(*output_), imported.unplayable ? " first" : " if need be", in_quotes(*output_)));
  } else {
    call.out.exact(ruleset);
    call.out.complain(report);
  }
  return Exit::DONE;
}

class Rules : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words(
        "import PAGE | compare A B",
        "import: a published page of rules, a folder with a file a rule, or - (standard input), becomes a ruleset "
        "file. compare: two rulesets, each an edition (1990, 1982:es), a ruleset file, a page, or the game itself "
        "(game, game:57, game:turn:3).",
        words_);
    arguments.option(
        "--lang", "CODE",
        "import: the language wanted, or several (en,ja), the authoritative one first. compare: the language in "
        "which texts are compared.",
        lang_);
    ignored_.declare(arguments);
    import_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty()) return usage("what is to be done with rules?", "for example: nomic rules import PAGE -o FILE");
    std::vector<std::string> langs;
    if (lang_) {
      NOMIC_ASSIGN(auto read, read_langs(*lang_));
      langs = std::move(read);
    }
    const FileTime time(call.io, size_of_files(call.io, {words_.begin() + 1, words_.end()}));
    if (words_[0] == "import") return import(call, langs);
    if (words_[0] == "compare") return compare(call, langs);
    return unknown_word("thing to do with rules", words_[0], {"import", "compare"});
  }

 private:
  Result<Exit> import(Call& call, const std::vector<std::string>& langs) {
    if (words_.size() == 2) return import_.run(call, words_[1], langs);
    return usage(words_.size() < 2 ? "which page is to be imported?" : "one page is imported at a time.",
                 "nomic rules import PAGE -o FILE");
  }

  Result<Exit> compare(Call& call, const std::vector<std::string>& langs) {
    if (words_.size() != 3) return usage("two rulesets are compared.", "for example: nomic rules compare 1982 1990");
    if (langs.size() > 1) return usage("texts are compared in one language.", "name one: --lang ja");
    const std::string lang = langs.empty() ? "" : langs.front();
    NOMIC_ASSIGN(auto first, rules_named(call, words_[1]));
    NOMIC_ASSIGN(auto second, rules_named(call, words_[2]));
    NOMIC_ASSIGN(auto compared, compare_rules(first, second, lang, ignored_, import_.reading()));
    v1::CompareView& view = compared;
    view.set_first(as_utf8(words_[1]));
    view.set_second(as_utf8(words_[2]));
    if (call.out.is_text()) {
      call.out.text(compare_text(view, call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    return view.same() ? Exit::DONE : Exit::DIFFERENT;
  }

  std::vector<std::string> words_;
  std::optional<std::string> lang_;
  IgnoredKinds ignored_;
  RulesImport import_;
};

}  // namespace

const CommandSpec RULES = {
    "rules",
    "Found a game",
    "import PAGE [--lang CODE[,CODE]] [--edition E] [-o FILE] | compare A B [--ignore KIND]",
    "Reads published pages of rules, and compares rulesets.",
    "Text, Markdown, wiki text, HTML, or a folder with a file a rule (Markdown, HTML, YAML). Each line of the page is "
    "in a rule, a heading, or listed as left out; what was inferred is said; where the page differs from its edition "
    "or from itself, that is reported and never mended.\n"
    "Without -o the ruleset goes to standard output and the report to standard error.\n"
    "compare says where two rulesets differ, rule by rule, the texts by word, and ends with status 1 if they do. Which "
    "rule is which is told by the texts first, and by the numbers last. A page needs no edition for it. Of the game "
    "itself each rule that differs is given with the record since which it is in force.",
    "printf '101. All players obey the rules of the game.\\n201. The players take turns, one by one.\\n' > page.txt\n"
    "nomic rules import page.txt -o rules.txtpb\n"
    "nomic init --rules rules.txtpb Ann Bob Cleo\n"
    "nomic rules compare 1982 1990 || echo 'they differ'\n"
    "nomic rules compare page.txt game",
    make_command<Rules>,
};

}  // namespace nomic::tools

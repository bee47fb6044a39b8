// Manual pages: what they say, and that man takes every one of them without a word.
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/declared.h"
#include "commands/all.h"
#include "manual/manual_pages.h"
#include "manual/markdown_page.h"
#include "manual/roff.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string body_of(std::string_view markdown) {
  RoffPage page("x", 7, "1");
  const std::size_t head = page.text().size();
  add_markdown(page, markdown);
  return page.text().substr(head);
}

TEST(Roff, TextIsNeverARequestOrAnEscape) {
  EXPECT_EQ(roff_of("a\\b"), "a\\eb");
  EXPECT_EQ(roff_of("--as 'Bob'"), "\\-\\-as \\(aqBob\\(aq");
  EXPECT_EQ(roff_of("^turn:1 ~ `x`"), "\\(haturn:1 \\(ti \\(gax\\(ga");
  RoffPage page("x", 1, "1");
  const std::size_t head = page.text().size();
  page.paragraph(".nomic is a folder");
  page.lines(".so /etc/passwd\n'no request either\n");
  EXPECT_EQ(page.text().substr(head),
            ".PP\n\\&.nomic is a folder\n.PP\n.RS 4\n.nf\n\\&.so /etc/passwd\n\\(aqno request either\n.fi\n.RE\n");
}

TEST(Roff, MarkdownWithinALine) {
  EXPECT_EQ(roff_of_markdown("say `--as NAME` or *N*"), "say \\fB\\-\\-as NAME\\fP or \\fIN\\fP");
  EXPECT_EQ(roff_of_markdown("**One form.** A message"), "\\fBOne form.\\fP A message");
  EXPECT_EQ(roff_of_markdown("2 * 3 * 4"), "2 * 3 * 4") << "a sign between blanks encloses nothing";
  EXPECT_EQ(roff_of_markdown("see [`a`](b.md), or [c](d)"), "see \\fBa\\fP, or c");
  EXPECT_EQ(roff_of_markdown("one ` alone, [x] too"), "one \\(ga alone, [x] too");
  EXPECT_EQ(roff_of_markdown("a \\| b"), "a | b");
}

TEST(Roff, DocumentsBecomePages) {
  EXPECT_EQ(body_of("# Title\n\nTwo lines\nof one.\n\n## Part\n\n### Within\n"),
            ".PP\nTwo lines of one.\n.SH Part\n.SS Within\n");
  EXPECT_EQ(body_of("- one\n  and more\n- two\n"), ".IP \\(bu 2\none and more\n.IP \\(bu 2\ntwo\n");
  EXPECT_EQ(body_of("    first\n\n    second\n\nthen\n"), ".PP\n.RS 4\n.nf\nfirst\n\nsecond\n.fi\n.RE\n.PP\nthen\n");
  EXPECT_EQ(body_of("<!-- made -->\nx\n"), ".PP\nx\n");
}

// A row is an entry of its first cell; of more than two columns each says what it is.
TEST(Roff, TablesBecomeEntries) {
  EXPECT_EQ(body_of("| word | what |\n|---|---|\n| `a` | b \\| c |\n"), ".TP\n\\fBa\\fP\nb | c\n");
  EXPECT_EQ(body_of("| n | to be set | needs |\n|---|---|---|\n| x | `p`<br>`q` | 203 |\n| y |  | 105 |\n"),
            ".TP\nx\nto be set: \\fBp\\fP, \\fBq\\fP; needs: 203\n.TP\ny\nneeds: 105\n");
}

TEST(Manual, HasAPageForEveryCommandOfTheList) {
  Desk desk;
  std::vector<std::string> names;
  std::istringstream lines(desk.ok("help --man"));
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  for (const CommandSpec* spec : all_commands()) {
    const std::string name = "nomic-" + std::string(spec->name) + ".1";
    if (spec->name == "complete") {
      EXPECT_THAT(names, Not(Contains(name))) << "what shells ask is no command for people";
    } else {
      EXPECT_THAT(names, Contains(name));
    }
  }
  EXPECT_THAT(names, AllOf(Contains("nomic.1"), Contains("nomic-provisions.7"), Contains("nomic-ledger.5")));
}

TEST(Manual, ACommandsPageHasAllThatItsHelpHas) {
  Desk desk;
  const std::string page = desk.ok("help --man nomic-vote.1");
  EXPECT_THAT(page, StartsWith(".TH nomic\\-vote 1 "));
  const CommandSpec* spec = find_command(all_commands(), "vote");
  const Declared declared(*spec);
  for (const Arguments::Option& option : declared.arguments.options()) {
    EXPECT_THAT(page, HasSubstr("\n\\fB" + roff_of(option.name) + "\\fP")) << option.name;
    EXPECT_THAT(page, HasSubstr(roff_of_markdown(option.help))) << option.name;
  }
  EXPECT_THAT(page, HasSubstr(roff_of(lines_in(spec->examples).back())));
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\n.SH ") + section + "\n"));
  }
}

TEST(Manual, ThePageOfTheProgramNamesCommandsStatusesAndEnvironment) {
  Desk desk;
  const std::string page = desk.ok("help --man nomic.1");
  for (const char* words : {"\\fBnomic\\-vote\\fP(1)", "\\fBNOMIC_PLAYER\\fP", ".TP\n3\nRefused", "\n.SS Disputes\n"}) {
    EXPECT_THAT(page, HasSubstr(words));
  }
  EXPECT_THAT(desk.ok("help --man nomic-provisions.7"), HasSubstr("\n.SS award\n"));
  EXPECT_THAT(desk.ok("help --man nomic-ledger.5"), HasSubstr("\n.SH 7. Bundles\n"));
}

TEST(Manual, APageThatIsNoneIsRefusedWithTheNearest) {
  Desk desk;
  const Ran ran = desk.run("help --man nomic-vot.1");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("nomic-vote.1"));
  EXPECT_EQ(desk.run("help --man nomic.1 nomic-vote.1").status, 2);
}

TEST(Manual, ManTakesEveryPageWithoutAWord) {
  if (std::system("man --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no man is installed";
  Desk desk;
  std::string pages;
  for (const std::string& name : manual_page_names(all_commands())) {
    desk.write(name, *manual_page(all_commands(), name));
    pages += " " + name;
  }
  // As lintian asks it.
  const std::string run = "cd '" + desk.folder() + "' && for page in" + pages +
                          "; do LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z $page "
                          ">/dev/null 2>>said || echo failed >>said; done; test ! -s said";
  const int status = std::system(run.c_str());
  std::ifstream said(desk.folder() + "/said");
  EXPECT_EQ(WEXITSTATUS(status), 0) << std::string(std::istreambuf_iterator<char>(said), {});
}

}  // namespace
}  // namespace nomic::tools

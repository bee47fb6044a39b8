// nomic report and nomic verify PAGE, as they are typed.
#include <google/protobuf/util/json_util.h>

#include <utility>
#include <vector>

#include "nomic/report/page.h"
#include "tools/desk.h"
#include "tools/plays.h"
#include "tools/referee.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

void play_a_little(Desk& desk) {
  desk.founded("--mode mail Ann Bob");
  desk.ok("propose enact --title Cake --text 'Cake is <b>had</b>.' --call-vote --as Ann");  // 301, #32
  desk.ok("vote for --as Ann");
}

TEST(ReportCommand, MarkdownHasRulesAndScores) {
  Desk desk;
  play_a_little(desk);
  const std::string text = desk.ok("report --format md");
  EXPECT_THAT(text, HasSubstr("| Player | Points |\n|---|---:|\n| Ann | 0 |\n| Bob | 0 |\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("## Immutable rules\n\n**101. Obeying the rules**"),
                          HasSubstr("## Mutable rules\n\n**201. Turns**")));
  desk.ok("report --format md -o rules.md");
  EXPECT_EQ(desk.run("report --format md -o rules.md").status, 2);
  desk.ok("report --format md -o rules.md --force");
}

TEST(ReportCommand, WhatIsPostedIsReadAgain) {
  const std::vector<std::pair<std::string, std::string>> headings = {{"en", "## Immutable rules\n"},
                                                                     {"es", "## Reglas inmutables\n"},
                                                                     {"it", "## Regole immutabili\n"},
                                                                     {"ja", "## 不変の規則\n"},
                                                                     {"nl", "## Onveranderbare regels\n"}};
  for (const auto& [lang, heading] : headings) {
    SCOPED_TRACE(lang);
    Desk desk;
    desk.founded("--lang " + lang + " Ann Bob");
    desk.ok("report --format md -o rules.md");
    EXPECT_THAT(desk.ok("report --format md"), HasSubstr(heading));
    EXPECT_THAT(desk.ok("compare --rules rules.md"), HasSubstr("They are the same."));
  }
}

TEST(ReportCommand, MarkdownSaysWhoseTurnItIs) {
  Desk desk;
  desk.founded("--mode mail Ann Bob");
  EXPECT_THAT(
      desk.ok("report --format md"),
      HasSubstr("A game of Nomic, as of record \\#31, 2012-05-30 10:00 UTC. Turn 1 of circuit 1: Ann is moving, "
                "and a proposal is to be made."));
  desk.ok("propose enact --text 'Cake is had.' --call-vote --as Ann");
  EXPECT_THAT(desk.ok("report --format md --at start"), HasSubstr("a proposal is to be made."));
  EXPECT_THAT(desk.ok("report --format md"), HasSubstr("and a vote is open."));
}

TEST(ReportCommand, SaysWhatIsWrong) {
  Desk desk;
  play_a_little(desk);
  EXPECT_THAT(desk.run("report").err, HasSubstr("where to?"));
  EXPECT_EQ(desk.run("report").status, 2);
  EXPECT_THAT(desk.run("report --open -o -").err, HasSubstr("only a page in a file can be opened"));
  EXPECT_THAT(desk.run("report --format md --no-records").err, HasSubstr("--no-records and --open are about pages"));
  EXPECT_EQ(desk.run("report -o game.html --at 99").status, 2);
  EXPECT_THAT(desk.run("status --format md").err, HasSubstr("status does not answer in Markdown"));
  EXPECT_EQ(desk.run("status --format md").status, 2);
}

TEST(ReportCommand, TheDocumentIsTheSameInJson) {
  Desk desk;
  play_a_little(desk);
  const std::string json = desk.ok("report --format json --at start");
  EXPECT_THAT(json, AllOf(StartsWith(R"({"form":7,"program":")"), HasSubstr(R"("size":32,"founding":32)")));
}

class Pages : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_page()) GTEST_SKIP() << "mithril and d3 are not installed: this program has no page";
    play_a_little(desk_);
  }
  Desk desk_;
};

TEST_F(Pages, AreWrittenAndHold) {
  EXPECT_THAT(desk_.ok("report -o game.html"), StartsWith("The page of #0 to #33 is in \"game.html\", "));
  EXPECT_THAT(desk_.ok("verify game.html"), StartsWith("The page holds: 34 records give every figure of it.\n"));
  EXPECT_EQ(desk_.run("report -o game.html").status, 2);
  EXPECT_THAT(desk_.ok("report -o game.html --force --format json"), HasSubstr(R"("size":34)"));
  EXPECT_THAT(desk_.ok("report -o then.html --at start --lang ja"), HasSubstr("The page of #0 to #31 "));
  EXPECT_THAT(desk_.ok("verify then.html --format json"), HasSubstr(R"({"ok":true,"findings":[],"size":32)"));
}

TEST_F(Pages, WhatPlayersWroteIsNoMarkup) {
  const std::string page = desk_.ok("report -o -");
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>\n"));
  EXPECT_THAT(page, AllOf(HasSubstr("Cake is &lt;b&gt;had&lt;/b&gt;."), Not(HasSubstr("<b>had"))));
}

TEST_F(Pages, WithoutRecordsNothingIsCompared) {
  EXPECT_THAT(desk_.ok("report -o game.html --no-records"), HasSubstr("without its records"));
  const Ran verified = desk_.run("verify game.html");
  EXPECT_EQ(verified.status, 2);
  EXPECT_THAT(verified.err, HasSubstr("holds no records"));
}

TEST_F(Pages, AnAlteredOneIsRefused) {
  std::string page = desk_.ok("report -o -");
  const std::string before = "Votes: <bdi>Ann</bdi> for.";
  ASSERT_NE(page.find(before), std::string::npos);
  page.replace(page.find(before), before.size(), "Votes: <bdi>Ann</bdi> against.");
  desk_.write("forged.html", page);
  const Ran verified = desk_.run("verify forged.html");
  EXPECT_EQ(verified.status, 1);
  EXPECT_THAT(verified.out, AllOf(StartsWith("TEXT"), HasSubstr("its records give"),
                                  HasSubstr("The page is not what its records give.")));
  EXPECT_EQ(desk_.run("verify forged.html --ledger-only").status, 2);
}

TEST_F(Pages, ADamagedOneIsFalse) {
  const std::string page = desk_.ok("report -o -");
  const auto verified = [&](const std::string& name, const std::string& damaged) {
    desk_.write(name, damaged);
    return desk_.run("verify " + name);
  };
  const Ran cut = verified("cut.html", page.substr(0, page.find("id=\"bundle\"")));
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.out, AllOf(StartsWith("PAGE"), HasSubstr("does not hold one document and one place for records")));
  for (const char* block : {"id=\"document\">", "id=\"bundle\">"}) {
    // In the middle of a block, where compressed bytes become others, and at its end.
    const std::size_t begins = page.find(block);
    const std::size_t ends = page.find("</script>", begins);
    for (const std::size_t at : {(begins + ends) / 2, ends - 3}) {
      std::string damaged = page;
      damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
      const Ran told = verified("damaged.html", damaged);
      EXPECT_EQ(told.status, 1) << block << told.err;
      EXPECT_THAT(told.out, AllOf(StartsWith("PAGE"), HasSubstr("base64 and gzip")));
    }
  }
}

TEST_F(Pages, NothingIsShownOfAGameThatIsNotFounded) {
  const Ran none = desk_.run("report -o game.html --at ^start");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("after 31 records the game was not founded yet"), HasSubstr("--at start")));
  EXPECT_THAT(desk_.ok("status --at 0"), Not(HasSubstr("every player has forfeited")));
}

// An audit's answer on its own, and that in the document of a page: two roads.
TEST(ReportCommand, ThePagesAuditIsThatOfAudit) {
  for (const char* folder : {".", "disputes"}) {
    for (const auto& play : plays_in(folder)) {
      SCOPED_TRACE(play.path.string());
      Desk desk;
      Referee(desk).judge(play.lines);
      const auto view = read_document_json(desk.ok("report --format json"));
      ASSERT_TRUE(view);
      v1::FindingsView audited;
      const Ran audit = desk.run("audit --format json");
      ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(audit.out, &audited).ok()) << audit.err;
      EXPECT_EQ(audit.status == 0, view->audited().ok());
      // The document says it of the whole game, in `status`.
      audited.clear_afterwards();
      EXPECT_EQ(view->audited().SerializeAsString(), audited.SerializeAsString());
    }
  }
}

}  // namespace
}  // namespace nomic::tools

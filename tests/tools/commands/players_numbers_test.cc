// Numbers as the players had them, at the command line: how they are said, and what looks make of a proposal that has
// none.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Ann's proposal 310 is adopted: rule 206 is 310. Bob's, of record #36, has no number, and is being voted on.
class PlayersNumbers : public Desk {
 public:
  PlayersNumbers() {
    founded("--retrospective Ann Bob Cleo");
    ok("propose amend 206 --text 'No penalty.' --number 310 --call-vote --occurred-at 2012-05-01 --as Ann");
    ok("attest 310 adopted --for 3 --against 0 --occurred-at 2012-05-01 --as Ann");
    ok("roll 1 --occurred-at 2012-05-01 --as Ann");
    ok("propose amend 207 --text 'One vote.' --number unknown --call-vote --occurred-at 2012-05-02 --as Bob");
  }
};

// Whatever is asked, in whatever form, what stands for the number of a proposal that has none is not shown.
TEST(PlayersNumbersLooks, ShowNoNumberOfAProposalThatHasNone) {
  PlayersNumbers desk;
  const auto looks = {"status",
                      "log",
                      "log --from 33",
                      "show-rules 207",
                      "show-rules",
                      "history 207",
                      "explain rule 207",
                      "blame 207",
                      "audit",
                      "diff start head",
                      "explain proposal record:36",
                      "explain record 36",
                      "scores",
                      "replay",
                      "check-references"};
  const auto look = [&] {
    for (const std::string what : looks) {
      for (const char* form : {"", "--format json ", "--format jsonl "}) {
        const Ran ran = desk.run(form + what);
        EXPECT_THAT(ran.out, Not(HasSubstr("10000000"))) << form << what;
        EXPECT_THAT(ran.err, Not(HasSubstr("10000000"))) << form << what;
      }
    }
  };
  look();
  desk.ok("vote for --occurred-at 2012-05-02 --as Ann");
  desk.ok("vote for record:36 --occurred-at 2012-05-02 --as Bob");
  desk.ok("vote for record:36 --occurred-at 2012-05-02 --as Cleo");
  look();
  EXPECT_THAT(desk.ok("show-rules 207"), HasSubstr("by the proposal of record #36"));
  EXPECT_THAT(desk.ok("history 207"), HasSubstr("By a proposal whose number is not known, of Bob, made at #36"));
  EXPECT_THAT(desk.ok("--format json show-rules 207"), HasSubstr(R"("proposal":"#36")"));
  EXPECT_THAT(desk.ok("explain proposal record:36"), HasSubstr("The proposal of record #36 adopted 3-0"));
  EXPECT_THAT(desk.ok("status --at proposal:record:36"), HasSubstr("Bob"));
  EXPECT_THAT(desk.run("explain proposal record:35").err, HasSubstr("record #35 made no proposal without a number"));
}

TEST(PlayersNumbersLooks, NameItByItsRecord) {
  PlayersNumbers desk;
  EXPECT_THAT(desk.ok("status"), HasSubstr("The proposal of record #36 by Bob, to amend rule 207"));
  EXPECT_THAT(desk.ok("--format json status"), HasSubstr(R"("proposals":[{"number":"#36")"));
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("Bob proposes, in a proposal whose number is not known, to amend"));
  EXPECT_THAT(desk.run("vote for 311 --occurred-at 2012-05-02 --as Ann").err, HasSubstr("open: #36"));
  EXPECT_THAT(desk.run("propose repeal 209 --occurred-at 2012-05-02 --as Cleo").err,
              HasSubstr("the proposal of record #36 is being voted on"));
}

// A proposal that has a number may be named by its record, too.
TEST(PlayersNumbersLooks, AreFoundByTheRecord) {
  Desk desk;
  desk.founded("--retrospective Ann Bob Cleo");
  desk.ok("propose repeal 209 --number 305 --occurred-at 2012-05-01 --as Ann");
  EXPECT_THAT(desk.ok("call-vote record:33 --occurred-at 2012-05-01 --as Ann"), HasSubstr("The vote on proposal 305"));
}

TEST(PlayersNumbersLooks, SayOfWhatIsLeftOutThatNothingIsOnRecord) {
  PlayersNumbers desk;
  EXPECT_THAT(desk.run("explain proposal 305").err, HasSubstr("of a proposal 305 nothing is on record"));
  EXPECT_THAT(desk.run("status --at proposal:305").err, HasSubstr("of a proposal 305 nothing is on record"));
  EXPECT_THAT(desk.run("show-rules 305").err, HasSubstr("there is no rule 305"));
  EXPECT_THAT(desk.run("vote for 305 --occurred-at 2012-05-02 --as Ann").err,
              HasSubstr("of a proposal 305 nothing is on record"));
  EXPECT_THAT(desk.ok("log"), Not(HasSubstr("305")));
}

TEST(PlayersNumbersLooks, AreTheirWordInTheAudit) {
  PlayersNumbers desk;
  EXPECT_THAT(desk.ok("audit"), AllOf(HasSubstr("the number is the players' own, and their word"),
                                      HasSubstr("which number it had is not known"), Not(HasSubstr("BROKEN"))));
}

TEST(PlayersNumbersLooks, SayWhatIsNotOnRecord) {
  Desk desk;
  desk.founded("--retrospective Ann Bob Cleo");
  desk.ok("propose amend 206 --text-unknown --number 305 --rule-number 330 --occurred-at 2012-05-01 --as Ann");
  EXPECT_THAT(desk.ok("status"), HasSubstr("amend rule 206 as rule 330 (its text is not on record)"));
  desk.ok("revise --text 'No penalty.' --occurred-at 2012-05-01 --as Ann");
  EXPECT_THAT(desk.ok("status"), AllOf(HasSubstr("amend rule 206 as rule 330"), HasSubstr("No penalty."),
                                       Not(HasSubstr("not on record"))));
  desk.ok("revise --text-unknown --occurred-at 2012-05-01 --as Ann");
  desk.ok("call-vote --occurred-at 2012-05-01 --as Ann");
  desk.ok("attest 305 adopted --for 3 --against 0 --occurred-at 2012-05-01 --as Ann");
  EXPECT_THAT(desk.ok("show-rules 330"), HasSubstr("What this version says is not on record."));
  EXPECT_THAT(desk.ok("--format json show-rules 330"), HasSubstr(R"("textUnknown":true)"));
  EXPECT_THAT(desk.ok("history 330"), HasSubstr("What this version says is not on record."));
  for (const char* look : {"show-rules", "history 330", "blame 330", "diff start head", "check-references", "audit",
                           "verify", "replay --check", "explain rule 330"}) {
    EXPECT_EQ(desk.run(look).status, 0) << look << desk.run(look).err;
  }
  // It is found, and then it is not.
  desk.ok("correct --cause 'An old mail.' --rule 330 --text 'No penalty.' --occurred-at 2012-05-01 --as Ann");
  EXPECT_THAT(desk.ok("show-rules 330"), AllOf(HasSubstr("No penalty."), Not(HasSubstr("not on record"))));
  desk.ok("object 38 --reason 'Not that mail.' --occurred-at 2012-05-01 --as Bob");
  EXPECT_THAT(desk.ok("show-rules 330"), HasSubstr("What this version says is not on record."));
  EXPECT_EQ(desk.run("replay --check").status, 0);
  EXPECT_THAT(desk.ok("audit"), Not(HasSubstr("BROKEN")));
}

// Of a turn that a Judgment has derived again: a number is given back by who is struck, and taken by whoever stands.
TEST(PlayersNumbersLooks, GoBackWithAProposalThatIsStruck) {
  Desk desk;
  desk.founded("--retrospective Ann Bob Cleo");
  const std::string then = " --occurred-at 2012-05-01";
  desk.ok("propose enact --text Tea. --number 305 --as Ann" + then);
  EXPECT_THAT(desk.run("propose enact --text Tea. --number 305 --as Bob" + then).err, HasSubstr("rule"));
  desk.ok("judgment invoke 'Proper?' --about 33 --as Bob" + then);
  desk.ok("judgment deliver No. --reasons 'Rule 111.' --strike 33 --cite 111 --as Cleo" + then);
  desk.ok("propose amend 206 --text Tea. --number unknown --as Ann" + then);
  desk.ok("judgment invoke 'Again?' --about 36 --as Bob" + then);
  desk.ok("judgment deliver No. --reasons 'Rule 111.' --strike 36 --cite 111 --as Cleo" + then);
  // 305 was given, and is not given again (108).
  EXPECT_EQ(desk.run("propose enact --text Tea. --number 305 --as Ann" + then).status, 3);
  desk.ok("propose enact --text Tea. --number 306 --call-vote --as Ann" + then);
  desk.ok("vote for 306 --as Ann" + then);
  desk.ok("judgment overrule for --judgment 35 --as Ann" + then);
  // The first stands again: the other was made while it was open, and falls, and its ballot with it.
  EXPECT_THAT(
      desk.ok("judgment overrule for --judgment 35 --as Bob" + then),
      AllOf(HasSubstr("#39, by Ann, falls"), HasSubstr("#40, by Ann, falls"), HasSubstr("#33, by Ann, stands")));
  EXPECT_THAT(desk.ok("status"), HasSubstr("Proposal 305 by Ann, to enact a rule: debated"));
  EXPECT_EQ(desk.run("replay --check").status, 0);
  EXPECT_THAT(desk.ok("audit"), Not(HasSubstr("BROKEN")));
}

}  // namespace
}  // namespace nomic::tools

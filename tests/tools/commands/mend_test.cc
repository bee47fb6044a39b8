// mend: for each kind of slip the ways out, in their order, with commands that work; and what there is no way out of.
#include <google/protobuf/util/json_util.h>

#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Mend : public testing::Test {
 protected:
  v1::MendView ways(const std::string& words) {
    v1::MendView view;
    const std::string line = "mend " + words + " --format json";
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(desk.ok(line), &view).ok()) << line;
    return view;
  }
  std::vector<std::string> kinds(const std::string& words) {
    std::vector<std::string> all;
    const v1::MendView view = ways(words);
    for (const auto& way : view.ways()) all.push_back(way.kind());
    return all;
  }
  // All that stands in a way's commands, without the program's name, given one after the other.
  void walk(const v1::MendView::Way& way) {
    for (const auto& step : way.steps()) desk.ok(step.command().substr(6));
  }
  Desk desk;
};

// Found #0 to #32, the proposal #33, Bob's vote #34.
TEST_F(Mend, AVoteThatStaysIsStruckByAJudgment) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote against --as Bob");
  const std::string shown = desk.ok("mend");
  EXPECT_EQ(shown,
            "#34 Bob votes against proposal 301.\n"
            "1. A Judgment strikes #34: it stays on record, without effect. It takes Cleo.\n"
            "     nomic judgment invoke 'Was #34 a slip, and should it count no more?' --about 34 --as Bob\n"
            "     nomic judgment deliver 'It was a slip, and counts no more.' --reasons 'All saw what was meant.' "
            "--strike 34 --as Cleo\n"
            "     nomic vote CHOICE 301 --as Bob\n"
            "   Until the next turn begins, the others together may overrule the Judgment.\n"
            "   The next turn then begins with the consent of Ann and Cleo.\n");
  // --do invokes; the rest is said.
  const Ran done = desk.run("mend --do");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("#35 "));
  EXPECT_THAT(done.err, HasSubstr("then: nomic judgment deliver"));
  EXPECT_THAT(done.err, HasSubstr("then: nomic vote CHOICE 301 --as Bob"));
  desk.ok("judgment deliver 'It was.' --reasons 'All heard it.' --strike 34 --as Cleo");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(desk.ok("mend 34"), HasSubstr("It has no effect: #36 strikes it."));
  EXPECT_EQ(desk.run("mend 34 --do").status, 3);
}

// A rule of the players' own lets votes be changed (rule 301): turn 1 is #33 to #37, Bob's proposal #38, Bob's vote
// #39.
TEST_F(Mend, WhereARuleLetsItAVoteIsChangedOrTakenBack) {
  desk.founded("Ann Bob Cleo");
  desk.ok(
      "propose enact --text 'Votes may be changed.' --provision 'vote_changes { change: true withdraw: true }' "
      "--call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 1 --as Ann");
  desk.ok("propose repeal 209 --call-vote --as Bob");
  desk.ok("vote against --as Bob");
  EXPECT_THAT(kinds("39"), ElementsAre("VOTE_AGAIN", "TAKE_BACK", "STRIKE")) << desk.ok("mend 39");
  EXPECT_EQ(ways("39").ways(0).steps(0).command(), "nomic vote for 302 --as Bob");
  EXPECT_EQ(ways("39").ways(1).steps(0).command(), "nomic vote withdraw 302 --as Bob");
  EXPECT_THAT(desk.ok("mend 39 --do"), HasSubstr("#40 "));
  EXPECT_THAT(desk.ok("status"), HasSubstr("Voted: Bob"));
  EXPECT_THAT(kinds("39"), ElementsAre("STRIKE")) << "it counts no more";
  EXPECT_THAT(desk.ok("mend 40 --do --way 2"), HasSubstr("#41 "));
  EXPECT_THAT(kinds("41"), ElementsAre("VOTE_AGAIN", "VOTE_AGAIN", "STRIKE"));
}

TEST_F(Mend, ADieIsThrownAgain) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  const auto view = ways("--as Ann");
  ASSERT_EQ(view.ways_size(), 1);
  EXPECT_EQ(view.record(), 37U);
  ASSERT_EQ(view.ways(0).steps_size(), 3);
  EXPECT_EQ(view.ways(0).steps(2).command(), "nomic roll FACE --as Ann");
  EXPECT_THAT(view.ways(0).steps(2).blanks(), ElementsAre("FACE"));
  desk.ok(view.ways(0).steps(0).command().substr(6));
  desk.ok(view.ways(0).steps(1).command().substr(6));
  EXPECT_THAT(desk.ok("roll 2 --as Ann"), HasSubstr("Ann +2 (rule 202) = 2."));
}

// 111: the form may change until the vote is called; then it is final (106).
TEST_F(Mend, AProposalIsRevisedWhileItIsDebated) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --text Tae. --as Ann");
  EXPECT_THAT(kinds("33"), ElementsAre("REVISE", "STRIKE"));
  EXPECT_EQ(ways("33").ways(0).steps(0).command(), "nomic revise 301 --text TEXT --as Ann");
  const Ran blank = desk.run("mend 33 --do");
  EXPECT_EQ(blank.status, 2);
  EXPECT_THAT(blank.err, HasSubstr("only you know TEXT in it"));
  EXPECT_THAT(blank.err, HasSubstr("nomic revise 301 --text TEXT --as Ann"));
  desk.ok("revise 301 --text Tea. --as Ann");
  EXPECT_THAT(kinds("33"), ElementsAre("STRIKE")) << "another form is open";
  desk.ok("call-vote --as Ann");
  EXPECT_THAT(kinds("34"), ElementsAre("STRIKE"));
}

TEST_F(Mend, WordsOfARuleAreCorrectedAndACorrectionIsObjectedTo) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --title Tae --text 'Tae for all.' --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  const auto view = ways("33 --as Cleo");
  ASSERT_GE(view.ways_size(), 2);
  EXPECT_EQ(view.ways(0).steps(0).command(),
            "nomic correct --cause 'a slip of the pen' --rule 301 --before WRONG --after RIGHT --as Cleo");
  EXPECT_EQ(view.ways(1).steps(0).command(),
            "nomic correct --cause 'a slip of the pen' --rule 301 --title TITLE --as Cleo");
  EXPECT_THAT(view.ways(0).notes(), ElementsAre(HasSubstr("any player may object")));
  desk.ok("correct --cause 'a slip of the pen' --rule 301 --before Tae --after Tee --as Cleo");
  EXPECT_THAT(kinds(""), ElementsAre("OBJECT", "STRIKE"));
  desk.ok("mend --do");
  EXPECT_THAT(desk.ok("mend 37"), HasSubstr("It has no effect: #38 objects to it."));
  EXPECT_THAT(desk.ok("show-rules 301"), HasSubstr("Tae for all."));
}

TEST_F(Mend, ANameIsCorrectedWhereItWasSeated) {
  desk.founded("Ann Bbo Cleo");
  const auto view = ways("31");
  ASSERT_EQ(view.ways_size(), 1);
  EXPECT_EQ(view.ways(0).steps(0).command(), "nomic correct 31 --cause 'a slip of the pen' --name NAME --as Ann");
  EXPECT_THAT(view.notes(), ElementsAre(HasSubstr("It founds the game")));
}

TEST_F(Mend, AJudgmentIsOverruledByAllTheOthers) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("judgment invoke 'Who votes first?' --as Bob");
  desk.ok("judgment deliver 'Ann.' --reasons 'She asked.' --as Cleo");
  const auto view = ways("35");
  ASSERT_EQ(view.ways_size(), 1);
  EXPECT_EQ(view.ways(0).kind(), "OVERRULE");
  EXPECT_THAT(view.ways(0).needs(), ElementsAre("Bob"));
  walk(view.ways(0));
  EXPECT_THAT(desk.ok("mend 35"), HasSubstr("It has no effect: it is overruled."));
}

TEST_F(Mend, WhatWasConsentedToOrNotedIsTakenBack) {
  desk.founded("Ann Bob Cleo");
  desk.ok("annotate 206 'Ten is a lot.' --as Bob");
  EXPECT_EQ(kinds("33")[0], "TAKE_BACK");
  walk(ways("33").ways(0));
  EXPECT_THAT(desk.ok("show-rules 206"), Not(HasSubstr("Ten is a lot.")));
  desk.ok("team red --as Ann");
  EXPECT_EQ(ways("35").ways(0).kind(), "UNDO");
  EXPECT_EQ(ways("35").ways(0).steps(0).command(), "nomic team --none --as Ann");
  walk(ways("35").ways(0));
}

// A turn that is over is not struck any more; the points that it brought can be found due the other way round.
TEST_F(Mend, AfterItsTurnOnlyThePointsCanBeGivenBack) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  desk.ok("propose repeal 210 --as Bob");
  // 6 was typed for a 1.
  const auto view = ways("37 --showed 1");
  ASSERT_EQ(view.ways_size(), 1);
  EXPECT_EQ(view.ways(0).kind(), "FIND");
  EXPECT_THAT(view.notes(), ElementsAre(HasSubstr("no Judgment can strike what is before #38")));
  EXPECT_THAT(view.ways(0).steps(1).command(), HasSubstr("--points 'Ann=-5' --cite 202"));
  walk(view.ways(0));
  EXPECT_THAT(desk.ok("scores --format json"), HasSubstr(R"("player":"Ann","points":1)"));
  // A vote of that turn gave nothing that could be given back.
  EXPECT_TRUE(ways("35").ways().empty());
}

TEST_F(Mend, TheTimeThatARecordSaysIsCorrected) {
  desk.founded("Ann Bob Cleo --mode mail");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote for --as Bob --occurred-at 2012-05-30T09:00Z");
  const auto view = ways("34");
  ASSERT_EQ(view.ways_size(), 2);
  EXPECT_EQ(view.ways(0).steps(0).command(),
            "nomic correct 34 --cause 'a slip of the pen' --occurred-at-was TIME --as Bob");
  EXPECT_EQ(view.ways(1).kind(), "STRIKE");
}

TEST_F(Mend, WhoHasAKeyIsToldToSign) {
  desk.ok("key new ann.key");
  std::string vkey = desk.ok("key show ann.key");
  vkey.pop_back();
  desk.founded("Ann Bob Cleo --player-key Ann=" + vkey);
  desk.ok("propose repeal 209 --as Ann --key ann.key");
  EXPECT_THAT(ways("33").ways(0).steps(0).blanks(), ElementsAre("KIND", "N", "FILE"));
  EXPECT_THAT(ways("33").ways(0).steps(0).command(), HasSubstr("nomic revise 301 KIND N --as Ann --key FILE"));
  desk.environment["NOMIC_KEY"] = "ann.key";
  EXPECT_THAT(ways("33").ways(0).steps(0).blanks(), ElementsAre("KIND", "N"));
}

// In a game recorded afterwards a move says when it happened: at the last record's time, at the earliest.
TEST_F(Mend, InAGameRecordedAfterwardsTheCommandsSayWhen) {
  desk.founded("Ann Bob Cleo --retrospective");
  desk.ok("propose repeal 209 --call-vote --as Ann --occurred-at 2011-05-30T09:00Z");
  desk.ok("vote for --as Bob --occurred-at 2011-05-30T10:00Z");
  const auto view = ways("34");
  ASSERT_FALSE(view.ways().empty());
  walk(view.ways(view.ways_size() - 1).kind() == "STRIKE" && view.ways(0).steps(0).blanks().empty()
           ? view.ways(0)
           : [&] {
               v1::MendView::Way judged = view.ways(view.ways_size() - 1);
               judged.mutable_steps()->RemoveLast();  // the vote that is to be filled in
               return judged;
             }());
  EXPECT_THAT(desk.ok("mend 34"), HasSubstr("It has no effect"));
}

TEST_F(Mend, SaysWhatItCannotBeAsked) {
  desk.founded("Ann Bob Cleo");
  EXPECT_EQ(desk.run("mend 99").status, 3);
  EXPECT_EQ(desk.run("mend one").status, 2);
  EXPECT_EQ(desk.run("mend 1 2").status, 2);
  EXPECT_EQ(desk.run("mend --way 1").status, 2);
  EXPECT_EQ(desk.run("mend --as Zoe").status, 2);
  EXPECT_EQ(desk.run("mend --as Ann").status, 2) << "Ann has recorded nothing yet";
  EXPECT_EQ(desk.run("mend 0 --do").status, 3);
  EXPECT_THAT(desk.ok("mend 0"), HasSubstr("It founds the game"));
  desk.ok("propose repeal 209 --call-vote --as Ann");
  EXPECT_THAT(desk.run("mend --do --way 7").err, HasSubstr("there is no way 7"));
  EXPECT_EQ(desk.run("mend --do --way 7").status, 2);
}

// The question is asked once: whoever mends again is told whose turn it is.
TEST_F(Mend, GoesOnFromAQuestionThatIsAsked) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote against --as Bob");
  EXPECT_THAT(desk.run("mend --do --dry-run --as Bob").err, HasSubstr("nothing was recorded, it would be #35"));
  EXPECT_THAT(desk.ok("mend --do --as Bob"), HasSubstr("#35 Bob invokes Judgment"));
  // Bob's last record is the question: it is about #34.
  const Ran again = desk.run("mend --do --as Bob");
  EXPECT_EQ(again.status, 3);
  EXPECT_THAT(again.err, HasSubstr("#35 asks about #34"));
  EXPECT_THAT(again.err, HasSubstr("the next step is Cleo's, not Bob's"));
  EXPECT_THAT(again.err, HasSubstr("nomic judgment deliver"));
  const auto view = ways("34 --as Bob");
  ASSERT_EQ(view.ways_size(), 1);
  EXPECT_EQ(view.ways(0).steps(0).player(), "Cleo");
  EXPECT_THAT(view.ways(0).notes(), testing::Contains("#35 asks it already."));
  EXPECT_EQ(ways("34").ways_size(), 1);
  EXPECT_THAT(desk.ok("mend 34 --do --as Cleo"), HasSubstr("#34, by Bob, is struck"));
  EXPECT_EQ(desk.run("mend --dry-run").status, 2) << "without --do nothing is done anyway";
}

// The difference, and not the whole: 6 was typed for a 2. Turn 1 is #33 to #37.
TEST_F(Mend, ADieOfATurnThatIsOverIsMadeGoodByTheDifference) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  desk.ok("propose repeal 208 --as Bob");
  const auto open = ways("37 --as Ann");
  ASSERT_EQ(open.ways_size(), 1);
  EXPECT_THAT(open.ways(0).steps(1).command(), HasSubstr("--points 'Ann=DIFFERENCE' --cite 202"));
  EXPECT_THAT(open.ways(0).steps(1).blanks(), ElementsAre("DIFFERENCE"));
  EXPECT_THAT(desk.ok("mend 37 --as Ann"), HasSubstr("nomic mend 37 --showed FACE"));
  // 2 in place of 6: four points less, of the six that Ann has.
  const auto known = ways("37 --showed 2 --as Ann");
  ASSERT_EQ(known.ways_size(), 1);
  EXPECT_THAT(known.ways(0).steps(1).command(), HasSubstr("--points 'Ann=-4' --cite 202"));
  walk(known.ways(0));
  EXPECT_THAT(desk.ok("scores"), HasSubstr("Ann   2\n"));
}

// Within the turn the throw is made again, and with --showed nothing of it is left open.
TEST_F(Mend, ADieThatShowedSomethingElse) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  EXPECT_EQ(ways("37 --showed 2").ways(0).steps(2).command(), "nomic roll 2 --as Ann");
  EXPECT_THAT(desk.run("mend 37 --showed 6").err, HasSubstr("that is what #37 says"));
  EXPECT_THAT(desk.run("mend 37 --showed 7").err, HasSubstr("its faces are 1 to 6 (rule 202)"));
  EXPECT_THAT(desk.run("mend 36 --showed 2").err, HasSubstr("#36 is no throw whose faces somebody typed"));
}

// An earlier form of what is in force now: the way to the words in force. The rule 301 is of #34, and of #40 as 302.
TEST_F(Mend, AnEarlierFormLeadsToTheWordsInForce) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --text 'Tae for all.' --as Ann");
  desk.ok("revise 301 --text 'Tae for all players.' --as Ann");
  desk.ok("call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  const auto first = ways("33");
  ASSERT_GE(first.ways_size(), 1);
  EXPECT_EQ(first.ways(0).kind(), "CORRECT");
  EXPECT_THAT(first.ways(0).steps(0).command(), HasSubstr("--rule 301 --before WRONG --after RIGHT"));
  EXPECT_THAT(first.ways(0).notes(), testing::Contains(HasSubstr("The words in force are those of #34")));
  desk.ok("roll 1 --as Ann");
  desk.ok("propose amend 301 --text 'Tae for all, and cake.' --call-vote --as Bob");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  for (const char* record : {"33", "34"}) {
    const auto view = ways(record);
    ASSERT_GE(view.ways_size(), 1) << record;
    EXPECT_THAT(view.ways(0).steps(0).command(), HasSubstr("--rule 302 --before WRONG --after RIGHT")) << record;
  }
  // A rule that the game began with, as it was worded then: 301's neighbours have none.
  EXPECT_THAT(kinds("5"), testing::Contains("CORRECT"));
}

}  // namespace
}  // namespace nomic::tools

// Where somebody stumbled who had never seen the program: each stumble as the class of things that it belongs to.
#include <google/protobuf/util/json_util.h>

#include <sstream>

#include "nomic/replay/reference.h"
#include "nomic/v1/view.pb.h"
#include "nomic/words/terminal_text.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

class FirstSteps : public testing::Test {
 protected:
  FirstSteps() { desk.founded("Ann Bob Cleo"); }
  template <class View>
  View view(const std::string& line) {
    View read;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(desk.ok(line + " --format json"), &read).ok()) << line;
    return read;
  }
  std::string said(const std::string& line, int status = 2) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, status) << line << "\n" << ran.out;
    return ran.err;
  }
  // Ann's proposal, adopted or, with Cleo against it, not.
  void voted(const std::string& proposal, const std::string& cleo = "for") {
    desk.ok(proposal + " --call-vote --as Ann");
    for (const char* voter : {"Ann", "Bob"}) desk.ok(std::string("vote for --as ") + voter);
    desk.ok("vote " + cleo + " --as Cleo");
  }
  Desk desk;
};

// The commands in what a terminal shows, as a shell reads them when they are pasted: a line that ends in a backslash
// goes on in the next.
std::vector<std::string> pasted(const std::string& shown, std::size_t width) {
  std::vector<std::string> commands;
  std::istringstream lines(shown);
  bool goes_on = false;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(width_of(line), width) << line;
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string::npos) continue;
    std::string text = line.substr(at);
    if (!goes_on && text.rfind("nomic ", 0) != 0) continue;
    if (!goes_on) commands.emplace_back();
    goes_on = !text.empty() && text.back() == '\\';
    if (goes_on) text.pop_back();
    commands.back() += text;
  }
  return commands;
}

TEST_F(FirstSteps, CommandsOfMendSurviveANarrowTerminal) {
  voted("propose repeal 209", "against");
  std::vector<std::string> whole;
  const auto ways = view<v1::MendView>("mend");
  for (const auto& way : ways.ways()) {
    for (const auto& step : way.steps()) whole.push_back(step.command());
  }
  ASSERT_FALSE(whole.empty());
  desk.terminal = true;
  // As narrow as the widest word of a command, which nothing breaks, lets it be.
  for (const std::size_t width : {60U, 72U, 80U, 100U, 120U, 200U}) {
    desk.width = width;
    EXPECT_EQ(pasted(desk.ok("mend --no-pager"), width), whole) << width;
  }
}

// A command at the end of a hint or a note stands below it, whole.
TEST_F(FirstSteps, CommandsOfHintsSurviveANarrowTerminal) {
  voted("propose repeal 209", "against");
  const auto ways = view<v1::MendView>("mend");
  ASSERT_GE(ways.ways(0).steps_size(), 2);
  desk.err_terminal = true;
  desk.width = 66;
  const Ran ran = desk.run("mend --do");
  ASSERT_EQ(ran.status, 0) << ran.err;
  ASSERT_FALSE(pasted(ran.err, desk.width).empty()) << ran.err;
  EXPECT_EQ(pasted(ran.err, desk.width).front(), ways.ways(0).steps(1).command());
}

TEST_F(FirstSteps, MendSaysWhatIsLeftToDoAfterAStrike) {
  desk.ok("propose repeal 209 --call-vote --as Ann");  // #33
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.ok("vote against --as Cleo");  // #36
  desk.ok("judgment invoke Oops? --about 36 --as Cleo");
  desk.ok("judgment deliver Yes. --reasons Seen. --strike 36 --as Cleo");
  auto left = view<v1::MendView>("mend 36");
  ASSERT_EQ(left.ways_size(), 1);
  EXPECT_EQ(left.ways(0).kind(), "DO_OVER");
  EXPECT_EQ(left.ways(0).steps(0).command(), "nomic vote CHOICE 301 --as Cleo");
  EXPECT_THAT(left.notes(0), HasSubstr("#38 strikes it"));
  desk.ok("vote for --as Cleo");  // #39
  EXPECT_EQ(view<v1::MendView>("mend 36").ways_size(), 0) << "it is made again";
  desk.ok("roll 5 --as Ann");  // #40
  desk.ok("judgment invoke Four? --about 40 --as Ann");
  desk.ok("judgment deliver Yes. --reasons Seen. --strike 40 --as Cleo");
  left = view<v1::MendView>("mend 40 --showed 4");
  ASSERT_EQ(left.ways_size(), 1);
  EXPECT_EQ(left.ways(0).steps(0).command(), "nomic roll 4 --as Ann");
  desk.ok("mend 40 --showed 4 --do --as Ann");
  EXPECT_THAT(desk.ok("scores"), HasSubstr("Ann   4"));
  EXPECT_EQ(view<v1::MendView>("mend 40 --showed 4").ways_size(), 0);
}

TEST_F(FirstSteps, ATurnThatIsNotOverIsNotSaidToBe) {
  voted("propose repeal 209", "against");  // Cleo's vote is #36
  desk.ok("judgment invoke Oops? --about 36 --as Cleo");
  desk.ok("judgment deliver Yes. --reasons Seen. --strike 36 --as Cleo");  // #38: takes back Ann's 10 points
  EXPECT_THAT(desk.ok("mend 38"), Not(HasSubstr("is over.")));
}

TEST_F(FirstSteps, AProposalThatIsReckonedAnewIsToldOnce) {
  voted("propose enact --text Tea.");
  desk.ok("judgment invoke Oops? --about 36 --as Cleo");
  desk.ok("judgment deliver Yes. --reasons Seen. --strike 36 --as Cleo");
  desk.ok("vote for --as Cleo");
  const std::string why = desk.ok("explain rule 301");
  const std::string told = "By proposal 301 of Ann";
  EXPECT_NE(why.find(told), std::string::npos);
  EXPECT_EQ(why.find(told), why.rfind(told)) << why;
}

// What is offered cites the rule that the move would cite.
TEST_F(FirstSteps, JoiningIsOfferedByTheRuleOnIt) {
  const auto rule_on_joining = [&] {
    const auto status = view<v1::StatusView>("status");
    for (const auto& way : status.ways()) {
      if (way.kind() == "player_joined") return replay::number_in(way.rule());
    }
    return 0U;
  };
  EXPECT_EQ(rule_on_joining(), 116U) << "no rule of the Initial Set says how one joins";
  voted("propose --recipe joining-by-vote");
  desk.ok("roll 1 --as Ann");
  EXPECT_EQ(rule_on_joining(), 301U);
  EXPECT_THAT(desk.ok("join Dora"), HasSubstr("(rule 301)"));
}

TEST_F(FirstSteps, WhatIsAskedAboutIsMarkedForPrograms) {
  desk.ok("propose repeal 209 --call-vote --as Ann");
  const auto status = view<v1::StatusView>("status");
  int asking = 0;
  for (const auto& actor : status.actors()) {
    for (const auto& way : actor.ways()) {
      const bool asks = way.kind() == "player_forfeited" || way.kind() == "outcome_attested";
      EXPECT_EQ(way.asks_first(), asks) << way.command();
      EXPECT_EQ(way.has_asks_first(), asks) << way.command();
      asking += asks ? 1 : 0;
      // What it asks elsewhere than on a terminal is --yes.
      if (way.kind() != "player_forfeited") continue;
      EXPECT_THAT(said(way.command().substr(6)), HasSubstr("--yes"));
    }
  }
  EXPECT_GE(asking, 6);
}

TEST_F(FirstSteps, ConflictsAreToldInWords) {
  const Ran ran = desk.run("propose enact --text Five. --provision 'voting_period: vote=5 days' --as Ann");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("immutable rule 105 on how long a vote lasts\n"));
  EXPECT_THAT(ran.err, Not(HasSubstr("VotingPeriod")));
}

TEST_F(FirstSteps, ANameThatNobodyTypedIsSaidToStandSomewhere) {
  desk.ok("config player Zed");
  EXPECT_THAT(said("vote for"), HasSubstr("the name stands in nomic config player"));
  EXPECT_THAT(said("vote for --as Zoe"), Not(HasSubstr("stands in"))) << "that one was typed";
  desk.environment["NOMIC_PLAYER"] = "Zeno";
  EXPECT_THAT(said("vote for"), HasSubstr("the name stands in NOMIC_PLAYER"));
  EXPECT_THAT(said("mend"), HasSubstr("the name stands in NOMIC_PLAYER"));
}

TEST_F(FirstSteps, ALineOfAProvisionWithoutItsColon) {
  const std::string begin = "propose enact --text T. --as Ann --dry-run --provision ";
  const std::string slip = said(begin + "'award occasion=turn_ended, recipient=the_player, points=1'");
  EXPECT_THAT(slip, HasSubstr("there is no colon after award"));
  EXPECT_THAT(slip, HasSubstr("write award: occasion=turn_ended, recipient=the_player, points=1"));
  desk.ok(begin + "'award { occasion: TURN_ENDED recipient: THE_PLAYER amount { points: \"1\" } }'");
}

TEST_F(FirstSteps, HelpBeforeTheCommandIsOfThatCommand) {
  EXPECT_EQ(desk.ok("--help status"), desk.ok("status --help"));
  EXPECT_EQ(desk.ok("--help"), desk.ok("help"));
  EXPECT_EQ(desk.ok("--help nothing-like-it"), desk.ok("help"));
}

TEST_F(FirstSteps, WhoWritesNoTextIsToldOfTheEditorAndOfRecipes) {
  for (const char* line : {"propose enact --as Ann", "propose amend 206 --as Ann"}) {
    EXPECT_THAT(said(line), HasSubstr("--edit")) << line;
    EXPECT_THAT(said(line), HasSubstr("nomic recipes")) << line;
  }
}

}  // namespace
}  // namespace nomic::tools

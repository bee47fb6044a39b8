// The lines of a play: what is typed for each move, and what a person is asked.
#include "nomic/past/play_of_past.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "histories.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string PLAYED_TURNS = "Players alternate in clockwise order, each taking one whole turn.";
const std::string PLAYED_VOTES = "A proposal is adopted by the votes of all eligible voters.";
const std::string PLAYED_TEA = "Whoever moves makes \"tea\".\n\nFor all.";
const std::string PLAYED_CAKE = "On Sundays somebody brings a cake that nobody has bought.";

PlayOfPast play_of(const Told& told, std::vector<ToldProposal> rows = {}) {
  PlayOptions options;
  options.folder = "game.texts/";
  options.command = "nomic import-history";
  options.told = std::move(rows);
  auto play = play_of_past(told.history, told.past(), options);
  EXPECT_TRUE(play);
  return play ? std::move(*play) : PlayOfPast();
}

std::string text_of(const PlayOfPast& play, const std::string& name) {
  for (const auto& [known, text] : play.texts) {
    if (known == name) return text;
  }
  return "no such file";
}

TEST(PlayOfPast, SeveralChangesOfOneProposalAreOneLineAndAFile) {
  Told told({rule_of(201, PLAYED_TURNS), rule_of(203, PLAYED_VOTES)});
  told.then({rule_of(203, PLAYED_VOTES), rule_of(301, PLAYED_TEA)});
  const PlayOfPast play = play_of(told);
  EXPECT_THAT(play.lines, HasSubstr("propose --number 301 --together --changes game.texts/a1-301.txtpb --reason a1 "
                                    "--call-vote --as Ann"));
  EXPECT_THAT(play.lines, HasSubstr("attest 301 adopted --votes unknown --as Ann"));
  EXPECT_EQ(text_of(play, "a1-301.txtpb"),
            "changes {\n  kind: REPEAL\n  rule: \"201\"\n}\n"
            "changes {\n  kind: ENACT\n  number: \"301\"\n  texts {\n    text:\n      \"Whoever moves makes "
            "\\\"tea\\\".\\n\"\n"
            "      \"\\n\"\n      \"For all.\"\n  }\n}\n");
  EXPECT_THAT(play.lines, HasSubstr("# To decide: rules 201 and 301 changed at once, and nothing says by how many "
                                    "proposals; they are told as one.\n"));
  EXPECT_THAT(play.lines, HasSubstr("#   number,commit,rule\n#   ,a1,201\n#   301,a1,301\n"));
}

TEST(PlayOfPast, ANumberGivenAgainIsFoundToHaveBeenBorneAllAlong) {
  Told told({rule_of(203, PLAYED_VOTES)});
  told.then({rule_of(203, PLAYED_VOTES), rule_of(301, PLAYED_TEA)}, false).then({rule_of(203, PLAYED_VOTES)}, false);
  told.then({rule_of(203, PLAYED_VOTES), rule_of(301, PLAYED_CAKE)});
  const PlayOfPast play = play_of(told);
  // Nobody proposed the first.
  EXPECT_THAT(play.lines, HasSubstr("act a1 --cite 203 --changes game.texts/a1-301.txtpb --as Ann"));
  EXPECT_THAT(play.lines, HasSubstr("act a2 --cite 203 --changes game.texts/a2-301.txtpb --as Ann"));
  EXPECT_THAT(play.lines,
              HasSubstr("propose enact --number 301 --rule-number 1000301 --file game.texts/a3-1000301.txt"));
  EXPECT_THAT(play.lines, HasSubstr("# Another rule was 301 before. To tell the two apart this one is enacted as "
                                    "1000301.\ncorrect --cause a3 --rule 1000301 --number 301 --all-along --as Ann"));
}

TEST(PlayOfPast, RulesThatChangePlacesSwapTheirNumbers) {
  Told told({rule_of(201, PLAYED_TURNS), rule_of(203, PLAYED_VOTES)});
  told.then({rule_of(203, PLAYED_TURNS), rule_of(201, PLAYED_VOTES)});
  EXPECT_THAT(play_of(told).lines, HasSubstr("correct --cause a1 --rule 201 --number 203 --swap --as Ann"));
}

TEST(PlayOfPast, DefeatedProposalsAreThoseOfTheTable) {
  Told told({rule_of(201, PLAYED_TURNS), rule_of(203, PLAYED_VOTES)});
  told.then({rule_of(201, PLAYED_TURNS), rule_of(203, PLAYED_VOTES), rule_of(302, PLAYED_CAKE)});
  ToldProposal row;
  row.line = 2;
  row.number = 301;
  row.rule = 203;
  row.proponent = "Bob";
  row.proposed = 1'100'000'000;
  row.voted = 1'200'000'000;
  row.votes_for = 0;
  row.votes_against = 2;
  row.defeated = true;
  row.change = "amend";
  const PlayOfPast play = play_of(told, {row});
  EXPECT_THAT(play.lines,
              HasSubstr("\n# defeated, by line 2 of the table of proposals\n"
                        "propose amend 203 --number 301 --text-unknown --call-vote --as Bob --occurred-at "
                        "1970-01-01T00:18:20Z\n"
                        "attest 301 defeated --for 0 --against 2 --as Ann --occurred-at 1970-01-01T00:20:00Z\n"));
  EXPECT_THAT(play.players, testing::ElementsAre("Ann", "Bob"));
  EXPECT_THAT(play_of(told).lines, Not(HasSubstr("defeated")));
  // Whoever else voted is in no commit.
  row.votes_for = 1;
  EXPECT_THAT(play_of(told, {row}).lines,
              HasSubstr("# The table says --for 1 --against 2, and there are 2 players. Seat the others above, behind "
                        "init, and say so here.\nattest 301 defeated --votes unknown --as Ann"));
}

TEST(PlayOfPast, ADefeatedProposalThatCouldNotHaveBeenMadeIsNamed) {
  const Told told({rule_of(101, PLAYED_TURNS, v1::IMMUTABLE), rule_of(203, PLAYED_VOTES)});
  ToldProposal row;
  row.line = 2;
  row.proponent = "Bob";
  row.proposed = row.voted = 1'100'000'000;
  row.defeated = true;
  row.change = "amend";
  const auto why = [&](std::uint32_t rule, std::int64_t at) {
    row.rule = rule;
    row.proposed = at;
    const auto play = play_of_past(told.history, told.past(), {"", "", {}, {row}, false});
    return play ? "" : play.error().what;
  };
  EXPECT_THAT(why(204, 1'100'000'000),
              HasSubstr("line 2 of the table of proposals cannot be: there is no rule 204 in a0"));
  EXPECT_THAT(why(101, 1'100'000'000), HasSubstr("rule 101 is immutable in a0"));
  EXPECT_THAT(why(203, 1'000), HasSubstr("the rules are posted from a0 on"));
  EXPECT_EQ(why(203, 1'100'000'000), "");
}

}  // namespace
}  // namespace nomic::tools

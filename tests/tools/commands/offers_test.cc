// Commands that status offers: with what stands in capitals filled in, each is taken.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>

#include <map>
#include <set>
#include <sstream>

#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// What a player might type for each word in capitals.
std::string filled_in(const std::string& word) {
  static const std::map<std::string, std::string> TYPED = {
      {"TEXT", "'Something.'"},
      {"QUESTION", "'May they?'"},
      {"ANSWER", "'They may.'"},
      {"REASONS", "'Rule 116.'"},
      {"CAUSE", "'A slip.'"},
      {"NAME", "Zed"},
      {"N", "116"},
      {"NOTE", "'See 201.'"},
      {"COMMAND...", "vote for 999"},
      {"FACE", "3"},
      {"TIME", "2013-05-30T10:00Z"},
      {"P", "301"},
  };
  const auto found = TYPED.find(word);
  return found == TYPED.end() ? word : found->second;
}

// The command with each of its choices, and everything in capitals filled in.
std::vector<std::string> as_typed(const v1::OfferView& offer) {
  std::vector<std::string> lines = {""};
  std::istringstream words(offer.command().substr(std::string("nomic ").size()));
  for (std::string word; words >> word;) {
    std::vector<std::string> choices;
    std::istringstream all(word);
    for (std::string choice; std::getline(all, choice, '|');) choices.push_back(filled_in(choice));
    if (word == "[--refuse]") choices = {"", "--refuse"};
    std::vector<std::string> longer;
    for (const std::string& line : lines) {
      for (const std::string& choice : choices) longer.push_back(line + (line.empty() ? "" : " ") + choice);
    }
    lines = longer;
  }
  return lines;
}

// What stands for "..." depends on the kind.
std::string completed(std::string line, const v1::OfferView& offer) {
  const std::string more = "...";
  const auto at = line.find(more);
  if (at == std::string::npos) return line;
  std::string words = offer.kind() == "record_corrected" ? "--name Zelda" : "--text 'Another.'";
  if (line.find("enact ") == std::string::npos && offer.kind() != "record_corrected") return {};
  line.replace(at, more.size(), words);
  const auto record = line.find("RECORD");
  if (record != std::string::npos) line.replace(record, std::string("RECORD").size(), "30");
  return line;
}

// Each command that anybody is offered; the kinds of them.
std::set<std::string> must_be_taken(Desk& desk) {
  std::set<std::string> kinds;
  v1::StatusView status;
  const std::string json = desk.ok("status --format json");
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &status).ok()) << json;
  for (const auto& offer : status.ways()) {
    kinds.insert(offer.kind());
    if (offer.kind().rfind("key_", 0) == 0 || offer.command().find("--remove") != std::string::npos) continue;
    for (const std::string& typed : as_typed(offer)) {
      const std::string line = completed(typed, offer);
      if (line.empty()) continue;
      // Ballots adopted 301, and no remark may say otherwise.
      if (offer.command().find(" P ") != std::string::npos && line.find("defeated") != std::string::npos) continue;
      const auto ran = desk.run(line + " --dry-run");
      EXPECT_EQ(ran.status, 0) << line << "\n" << ran.err;
    }
  }
  return kinds;
}

TEST(OfferedCommands, AreTakenInADebate) {
  Desk desk;
  desk.founded("Ann 'Bob Miller' Cleo");
  desk.ok("propose enact --text 'Cake.' --as Ann");
  const auto kinds = must_be_taken(desk);
  for (const auto* kind : {"vote_called", "proposal_revised", "debate_spoken", "debate_end_asked", "act_performed",
                           "rule_annotated", "record_corrected", "player_forfeited", "judgment_invoked"}) {
    EXPECT_THAT(kinds, Contains(kind));
  }
  EXPECT_THAT(kinds, Not(Contains("player_joined")));
}

TEST(OfferedCommands, AreTakenInADispute) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("judgment invoke 'May she?' --as Bob");
  desk.ok("judgment deliver 'She may.' --reasons 'So it is.' --as Cleo");
  desk.ok("judgment invoke 'May he?' --as Bob");
  const auto kinds = must_be_taken(desk);
  for (const auto* kind :
       {"vote_cast", "judgment_delivered", "overrule_voted", "consent_given", "outcome_attested", "move_contested"}) {
    EXPECT_THAT(kinds, Contains(kind));
  }
}

TEST(OfferedCommands, AreTakenBetweenTurnsAndAtAThrow) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(must_be_taken(desk), Contains("player_joined"));
  desk.ok("propose enact --text 'Cake.' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  EXPECT_THAT(must_be_taken(desk), Contains("dice_thrown"));
}

TEST(OfferedCommands, SayTheTimeInAGameThatIsRecordedAfterwards) {
  Desk desk;
  desk.founded("--retrospective Ann Bob");
  EXPECT_THAT(desk.ok("status --player Ann"), HasSubstr("--occurred-at TIME --as Ann"));
  EXPECT_THAT(must_be_taken(desk), Contains("game_went_live"));
}

// Which `status --player` once left out.
TEST(OfferedCommands, HaveAbstentionWhereARuleAllowsIt) {
  Desk desk;
  desk.write(
      "rules.txtpb",
      "rules { number: '1' status: MUTABLE texts { text: 'Abstain.' } provisions { franchise { abstention: true } "
      "} } modes: MAIL");
  desk.founded("--rules rules.txtpb --mode mail Ann Bob");
  desk.ok("propose enact --text 'Cake.' --call-vote --as Ann");
  EXPECT_THAT(desk.ok("status --player Bob"), HasSubstr("nomic vote for|against|abstain 2 --as Bob"));
  desk.ok("vote abstain --as Bob --dry-run");
}

// What was due happens before the next move: it is not offered any more, though nobody ticked.
TEST(OfferedCommands, AreThoseOfNow) {
  Desk desk;
  desk.write(
      "rules.txtpb",
      "rules { number: '1' status: MUTABLE texts { text: 'A day.' } provisions { voting_period { vote { days: 1 } "
      "at_end: COUNT_CAST } } } modes: MAIL");
  desk.founded("--rules rules.txtpb --mode mail Ann Bob");
  desk.ok("propose enact --text 'Cake.' --call-vote --as Ann");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("nomic tick")));
  desk.ok("annotate 1 'A long one.' --as Bob");
  desk.clock += std::int64_t{25} * 3'600 * 1'000'000;
  const std::string later = desk.ok("status");
  EXPECT_THAT(later, HasSubstr("nomic tick"));
  EXPECT_THAT(later, Not(HasSubstr("nomic vote")));
  EXPECT_THAT(desk.ok("status --player Bob"), HasSubstr("nomic tick")) << "which is anybody's";
  EXPECT_THAT(desk.ok("status --player Bob"), Not(HasSubstr("nomic join")));
  EXPECT_THAT(later, HasSubstr("what was due by now happens before the next record"));
  EXPECT_THAT(desk.ok("status --at 4"), HasSubstr("nomic vote for|against 2"));
}

// What a command asks about first stands apart from the moves that play goes on by.
TEST(OfferedCommands, ThatAreAskedAboutStandApart) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  const std::string shown = desk.ok("status");
  const auto apart = shown.find("Allowed, and asked about first:\n");
  ASSERT_NE(apart, std::string::npos) << shown;
  EXPECT_GT(shown.find("nomic attest 301"), apart);
  EXPECT_GT(shown.find("nomic forfeit"), apart);
  EXPECT_LT(shown.find("nomic vote for|against 301"), apart);
  // Recorded afterwards, to attest is how outcomes become known.
  Desk past;
  past.founded("--retrospective Ann Bob");
  past.ok("propose repeal 209 --call-vote --as Ann --occurred-at 2012-05-01");
  const std::string then = past.ok("status");
  EXPECT_LT(then.find("nomic attest 301"), then.find("Allowed, and asked about first:\n"));
}

// Who may not join now is not told to contest that.
TEST(OfferedCommands, DoNotAskStrangersToContest) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("status"), HasSubstr("nomic join NAME"));
  desk.ok("propose repeal 209 --as Ann");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("contest join")));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("contest join NAME")) << "it would be taken";
}

// Before the first proposal the one who may begin is the one who moves.
TEST(OfferedCommands, NobodyIsNextBeforeTheFirstMove) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Moving: Ann. Judge"));
  desk.ok("propose repeal 209 --as Ann");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Moving: Ann. Next: Bob."));
}

}  // namespace
}  // namespace nomic::tools

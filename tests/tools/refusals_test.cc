// Sentences of refusals: parameters in their places and as people write them.
#include "nomic/words/refusals.h"

#include <gtest/gtest.h>

#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

using replay::Error;
using replay::error_of;
using replay::ErrorCode;

TEST(RefusalWords, PutParametersInTheirPlaces) {
  const Sentence sentence =
      words_of(error_of(ErrorCode::VOTE_CALLED_ALREADY, "at", {{"proposal", 305U}, {"record", 41U}}));
  EXPECT_EQ(sentence.what, "the vote on proposal 305 was called already, at #41");
  EXPECT_EQ(sentence.hint, "`nomic vote for` or `nomic vote against`");
}

// What stands for the number of a proposal that has none is its record, in sentences.
TEST(RefusalWords, NameAProposalWithoutANumberByItsRecord) {
  EXPECT_EQ(words_of(error_of(ErrorCode::TURN_NOT_COMPLETE, "debated", {{"proposal", 1'000'000'057U}})).what,
            "the proposal of record #57 is being debated");
  EXPECT_EQ(words_of(replay::remark_of(replay::Topic::DUE, "vote_ends", {{"proposal", 1'000'000'057U}})),
            "the vote on the proposal of record #57 ends");
}

TEST(RefusalWords, WriteTimesAsEverywhere) {
  EXPECT_EQ(words_of(error_of(ErrorCode::NOTHING_DUE, "later", {{"time", replay::Moment{0}}})).what,
            "nothing is due before 1970-01-01T00:00:00Z");
}

TEST(RefusalWords, JoinNames) {
  using Names = replay::Parameter::Names;
  EXPECT_EQ(
      words_of(error_of(ErrorCode::NOT_THE_JUDGE, "others", {{"player", "Ann"}, {"judges", Names{"Bob", "Cid"}}})).what,
      "Ann is not the Judge: Bob and Cid is");
  EXPECT_EQ(
      words_of(error_of(ErrorCode::UNKNOWN_PLAYER, "few", {{"typed", "Zed"}, {"names", Names{"Ann", "Bob"}}})).hint,
      "the players are Ann, Bob");
  EXPECT_EQ(words_of(error_of(ErrorCode::NOT_A_COMMITTER, "secret", {{"player", "Ann"}, {"committers", Names{}}})).what,
            "no secret is asked of Ann: those who commit are none");
}

TEST(RefusalWords, CountDice) {
  EXPECT_EQ(words_of(error_of(ErrorCode::WRONG_NUMBER_OF_DICE, "", {{"given", 1U}, {"dice", 2U}})).what,
            "1 face is given; 2 dice are thrown");
}

TEST(RefusalWords, NameKindsOfRuleChange) {
  EXPECT_EQ(words_of(error_of(ErrorCode::KIND_NOT_ALLOWED, "", {{"change", "TRANSMUTE_TO_MUTABLE"}})).what,
            "transmuting an immutable rule is not a rule-change that may be proposed");
}

TEST(RefusalWords, SayWhatBroughtItAbout) {
  const Error became = error_of(ErrorCode::NO_SUCH_RULE, "renumbered", {{"rule", 203U}, {"now", 305U}});
  const Sentence sentence = words_of(error_of(ErrorCode::NO_SUCH_RULE, "became", {{"rule", 203U}}, became));
  EXPECT_EQ(sentence.what, "there is no rule 203 in force");
  EXPECT_EQ(sentence.hint, "what was rule 203 is now rule 305");
}

TEST(RefusalWords, PassOnWhatTheLedgerSays) {
  ledger::Error full;
  full.code = ledger::ErrorCode::FULL;
  full.what = "no space is left";
  full.hint = "make room";
  const Sentence sentence = words_of(replay::from_ledger(full));
  EXPECT_EQ(sentence.what, "no space is left");
  EXPECT_EQ(sentence.hint, "make room");
}

// A name that looks like a parameter stays as it is.
TEST(RefusalWords, DoNotReadParametersTwice) {
  EXPECT_EQ(words_of(error_of(ErrorCode::NO_BALLOT, "", {{"player", "{proposal}"}, {"proposal", 301U}})).what,
            "{proposal} has cast no vote on proposal 301");
}

TEST(RefusalWords, ShowACaseWithoutASentence) {
  EXPECT_EQ(words_of(error_of(ErrorCode::NO_BALLOT, "never_seen")).what, "NO_BALLOT (never_seen)");
}

}  // namespace
}  // namespace nomic::tools

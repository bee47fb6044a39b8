// Making moves: who, once, expected, then the rules; and nothing but what was answered is recorded.
#include "nomic/replay/content.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/work.h"
#include "nomic/words/remarks.h"
#include "replay/game/dispute_moves.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

class Submit : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, Submit, testing::Values(Where::MEMORY, Where::FOLDER));

constexpr std::uint64_t FOUNDING = 32;  // records: the game, 29 rules, Ann and Bob

Submission asked(const Kept& t, const std::string& author, const v1::Event& event) {
  Submission submission;
  submission.author = author;
  submission.event = event;
  submission.now = t.now + SECOND;
  return submission;
}

TEST_P(Submit, RecordsAMoveAndTellsWhatItBroughtAbout) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const Receipt receipt = t.ok("Ann", enact("Cake is served at noon."));
  EXPECT_EQ(receipt.index, FOUNDING);
  EXPECT_EQ(receipt.recorded_at, FOUNDED_AT + SECOND);
  EXPECT_EQ(one(receipt.consequences, v1::Consequence::kProposalMade).proposal_made().proposal(), "301");
  EXPECT_FALSE(receipt.dry_run);
  EXPECT_FALSE(receipt.repeated_request);
  const ledger::StoredRecord record = t.record(FOUNDING);
  EXPECT_EQ(record.leaf, receipt.hash);
  EXPECT_EQ(record.author, "Ann");
  EXPECT_EQ(record.payload, enact("Cake is served at noon.").SerializeAsString());
  EXPECT_EQ(t.game->head().size, FOUNDING + 1);
  EXPECT_EQ(t.game->head().head_hash, receipt.hash);
  EXPECT_EQ(t.game->head().root, t.ledger->head(t.game->head().game)->root);
  EXPECT_EQ(t.game->head().recorded_at.value, receipt.recorded_at);
}

TEST_P(Submit, GoesOnAfterReopening) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.turn("Ann", enact("Cake is served at noon."), FOR);
  const std::string before = t.bytes();
  t.reopen();
  EXPECT_EQ(t.bytes(), before);
  t.turn("Bob", enact("Tea is served at five."), AGAINST);
  EXPECT_EQ(t.game->head().size, FOUNDING + 8);
}

TEST_P(Submit, KnowsPlayersWithoutCase) {
  Kept t(GetParam(), {"Ren\xC3\xA9", "Bob"});
  t.ok("rENE\xCC\x81", enact("Cake is served at noon."));
  EXPECT_EQ(t.record(FOUNDING).author, "Ren\xC3\xA9");
  EXPECT_EQ(*t.game->player("BOB"), "Bob");
  expect_refused(t.game->player("Bbo"), ErrorCode::UNKNOWN_PLAYER, {"\"Bbo\"", "did you mean \"Bob\"?"});
  expect_refused(t.game->player("Zebedee"), ErrorCode::UNKNOWN_PLAYER, {"Ren\xC3\xA9, Bob"});
}

TEST_P(Submit, RefusesWhoIsNotThere) {
  Kept t(GetParam(), {"Ann", "Bob"});
  expect_refused(t.submit("Amn", enact("Cake.")), ErrorCode::UNKNOWN_PLAYER, {"\"Amn\"", "did you mean \"Ann\"?"});
  expect_refused(t.submit("", enact("Cake.")), ErrorCode::UNKNOWN_PLAYER, {"name the player"});
  EXPECT_EQ(t.ledger->head(t.game->head().game)->size, FOUNDING);
}

TEST_P(Submit, LetsWhoJoinsSpeakUnderTheNewName) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("", join("Cyd Lee"));
  EXPECT_EQ(t.record(FOUNDING).author, "Cyd Lee");
  EXPECT_EQ(t.state().players(2).names().name(), "Cyd Lee");
  expect_refused(t.submit("", join("ANN")), ErrorCode::NAME_TAKEN);
}

TEST_P(Submit, ChangesNothingWhereTheRulesRefuse) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const std::string before = t.bytes();
  expect_refused(t.submit("Bob", enact("Cake.")), ErrorCode::OUT_OF_TURN);
  EXPECT_EQ(t.bytes(), before);
  EXPECT_EQ(t.game->head().size, FOUNDING);
  t.reopen();
  EXPECT_EQ(t.game->head().size, FOUNDING);
}

TEST_P(Submit, ChangesNothingWhereTheLedgerRefuses) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const std::string before = t.bytes();
  // Two texts that a rule may have, and no one record can hold.
  v1::Event proposal = enact(std::string(40'000, 'a'));
  v1::Text& other = *proposal.mutable_proposal_made()->mutable_changes(0)->add_texts();
  other.set_lang("ja");
  other.set_text(std::string(40'000, 'b'));
  const Result<Receipt> refused = t.submit("Ann", proposal);
  expect_refused(refused, ErrorCode::LEDGER);
  ASSERT_TRUE(refused.error().ledger.has_value());
  EXPECT_EQ(refused.error().ledger->code, ledger::ErrorCode::TOO_LARGE);
  EXPECT_EQ(t.bytes(), before);
  EXPECT_EQ(t.game->head().size, FOUNDING);
  t.ok("Ann", enact("Shorter."));
}

TEST_P(Submit, OnceForOneRequest) {
  Kept t(GetParam(), {"Ann", "Bob"});
  Submission submission = asked(t, "Ann", enact("Cake is served at noon."));
  submission.request = {.id = "r-1", .digest = ledger::sha256("propose enact cake")};
  const Receipt first = *t.game->submit(submission);
  t.ok("Bob", say("Why cake?", 301));

  for (const bool reopened : {false, true}) {
    if (reopened) t.reopen();
    const Result<Receipt> again = t.game->submit(submission);
    ASSERT_TRUE(again.ok()) << why(again);
    EXPECT_TRUE(again->repeated_request);
    EXPECT_EQ(again->index, first.index);
    EXPECT_EQ(again->hash, first.hash);
    EXPECT_EQ(again->recorded_at, first.recorded_at);
    ASSERT_EQ(again->consequences.size(), first.consequences.size());
    for (std::size_t i = 0; i < first.consequences.size(); ++i) {
      EXPECT_EQ(again->consequences[i].SerializeAsString(), first.consequences[i].SerializeAsString());
    }
    EXPECT_EQ(t.game->head().size, FOUNDING + 2);
  }
  submission.request.digest = ledger::sha256("propose enact pie");
  const Result<Receipt> conflict = t.game->submit(submission);
  expect_refused(conflict, ErrorCode::LEDGER, {"r-1"});
  EXPECT_EQ(conflict.error().ledger->code, ledger::ErrorCode::REQUEST_CONFLICT);
}

// What another put in under a player's name and request ID, by another road and against the rules, answers for nothing.
TEST_P(Submit, NoRecordWithoutEffectIsTheAnswerToARequest) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", called(enact("Cake is served at noon.")));
  Submission submission = asked(t, "Bob", vote(FOR, 301));
  submission.request = {.id = "mail-1", .digest = ledger::sha256("vote for 301")};
  const std::uint64_t forged = t.game->head().size;
  ledger::AppendRequest request;
  request.game = t.game->head().game;
  request.expected_size = forged;
  request.records.push_back({"Bob", vote(FOR, 999).SerializeAsString()});
  request.recorded_at = ledger::Micros{t.now += SECOND};
  request.request = submission.request;
  ASSERT_TRUE(t.ledger->append(request).ok());
  t.reopen();
  const Result<Receipt> refused = t.game->submit(submission);
  expect_refused(refused, ErrorCode::REQUEST_WITHOUT_EFFECT, {"mail-1", std::to_string(forged)});
  EXPECT_EQ(t.game->head().size, forged + 1);
  submission.request.id = "mail-2";
  ASSERT_TRUE(t.game->submit(submission).ok());
}

TEST_P(Submit, EachAuthorHasIdsOfTheirOwn) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", called(enact("Cake is served at noon.")));  // #32
  const ledger::Request same{.id = "r-1", .digest = ledger::sha256("vote for")};
  for (const bool again : {false, true}) {
    if (again) t.reopen();
    for (const auto& [author, record] : {std::pair{"Ann", FOUNDING + 1}, std::pair{"Bob", FOUNDING + 2}}) {
      Submission submission = asked(t, author, vote(FOR, 301));
      submission.request = same;
      const Result<Receipt> receipt = t.game->submit(submission);
      ASSERT_TRUE(receipt.ok()) << why(receipt);
      EXPECT_EQ(receipt->repeated_request, again);
      EXPECT_EQ(receipt->index, record);
    }
  }
  EXPECT_EQ(t.record(FOUNDING + 2).author, "Bob");
}

TEST_P(Submit, OnlyAtTheExpectedSize) {
  Kept t(GetParam(), {"Ann", "Bob"});
  Submission submission = asked(t, "Ann", enact("Cake is served at noon."));
  submission.expect = FOUNDING - 1;
  const Result<Receipt> refused = t.game->submit(submission);
  expect_refused(refused, ErrorCode::LEDGER, {"32 records, not 31"});
  EXPECT_EQ(refused.error().ledger->code, ledger::ErrorCode::SIZE_MISMATCH);
  submission.expect = FOUNDING;
  EXPECT_TRUE(t.game->submit(submission).ok());
}

// Each row is still wrong in all later ways.
TEST_P(Submit, LooksAtPlayerThenRequestThenSizeThenRules) {
  Kept t(GetParam(), {"Ann", "Bob"});
  Submission known = asked(t, "Ann", enact("Cake is served at noon."));
  known.request = {.id = "r-1", .digest = ledger::sha256("one")};
  ASSERT_TRUE(t.game->submit(known).ok());

  Submission wrong = asked(t, "Nobody Here", enact("Out of turn."));
  wrong.request = {.id = "r-1", .digest = ledger::sha256("two")};
  wrong.expect = 1;
  expect_refused(t.game->submit(wrong), ErrorCode::UNKNOWN_PLAYER);
  wrong.author = "ann";
  EXPECT_EQ(t.game->submit(wrong).error().ledger->code, ledger::ErrorCode::REQUEST_CONFLICT);
  wrong.author = "Bob";
  EXPECT_EQ(t.game->submit(wrong).error().ledger->code, ledger::ErrorCode::SIZE_MISMATCH);
  wrong.expect = FOUNDING + 1;
  const Result<Receipt> by_rules = t.game->submit(wrong);
  ASSERT_FALSE(by_rules.ok());
  EXPECT_EQ(kind_of(by_rules.error().code), Kind::REFUSED);
  // A known request is answered though the size has changed since.
  known.expect = FOUNDING;
  EXPECT_TRUE(t.game->submit(known)->repeated_request);
}

TEST_P(Submit, RecordsNothingInADryRun) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const std::string before = t.bytes();
  Submission submission = asked(t, "Ann", enact("Cake is served at noon."));
  submission.request = {.id = "r-1", .digest = ledger::sha256("one")};
  submission.dry_run = true;
  const Receipt dry = *t.game->submit(submission);
  EXPECT_TRUE(dry.dry_run);
  EXPECT_EQ(dry.index, FOUNDING);
  EXPECT_EQ(t.bytes(), before);
  EXPECT_EQ(t.game->head().size, FOUNDING);
  EXPECT_EQ(t.ledger->head(t.game->head().game)->size, FOUNDING);

  submission.dry_run = false;
  const Receipt real = *t.game->submit(submission);
  EXPECT_FALSE(real.repeated_request);
  ASSERT_EQ(real.consequences.size(), dry.consequences.size());
  for (std::size_t i = 0; i < dry.consequences.size(); ++i) {
    EXPECT_EQ(real.consequences[i].SerializeAsString(), dry.consequences[i].SerializeAsString());
  }
}

TEST_P(Submit, NeverLetsTimeGoBack) {
  Kept t(GetParam(), {"Ann", "Bob"});
  Submission submission = asked(t, "Ann", enact("Cake is served at noon."));
  submission.now = FOUNDED_AT - 300 * SECOND;  // five minutes: clocks differ
  const Receipt quiet = *t.game->submit(submission);
  EXPECT_EQ(quiet.recorded_at, FOUNDED_AT);
  ASSERT_EQ(quiet.warnings.size(), 1U);
  EXPECT_EQ(quiet.warnings[0].variant, "for_people") << "nothing of the clock";

  submission.event = say("Late.", 301);
  submission.now = FOUNDED_AT - 301 * SECOND;
  const Receipt warned = *t.game->submit(submission);
  EXPECT_EQ(warned.recorded_at, FOUNDED_AT);
  ASSERT_EQ(warned.warnings.size(), 1U);
  EXPECT_THAT(tools::words_of(warned.warnings[0]), testing::HasSubstr("2012-05-30T10:00:00Z"));
  EXPECT_THAT(tools::words_of(warned.warnings[0]), testing::HasSubstr("5 minutes"));

  submission.now = FOUNDED_AT + 10 * SECOND;
  EXPECT_EQ(t.game->submit(submission)->recorded_at, FOUNDED_AT + 10 * SECOND);
}

TEST_P(Submit, TellsVotersWhatTheyShouldKnow) {
  Kept t(GetParam(), {"Ann", "Bob"});
  v1::Event same = amend(207, "", {"franchise { votes_per_player: 1 }"});
  const auto rules = rules_with_texts(t.game->history(), t.state());
  ASSERT_TRUE(rules);
  for (const v1::Rule& rule : *rules) {
    if (rule.number() == 207) *same.mutable_proposal_made()->mutable_changes(0)->mutable_texts() = rule.texts();
  }
  EXPECT_FALSE(t.ok("Ann", same).warnings.empty()) << "an amendment that changes nothing (L10)";
  EXPECT_TRUE(t.ok("Bob", say("It changes nothing.", 301)).warnings.empty()) << "not at every word that is said";
  EXPECT_FALSE(t.ok("Ann", call(301)).warnings.empty()) << "but before the vote";
}

TEST(SubmitInAFolder, IsRefusedToReaders) {
  Kept t(Where::FOLDER, {"Ann", "Bob"});
  t.reopen(ledger::Access::READ);
  const std::string before = t.bytes();
  expect_refused(t.submit("Ann", enact("Cake is served at noon.")), ErrorCode::LEDGER);
  EXPECT_EQ(t.bytes(), before);
}

// A Judgment that strikes a move reads the turn again. If that takes too long, nothing changes.
TEST_P(Submit, GivesUpAMoveThatReadsForTooLong) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  t.ok("Ann", call(301));
  const auto ballot = t.ok("Bob", vote(AGAINST, 301)).index;
  const auto question = t.ok("Ann", invoke()).index;
  const std::string before = t.bytes();
  struct : WorkWatch {
    void look(WorkStep /*step*/) override { throw WorkGivenUp(); }
  } impatient;
  {
    const WatchedWork watched(&impatient);
    EXPECT_THROW(static_cast<void>(t.submit("Bob", judge(question).strikes({ballot}))), WorkGivenUp);
  }
  EXPECT_EQ(t.bytes(), before);
  // The next moves have no limit.
  t.ok("Ann", vote(FOR, 301));
  t.ok("Bob", judge(question).strikes({ballot}));
}

// Two moves of 600 ms are kept with the state, so that nothing derives both again.
TEST_P(Submit, KeepsTheStateAfterSlowMoves) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const auto newest = [&] { return t.ledger->snapshot_sizes(t.game->head().game, t.game->head().size)->back(); };
  ASSERT_EQ(newest(), FOUNDING);
  // Each look at the time is 600 ms after the last.
  struct : WorkWatch {
    void look(WorkStep /*step*/) override {}
    [[nodiscard]] std::int64_t worked() const override { return now += each; }
    mutable std::int64_t now = 0;
    std::int64_t each = 600'000;
  } slow;
  const WatchedWork watched(&slow);
  t.ok("Ann", enact("Cake is served at noon."));
  EXPECT_EQ(newest(), FOUNDING);
  t.ok("Ann", call(301));
  EXPECT_EQ(newest(), FOUNDING + 2);
  slow.each = 0;
  t.ok("Ann", vote(FOR, 301));
  EXPECT_EQ(newest(), FOUNDING + 2);
}

}  // namespace
}  // namespace nomic::replay::test

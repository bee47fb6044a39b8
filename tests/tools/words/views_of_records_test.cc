// What views read from the records fails as the records do, and is not left out.
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/replay/rule_history.h"
#include "nomic/views/history_view.h"
#include "nomic/views/status_view.h"
#include "replay/game/failing_history.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

class ViewsOfRecords : public testing::Test {
 protected:
  void play(const char* lines) {
    ASSERT_EQ(desk_.play(lines).status, 0);
    ledger_ = *ledger::Ledger::open(desk_.ledger(), ledger::Access::READ, {});
    game_.emplace(*replay::Game::open(*ledger_, ""));
  }

  Desk desk_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::optional<replay::Game> game_;
};

TEST_F(ViewsOfRecords, AStatusSaysWhatWasAskedAndAnswered) {
  play(
      "init Ann Bob Cleo\n"
      "propose repeal 209 --as Ann\n"
      "judgment invoke 'May she?' --as Bob\n"
      "judgment deliver Yes. --reasons 'Rule 103.' --as Cleo\n");
  const auto view = status_view(game_->engine(), game_->history(), game_->head(), ledger::Hash());
  ASSERT_TRUE(view);
  ASSERT_EQ(view->questions_size(), 1);
  EXPECT_EQ(view->questions(0).text(), "May she?");
  ASSERT_EQ(view->judgments_size(), 1);
  EXPECT_EQ(view->judgments(0).answer(), "Yes.");
  // The question, the Judgment, and the Judgment again for whether it declares a paradox.
  for (const int read : {0, 1, 2}) {
    const replay::test::Failing history(game_->history(), read);
    const auto failed = status_view(game_->engine(), history, game_->head(), ledger::Hash());
    ASSERT_FALSE(failed) << read;
    EXPECT_EQ(failed.error().code, replay::ErrorCode::LEDGER);
  }
}

TEST_F(ViewsOfRecords, AStatusComparesAnAmendmentWithTheRuleOnRecord) {
  play(
      "init Ann Bob\n"
      "propose amend 206 --text 'The proponent of a rule-change that is defeated loses 5 points.' --as Ann\n");
  const auto view = status_view(game_->engine(), game_->history(), game_->head(), ledger::Hash());
  ASSERT_TRUE(view);
  ASSERT_EQ(view->proposals_size(), 1);
  EXPECT_EQ(view->proposals(0).changes(0).target().number(), "206");
  // The form, and the rule.
  for (const int read : {0, 1}) {
    const replay::test::Failing history(game_->history(), read);
    const auto failed = status_view(game_->engine(), history, game_->head(), ledger::Hash());
    ASSERT_FALSE(failed) << read;
    EXPECT_EQ(failed.error().code, replay::ErrorCode::LEDGER);
  }
}

TEST_F(ViewsOfRecords, AProposalHasTheDigestOfItsForm) {
  play(
      "init Ann Bob\n"
      "propose enact --text 'Tea.' --call-vote --as Ann\n"
      "vote for --as Ann\n"
      "vote for --as Bob\n");
  const auto histories = replay::rule_histories(*game_, 301, game_->head().size, {});
  ASSERT_TRUE(histories);
  ASSERT_EQ(histories->proposals.size(), 1U);
  const replay::ProposalHistory& life = histories->proposals.begin()->second;
  const auto view = proposal_view(game_->history(), life);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->digest().size(), 64U);
  const replay::test::Failing history(game_->history(), 0);
  const auto failed = proposal_view(history, life);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, replay::ErrorCode::LEDGER);
}

}  // namespace
}  // namespace nomic::tools

// Random games with disputes, corrections and rule-changes that act on the past: after every record each rule in force,
// and each open proposal, says what was recorded for it, though the state has no words of it. NOMIC_GAMES says how many
// (40 by default), NOMIC_SEED the seed of the first (1); a failure names the seed of its game.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "replay/game/labelled_game.h"

namespace nomic::replay::test {
namespace {

constexpr int MOST_TRIES = 300;
constexpr int MOST_REFUSALS = 80;  // in a row

struct TextFigures {
  int games = 0, moves = 0, rules = 0, corrected = 0, proposals = 0, disputed = 0;
};

void look_at_rules(LabelledGame& game, TextFigures& figures) {
  const auto& t = game.table();
  const auto rules = rules_with_texts(t, t.state());
  ASSERT_TRUE(rules) << label_of(rules.error());
  for (std::size_t at = 0; at < rules->size(); ++at) {
    const auto& bare = t.state().rules(static_cast<int>(at));
    const auto& rule = rules->at(at);
    ASSERT_TRUE(bare.texts().empty());
    ASSERT_EQ(rule.number(), bare.number());
    ASSERT_EQ(rule.texts(0).text(), game.expected(bare)) << "rule " << rule.number() << " at #" << t.last();
    ++figures.rules;
    figures.corrected += bare.sources().rbegin()->corrections().empty() ? 0 : 1;
  }
}

void look_at_proposals(LabelledGame& game, TextFigures& figures) {
  const auto& t = game.table();
  std::vector<v1::Proposal> all(t.state().proposals().begin(), t.state().proposals().end());
  for (const auto& pending : t.state().pending()) all.push_back(pending.proposal());
  for (const auto& proposal : all) {
    const auto changes = changes_of(t, proposal);
    ASSERT_TRUE(changes) << label_of(changes.error());
    ASSERT_EQ(changes->size(), proposal.changes_size());
    for (int at = 0; at < changes->size(); ++at) {
      const auto& bare = proposal.changes(at);
      ASSERT_TRUE(bare.texts().empty());
      ASSERT_EQ(number_in(changes->Get(at).rule()), number_in(bare.rule()));
      if (bare.title().empty()) continue;
      ASSERT_EQ(changes->Get(at).texts(0).text(), game.recorded(bare.title())) << "proposal " << proposal.number();
      ++figures.proposals;
    }
  }
}

void play_labelled(std::uint64_t seed, TextFigures& figures) {
  LabelledGame game(seed);
  ++figures.games;
  int refused = 0;
  for (int tries = 0; tries < MOST_TRIES && refused < MOST_REFUSALS && !game.over(); ++tries) {
    if (!game.step()) {
      ++refused;
      continue;
    }
    refused = 0;
    ++figures.moves;
    figures.disputed += game.table().state().judgments().empty() ? 0 : 1;
    look_at_rules(game, figures);
    look_at_proposals(game, figures);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ContentProperty, EveryRuleSaysWhatWasRecordedForIt) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  TextFigures figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    play_labelled(seed, figures);
  }
  fmt::print(
      "{} games, {} moves ({} after a Judgment of the turn): {} rules looked at, {} of them corrected, and {} "
      "texts of proposals\n",
      figures.games, figures.moves, figures.disputed, figures.rules, figures.corrected, figures.proposals);
  if (games >= 40) {
    EXPECT_GT(figures.corrected, 0);
    EXPECT_GT(figures.proposals, 0);
    EXPECT_GT(figures.disputed, 0);
  }
}

}  // namespace
}  // namespace nomic::replay::test

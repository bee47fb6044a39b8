// What histories, views and differences show of rules is what the records say, by the derived index and without it: in
// random games in which every text can be told from every other.

#include <fmt/core.h>

#include "nomic/replay/content.h"
#include "nomic/replay/rule_history.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/views/state_diff.h"
#include "replay/expect.h"
#include "replay/game/labelled_game.h"

namespace nomic::replay::test {
namespace {

constexpr int STEPS = 150;

// A game of the tests, recorded in a ledger; nothing is kept beside the records.
class Recorded {
 public:
  explicit Recorded(const Table& table) {
    ledger::FoundRequest founding;
    founding.name = "recorded";
    const auto count = table.state().founding().founding_records();
    for (std::uint64_t i = 0; i < count; ++i) {
      founding.records.push_back({.author = table.moves[i].author, .payload = table.moves[i].payload});
    }
    founding.recorded_at = {table.moves[count - 1].recorded_at};
    const auto founded = ledger->found(founding);
    EXPECT_TRUE(founded.ok());
    for (std::uint64_t i = count; i < table.moves.size(); ++i) {
      ledger::AppendRequest append;
      append.game = founded->game;
      append.expected_size = i;
      append.records.push_back({.author = table.moves[i].author, .payload = table.moves[i].payload});
      append.recorded_at = {table.moves[i].recorded_at};
      EXPECT_TRUE(ledger->append(append).ok()) << i;
    }
    open();
  }

  void derive_anew() {
    const auto id = game->head().game;
    ASSERT_TRUE(ledger->reindex(id, {}).ok());
    ASSERT_TRUE(Game::derive_anew(*ledger, id, {}).ok());
    open();
  }

  std::unique_ptr<ledger::Ledger> ledger = ledger::Ledger::in_memory();
  std::optional<Game> game;

 private:
  void open() {
    game.reset();
    auto opened = Game::open(*ledger, "recorded");
    ASSERT_TRUE(opened.ok()) << why(opened);
    game.emplace(*std::move(opened));
  }
};

void expect_says(LabelledGame& game, const v1::Rule& rule) {
  ASSERT_EQ(rule.texts_size(), 1) << rule.number();
  EXPECT_EQ(rule.texts(0).text(), game.expected(rule)) << "rule " << rule.number() << " since #" << rule.since();
}

std::string histories_of(LabelledGame& labelled, Game& game, std::uint32_t number) {
  const auto histories = rule_histories(game, number, game.head().size, {});
  EXPECT_TRUE(histories.ok()) << why(histories);
  std::string out;
  if (!histories) return out;
  for (const auto& life : histories->rules) {
    for (const auto& version : life.versions) {
      expect_says(labelled, version.rule);
      out += fmt::format("{} #{} {}\n", life.lineage, version.record, version.rule.ShortDebugString());
    }
  }
  return out;
}

void expect_views_say(LabelledGame& labelled, Game& game, std::uint64_t size) {
  const auto engine = game.at(size);
  ASSERT_TRUE(engine.ok()) << why(engine);
  const auto view = tools::worded_rules_view(*engine, game.history(), {});
  ASSERT_TRUE(view) << why(view);
  ASSERT_EQ(view->rules_size(), engine->state().rules_size());
  for (int at = 0; at < view->rules_size(); ++at) {
    EXPECT_EQ(view->rules(at).text(), labelled.expected(engine->state().rules(at))) << "at size " << size;
  }
  // Every rule that is shown as new, or gone, is shown with its text; and nothing differs from itself.
  const auto now = game.at(game.head().size);
  ASSERT_TRUE(now.ok());
  const auto between = tools::diff_view({*engine, game.history()}, {*now, game.history()});
  ASSERT_TRUE(between) << why(between);
  for (const auto* shown : {&between->enacted(), &between->repealed()}) {
    for (const auto& rule : *shown) EXPECT_EQ(rule.text().rfind(rule.title() + ": ", 0), 0U) << rule.text();
  }
  const auto same = tools::diff_view({*engine, game.history()}, {*engine, game.history()});
  ASSERT_TRUE(same) << why(same);
  EXPECT_EQ(same->enacted_size() + same->changed_size() + same->repealed_size(), 0);
}

TEST(Texts, AreShownAsTheyAreRecordedByTheIndexAndWithoutIt) {
  const auto games = from_environment("NOMIC_GAMES", 12);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    LabelledGame labelled(seed);
    for (int steps = 0; steps < STEPS && !labelled.over(); ++steps) labelled.step();
    Recorded recorded(labelled.table());
    const std::string derived = histories_of(labelled, *recorded.game, 0);
    recorded.derive_anew();
    EXPECT_EQ(histories_of(labelled, *recorded.game, 0), derived);
    const auto size = recorded.game->head().size;
    const auto founded = recorded.game->engine().state().founding().founding_records();
    for (const auto at : {std::uint64_t{founded}, (founded + size) / 2, size}) {
      expect_views_say(labelled, *recorded.game, at);
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test

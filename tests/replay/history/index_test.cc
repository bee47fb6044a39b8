// The derived index: every question answered by look-up is answered as by deriving the game. Random games, with rules
// that act on the past, Judgments, strikes and overrulings, each kept twice: with its index, and without.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "index_keys.h"
#include "index_rows.h"
#include "nomic/ledger/store/memory/memory_store.h"
#include "nomic/replay/explain.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/marks.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/verification.h"
#include "nomic/v1/index.pb.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/random_dispute.h"
#include "replay/history/kept.h"
#include "snapshots.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 300;
constexpr int STUCK_AFTER = 60;

// A game in a ledger in memory, whose rows can be reached.
struct Held {
  ledger::MemoryStore* store = nullptr;
  std::unique_ptr<ledger::Ledger> ledger;
  std::optional<Game> game;

  Held() {
    auto kept = std::make_unique<ledger::MemoryStore>();
    store = kept.get();
    ledger = *ledger::Ledger::over(std::move(kept), {});
  }
};

// The moves as they are, recorded one by one; with the rows that playing them leaves, if asked for.
std::unique_ptr<Held> record_all(const std::vector<Move>& moves, const Table& table, bool with_index) {
  auto held = std::make_unique<Held>();
  Engine engine;
  ledger::GameId game;
  const std::uint64_t founding = table.state().founding().founding_records();
  ledger::FoundRequest found;
  found.name = "kept";
  found.derived.maker = maker();
  std::vector<ledger::IndexRow> founding_rows;
  for (const Move& move : moves) {
    const State before = engine.state();
    const auto emitted = engine.replay(move, table);
    EXPECT_TRUE(emitted);
    auto rows = index_rows(move, *emitted, before, engine.state());
    if (move.index < founding) {
      found.records.push_back({move.author, move.payload});
      found.recorded_at = {move.recorded_at};
      founding_rows.insert(founding_rows.end(), rows.begin(), rows.end());
      if (move.index + 1 < founding) continue;
      if (with_index) found.derived.index = founding_rows;
      game = held->ledger->found(found)->game;
      continue;
    }
    ledger::AppendRequest append;
    append.game = game;
    append.expected_size = move.index;
    append.records = {{move.author, move.payload}};
    append.recorded_at = {move.recorded_at};
    append.derived.maker = maker();
    if (with_index) append.derived.index = std::move(rows);
    const auto appended = held->ledger->append(append);
    EXPECT_TRUE(appended.ok()) << (appended.ok() ? "" : appended.error().what);
  }
  auto opened = Game::open(*held->ledger, "kept");
  EXPECT_TRUE(opened.ok()) << why(opened);
  held->game.emplace(*std::move(opened));
  return held;
}

// ---- Answers as texts, to be compared ------------------------------------------------------------------------------

std::string words_of(const Consequences& all) {
  std::string words;
  for (const auto& one : all) words += one.ShortDebugString() + "\n";
  return words;
}

std::string words_of(const ProposalHistory& life) {
  std::string words =
      fmt::format("proposal {} by {} #{} #{} called #{} at {} until {}, without effect #{}, without outcome #{}: {}\n",
                  life.number, life.proponent, life.made, life.form, life.called, life.made_at, life.ended_at,
                  life.without_effect_since, life.no_outcome_since, life.outcome.ShortDebugString());
  for (const auto& one : life.attested) {
    words += fmt::format("  {}{}\n", one.attested.ShortDebugString(), one.struck ? " without effect" : "");
  }
  for (const auto record : life.revised) words += fmt::format("  revised #{}\n", record);
  for (const auto& vote : life.votes) {
    words += fmt::format("  {} {} #{} {}\n", vote.player, static_cast<int>(vote.choice), vote.record,
                         static_cast<int>(vote.standing));
  }
  return words;
}

std::string words_of(const RuleHistory& life) {
  std::string words = fmt::format("lineage {}\n", life.lineage);
  for (const auto& version : life.versions) {
    words += fmt::format("  {} #{} {} {}\n{}", version.in_force, version.record, version.recorded_at,
                         version.rule.ShortDebugString(), words_of(version.causes));
  }
  for (const auto& borne : life.numbers) words += fmt::format("  {} #{} #{}\n", borne.number, borne.from, borne.until);
  for (const auto& [mark, since] : life.marks_fallen) {
    words += fmt::format("  mark #{} {} without effect since #{}\n", mark.first, mark.second, since);
  }
  return words + words_of(life.marks);
}

std::string words_of(const Explanation& why) {
  std::string words;
  for (const auto& step : why.steps) {
    words += fmt::format("{} {} {} {}\n", step.recorded_at, step.author, step.kind, step.emitted.ShortDebugString());
  }
  for (const auto& rule : why.rules) words += rule.ShortDebugString() + "\n";
  return words;
}

std::string resolved(Game& game, const std::string& point) {
  const auto size = game.resolve(*parse_point(point));
  return size ? std::to_string(*size) : label_of(size.error());
}

// What there is to be asked of a game.
struct Names {
  std::uint32_t next_number = 0;
  std::uint32_t turns = 0;
  std::uint32_t circuits = 0;
  std::vector<std::string> players;
};

Names names_in(const State& state) {
  Names names{state.next_number(), state.turn().number(), state.turn().circuits_complete(), {}};
  for (const auto& player : state.players()) names.players.push_back(player.names().name());
  return names;
}

std::uint32_t first_number(const State& state) {
  constexpr std::uint32_t MOST = 30;
  return state.next_number() > MOST ? state.next_number() - MOST : 1;
}

void expect_same_points(Game& indexed, Game& derived) {
  const Names names = names_in(indexed.engine().state());
  std::vector<std::string> points;
  for (auto i = first_number(indexed.engine().state()); i <= names.next_number; ++i) {
    points.push_back(fmt::format("proposal:{}", i));
    points.push_back(fmt::format("outcome:{}", i));
  }
  for (std::uint32_t i = 1; i <= names.turns + 1; ++i) points.push_back(fmt::format("turn:{}", i));
  for (std::uint32_t i = 1; i <= names.circuits + 1; ++i) points.push_back(fmt::format("circuit:{}", i));
  for (const auto& point : points) EXPECT_EQ(resolved(indexed, point), resolved(derived, point)) << point;
}

void expect_same_lives(Game& indexed, Game& derived, std::uint64_t size) {
  for (const std::uint32_t number : {0U, 5U, 203U, indexed.engine().state().next_number() - 1}) {
    const auto ours = rule_histories(indexed, number, size, {});
    const auto theirs = rule_histories(derived, number, size, {});
    ASSERT_TRUE(ours.ok() && theirs.ok()) << why(ours) << why(theirs);
    ASSERT_EQ(ours->rules.size(), theirs->rules.size()) << number << " after " << size;
    for (std::size_t i = 0; i < ours->rules.size(); ++i) {
      EXPECT_EQ(words_of(ours->rules[i]), words_of(theirs->rules[i])) << number << " after " << size;
    }
    EXPECT_EQ(ours->proposals.count(number), theirs->proposals.count(number));
    for (auto at = ours->proposals.begin(); at != ours->proposals.end(); at = ours->proposals.upper_bound(at->first)) {
      auto [mine, end] = ours->proposals.equal_range(at->first);
      auto other = theirs->proposals.lower_bound(at->first);
      ASSERT_EQ(std::distance(mine, end), static_cast<std::ptrdiff_t>(theirs->proposals.count(at->first)));
      for (; mine != end; ++mine, ++other) EXPECT_EQ(words_of(mine->second), words_of(other->second));
    }
  }
}

void expect_same_proposals(Game& indexed, Game& derived, std::uint64_t size) {
  for (const std::uint32_t number : {0U, indexed.engine().state().next_number() - 1}) {
    const auto ours = proposals_made(indexed, number, size, {});
    const auto theirs = proposals_made(derived, number, size, {});
    ASSERT_TRUE(ours.ok() && theirs.ok()) << why(ours) << why(theirs);
    ASSERT_EQ(ours->size(), theirs->size()) << number << " after " << size;
    for (std::size_t i = 0; i < ours->size(); ++i) {
      EXPECT_EQ((*ours)[i].number, (*theirs)[i].number);
      EXPECT_EQ((*ours)[i].made, (*theirs)[i].made);
      EXPECT_EQ(words_of((*ours)[i]), words_of((*theirs)[i])) << number << " after " << size;
    }
  }
}

void expect_same_last_proposals(Game& indexed, Game& derived, std::uint64_t size) {
  const auto all = proposals_made(derived, 0, size, {});
  ASSERT_TRUE(all.ok()) << why(all);
  for (const std::uint64_t last : {0, 1, 3, 1000}) {
    const std::size_t before = all->size() - std::min<std::size_t>(all->size(), last);
    for (Game* game : {&indexed, &derived}) {
      const auto found = last_proposals_made(*game, last, size, {});
      ASSERT_TRUE(found.ok()) << why(found);
      ASSERT_EQ(found->size(), all->size() - before) << "the last " << last << " after " << size;
      for (std::size_t i = 0; i < found->size(); ++i) {
        EXPECT_EQ((*found)[i].made, (*all)[before + i].made);
        EXPECT_EQ(words_of((*found)[i]), words_of((*all)[before + i])) << "the last " << last << " after " << size;
      }
    }
  }
}

void expect_same_explanations(Game& indexed, Game& derived, std::uint64_t size) {
  const Names names = names_in(indexed.engine().state());
  std::vector<Subject> subjects = {Subject::victory(), Subject::of_record(size - 1),
                                   Subject::of_proposal(names.next_number - 1),
                                   Subject::of_causes({{size / 2, 0}, {size - 1, 0}})};
  for (const auto& player : names.players) subjects.push_back(Subject::score(player));
  for (const auto& subject : subjects) {
    for (const std::optional<std::uint64_t> last : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(3)}) {
      const auto ours = explain(indexed, subject, size, last, {});
      const auto theirs = explain(derived, subject, size, last, {});
      ASSERT_TRUE(ours.ok() && theirs.ok()) << why(ours) << why(theirs);
      EXPECT_EQ(words_of(*ours), words_of(*theirs)) << "after " << size;
    }
  }
}

void expect_same_marks(Game& indexed, Game& derived, std::uint64_t size) {
  const auto theirs = marks_of(derived, size);
  const auto ours = marks_of(indexed, size);
  ASSERT_TRUE(ours.ok() && theirs.ok()) << why(ours) << why(theirs);
  for (std::uint64_t record = 0; record < size; ++record) {
    const Mark expected = theirs->of(record);
    for (const Mark& mark : {ours->of(record), marks_of(indexed, size, {record, record + 1})->of(record)}) {
      EXPECT_EQ(static_cast<int>(mark.standing), static_cast<int>(expected.standing)) << record << " of " << size;
      EXPECT_EQ(mark.by, expected.by) << record << " of " << size;
    }
  }
}

void expect_same_answers(Game& indexed, Game& derived) {
  const std::uint64_t end = indexed.head().size;
  ASSERT_EQ(*indexed.index_reach(), end);
  ASSERT_EQ(*derived.index_reach(), 0U);
  expect_same_points(indexed, derived);
  for (const std::uint64_t size : {end, end - end / 7, end / 2}) {
    expect_same_lives(indexed, derived, size);
    expect_same_proposals(indexed, derived, size);
    expect_same_last_proposals(indexed, derived, size);
    expect_same_explanations(indexed, derived, size);
    expect_same_marks(indexed, derived, size);
  }
}

std::vector<std::string> faults_in(ledger::Ledger& ledger, const Game& game) {
  std::uint64_t done = 0;
  const auto verified = verify_game(ledger, game.head().game, [&](std::uint64_t record) { done = record; });
  EXPECT_TRUE(verified.ok()) << why(verified);
  std::vector<std::string> found;
  for (const auto& fault : verified->ledger.faults) found.push_back(fault.check + ": " + fault.what);
  EXPECT_FALSE(verified->underivable.has_value());
  for (const auto& fault : verified->kept) found.push_back(tools::words_of(fault.what).what);
  if (found.empty()) {
    EXPECT_EQ(done + 1, game.head().size);
  }
  return found;
}

void compare(const Table& table) {
  const auto indexed = record_all(table.moves, table, true);
  const auto derived = record_all(table.moves, table, false);
  expect_same_answers(*indexed->game, *derived->game);
  EXPECT_EQ(faults_in(*indexed->ledger, *indexed->game), std::vector<std::string>{});
}

// ---- Random games --------------------------------------------------------------------------------------------------

template <class Random>
void play(Random& random) {
  int refused = 0;
  for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !random.over(); ++tries) {
    const Move move = random.next_try();
    auto& table = random.table();
    const auto emitted = table.engine.move(move, table);
    refused = emitted ? 0 : refused + 1;
    if constexpr (std::is_same_v<Random, RandomDispute>) {
      emitted ? random.made(move, *emitted) : random.refused(move);
    }
    if (emitted) table.moves.push_back(move);
  }
}

TEST(GameIndex, AnswersAsDerivingRandomGamesDoes) {
  const auto games = from_environment("NOMIC_GAMES", 12);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame random(seed);
    play(random);
    compare(random.table());
  }
}

TEST(GameIndex, AnswersAsDerivingGamesWithJudgmentsDoes) {
  const auto games = from_environment("NOMIC_GAMES", 16);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomDispute random(seed);
    play(random);
    compare(random.table());
  }
}

// ---- Reach, damage, reindex ----------------------------------------------------------------------------------------

void play_three_turns(Kept& t) {
  t.turn("Ann", amend(206, "First."), FOR);       // #32-#35
  t.turn("Bob", enact("Cake."), FOR);             // #36-#39
  t.turn("Ann", amend(301, "Second."), AGAINST);  // #40-#43
}

class GameIndexOf : public ::testing::TestWithParam<Where> {};

INSTANTIATE_TEST_SUITE_P(BothStores, GameIndexOf, ::testing::Values(Where::MEMORY, Where::FOLDER),
                         [](const auto& each) { return each.param == Where::MEMORY ? "Memory" : "Folder"; });

TEST_P(GameIndexOf, AGameThatIsPlayedReachesToItsHead) {
  Kept t(GetParam(), {"Ann", "Bob"});
  EXPECT_EQ(*t.game->index_reach(), 32U);
  play_three_turns(t);
  t.reopen();
  EXPECT_EQ(*t.game->index_reach(), 44U);
  EXPECT_EQ(t.resolved("proposal:302"), 39U);
  EXPECT_EQ(t.resolved("turn:3"), 44U);
  EXPECT_EQ(t.resolved("circuit:1"), 40U);
  EXPECT_EQ(faults_in(*t.ledger, *t.game), std::vector<std::string>{});
}

TEST_P(GameIndexOf, AGameWithoutRowsIsMadeByDerivingItAnew) {
  Kept t(GetParam(), {"Ann", "Bob"});
  play_three_turns(t);
  const auto id = t.game->head().game;
  ASSERT_TRUE(t.ledger->reindex(id, {}).ok());
  EXPECT_EQ(*t.game->index_reach(), 0U);
  EXPECT_EQ(t.resolved("proposal:302"), 39U) << "derived";
  ASSERT_TRUE(Game::derive_anew(*t.ledger, id, {}));
  t.reopen();
  EXPECT_EQ(*t.game->index_reach(), 44U);
  EXPECT_EQ(t.resolved("proposal:302"), 39U);
  EXPECT_EQ(faults_in(*t.ledger, *t.game), std::vector<std::string>{});
}

// Ten records that leave 200 kB of rows each.
TEST(GameIndex, IsKeptInPartsWhereRecordsLeaveManyRows) {
  Table table({"Ann", "Bob"},
              rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
                          "turn_order { order: SEATING time_to_propose { seconds: 1 } }"}),
              v1::MAIL);
  v1::Event tick;
  tick.mutable_time_passed();
  for (int i = 0; i < 10; ++i) {
    table.later += 2'000;
    table.ok("Ann", tick);
  }
  const auto held = record_all(table.moves, table, false);
  const auto id = held->game->head().game;
  std::uint64_t kept = 0;  // before the last record
  ASSERT_TRUE(Game::derive_anew(*held->ledger, id, [&](const Played& /*played*/) {
    kept = *held->ledger->index_reach(id, maker());
    return true;
  }));
  EXPECT_GT(kept, 0U);
  EXPECT_EQ(*held->game->index_reach(), held->game->head().size);
  EXPECT_EQ(faults_in(*held->ledger, *held->game), std::vector<std::string>{});
}

TEST(GameIndex, ReachesAsFarAsItDoesAndTheRestIsDerived) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  play_three_turns(t);
  // A record that comes without rows, as from an earlier version.
  const auto move = called(enact("Tea."));
  t.append("Bob", move.SerializeAsString(), {.maker = maker(), .digest = {}, .snapshot = {}, .index = {}});  // #44
  t.reopen();
  t.ok("Ann", vote(FOR, 304));  // #45
  t.ok("Bob", vote(FOR, 304));  // #46
  EXPECT_EQ(*t.game->index_reach(), 44U);
  EXPECT_EQ(t.resolved("proposal:302"), 39U) << "looked up";
  EXPECT_EQ(t.resolved("proposal:304"), 47U) << "derived";
  EXPECT_TRUE(t.game->index(44)->has_value());
  EXPECT_FALSE(t.game->index(45)->has_value());
}

// An index that another has made, such as one whose rows have the texts of rules and not what names them, is none.
TEST(GameIndex, OfAnotherMakerIsNotRead) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  play_three_turns(t);
  const auto id = t.game->head().game;
  ASSERT_TRUE(t.ledger->reindex(id, {}).ok());
  v1::IndexedRule row;
  row.mutable_rule()->set_lineage(206);
  row.mutable_rule()->set_number(206);
  row.mutable_rule()->add_texts()->set_text("As it was kept then.");
  const std::vector<ledger::IndexRow> rows = {{index_key(IndexKind::RULE, 206), 31, row.SerializeAsString()}};
  const std::string older = fmt::format("nomic-engine/{} schema/9", SEMANTICS);
  ASSERT_TRUE(t.ledger->keep_index(id, 0, t.game->head().size, older, rows).ok());
  t.reopen();
  EXPECT_EQ(*t.game->index_reach(), 0U);
  const auto histories = rule_histories(*t.game, 206, t.game->head().size, {});
  ASSERT_TRUE(histories) << why(histories);
  ASSERT_FALSE(histories->rules.empty());
  EXPECT_NE(histories->rules[0].versions[0].rule.texts(0).text(), "As it was kept then.");
}

// A row, changed behind the ledger's back.
TEST(GameIndex, DamageIsNamedAndReindexMendsIt) {
  Table table({"Ann", "Bob"});
  const auto play_turn = [&](const std::string& who, std::uint32_t number) {
    table.ok(who, called(enact("Cake.")));
    table.ok("Ann", vote(FOR, number));
    table.ok("Bob", vote(FOR, number));
    table.ok(who, roll(1));
  };
  play_turn("Ann", 301);
  play_turn("Bob", 302);
  const auto held = record_all(table.moves, table, true);
  auto& rows = held->store->rows(ledger::Table::INDEX);
  const std::string prefix = held->game->head().game.hash.raw();
  const auto key = [&](const std::string& own, char record) { return prefix + own + std::string(7, '\0') + record; };
  const std::string turn_one("T\0\0\0\1", 5);
  ASSERT_EQ(rows.count(key(turn_one, 35)), 1U);
  const std::string sound = rows.at(key(turn_one, 35));
  rows.erase(key(turn_one, 35));
  rows[key(std::string("T\0\0\0\1", 5), 36)] = sound;
  rows[key("C", 38)] = sound;  // no consequences
  EXPECT_EQ(faults_in(*held->ledger, *held->game),
            (std::vector<std::string>{"the index row \"end of turn 1\" of record #35 is missing",
                                      "the index row \"consequences\" of record #38 differs from what the records give",
                                      "the index row \"end of turn 1\" of record #36 is not what the records give"}));
  const auto id = held->game->head().game;
  ASSERT_TRUE(held->ledger->reindex(id, {}).ok());
  ASSERT_TRUE(Game::derive_anew(*held->ledger, id, {}));
  EXPECT_EQ(faults_in(*held->ledger, *held->game), std::vector<std::string>{});
  EXPECT_EQ(*held->game->index_reach(), held->game->head().size);
}

// A state of 60 MB was written with every 16 records: 100 MB a second for moves of 300 bytes.
TEST(Snapshots, AreTheRarerTheLargerTheyAre) {
  constexpr std::int64_t SECOND = 1'000'000;
  constexpr std::uint64_t MIB = std::uint64_t{1} << 20U;
  EXPECT_TRUE(is_snapshot_due(16, 0, 0));
  EXPECT_FALSE(is_snapshot_due(15, SECOND - 1, 0));
  EXPECT_TRUE(is_snapshot_due(1, SECOND, 0));
  EXPECT_FALSE(is_snapshot_due(31, 0, MIB));
  EXPECT_TRUE(is_snapshot_due(32, 0, MIB));
  EXPECT_FALSE(is_snapshot_due(1023, 5 * SECOND - 1, 100 * MIB));
  EXPECT_TRUE(is_snapshot_due(1024, 0, 100 * MIB));
  EXPECT_TRUE(is_snapshot_due(1, 5 * SECOND, 100 * MIB));
  EXPECT_FALSE(is_snapshot_due(1, 2 * SECOND, 8 * MIB));
  EXPECT_TRUE(is_snapshot_due(1, 3 * SECOND, 8 * MIB));
}

}  // namespace
}  // namespace nomic::replay::test

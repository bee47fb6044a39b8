// The past: states at every size, by snapshot and from record 0, and what was kept compared with them.
#include <fmt/core.h>

#include "history/snapshots.h"
#include "nomic/replay/digest.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

class Past : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, Past, testing::Values(Where::MEMORY, Where::FOLDER));

constexpr std::uint64_t FOUNDING = 32;  // records: the game, 29 rules, Ann and Bob

// Turns of four records each, by Ann and Bob in turn.
void play_turns(Kept& t, int count) {
  for (int i = 0; i < count; ++i) {
    t.turn(i % 2 == 0 ? "Ann" : "Bob", enact("Rule of turn " + std::to_string(i)), i % 3 == 0 ? FOR : AGAINST);
  }
}

std::uint64_t newest_kept(Kept& t) {
  const auto kept = t.ledger->snapshot(t.game->head().game, t.game->head().size, maker());
  return kept.ok() && kept->has_value() ? (*kept)->size : 0;
}

TEST_P(Past, IsTheSameBySnapshotFromZeroAndAsItWasKeptWhilePlaying) {
  Kept t(GetParam(), {"Ann", "Bob"});
  std::vector<std::string> as_played(FOUNDING);
  as_played.push_back(t.bytes());
  for (int i = 0; i < 18; ++i) {
    const std::string who = i % 2 == 0 ? "Ann" : "Bob";
    const std::uint32_t number = t.state().next_number();
    t.ok(who, called(enact("Rule of turn " + std::to_string(i))));
    as_played.push_back(t.bytes());
    t.ok("Bob", vote(i % 3 == 0 ? FOR : AGAINST, number));
    as_played.push_back(t.bytes());
    t.ok("Ann", vote(FOR, number));
    as_played.push_back(t.bytes());
    t.ok(who, roll(1));
    as_played.push_back(t.bytes());
  }
  // As far as many snapshots later, and a little further.
  const std::uint64_t newest = FOUNDING + 64 * SNAPSHOT_EVERY;
  const std::uint64_t end = newest + 8;
  const std::uint32_t open = t.state().next_number();
  t.ok("Ann", enact("Last."));
  as_played.push_back(t.bytes());
  while (t.game->head().size < end) {
    t.ok("Bob", say("Word.", open));
    as_played.push_back(t.bytes());
  }
  t.reopen();
  EXPECT_EQ(newest_kept(t), newest) << "the founding keeps one, and then every 16 records";
  for (std::uint64_t size = 0; size <= end; ++size) {
    if (size > FOUNDING + 72 && size < end - 12 && size % 50 != 0) continue;
    const Result<Engine> near = t.game->at(size);
    const Result<Engine> far = t.game->replay(size, {});
    ASSERT_TRUE(near.ok()) << why(near);
    ASSERT_TRUE(far.ok()) << why(far);
    ASSERT_EQ(written(near->state()), written(far->state())) << size;
    ASSERT_EQ(digest_of(near->state()), digest_of(far->state())) << size;
    if (size >= FOUNDING) {
      ASSERT_EQ(written(far->state()), as_played[size]) << size;
      const auto kept = t.ledger->kept_digest(t.game->head().game, size, maker());
      ASSERT_TRUE(kept->has_value()) << size;
      ASSERT_EQ(**kept, digest_of(far->state())) << size;
    }
  }
}

TEST_P(Past, EndsWithTheLastRecord) {
  Kept t(GetParam(), {"Ann", "Bob"});
  expect_refused(t.game->at(FOUNDING + 1), ErrorCode::NO_SUCH_POINT, {"the last record is #31"});
  expect_refused(t.game->replay(FOUNDING + 1, {}), ErrorCode::NO_SUCH_POINT, {"#31"});
  expect_refused(t.game->check(FOUNDING + 1, {}), ErrorCode::NO_SUCH_POINT, {"#31"});
}

TEST_P(Past, IsShownRecordByRecordUntilEnough) {
  Kept t(GetParam(), {"Ann", "Bob"});
  play_turns(t, 2);
  std::vector<std::uint64_t> seen;
  const auto all = t.game->replay(t.game->head().size, [&](const Played& played) {
    seen.push_back(played.record.index.value);
    EXPECT_EQ(played.after.state().size(), played.record.index.value + 1);
    EXPECT_EQ(played.move.payload, played.record.payload);
    return true;
  });
  ASSERT_TRUE(all.ok()) << why(all);
  EXPECT_EQ(seen.size(), t.game->head().size);
  int calls = 0;
  const auto some = t.game->replay(t.game->head().size, [&](const Played&) { return ++calls < 5; });
  ASSERT_TRUE(some.ok()) << why(some);
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(some->state().size(), 5U);
}

// ---- Snapshots that must not be used -------------------------------------------------------------------------------

struct Spoilt {
  const char* what;
  std::function<ledger::Derived(const State& right)> derived;
};

std::vector<Spoilt> spoilt_snapshots() {
  const auto with = [](std::string body) {
    ledger::Derived derived;
    derived.maker = maker();
    derived.snapshot = std::move(body);
    return derived;
  };
  return {
      {"bytes that are no state", [with](const State&) { return with("\xFF\xFF no state"); }},
      {"nothing", [with](const State&) { return with(""); }},
      {"the state of another size",
       [with](const State& right) {
         State other = right;
         other.set_size(right.size() - 1);
         return with(written(other));
       }},
      {"a state with fields of a later schema",
       [with](const State& right) {
         v1::State other = right.to_wire();
         other.GetReflection()->MutableUnknownFields(&other)->AddVarint(999, 1);
         return with(other.SerializeAsString());
       }},
      {"a state that does not fit the digest kept with it",
       [with](const State& right) {
         State other = right;
         other.edit_players().edit(0).set_points(99'000);
         ledger::Derived derived = with(written(other));
         derived.digest = digest_of(right);
         return derived;
       }},
      {"a state that somebody else derived",
       [with](const State& right) {
         State other = right;
         other.edit_players().edit(0).set_points(99'000);
         ledger::Derived derived = with(written(other));
         derived.maker = "nomic-engine/0 schema/0";
         return derived;
       }},
      {"a state of the schema before this one, in which rules have texts and name no record's hash",
       [with](const State& right) {
         v1::State older = right.to_wire();
         for (v1::Rule& rule : *older.mutable_rules()) {
           rule.clear_form();
           rule.add_texts()->set_text("As it was kept then.");
         }
         ledger::Derived derived = with(older.SerializeAsString());
         derived.maker = fmt::format("nomic-engine/{} schema/9", SEMANTICS);
         return derived;
       }},
  };
}

TEST_P(Past, DoesNotRestOnASnapshotThatDoesNotFit) {
  for (const Spoilt& one : spoilt_snapshots()) {
    SCOPED_TRACE(one.what);
    Kept t(GetParam(), {"Ann", "Bob"});
    t.ok("Ann", enact("Cake is served at noon."));
    const v1::Event word = say("Why cake?", 301);

    // What the state will be after the word, from the engine.
    Engine next(t.state());
    Move move;
    move.index = t.state().size();
    move.author = "Bob";
    move.recorded_at = t.now + SECOND;
    move.event = word;
    move.payload = word.SerializeAsString();
    const Table nobody({"Ann", "Bob"});
    ASSERT_TRUE(next.move(move, nobody).ok());

    t.append("Bob", word.SerializeAsString(), one.derived(next.state()));
    t.reopen();
    EXPECT_EQ(t.bytes(), written(next.state()));
    EXPECT_EQ(written(t.game->at(t.game->head().size)->state()), written(next.state()));
    t.ok("Bob", say("And again.", 301));
    EXPECT_EQ(written(t.game->replay(t.game->head().size, {})->state()), t.bytes());
  }
}

TEST_P(Past, KeepsANewSnapshotEvery16Records) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  for (int i = 0; i < 14; ++i) t.ok("Bob", say("Word.", 301));
  EXPECT_EQ(newest_kept(t), FOUNDING) << "15 records since";
  t.ok("Bob", say("Word.", 301));
  EXPECT_EQ(newest_kept(t), FOUNDING + 16);
  // Many short processes keep one as often as a long one.
  for (int i = 0; i < 1024; ++i) {
    if (i % 128 == 1) t.reopen();
    t.ok("Bob", say("Word.", 301));
  }
  EXPECT_EQ(newest_kept(t), FOUNDING + 1040);
}

// ---- Chunks --------------------------------------------------------------------------------------------------------

Founding endless_founding() {
  Founding founding = founding_of({"Ann", "Bob"});
  founding.ruleset = endless();
  return founding;
}

// Turns in which one rule is amended, four records each, until its past fills a chunk.
std::uint32_t amend_often(Kept& t, int times) {
  std::uint32_t number = 210;
  for (int i = 0; i < times; ++i) {
    const std::uint32_t next = t.state().next_number();
    t.turn(i % 2 == 0 ? "Ann" : "Bob", amend(number, "Version " + std::to_string(i) + "."), FOR);
    number = next;
  }
  return number;
}

// Records a move of Ann's, and keeps the state after it with other bytes in its chunks.
void append_with(Kept& t, const v1::Event& event, const std::function<std::string(std::string)>& other) {
  Engine next = t.game->engine().fork();
  Move move;
  move.index = t.state().size();
  move.author = "Ann";
  move.recorded_at = t.now + SECOND;
  move.event = event;
  move.payload = event.SerializeAsString();
  EXPECT_TRUE(next.move(move, t.game->history()).ok());
  ledger::Derived derived = derived_from(next.state(), true);
  EXPECT_GT(derived.chunks.size(), 2U) << "of sources, of numbers and of heights";
  for (ledger::SnapshotChunk& chunk : derived.chunks) {
    chunk.bytes = [bytes = chunk.bytes, other] { return other(bytes()); };
  }
  t.append("Ann", move.payload, derived);
  t.reopen();
}

TEST_P(Past, RestsOnASnapshotWithItsChunks) {
  Kept t(GetParam(), endless_founding());
  append_with(t, propose(v1::RESTORE, amend_often(t, 258)), [](const std::string& right) { return right; });
  EXPECT_EQ(newest_kept(t), t.game->head().size);
  EXPECT_EQ(t.bytes(), written(t.game->replay(t.game->head().size, {})->state()));
  const Result<ReplayCheck> check = t.game->check(t.game->head().size, {});
  ASSERT_TRUE(check.ok()) << why(check);
  EXPECT_TRUE(check->differences.empty());
  EXPECT_TRUE(t.ledger->verify(t.game->head().game, {})->faults.empty());
}

TEST_P(Past, DoesNotRestOnASnapshotWithAWrongChunk) {
  Kept t(GetParam(), endless_founding());
  append_with(t, propose(v1::RESTORE, amend_often(t, 258)), [](std::string right) {
    right.back() = static_cast<char>(right.back() ^ 1);
    return right;
  });
  const ledger::GameId game = t.game->head().game;
  const std::uint64_t size = t.game->head().size;
  EXPECT_LT(newest_kept(t), size) << "an earlier one is used instead";
  EXPECT_EQ(t.bytes(), written(t.game->replay(size, {})->state()));
  const auto damaged = t.ledger->verify(game, {});
  ASSERT_TRUE(damaged.ok());
  ASSERT_EQ(damaged->faults.size(), 1U) << "the chunk of numbers was kept before";
  EXPECT_EQ(damaged->faults[0].check, "chunk");
  EXPECT_THAT(damaged->faults[0].what, testing::HasSubstr("does not have its hash"));
  // Whatever is derived anew from the records is right again.
  ASSERT_TRUE(t.ledger->reindex(game, {}).ok());
  ASSERT_TRUE(Game::derive_anew(*t.ledger, game, {}).ok());
  t.reopen();
  EXPECT_EQ(newest_kept(t), size);
  EXPECT_TRUE(t.ledger->verify(game, {})->faults.empty());
  const std::uint32_t open = t.state().next_number() - 1;
  t.ok("Ann", call(open));
  t.ok("Ann", vote(FOR, open));
  t.ok("Bob", vote(FOR, open));
  EXPECT_EQ(t.bytes(), written(t.game->replay(t.game->head().size, {})->state()));
}

// ---- The check -----------------------------------------------------------------------------------------------------

TEST_P(Past, ChecksWhatWasKept) {
  Kept t(GetParam(), {"Ann", "Bob"});
  play_turns(t, 3);
  std::uint64_t emitted = 0;
  const Result<ReplayCheck> check = t.game->check(t.game->head().size, [&](std::uint64_t done) { emitted = done; });
  ASSERT_TRUE(check.ok()) << why(check);
  EXPECT_TRUE(check->differences.empty());
  EXPECT_EQ(check->compared, 13U) << "the founding and twelve moves";
  EXPECT_EQ(emitted, t.game->head().size);
  EXPECT_EQ(t.game->check(FOUNDING, {})->compared, 1U);
}

TEST_P(Past, FindsAKeptDigestThatDiffers) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  ledger::Derived wrong;
  wrong.maker = maker();
  wrong.digest = ledger::sha256("another state");
  t.append("Bob", say("Why cake?", 301).SerializeAsString(), wrong);
  t.reopen();
  t.ok("Bob", say("And again.", 301));
  const Result<ReplayCheck> check = t.game->check(t.game->head().size, {});
  ASSERT_TRUE(check.ok()) << why(check);
  EXPECT_EQ(check->compared, 4U);
  ASSERT_EQ(check->differences.size(), 1U);
  EXPECT_EQ(check->differences[0].check, "digest");
  EXPECT_EQ(check->differences[0].index, FOUNDING + 1);
  EXPECT_THAT(tools::words_of(check->differences[0].what).what,
              testing::HasSubstr(ledger::sha256("another state").hex()));
}

TEST_P(Past, FindsAKeptStateThatDiffers) {
  for (const bool readable : {true, false}) {
    Kept t(GetParam(), {"Ann", "Bob"});
    t.ok("Ann", enact("Cake is served at noon."));
    ledger::Derived wrong;
    wrong.maker = maker();
    State other = t.state();
    other.set_size(t.state().size() + 1);
    wrong.snapshot = readable ? written(other) : "\xFF";
    wrong.digest = ledger::sha256("so that nobody uses it");
    t.append("Bob", say("Why cake?", 301).SerializeAsString(), wrong);
    t.reopen();
    const Result<ReplayCheck> check = t.game->check(t.game->head().size, {});
    ASSERT_TRUE(check.ok()) << why(check);
    ASSERT_EQ(check->differences.size(), 2U);
    EXPECT_EQ(check->differences[1].check, "snapshot");
    EXPECT_EQ(check->differences[1].index, FOUNDING + 1);
    EXPECT_THAT(tools::words_of(check->differences[1].what).what,
                testing::HasSubstr(readable ? "digest" : "cannot be read"));
  }
}

TEST_P(Past, DoesNotCompareWithWhatAnotherDerived) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  ledger::Derived foreign;
  foreign.maker = "nomic-engine/0 schema/0";
  foreign.digest = ledger::sha256("another state");
  t.append("Bob", say("Why cake?", 301).SerializeAsString(), foreign);
  t.reopen();
  const Result<ReplayCheck> check = t.game->check(t.game->head().size, {});
  ASSERT_TRUE(check.ok()) << why(check);
  EXPECT_TRUE(check->differences.empty());
  EXPECT_EQ(check->compared, 2U);
}

}  // namespace
}  // namespace nomic::replay::test

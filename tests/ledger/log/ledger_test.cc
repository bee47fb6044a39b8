// What every ledger does, whatever it is kept in: the same suite runs in memory, on a disk and in files without names.
#include "nomic/ledger/ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "ledger/support/by_the_book.h"
#include "ledger/support/world.h"
#include "nomic/ledger/scratch.h"

namespace nomic::ledger {
namespace {

using test::found_game;
using test::payloads;
using test::Place;
using test::say;
using test::say_many;

enum class Kind { MEMORY, SCRATCH, DISK, DISK_REOPENED };

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::MEMORY:
      return "InMemory";
    case Kind::SCRATCH:
      return "Scratch";
    case Kind::DISK:
      return "OnDisk";
    case Kind::DISK_REOPENED:
      break;
  }
  return "OnDiskReopened";
}

void PrintTo(Kind kind, std::ostream* out) {
  *out << name_of(kind);
}

class AnyLedger : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == Kind::MEMORY) {
      ledger_ = Ledger::in_memory();
      return;
    }
    auto made = GetParam() == Kind::SCRATCH ? scratch_ledger(::testing::TempDir()) : place_.make();
    ASSERT_OK(made);
    ledger_ = *std::move(made);
  }
  // The ledger; opened anew each time where that is what is tried.
  Ledger& ledger() {
    if (GetParam() == Kind::DISK_REOPENED) {
      ledger_.reset();
      auto opened = place_.write();
      EXPECT_OK(opened);
      ledger_ = *std::move(opened);
    }
    return *ledger_;
  }
  GameId found(const std::string& name, std::size_t records = 1) {
    auto done = found_game(ledger(), name, records);
    EXPECT_OK(done);
    return done->game;
  }
  Head head(const GameId& game) {
    auto found = ledger().head(game);
    EXPECT_OK(found);
    return *found;
  }
  AppendRequest request(const GameId& game) {
    const Head now = head(game);
    AppendRequest request;
    request.game = game;
    request.expected_size = now.size;
    request.records = {{"Ann", "move"}};
    request.recorded_at = now.recorded_at;
    return request;
  }

  Place place_;
  std::unique_ptr<Ledger> ledger_;
};

INSTANTIATE_TEST_SUITE_P(Kept, AnyLedger,
                         ::testing::Values(Kind::MEMORY, Kind::SCRATCH, Kind::DISK, Kind::DISK_REOPENED),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST_P(AnyLedger, BeginsWithoutGames) {
  const auto games = ledger().games();
  ASSERT_OK(games);
  EXPECT_TRUE(games->empty());
  EXPECT_REFUSED(ledger().find(""), NO_SUCH_GAME);
}

TEST_P(AnyLedger, FoundsAGameOfSeveralRecords) {
  const auto done = found_game(ledger(), "friday", 3);
  ASSERT_OK(done);
  EXPECT_EQ(done->first.value, 0U);
  EXPECT_EQ(done->count, 3U);
  const Head now = head(done->game);
  EXPECT_EQ(now.name, "friday");
  EXPECT_EQ(now.size, 3U);
  EXPECT_EQ(now.head_hash, done->head_hash);
  EXPECT_EQ(now.root, done->root);
  EXPECT_EQ(now.recorded_at.value, 1'000'000);
  EXPECT_EQ(payloads(ledger(), done->game),
            (std::vector<std::string>{"founding 0 of friday", "founding 1 of friday", "founding 2 of friday"}));
}

TEST_P(AnyLedger, AGameIsNamedByTheHashOfItsFirstRecord) {
  const GameId game = found("friday", 3);
  const auto first = ledger().record(game, {0});
  ASSERT_OK(first);
  EXPECT_EQ(first->leaf, game.hash);
  EXPECT_EQ(leaf_hash(first->bytes), game.hash);
}

TEST_P(AnyLedger, RootAndHeadAreThoseOfTheRecords) {
  const GameId game = found("friday", 3);
  ASSERT_OK(say_many(ledger(), game, 20));
  std::vector<Hash> leaves;
  ASSERT_OK(ledger().read(game, {0}, 23, [&](const StoredRecord& record) {
    leaves.push_back(leaf_hash(record.bytes));
    EXPECT_EQ(record.leaf, leaves.back());
    return true;
  }));
  const Head now = head(game);
  EXPECT_EQ(now.root, test::root_by_the_book(leaves));
  EXPECT_EQ(now.head_hash, leaves.back());
}

TEST_P(AnyLedger, GivesRecordsAsTheyWereSaid) {
  const GameId game = found("friday");
  AppendRequest append = request(game);
  append.records = {{"Zoë", std::string("\0bytes\xff", 7)}, {"Zoë", "second"}};
  append.recorded_at = {2'000'000};
  append.request = {"r-1", sha256("asked")};
  ASSERT_OK(ledger().append(append));
  const auto record = ledger().record(game, {1});
  ASSERT_OK(record);
  EXPECT_EQ(record->index.value, 1U);
  EXPECT_EQ(record->author, "Zoë");
  EXPECT_EQ(record->payload, std::string("\0bytes\xff", 7));
  EXPECT_EQ(record->request_id, "r-1");
  EXPECT_EQ(record->recorded_at.value, 2'000'000);
  EXPECT_EQ(record->signatures, 0U);
  EXPECT_EQ(ledger().record(game, {2})->payload, "second");
  append = request(game);
  append.records = {{"Bob", "third"}, {"", "fourth"}};
  append.recorded_at = {2'000'000};
  ASSERT_OK(ledger().append(append));
  EXPECT_EQ(ledger().record(game, {3})->author, "Bob");
  EXPECT_EQ(ledger().record(game, {4})->author, "");
}

TEST_P(AnyLedger, ReadsARangeAndStopsWhenTold) {
  const GameId game = found("friday", 2);
  ASSERT_OK(say_many(ledger(), game, 8));
  std::vector<std::uint64_t> indexes;
  const auto collect = [&](const StoredRecord& record) {
    indexes.push_back(record.index.value);
    return indexes.size() < 3;
  };
  EXPECT_OK(ledger().read(game, {4}, 6, collect));
  EXPECT_EQ(indexes, (std::vector<std::uint64_t>{4, 5}));
  indexes.clear();
  EXPECT_OK(ledger().read(game, {1}, 10, collect));
  EXPECT_EQ(indexes, (std::vector<std::uint64_t>{1, 2, 3}));
  indexes.clear();
  EXPECT_OK(ledger().read(game, {10}, 10, collect));
  EXPECT_TRUE(indexes.empty());
}

TEST_P(AnyLedger, HasNoRecordsBeyondTheLast) {
  const GameId game = found("friday", 2);
  const auto each = [](const StoredRecord&) { return true; };
  EXPECT_REFUSED(ledger().record(game, {2}), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger().read(game, {0}, 3, each), NO_SUCH_RECORD);
  EXPECT_REFUSED(ledger().read(game, {2}, 1, each), BAD_INPUT);
  EXPECT_NE(ledger().record(game, {2}).error().what.find("the last is 1"), std::string::npos);
}

TEST_P(AnyLedger, HoldsSeveralGames) {
  const GameId friday = found("friday", 2);
  const GameId sunday = found("sunday", 3);
  ASSERT_OK(say(ledger(), friday, "only here"));
  const auto games = ledger().games();
  ASSERT_OK(games);
  ASSERT_EQ(games->size(), 2U);
  EXPECT_EQ((*games)[0].name, "friday");
  EXPECT_EQ((*games)[0].size, 3U);
  EXPECT_EQ((*games)[1].name, "sunday");
  EXPECT_EQ((*games)[1].size, 3U);
  EXPECT_EQ(payloads(ledger(), friday).back(), "only here");
  EXPECT_EQ(payloads(ledger(), sunday).back(), "founding 2 of sunday");
}

TEST_P(AnyLedger, FindsGamesByNameAndByIdentity) {
  const GameId friday = found("friday");
  EXPECT_EQ(ledger().find("")->game, friday);
  const GameId sunday = found("sunday");
  EXPECT_EQ(ledger().find("sunday")->game, sunday);
  EXPECT_EQ(ledger().find(friday.hash.hex())->game, friday);
  EXPECT_EQ(ledger().find(friday.hash.hex().substr(0, 8))->game, friday);
  EXPECT_REFUSED(ledger().find(""), AMBIGUOUS_GAME);
  EXPECT_REFUSED(ledger().find(friday.hash.hex().substr(0, 7)), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger().find("monday"), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger().find("Friday"), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger().head({sha256("no game")}), NO_SUCH_GAME);
  // The hint says what there is.
  EXPECT_NE(ledger().find("monday").error().hint.find("'sunday'"), std::string::npos);
}

// A name that reads as an identity would take a game from its players.
TEST_P(AnyLedger, NoGameIsFoundedUnderWhatReadsAsAnIdentity) {
  const std::string friday = found("friday").hash.hex();
  for (const std::string& name : {friday, friday.substr(0, 8), std::string("20240101"), std::string("DeadBeef00")}) {
    EXPECT_REFUSED(found_game(ledger(), name), BAD_INPUT);
  }
  // Seven digits do not read so, nor what has another character.
  found("2024010");
  found(friday.substr(0, 63) + "x");
  EXPECT_EQ(ledger().find("2024010")->name, "2024010");
  EXPECT_EQ(ledger().find(friday)->name, "friday");
}

TEST_P(AnyLedger, RefusesASecondGameOfTheName) {
  found("friday");
  FoundRequest again;
  again.name = "friday";
  again.records = {{"", "other"}};
  EXPECT_REFUSED(ledger().found(again), GAME_NAME_TAKEN);
}

TEST_P(AnyLedger, RefusesWhatNoLedgerTakes) {
  const GameId game = found("friday");
  FoundRequest founding;
  founding.records = {{"", "first"}};
  for (const std::string& name : {std::string(), std::string(65, 'n'), std::string("\xff")}) {
    founding.name = name;
    EXPECT_REFUSED(ledger().found(founding), BAD_INPUT);
  }
  founding.name = "sunday";
  founding.records.clear();
  EXPECT_REFUSED(ledger().found(founding), BAD_INPUT);

  AppendRequest append = request(game);
  append.records.clear();
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.records = {{"Ann", ""}};
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.records = {{"\xc3\x28", "move"}};
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.records = {{std::string(1025, 'a'), "move"}};
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.records = {{"Ann", "move"}};
  append.request.id = std::string(129, 'r');
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.request.id = "\xff";
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  append.request.id.clear();
  append.game = {sha256("no game")};
  EXPECT_REFUSED(ledger().append(append), NO_SUCH_GAME);
  EXPECT_EQ(head(game).size, 1U);
}

TEST_P(AnyLedger, TakesARecordOfExactlyTheLimit) {
  const GameId game = found("friday");
  AppendRequest append = request(game);
  // Find the payload that makes the record one byte too large, then take one byte away.
  std::size_t payload = 65'000;
  append.records = {{"Ann", std::string(payload, 'x')}};
  ASSERT_OK(ledger().append(append));
  payload += 65'535 - ledger().record(game, {1})->bytes.size();
  append = request(game);
  append.records = {{"Ann", std::string(payload + 1, 'x')}};
  EXPECT_REFUSED(ledger().append(append), TOO_LARGE);
  append.records = {{"Ann", std::string(payload, 'x')}};
  ASSERT_OK(ledger().append(append));
  EXPECT_EQ(ledger().record(game, {2})->bytes.size(), 65'535U);
}

TEST_P(AnyLedger, SaysWhatItWouldAppendAndAppendsNothing) {
  const GameId game = found("friday", 2);
  AppendRequest append = request(game);
  EXPECT_OK(ledger().would_append(append));
  append.records = {{"Ann", std::string(65'535, 'x')}};
  EXPECT_REFUSED(ledger().would_append(append), TOO_LARGE);
  append = request(game);
  append.expected_size = 1;
  EXPECT_REFUSED(ledger().would_append(append), SIZE_MISMATCH);
  append = request(game);
  append.recorded_at = {append.recorded_at.value - 1};
  EXPECT_REFUSED(ledger().would_append(append), CLOCK_WENT_BACK);
  append = request(game);
  append.records = {};
  EXPECT_REFUSED(ledger().would_append(append), BAD_INPUT);
  EXPECT_EQ(head(game).size, 2U);
}

TEST_P(AnyLedger, RecordsAllOfACommandOrNothing) {
  const GameId game = found("friday");
  AppendRequest append = request(game);
  append.records = {{"Ann", "fits"}, {"Ann", std::string(70'000, 'x')}};
  EXPECT_REFUSED(ledger().append(append), TOO_LARGE);
  EXPECT_EQ(head(game).size, 1U);
}

TEST_P(AnyLedger, AppendsOnlyAtTheExpectedSize) {
  const GameId game = found("friday", 2);
  AppendRequest append = request(game);
  for (const std::uint64_t size : {0UL, 1UL, 3UL}) {
    append.expected_size = size;
    EXPECT_REFUSED(ledger().append(append), SIZE_MISMATCH);
  }
  append.expected_size = 2;
  EXPECT_OK(ledger().append(append));
  EXPECT_REFUSED(ledger().append(append), SIZE_MISMATCH);
}

TEST_P(AnyLedger, TimeNeverGoesBack) {
  const GameId game = found("friday");
  AppendRequest append = request(game);
  append.recorded_at = {999'999};
  EXPECT_REFUSED(ledger().append(append), CLOCK_WENT_BACK);
  append.recorded_at = {1'000'000};
  EXPECT_OK(ledger().append(append));
}

TEST_P(AnyLedger, FindsTheLastRecordAtOrBeforeATime) {
  const GameId game = found("friday", 2);  // both at 1,000,000
  for (const std::int64_t time : {1'000'000, 2'000'000, 2'000'000, 5'000'000}) {
    AppendRequest append = request(game);
    append.recorded_at = {time};
    ASSERT_OK(ledger().append(append));
  }
  const auto at = [&](std::int64_t time) -> std::int64_t {
    const auto found = ledger().last_at_or_before(game, {time});
    EXPECT_OK(found);
    return *found ? static_cast<std::int64_t>((*found)->value) : -1;
  };
  EXPECT_EQ(at(-5), -1);
  EXPECT_EQ(at(999'999), -1);
  EXPECT_EQ(at(1'000'000), 2);
  EXPECT_EQ(at(1'999'999), 2);
  EXPECT_EQ(at(2'000'000), 4);
  EXPECT_EQ(at(4'999'999), 4);
  EXPECT_EQ(at(5'000'000), 5);
  EXPECT_EQ(at(9'000'000), 5);
}

TEST_P(AnyLedger, ARepeatedRequestIsRecordedOnce) {
  const GameId game = found("friday", 3);
  AppendRequest append = request(game);
  append.records = {{"Ann", "one"}, {"Ann", "two"}};
  append.request = {"r-1", sha256("asked")};
  const auto first = ledger().append(append);
  ASSERT_OK(first);
  ASSERT_OK(say_many(ledger(), game, 5));
  // The size that it expects is no longer true; the request ID is looked up first.
  const auto second = ledger().append(append);
  ASSERT_OK(second);
  EXPECT_EQ(second->first.value, 3U);
  EXPECT_EQ(second->count, 2U);
  EXPECT_EQ(second->head_hash, first->head_hash);
  EXPECT_EQ(second->root, first->root);
  EXPECT_EQ(head(game).size, 10U);

  const auto known = ledger().request(game, "Ann", append.request);
  ASSERT_OK(known);
  ASSERT_TRUE(*known);
  EXPECT_EQ((*known)->first.value, 3U);
  EXPECT_EQ((*known)->count, 2U);
  EXPECT_FALSE(*ledger().request(game, "Ann", {"r-2", sha256("asked")}));
  EXPECT_FALSE(*ledger().request(game, "Ann", {}));
}

TEST_P(AnyLedger, AnotherRequestUnderAKnownIdIsRefused) {
  const GameId game = found("friday");
  ASSERT_OK(say(ledger(), game, "move", {"r-1", sha256("asked")}));
  EXPECT_REFUSED(say(ledger(), game, "move", {"r-1", sha256("something else")}), REQUEST_CONFLICT);
  EXPECT_REFUSED(ledger().request(game, "Ann", {"r-1", sha256("something else")}), REQUEST_CONFLICT);
  // Another game has requests of its own.
  const GameId sunday = found("sunday");
  EXPECT_OK(say(ledger(), sunday, "move", {"r-1", sha256("something else")}));
}

TEST_P(AnyLedger, AnIdBelongsToItsAuthor) {
  const GameId game = found("friday");
  ASSERT_OK(say(ledger(), game, "Ann's", {"r-1", sha256("asked")}));
  const Request same{"r-1", sha256("asked")};
  EXPECT_FALSE(*ledger().request(game, "Bob", same));
  AppendRequest append = request(game);
  append.records = {{"Bob", "Bob's"}};
  append.request = same;
  const auto bobs = ledger().append(append);
  ASSERT_OK(bobs);
  EXPECT_EQ(bobs->first.value, 2U);
  EXPECT_EQ(ledger().append(append)->first.value, 2U);
  EXPECT_EQ((*ledger().request(game, "Ann", same))->first.value, 1U);
  EXPECT_EQ((*ledger().request(game, "Bob", same))->first.value, 2U);
  // What two say is two requests, though they stand next to each other.
  append = request(game);
  append.records = {{"Ann", "one"}, {"Bob", "two"}};
  append.request = {"r-2", sha256("asked")};
  EXPECT_REFUSED(ledger().append(append), BAD_INPUT);
  EXPECT_EQ(head(game).size, 3U);
  EXPECT_TRUE(test::faults_of(ledger(), game).empty());
}

TEST_P(AnyLedger, ARepeatedFoundingIsRecordedOnce) {
  const auto first = found_game(ledger(), "friday", 3, "r-1");
  ASSERT_OK(first);
  const auto second = found_game(ledger(), "friday", 3, "r-1");
  ASSERT_OK(second);
  EXPECT_EQ(second->game, first->game);
  EXPECT_EQ(second->root, first->root);
  EXPECT_EQ(ledger().games()->size(), 1U);
  EXPECT_REFUSED(found_game(ledger(), "sunday", 3, "r-1"), REQUEST_CONFLICT);
}

TEST_P(AnyLedger, RepeatedRequestsAreAnsweredAcrossTiles) {
  const GameId game = found("friday", 250);
  ASSERT_OK(say(ledger(), game, "early", {"r-1", sha256("asked")}));
  const Head then = head(game);
  ASSERT_EQ(then.size, 251U);
  AppendRequest append = request(game);
  append.records.assign(600, {"Ann", "many"});
  ASSERT_OK(ledger().append(append));
  const auto again = say(ledger(), game, "early", {"r-1", sha256("asked")});
  ASSERT_OK(again);
  EXPECT_EQ(again->root, then.root);
  EXPECT_TRUE(test::faults_of(ledger(), game).empty());
}

TEST_P(AnyLedger, KeepsTheNewestSnapshot) {
  const GameId game = found("friday");
  ASSERT_OK(say(ledger(), game, "one"));
  ASSERT_OK(say(ledger(), game, "two"));
  const auto kept = ledger().snapshot(game, 3, "test 1");
  ASSERT_OK(kept);
  ASSERT_TRUE(*kept);
  EXPECT_EQ((*kept)->size, 3U);
  EXPECT_EQ((*kept)->body, "state after two");
  // The one before it was in the same block, and went.
  EXPECT_FALSE(*ledger().snapshot(game, 2, "test 1"));
  EXPECT_FALSE(*ledger().snapshot(game, 3, "test 2"));
}

TEST_P(AnyLedger, KeepsTheLastSnapshotOfEachBlock) {
  const GameId game = found("friday");
  AppendRequest append = request(game);
  append.records.assign(4094, {"Ann", "many"});
  ASSERT_OK(ledger().append(append));
  ASSERT_OK(say(ledger(), game, "last of the block"));  // makes 4096 records
  ASSERT_EQ(head(game).size, 4096U);
  ASSERT_OK(say(ledger(), game, "first of the next"));
  ASSERT_OK(say(ledger(), game, "second of the next"));
  EXPECT_EQ((*ledger().snapshot(game, 4097, "test 1"))->body, "state after last of the block");
  EXPECT_EQ((*ledger().snapshot(game, 4096, "test 1"))->size, 4096U);
  EXPECT_EQ((*ledger().snapshot(game, 4098, "test 1"))->body, "state after second of the next");
  EXPECT_FALSE(*ledger().snapshot(game, 4095, "test 1"));
}

TEST_P(AnyLedger, KeepsTheStatesDigests) {
  const GameId game = found("friday");
  ASSERT_OK(say(ledger(), game, "one"));
  ASSERT_OK(say(ledger(), game, "two"));
  EXPECT_EQ(*ledger().kept_digest(game, 2, "test 1"), sha256("one"));
  EXPECT_EQ(*ledger().kept_digest(game, 3, "test 1"), sha256("two"));
  EXPECT_FALSE(*ledger().kept_digest(game, 1, "test 1"));
  EXPECT_FALSE(*ledger().kept_digest(game, 4, "test 1"));
  EXPECT_FALSE(*ledger().kept_digest(game, 3, "test 2"));
}

TEST_P(AnyLedger, ReadsARangeOfTheStatesDigests) {
  const GameId game = found("friday");
  const GameId other = found("saturday");
  for (const auto* text : {"one", "two", "three"}) ASSERT_OK(say(ledger(), game, text));
  ASSERT_OK(say(ledger(), other, "four"));
  const auto sizes_and_digests = [&](const GameId& of, std::uint64_t from, std::uint64_t to, std::string_view maker) {
    std::vector<std::pair<std::uint64_t, Hash>> all;
    const auto kept = ledger().kept_digests(of, from, to, maker);
    EXPECT_TRUE(kept.ok());
    for (const KeptDigest& one : *kept) all.emplace_back(one.size, one.digest);
    return all;
  };
  using Pairs = std::vector<std::pair<std::uint64_t, Hash>>;
  const Pairs all = {{2, sha256("one")}, {3, sha256("two")}, {4, sha256("three")}};
  EXPECT_EQ(sizes_and_digests(game, 0, 100, "test 1"), all);
  EXPECT_EQ(sizes_and_digests(game, 3, 3, "test 1"), (Pairs{{3, sha256("two")}}));
  EXPECT_EQ(sizes_and_digests(game, 4, 3, "test 1"), Pairs());
  EXPECT_EQ(sizes_and_digests(game, 5, 100, "test 1"), Pairs());
  EXPECT_EQ(sizes_and_digests(game, 0, 100, "test 2"), Pairs());
  EXPECT_EQ(sizes_and_digests(other, 0, 100, "test 1"), (Pairs{{2, sha256("four")}}));
}

TEST_P(AnyLedger, VerifiesWhatItRecorded) {
  const GameId game = found("friday", 300);
  found("sunday");
  ASSERT_OK(say(ledger(), game, "move", {"r-1", sha256("asked")}));
  AppendRequest append = request(game);
  append.records.assign(300, {"Ann", "many"});
  append.request = {"r-2", sha256("asked")};
  ASSERT_OK(ledger().append(append));
  std::uint64_t done = 0;
  const auto report = ledger().verify(game, [&](std::uint64_t records) { done = records; });
  ASSERT_OK(report);
  for (const Fault& fault : report->faults) ADD_FAILURE() << fault.check << ": " << fault.what;
  EXPECT_EQ(report->size, 601U);
  EXPECT_EQ(report->root, head(game).root);
  EXPECT_EQ(report->head_hash, head(game).head_hash);
  EXPECT_EQ(done, 601U);
}

TEST_P(AnyLedger, VerifiesOnlyGamesThatItHolds) {
  EXPECT_REFUSED(ledger().verify({sha256("no")}, {}), NO_SUCH_GAME);
}

}  // namespace
}  // namespace nomic::ledger

// Two ledgers over one store, as several servers over one database: whatever one does while the other is between two of
// its steps, nothing that was acknowledged goes, nothing is half there, and what is kept beside the records stays
// whole.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ledger/support/stepping_store.h"
#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/checkpoint.h"

namespace nomic::ledger {
namespace {

using test::SteppingStore;

constexpr const char* MAKER = "engine/1 schema/1";
constexpr std::uint64_t BEGUN = 12;  // records

std::vector<IndexRow> rows_of(std::uint64_t from, std::uint64_t to) {
  std::vector<IndexRow> rows;
  for (std::uint64_t record = from; record < to; ++record)
    rows.push_back({"all", record, fmt::format("of {}", record)});
  return rows;
}

// Two ledgers over the rows of a game, and what was acknowledged by either.
struct World {
  std::shared_ptr<MemoryStore> rows = std::make_shared<MemoryStore>();
  SteppingStore* steps = nullptr;  // of `one`
  std::unique_ptr<Ledger> one;
  std::unique_ptr<Ledger> other;
  GameId game;
  PrivateKey keeper = PrivateKey::generate();
  PrivateKey witness = PrivateKey::generate();
  std::uint64_t appended = 0;
  std::vector<std::string> signed_by;
  int founded = 0;

  World() {
    other = over(nullptr);
    FoundRequest founding;
    founding.name = "friday";
    founding.records = {{"", "founded"}};
    founding.recorded_at = {1'000'000};
    founding.derived.maker = MAKER;
    founding.derived.index = rows_of(0, 1);
    game = other->found(founding)->game;
    while (appended + 1 < BEGUN) EXPECT_OK(append(*other));
    appended = 0;
    one = over(&steps);
  }
  std::unique_ptr<Ledger> over(SteppingStore** store) const {
    auto stepping = std::make_unique<SteppingStore>(rows);
    if (store != nullptr) *store = stepping.get();
    return *Ledger::over(std::move(stepping), {});
  }

  Status append(Ledger& ledger) {
    const auto head = ledger.head(game);
    if (!head) return head.error();
    AppendRequest request;
    request.game = game;
    request.expected_size = head->size;
    request.records = {{"Ann", fmt::format("move {}", head->size)}};
    request.recorded_at = head->recorded_at;
    request.derived.maker = MAKER;
    request.derived.digest = sha256("state");
    request.derived.snapshot = fmt::format("state at {}", head->size + 1);
    request.derived.index = rows_of(head->size, head->size + 1);
    auto done = ledger.append(request);
    if (!done) return std::move(done).error();
    ++appended;
    return Done{};
  }
  Status sign(Ledger& ledger, const std::string& name) {
    const auto root = ledger.root_at(game, 10);
    if (!root) return root.error();
    Note note{Checkpoint{"log.example", 10, *root, {}}.text(), {}};
    note.add(name == "log.example" ? sign_note(note.text, name, keeper) : cosign_note(note.text, name, witness, 5));
    auto kept = ledger.keep_evidence(game, {"note", 10, note.encode()});
    if (kept) signed_by.push_back(name);
    return kept;
  }
  Status keep(Ledger& ledger) const {
    Derived derived;
    derived.maker = MAKER;
    derived.digest = sha256("state");
    derived.snapshot = "state at 10";
    return ledger.keep(game, 10, derived);
  }
  Status reindex(Ledger& ledger) const {
    NOMIC_TRY(ledger.reindex(game, {}));
    const auto head = ledger.head(game);
    if (!head) return head.error();
    NOMIC_TRY(ledger.keep_index(game, 0, 5, MAKER, rows_of(0, 5)));
    NOMIC_TRY(ledger.keep_index(game, 5, head->size, MAKER, rows_of(5, head->size)));
    return ledger.reindexed(game);
  }
  Status found(Ledger& ledger, const std::string& payload) {
    FoundRequest founding;
    founding.name = "sunday";
    founding.records = {{"", payload}};
    auto done = ledger.found(founding);
    if (!done) return std::move(done).error();
    ++founded;
    return Done{};
  }
};

struct Work {
  const char* name;
  std::function<Status(World&, Ledger&)> does;
};

const std::vector<Work>& works() {
  static const std::vector<Work> ALL = {
      {"an append", [](World& world, Ledger& ledger) { return world.append(ledger); }},
      {"the keeper's signature", [](World& world, Ledger& ledger) { return world.sign(ledger, "log.example"); }},
      {"a witness's signature", [](World& world, Ledger& ledger) { return world.sign(ledger, "w"); }},
      {"keeping a state", [](World& world, Ledger& ledger) { return world.keep(ledger); }},
      {"reindexing", [](World& world, Ledger& ledger) { return world.reindex(ledger); }},
      {"founding",
       [](World& world, Ledger& ledger) {
         return world.found(ledger, &ledger == world.one.get() ? "by one" : "by the other");
       }},
  };
  return ALL;
}

// Nobody is told anything but that it is done, or that somebody else was first.
bool is_fair(const Status& done) {
  if (done) return true;
  const ErrorCode code = done.error().code;
  return code == ErrorCode::SIZE_MISMATCH || code == ErrorCode::NO_SUCH_RECORD || code == ErrorCode::GAME_NAME_TAKEN;
}

void compare(World& world) {
  const auto reader = world.over(nullptr);
  EXPECT_EQ(reader->head(world.game)->size, BEGUN + world.appended) << "of the appends that were acknowledged";
  EXPECT_EQ(test::faults_of(*reader, world.game), std::vector<std::string>());
  EXPECT_EQ(reader->games()->size(), 1U + static_cast<std::size_t>(world.founded));
  EXPECT_LE(world.founded, 1);
  const auto kept = reader->evidence(world.game);
  ASSERT_OK(kept);
  const std::string note = kept->empty() ? std::string() : kept->front().bytes;
  for (const std::string& name : world.signed_by) EXPECT_NE(note.find("— " + name + " "), std::string::npos) << name;
  // As far as the index says that it reaches, each record has its row.
  const std::uint64_t reach = *reader->index_reach(world.game, MAKER);
  std::uint64_t there = 0;
  EXPECT_OK(reader->index_rows(world.game, IndexQuery::of_key("all", reach), MAKER, [&](const IndexRow& row) {
    EXPECT_EQ(row.record, there++);
    return true;
  }));
  EXPECT_EQ(there, reach);
}

TEST(Interleaved, NothingAcknowledgedGoesWhateverAnotherDoesInBetween) {
  int tried = 0;
  for (const Work& work : works()) {
    for (const Work& beside : works()) {
      for (int step = 0;; ++step) {
        World world;
        bool came = false;
        world.steps->calls = 0;
        world.steps->before = step;
        world.steps->between = [&] {
          came = true;
          const Status done = beside.does(world, *world.other);
          EXPECT_TRUE(done.ok() || done.error().code == ErrorCode::GAME_NAME_TAKEN)
              << beside.name << ": " << test::words_of(done.error());
        };
        const Status done = work.does(world, *world.one);
        const std::string which = fmt::format("{}, and {} before its step {}", work.name, beside.name, step);
        EXPECT_TRUE(is_fair(done)) << which << ": " << test::words_of(done.error());
        world.steps->between = nullptr;
        compare(world);
        if (::testing::Test::HasFailure()) FAIL() << which;
        if (!came) break;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 300);
}

// Two who copy one ledger to the same place: neither is told that the other's game is another.
TEST(Interleaved, WhoTakesInAGameThatAnotherTakesInMeanwhileIsToldToLookAgain) {
  const auto guests = Ledger::in_memory();
  const auto guest = test::found_game(*guests, "guests", 5, "founding");
  ASSERT_OK(guest);
  std::string bundle;
  ASSERT_OK(guests->export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      {guest->game, 0, {}, 0}, {}));
  const auto take_in = [&](Ledger& ledger) {
    std::size_t at = 0;
    BundleSource source([&](char* into, std::size_t count) {
      const std::size_t given = bundle.copy(into, count, at);
      at += given;
      return static_cast<std::ptrdiff_t>(given);
    });
    return ledger.import_from(source, {}, {});
  };
  int overtaken = 0;
  bool came = true;
  for (int step = 0; came; ++step) {
    World world;
    came = false;
    world.steps->calls = 0;
    world.steps->before = step;
    world.steps->between = [&] {
      came = true;
      EXPECT_OK(take_in(*world.other));
    };
    const auto done = take_in(*world.one);
    if (!done) {
      SCOPED_TRACE(step);
      EXPECT_REFUSED(done, SIZE_MISMATCH);
      ++overtaken;
    }
    const auto again = take_in(*world.one);
    ASSERT_OK(again);
    EXPECT_EQ(again->before, 5U);
    EXPECT_EQ(again->head.head_hash, guest->head_hash);
  }
  EXPECT_GT(overtaken, 2);
}

}  // namespace
}  // namespace nomic::ledger

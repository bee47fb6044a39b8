// Bundles: written, checked, taken in; cut at each length, each byte changed; imports that fail at each of their steps.
#include "nomic/ledger/bundle.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/formats.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"
#include "nomic/ledger/store/rocks/open_store.h"

namespace nomic::ledger {
namespace {

using namespace test;

ReadBytes from_string(const std::string& bytes, std::size_t at_once = 1 << 16) {
  auto at = std::make_shared<std::size_t>(0);
  return [&bytes, at, at_once](char* into, std::size_t count) -> std::ptrdiff_t {
    const std::size_t given = std::min({count, at_once, bytes.size() - *at});
    std::memcpy(into, bytes.data() + *at, given);
    *at += given;
    return static_cast<std::ptrdiff_t>(given);
  };
}

std::string exported(Ledger& ledger, ExportRequest request) {
  std::string bundle;
  auto done = ledger.export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      request, {});
  EXPECT_OK(done);
  return bundle;
}

Result<Imported> imported(Ledger& ledger, const std::string& bundle, const std::string& name = {}) {
  BundleSource source(from_string(bundle));
  return ledger.import_from(source, {name}, {});
}

BundleReport checked(const std::string& bundle, std::size_t at_once = 1 << 16) {
  BundleSource source(from_string(bundle, at_once));
  auto report = verify_bundle(source, {});
  EXPECT_OK(report);
  return *std::move(report);
}

std::string word(const std::string& bundle) {
  const BundleReport report = checked(bundle);
  return report.fault ? report.fault->check : "";
}

// A game of `count` records in memory, with requests in it.
struct Played {
  std::unique_ptr<Ledger> ledger = Ledger::in_memory();
  GameId game;

  explicit Played(std::uint64_t count, const std::string& name = "club") {
    auto founded = found_game(*ledger, name, 2, "founding");
    EXPECT_OK(founded);
    game = founded->game;
    for (std::uint64_t i = 2; i < count; ++i) {
      Request request;
      if (i % 5 == 0) request = {"request " + std::to_string(i), sha256(std::to_string(i))};
      EXPECT_OK(say(*ledger, game, "move " + std::to_string(i), request));
    }
  }
  [[nodiscard]] std::string bundle() const { return exported(*ledger, {game, 0, {}, 0}); }
  [[nodiscard]] std::string first(std::uint64_t size) const { return exported(*ledger, {game, 0, size, 0}); }
};

TEST(Bundle, ItsFirstLineSaysItsFormat) {
  EXPECT_EQ(std::string(BUNDLE_LINE), "nomic bundle, format " + std::to_string(BUNDLE_FORMAT) + "\n");
}

TEST(Bundle, HoldsTheWholeGame) {
  const Played played(12);
  const BundleReport report = checked(played.bundle());
  EXPECT_FALSE(report.fault.has_value());
  EXPECT_EQ(report.label, "club");
  EXPECT_EQ(report.size, 12U);
  EXPECT_EQ(report.root, played.ledger->head(played.game)->root);
  EXPECT_EQ(report.head_hash, played.ledger->head(played.game)->head_hash);
}

TEST(Bundle, IsReadInWhateverPiecesItComes) {
  const std::string bundle = Played(9).bundle();
  for (const std::size_t at_once : {1U, 2U, 3U, 7U, 64U})
    EXPECT_FALSE(checked(bundle, at_once).fault.has_value()) << at_once;
}

TEST(Bundle, GoesThroughAnEmptyLedgerAndComesBackTheSame) {
  for (const std::uint64_t size : {2U, 3U, 255U, 256U, 257U, 600U}) {
    const Played played(size);
    const std::string bundle = played.bundle();
    const auto copy = Ledger::in_memory();
    auto done = imported(*copy, bundle);
    ASSERT_OK(done);
    EXPECT_EQ(done->before, 0U);
    EXPECT_EQ(done->head.size, size);
    EXPECT_EQ(faults_of(*copy, played.game), std::vector<std::string>{});
    EXPECT_EQ(exported(*copy, {played.game, 0, {}, 0}), bundle);
  }
}

TEST(Bundle, GoesIntoALedgerOnDiskWithTilesAndRequests) {
  const Played played(700);
  const Place place;
  {
    auto ledger = place.make();
    ASSERT_OK(ledger);
    ASSERT_OK(imported(**ledger, played.bundle(), "my copy"));
    EXPECT_EQ(faults_of(**ledger, played.game), std::vector<std::string>{});
    ASSERT_OK(say(**ledger, played.game, "and on"));
  }
  auto ledger = place.read();
  ASSERT_OK(ledger);
  EXPECT_EQ((*ledger)->find("my copy")->size, 701U);
  EXPECT_EQ(faults_of(**ledger, played.game), std::vector<std::string>{});
  EXPECT_TRUE(*(*ledger)->request(played.game, "Ann", {"request 5", sha256("5")}));
  EXPECT_REFUSED((*ledger)->request(played.game, "Ann", {"request 5", sha256("6")}), REQUEST_CONFLICT);
  EXPECT_FALSE(*(*ledger)->request(played.game, "Bob", {"request 5", sha256("5")}));
}

TEST(Bundle, ALongerCopyExtendsAtEverySize) {
  const Played played(40);
  const auto copy = Ledger::in_memory();
  for (std::uint64_t size = 2; size <= 40; ++size) {
    auto done = imported(*copy, played.first(size));
    ASSERT_OK(done);
    EXPECT_EQ(done->before, size == 2 ? 0 : size - 1);
    EXPECT_EQ(faults_of(*copy, played.game), std::vector<std::string>{}) << size;
  }
}

TEST(Bundle, ARangeExtendsWhatIsThere) {
  const Played played(600);
  for (const std::uint64_t from : {2U, 3U, 255U, 256U, 257U, 300U, 511U, 512U, 599U}) {
    const auto copy = Ledger::in_memory();
    ASSERT_OK(imported(*copy, played.first(from)));
    ASSERT_OK(imported(*copy, exported(*played.ledger, {played.game, from, {}, 0})));
    EXPECT_EQ(faults_of(*copy, played.game), std::vector<std::string>{}) << from;
    EXPECT_EQ(copy->head(played.game)->root, played.ledger->head(played.game)->root);
  }
}

TEST(Bundle, ARangeIsTakenInOnlyWhereItBegins) {
  const Played played(20);
  const auto copy = Ledger::in_memory();
  const std::string range = exported(*played.ledger, {played.game, 10, {}, 0});
  EXPECT_REFUSED(imported(*copy, range), NO_SUCH_RECORD);
  ASSERT_OK(imported(*copy, played.first(9)));
  EXPECT_REFUSED(imported(*copy, range), NO_SUCH_RECORD);
  ASSERT_OK(imported(*copy, played.first(12)));
  ASSERT_OK(imported(*copy, range));
}

TEST(Bundle, ARangeMayBeginWithinARequest) {
  const auto ledger = Ledger::in_memory();
  auto founded = found_game(*ledger, "club", 9, "founding");
  ASSERT_OK(founded);
  const auto copy = Ledger::in_memory();
  ASSERT_OK(imported(*copy, exported(*ledger, {founded->game, 0, 4, 0})));
  ASSERT_OK(imported(*copy, exported(*ledger, {founded->game, 4, 7, 0})));
  ASSERT_OK(imported(*copy, exported(*ledger, {founded->game, 0, 9, 0})));
  EXPECT_EQ(faults_of(*copy, founded->game), std::vector<std::string>{});
}

TEST(Bundle, NoMoreThanIsThereChangesNothing) {
  const Played played(20);
  auto done = imported(*played.ledger, played.bundle());
  ASSERT_OK(done);
  EXPECT_EQ(done->before, done->head.size);
  auto shorter = imported(*played.ledger, played.first(7));
  ASSERT_OK(shorter);
  EXPECT_EQ(shorter->head.size, 20U);
  EXPECT_EQ(shorter->bundle_size, 7U);
}

TEST(Bundle, AForkIsRefusedAndNamesItsFirstRecord) {
  const Played played(20);
  const auto copy = Ledger::in_memory();
  ASSERT_OK(imported(*copy, played.first(10)));
  ASSERT_OK(say_many(*copy, played.game, 3));
  auto done = imported(*copy, played.bundle());
  EXPECT_REFUSED(done, FORKED);
  EXPECT_EQ(done.error().index, 10U);
  EXPECT_REFUSED(imported(*copy, exported(*played.ledger, {played.game, 12, {}, 0})), FORKED);
  EXPECT_EQ(copy->head(played.game)->size, 13U);
  EXPECT_EQ(faults_of(*copy, played.game), std::vector<std::string>{});
}

TEST(Bundle, AForkInABundleThatIsNotSoundIsNoFork) {
  const Played played(20);
  const auto copy = Ledger::in_memory();
  ASSERT_OK(imported(*copy, played.first(10)));
  ASSERT_OK(say_many(*copy, played.game, 3));
  const std::string bundle = played.bundle();
  EXPECT_REFUSED(imported(*copy, bundle.substr(0, bundle.size() - 1)), BAD_BUNDLE);
}

TEST(Bundle, AnOlderCopyThanWasMetIsRefused) {
  const Played played(20);
  Place place;
  place.remember();
  auto ledger = place.make();
  ASSERT_OK(ledger);
  ASSERT_OK(imported(**ledger, played.bundle()));
  Place other;
  other.options.seen_dir = place.options.seen_dir;
  auto fresh = other.make();
  ASSERT_OK(fresh);
  EXPECT_REFUSED(imported(**fresh, played.first(19)), ROLLED_BACK);
  EXPECT_TRUE((*fresh)->games()->empty());
  EXPECT_OK(imported(**fresh, played.bundle()));
}

TEST(Bundle, AnotherHistoryThanWasMetIsRefused) {
  const Played played(12);
  const auto fork = Ledger::in_memory();
  ASSERT_OK(imported(*fork, played.first(10)));
  ASSERT_OK(say_many(*fork, played.game, 5));
  Place place;
  place.remember();
  auto ledger = place.make();
  ASSERT_OK(ledger);
  ASSERT_OK(imported(**ledger, played.bundle()));
  Place other;
  other.options.seen_dir = place.options.seen_dir;
  auto fresh = other.make();
  ASSERT_OK(fresh);
  EXPECT_REFUSED(imported(**fresh, exported(*fork, {played.game, 0, {}, 0})), ROLLED_BACK);
}

TEST(Bundle, NamesAreChosenOrRefused) {
  const Played played(5);
  const Played other(5);
  const auto copy = Ledger::in_memory();
  ASSERT_OK(imported(*copy, played.bundle()));
  const bool same = played.game == other.game;
  const Played third(6, "club two");
  EXPECT_TRUE(same) << "the same payloads at the same time make the same game";
  EXPECT_REFUSED(imported(*copy, Played(4, "another").bundle(), std::string(65, 'x')), BAD_INPUT);
  EXPECT_REFUSED(imported(*copy, third.bundle(), "club"), GAME_NAME_TAKEN);
  EXPECT_OK(imported(*copy, third.bundle()));
}

TEST(Bundle, CutAtEachLengthItIsRefused) {
  const std::string bundle = Played(4).bundle();
  for (std::size_t size = 0; size < bundle.size(); ++size) {
    EXPECT_EQ(word(bundle.substr(0, size)), "truncated") << size;
    const auto copy = Ledger::in_memory();
    EXPECT_REFUSED(imported(*copy, bundle.substr(0, size)), BAD_BUNDLE);
    EXPECT_TRUE(copy->games()->empty());
  }
}

TEST(Bundle, WithEachByteChangedItIsRefused) {
  const std::string bundle = Played(4).bundle();
  std::map<std::string, int> words;
  for (std::size_t at = 0; at < bundle.size(); ++at) {
    for (const int change : {1, 0x20, 0x80, 0xFF}) {
      std::string other = bundle;
      other[at] = static_cast<char>(other[at] ^ change);
      const std::string found = word(other);
      EXPECT_NE(found, "") << at;
      ++words[found];
    }
  }
  for (const char* expected :
       {"format", "frame", "header", "record", "place", "chain", "root", "size", "digest", "truncated", "seen"}) {
    EXPECT_GT(words[expected], 0) << expected;
  }
}

// ---- An import that fails at one of its steps
// ------------------------------------------------------------------------

constexpr int KILLED = 77;

// A store that writes so many batches, then fails, or takes the process with it.
class FailingStore final : public Store {
 public:
  FailingStore(std::shared_ptr<Store> store, int writes, bool kills = false)
      : store_(std::move(store)), writes_(writes), kills_(kills) {}
  Result<std::optional<std::string>> get(Table table, std::string_view key) override { return store_->get(table, key); }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return store_->scan(table, from, until);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    return store_->last(table, from, until);
  }
  Status write_group(std::span<const Batch> group) override {
    if (writes_ <= 0 && kills_) ::_exit(KILLED);
    if (writes_-- <= 0) return Error{ErrorCode::OUTCOME_UNKNOWN, "the disk is gone", {}, {}};
    return store_->write_group(group);
  }
  Result<std::unique_ptr<Load>> load() override { return store_->load(); }
  Result<std::vector<Fault>> check() override { return std::vector<Fault>{}; }

 private:
  std::shared_ptr<Store> store_;
  int writes_;
  bool kills_;
};

std::unique_ptr<Ledger> over(const std::shared_ptr<MemoryStore>& store, int writes = 1'000'000) {
  auto ledger = Ledger::over(std::make_unique<FailingStore>(store, writes), {});
  EXPECT_OK(ledger);
  return *std::move(ledger);
}

TEST(BundleImport, FailedAtEachStepItLeavesTheLedgerAsItWas) {
  const Played played(600);
  for (const std::uint64_t before : {0U, 2U, 300U, 512U}) {
    for (const int writes : {0, 1}) {
      const auto store = std::make_shared<MemoryStore>();
      if (before > 0) ASSERT_OK(imported(*over(store), played.first(before)));
      EXPECT_REFUSED(imported(*over(store, writes), played.bundle()), OUTCOME_UNKNOWN);
      // The next to look: what was loaded counts for nothing, and no check complains of it.
      const auto ledger = over(store);
      if (before > 0) {
        EXPECT_EQ(ledger->head(played.game)->size, before);
        EXPECT_EQ(faults_of(*ledger, played.game), std::vector<std::string>{}) << before << " " << writes;
      } else {
        EXPECT_TRUE(ledger->games()->empty());
      }
      // It goes on with another, shorter copy as if nothing had been; then with the same again.
      if (before < 400) ASSERT_OK(imported(*ledger, played.first(400)));
      EXPECT_EQ(faults_of(*ledger, played.game), std::vector<std::string>{}) << before << " " << writes;
      ASSERT_OK(imported(*ledger, played.bundle()));
      EXPECT_EQ(faults_of(*ledger, played.game), std::vector<std::string>{}) << before << " " << writes;
      EXPECT_EQ(exported(*ledger, {played.game, 0, {}, 0}), played.bundle());
    }
  }
}

TEST(BundleImport, TheNextWriterOfAFolderRemovesWhatIsLeft) {
  const Played played(300);
  const Place place;
  {
    auto ledger = place.make();
    ASSERT_OK(ledger);
    ASSERT_OK(imported(**ledger, played.first(100)));
  }
  // A process that is killed when its rows have come, and do not count yet.
  const int status = in_child([&] {
    const Folder folder(place.folder);
    auto lock = Lock::take(folder.lock(), 0, "test");
    auto store = open_writer(folder, *std::move(lock), RocksStore::Ground::real());
    auto ledger = Ledger::over(std::make_unique<FailingStore>(*std::move(store), 1, true), {});
    static_cast<void>(imported(**ledger, played.bundle()));
    return 0;
  });
  ASSERT_EQ(status, KILLED);
  {
    auto reader = place.read();
    ASSERT_OK(reader);
    EXPECT_EQ((*reader)->head(played.game)->size, 100U);
    EXPECT_EQ(faults_of(**reader, played.game), std::vector<std::string>{});
  }
  auto ledger = place.write();
  ASSERT_OK(ledger);
  ASSERT_OK(say(**ledger, played.game, "another way"));
  EXPECT_EQ(faults_of(**ledger, played.game), std::vector<std::string>{});
}

TEST(BundleImport, ARequestInTwoPlacesIsRefused) {
  // The second "request 5" is made through another ledger, which does not know of the first.
  const Played played(8);
  const auto store = std::make_shared<MemoryStore>();
  ASSERT_OK(imported(*over(store), played.bundle()));
  store->rows(Table::CATALOG).erase(request_key(played.game, "Ann", "request 5"));
  ASSERT_OK(say(*over(store), played.game, "again", {"request 5", sha256("x")}));
  const auto forged = over(store);
  const std::string bundle = exported(*forged, {played.game, 0, {}, 0});
  const auto copy = Ledger::in_memory();
  EXPECT_REFUSED(imported(*copy, bundle), BAD_BUNDLE);
  EXPECT_TRUE(copy->games()->empty());
  const auto longer = Ledger::in_memory();
  ASSERT_OK(imported(*longer, played.bundle()));
  EXPECT_REFUSED(imported(*longer, bundle), BAD_BUNDLE);
  EXPECT_EQ(faults_of(*longer, played.game), std::vector<std::string>{});
}

// ---- Reindex and kept states
// -----------------------------------------------------------------------------------------

TEST(Reindex, MakesGoodWhatIsDerived) {
  const Played played(600);
  const auto store = std::make_shared<MemoryStore>();
  {
    const auto ledger = over(store);
    ASSERT_OK(imported(*ledger, played.bundle()));
    ASSERT_OK(ledger->keep(played.game, 600, {"maker", sha256("state"), "state"}));
    ASSERT_TRUE(ledger->snapshot(played.game, 600, "maker")->has_value());
  }
  store->rows(Table::TILES).begin()->second[5] ^= 1;
  store->rows(Table::TILES)[tile_key(played.game, {0, 77})] = "beyond";
  store->rows(Table::SNAPSHOTS).begin()->second[5] ^= 1;
  store->rows(Table::CATALOG).erase(request_key(played.game, "Ann", "request 5"));
  store->rows(Table::CATALOG)[digest_key(played.game, 9)] = "no digest";
  const auto ledger = over(store);
  EXPECT_NE(faults_of(*ledger, played.game), std::vector<std::string>{});
  ASSERT_OK(ledger->reindex(played.game, {}));
  EXPECT_EQ(faults_of(*ledger, played.game), std::vector<std::string>{});
}

TEST(Reindex, LeavesAllAsItIsWhereARecordIsDamaged) {
  const Played played(600);
  const auto store = std::make_shared<MemoryStore>();
  ASSERT_OK(imported(*over(store), played.bundle()));
  store->rows(Table::RECORDS)[record_key(played.game, 7)][40] ^= 1;
  const auto tiles = store->rows(Table::TILES);
  EXPECT_REFUSED(over(store)->reindex(played.game, {}), DAMAGED);
  EXPECT_EQ(store->rows(Table::TILES), tiles);
}

TEST(Reindex, AStateIsKeptOnlyOfWhatWas) {
  const Played played(5);
  EXPECT_REFUSED(played.ledger->keep(played.game, 6, {"maker", {}, "state"}), NO_SUCH_RECORD);
  EXPECT_REFUSED(played.ledger->keep(played.game, 0, {"maker", {}, "state"}), NO_SUCH_RECORD);
}

}  // namespace
}  // namespace nomic::ledger

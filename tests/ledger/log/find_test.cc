// How games are found: by name, identity, request and kin, with the same few reads however many there are, and once
// only, whoever founds at the same time.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/game_name.h"
#include "nomic/ledger/ledger.h"
#include "nomic/ledger/store.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using test::faults_of;
using test::found_game;

// What a store was asked: a row got, or met by a cursor, counts one.
struct Asked {
  int rows = 0;
};

class CountingCursor final : public Cursor {
 public:
  CountingCursor(std::unique_ptr<Cursor> below, Asked& asked) : below_(std::move(below)), asked_(asked) {
    ++asked_.rows;
  }
  [[nodiscard]] bool valid() const override { return below_->valid(); }
  [[nodiscard]] std::string_view key() const override { return below_->key(); }
  [[nodiscard]] std::string_view value() const override { return below_->value(); }
  void next() override {
    ++asked_.rows;
    below_->next();
  }
  Status status() const override { return below_->status(); }

 private:
  std::unique_ptr<Cursor> below_;
  Asked& asked_;
};

// A store that several ledgers write, each through one of these; and what happens just before one founds a game.
class Through final : public Store {
 public:
  explicit Through(std::shared_ptr<Store> below) : below_(std::move(below)) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    ++asked.rows;
    return below_->get(table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return std::make_unique<CountingCursor>(below_->scan(table, from, until), asked);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    ++asked.rows;
    return below_->last(table, from, until);
  }
  Status write_group(std::span<const Batch> group) override {
    const auto names = [](const Row& row) { return row.table == Table::CATALOG && row.key.starts_with('N'); };
    const auto founds = [&](const Batch& batch) { return std::any_of(batch.rows.begin(), batch.rows.end(), names); };
    if (std::any_of(group.begin(), group.end(), founds)) {
      if (auto first = std::exchange(before_founding, nullptr)) first();
    }
    return below_->write_group(group);
  }
  Result<std::unique_ptr<Load>> load() override { return below_->load(); }
  Result<std::vector<Fault>> check() override { return below_->check(); }

  Asked asked;
  std::function<void()> before_founding;

 private:
  std::shared_ptr<Store> below_;
};

class FindingGames : public ::testing::Test {
 protected:
  // Another ledger over the same rows.
  std::unique_ptr<Ledger> writer(Through** store = nullptr) {
    auto through = std::make_unique<Through>(rows_);
    if (store != nullptr) *store = through.get();
    auto ledger = Ledger::over(std::move(through), {});
    EXPECT_OK(ledger);
    return *std::move(ledger);
  }
  static FoundRequest founding(const std::string& name, const std::string& request, const std::string& payload) {
    FoundRequest founding;
    founding.name = name;
    founding.records = {{"", payload}};
    founding.request = {request, sha256(name + payload)};
    return founding;
  }

  std::shared_ptr<Store> rows_ = std::make_shared<MemoryStore>();
};

std::string exported(Ledger& ledger, const GameId& game) {
  std::string bytes;
  const auto write = [&](std::string_view part) {
    bytes += part;
    return 0;
  };
  EXPECT_OK(ledger.export_to(write, {game, 0, {}, 0}, {}));
  return bytes;
}

// A bundle of a game that lies elsewhere.
std::string bundle_of(const std::string& name) {
  const auto elsewhere = Ledger::in_memory();
  const auto game = found_game(*elsewhere, name, 3);
  EXPECT_OK(game);
  return exported(*elsewhere, game->game);
}

Result<Imported> take_in(Ledger& ledger, const std::string& bundle, const ImportRequest& how = {}) {
  std::size_t at = 0;
  BundleSource source([&](char* into, std::size_t count) -> std::ptrdiff_t {
    const std::size_t taken = std::min(count, bundle.size() - at);
    bundle.copy(into, taken, at);
    at += taken;
    return static_cast<std::ptrdiff_t>(taken);
  });
  return ledger.import_from(source, how, {});
}

// Whatever is done with one game costs the same beside few others and beside many.
TEST_F(FindingGames, CostTheSameHoweverManyThereAre) {
  auto crowd = writer();
  const auto costs = [&](const std::string& round) {
    std::vector<std::pair<std::string, int>> rows;
    const auto count = [&](const std::string& what, const std::function<void(Ledger&)>& does) {
      Through* store = nullptr;
      auto ledger = writer(&store);
      store->asked = {};
      does(*ledger);
      rows.emplace_back(what, store->asked.rows);
    };
    const auto game = found_game(*crowd, "one of " + round, 3);
    EXPECT_OK(game);
    count("by name", [&](Ledger& ledger) { EXPECT_OK(ledger.find("one of " + round)); });
    count("by identity", [&](Ledger& ledger) { EXPECT_OK(ledger.find(game->game.hash.hex())); });
    count("one that is not there", [&](Ledger& ledger) { EXPECT_REFUSED(ledger.find("nowhere"), NO_SUCH_GAME); });
    count("which one", [&](Ledger& ledger) { EXPECT_REFUSED(ledger.find(""), AMBIGUOUS_GAME); });
    count("its kin", [&](Ledger& ledger) { EXPECT_OK(ledger.of_kin(game->game.hash)); });
    count("founding", [&](Ledger& ledger) { EXPECT_OK(ledger.found(founding("new in " + round, round, "a"))); });
    count("founding again", [&](Ledger& ledger) { EXPECT_OK(ledger.found(founding("new in " + round, round, "a"))); });
    count("appending", [&](Ledger& ledger) { EXPECT_OK(test::say(ledger, game->game, "move")); });
    count("importing", [&](Ledger& ledger) { EXPECT_OK(take_in(ledger, bundle_of("away in " + round))); });
    count("verifying one of many", [&](Ledger& ledger) {
      const auto report = ledger.verify(game->game, {}, VerifyScope::GAME);
      EXPECT_OK(report);
      EXPECT_TRUE(report->faults.empty());
    });
    return rows;
  };
  // So many that an error names no more of them.
  for (int number = 0; number < 25; ++number) EXPECT_OK(found_game(*crowd, "few " + std::to_string(number)));
  const auto among_few = costs("round 1");
  for (int number = 0; number < 500; ++number) EXPECT_OK(found_game(*crowd, "many " + std::to_string(number)));
  EXPECT_EQ(costs("round 2"), among_few);
}

// The bundle of that name under another label. A header has it behind 48 bytes; the last part is the hash of all
// before.
std::string relabelled(const std::string& bundle, const std::string& label) {
  std::string made = bundle.substr(0, bundle.find('\n') + 1);
  constexpr std::size_t HEAD = 5;
  constexpr std::size_t BEFORE_LABEL = 48;
  for (std::size_t at = made.size(), part = 0; at < bundle.size(); ++part) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(bundle[at + i]));
    };
    const std::size_t size = byte(1) << 24U | byte(2) << 16U | byte(3) << 8U | byte(4);
    std::string body = bundle.substr(at + HEAD, size);
    if (part == 0) {
      const auto old = static_cast<std::size_t>(static_cast<unsigned char>(body[BEFORE_LABEL]));
      body.replace(BEFORE_LABEL, old + 1, static_cast<char>(label.size()) + label);
    }
    if (at + HEAD + size == bundle.size()) body = sha256(made).raw();
    made += bundle[at];
    for (const unsigned shift : {24U, 16U, 8U, 0U}) made += static_cast<char>(body.size() >> shift & 255U);
    made += body;
    at += HEAD + size;
  }
  return made;
}

// A bundle brings a name that a stranger chose. It leads to no other game, and the bundle is taken in under another
// one.
TEST_F(FindingGames, ByAnIdentityNoNameIsFound) {
  const auto expect_renamed = [this](const std::function<std::string(const std::string& id)>& label, bool as_importer) {
    rows_ = std::make_shared<MemoryStore>();
    auto ledger = writer();
    const auto game = found_game(*ledger, "club");
    ASSERT_OK(game);
    const std::string id = game->game.hash.hex();
    const std::string name = label(id);
    const std::string stranger = bundle_of("stranger");
    const auto taken =
        as_importer ? take_in(*ledger, stranger, {.name = name}) : take_in(*ledger, relabelled(stranger, name));
    ASSERT_OK(taken);
    EXPECT_EQ(taken->head.name, "game " + taken->head.game.hash.hex().substr(0, 16)) << name;
    EXPECT_EQ(ledger->find(id)->game, game->game) << name;
    EXPECT_EQ(ledger->find(id.substr(0, 8))->game, game->game) << name;
    EXPECT_REFUSED(ledger->find(name_after_identity(game->game)), NO_SUCH_GAME);
    for (const std::string& typed : {taken->head.name, taken->head.game.hash.hex()}) {
      const auto found = ledger->find(typed);
      ASSERT_OK(found);
      EXPECT_EQ(found->game, taken->head.game) << typed;
    }
    // The name stays when it is exported, and taken in elsewhere.
    const auto elsewhere = Ledger::in_memory();
    EXPECT_EQ(take_in(*elsewhere, exported(*ledger, taken->head.game))->head.name, taken->head.name);
    EXPECT_EQ(faults_of(*ledger, taken->head.game), std::vector<std::string>());
  };
  const auto capitals = [](std::string id) {
    for (char& c : id) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    return id;
  };
  for (const bool as_importer : {false, true}) {
    expect_renamed([](const std::string& id) { return id; }, as_importer);
    expect_renamed(capitals, as_importer);
    for (const std::size_t digits : {8U, 9U, 63U}) {
      expect_renamed([&](const std::string& id) { return id.substr(0, digits); }, as_importer);
    }
    expect_renamed([](const std::string&) { return "20240101"; }, as_importer);
    // The name that the other game would get.
    expect_renamed([](const std::string& id) { return "game " + id.substr(0, 16); }, as_importer);
  }
  EXPECT_EQ(take_in(*Ledger::in_memory(), relabelled(bundle_of("stranger"), "game 2024"))->head.name, "game 2024");
}

TEST_F(FindingGames, TwoWhoFoundAGameOfOneNameAtOnceFoundOne) {
  Through* store = nullptr;
  auto first = writer(&store);
  auto second = writer();
  store->before_founding = [&] { EXPECT_OK(second->found(founding("friday", "", "second"))); };
  EXPECT_REFUSED(first->found(founding("friday", "", "first")), GAME_NAME_TAKEN);
  EXPECT_EQ(second->games()->size(), 1U);
  // Nor does an import take a name that was free when it began.
  auto importing = writer(&store);
  store->before_founding = [&] { EXPECT_OK(second->found(founding("sunday", "", "third"))); };
  EXPECT_REFUSED(take_in(*importing, bundle_of("sunday")), GAME_NAME_TAKEN);
  EXPECT_EQ(second->games()->size(), 2U);
  const auto games = second->games();
  for (const Head& head : *games) EXPECT_EQ(faults_of(*second, head.game), std::vector<std::string>());
}

TEST_F(FindingGames, ARequestThatTwoServersAreGivenAtOnceFoundsOneGame) {
  Through* store = nullptr;
  auto first = writer(&store);
  auto second = writer();
  GameId made;
  store->before_founding = [&] {
    const auto done = second->found(founding("friday", "r-1", "founded"));
    EXPECT_OK(done);
    made = done->game;
  };
  const auto again = first->found(founding("friday", "r-1", "founded"));
  ASSERT_OK(again);
  EXPECT_EQ(again->game, made);
  EXPECT_EQ(second->games()->size(), 1U);
}

TEST_F(FindingGames, ARequestFoundsOnce) {
  auto ledger = writer();
  const auto made = ledger->found(founding("friday", "r-1", "founded"));
  ASSERT_OK(made);
  const auto again = ledger->found(founding("friday", "r-1", "founded"));
  ASSERT_OK(again);
  EXPECT_EQ(again->game, made->game);
  // Another name is another request.
  EXPECT_REFUSED(ledger->found(founding("sunday", "r-1", "founded")), REQUEST_CONFLICT);
  EXPECT_EQ(ledger->games()->size(), 1U);
}

// By servers that share no store: the answer went missing, and the game came by a bundle meanwhile.
TEST_F(FindingGames, ARequestThatFoundedAGameElsewhereIsKnownWhereItWasImported) {
  const auto elsewhere = Ledger::in_memory();
  const auto made = elsewhere->found(founding("friday", "r-1", "founded"));
  ASSERT_OK(made);
  auto ledger = writer();
  ASSERT_OK(take_in(*ledger, exported(*elsewhere, made->game)));
  const auto again = ledger->found(founding("friday", "r-1", "founded"));
  ASSERT_OK(again);
  EXPECT_EQ(again->game, made->game);
  EXPECT_TRUE(again->repeated);
  // Neither another request nor other words under that one's name.
  EXPECT_REFUSED(ledger->found(founding("friday", "r-2", "founded")), GAME_NAME_TAKEN);
  EXPECT_REFUSED(ledger->found(founding("friday", "r-1", "otherwise")), GAME_NAME_TAKEN);
  EXPECT_EQ(ledger->games()->size(), 1U);
}

TEST_F(FindingGames, ByTheBeginningOfAnIdentity) {
  auto ledger = writer();
  const auto game = found_game(*ledger, "friday");
  ASSERT_OK(game);
  std::string digits = game->game.hash.hex();
  for (std::size_t count = 8; count <= digits.size(); ++count) {
    EXPECT_EQ(ledger->find(digits.substr(0, count))->game, game->game) << count;
  }
  std::transform(digits.begin(), digits.end(), digits.begin(), [](unsigned char c) { return std::toupper(c); });
  EXPECT_EQ(ledger->find(digits)->game, game->game);
  EXPECT_EQ(ledger->find(digits.substr(0, 9))->game, game->game);
  EXPECT_REFUSED(ledger->find(digits.substr(0, 7)), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find(digits + "0"), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find(digits.substr(0, 8) + "x"), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find("ffffffff"), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find(std::string(64, 'f')), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find(std::string(100'000, 'a')), NO_SUCH_GAME);
  EXPECT_REFUSED(ledger->find(std::string("\xff\0", 2)), NO_SUCH_GAME);
}

TEST_F(FindingGames, OfTheKinThatTheImporterNames) {
  auto ledger = writer();
  const Hash kin = sha256("kin");
  const ImportRequest how{
      {}, {}, [&](const Head& after) {
        return Result<std::optional<Hash>>(after.name == "alone" ? std::nullopt : std::optional<Hash>(kin));
      }};
  std::vector<GameId> expected;
  for (const char* name : {"one", "two", "alone"}) {
    const auto taken = take_in(*ledger, bundle_of(name), how);
    ASSERT_OK(taken);
    if (std::string(name) != "alone") expected.push_back(taken->head.game);
    EXPECT_EQ(faults_of(*ledger, taken->head.game), std::vector<std::string>());
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(*ledger->of_kin(kin), expected);
  EXPECT_TRUE(ledger->of_kin(sha256("other"))->empty());
}

// Entries that lead elsewhere are found, each said in its word, and a name is mended by reindexing.
TEST_F(FindingGames, EntriesThatLeadElsewhereAreFound) {
  auto ledger = writer();
  const auto friday = ledger->found(founding("friday", "r-1", "founded"));
  const auto sunday = found_game(*ledger, "sunday");
  ASSERT_OK(friday);
  ASSERT_OK(sunday);
  const auto put = [&](const std::string& key, const std::optional<std::string>& value) {
    Batch batch;
    batch.condition_key = "no such row";
    batch.rows.push_back({Table::CATALOG, key, value});
    EXPECT_OK(rows_->write(batch));
  };
  const auto there = [&](const std::string& key) { return **rows_->get(Table::CATALOG, key); };
  using Words = std::vector<std::string>;
  EXPECT_EQ(faults_of(*ledger, friday->game), Words());

  const std::string right = there("Nfriday");
  put("Nfriday", std::nullopt);
  EXPECT_EQ(faults_of(*ledger, friday->game), Words({"name"}));
  EXPECT_REFUSED(ledger->find("friday"), NO_SUCH_GAME);
  EXPECT_OK(ledger->reindex(friday->game, {}));
  EXPECT_OK(ledger->reindexed(friday->game));
  EXPECT_EQ(faults_of(*ledger, friday->game), Words());
  EXPECT_EQ(ledger->find("friday")->game, friday->game);

  put("Nfriday", there("Nsunday"));
  EXPECT_EQ(faults_of(*ledger, friday->game), Words({"foreign", "name"}));
  EXPECT_REFUSED(ledger->find("friday"), DAMAGED);
  put("Nfriday", "what is no message");
  EXPECT_EQ(faults_of(*ledger, friday->game), Words({"foreign", "name"}));
  EXPECT_REFUSED(ledger->find("friday"), DAMAGED);
  put("Nfriday", right);

  const std::string gone = "\x0a\x20" + sha256("no game").raw();
  for (const std::string& key : {std::string("Nnobody"), std::string("F\xffr-2"), "K" + sha256("kin").raw()}) {
    put(key, gone);
    EXPECT_EQ(faults_of(*ledger, friday->game), Words({"foreign"})) << key;
    put(key, std::nullopt);
  }
  // A name that leads to a game of another.
  put("Nmonday", right);
  EXPECT_EQ(faults_of(*ledger, friday->game), Words({"foreign"}));
  put("Nmonday", std::nullopt);
  EXPECT_EQ(faults_of(*ledger, friday->game), Words());
}

}  // namespace
}  // namespace nomic::ledger

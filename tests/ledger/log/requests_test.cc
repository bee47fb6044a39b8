// Requests: whose an ID is, on every road by which records and their entries come: appends, bundles, parts of a game,
// reindexing, and ledgers that were made before authors were part of the key.
#include "nomic/ledger/log/requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using namespace test;

// A ledger in memory, whose rows can be reached.
struct Held {
  MemoryStore* store = nullptr;
  std::unique_ptr<Ledger> ledger;
  GameId game;

  Held() {
    auto made = std::make_unique<MemoryStore>();
    store = made.get();
    ledger = *Ledger::over(std::move(made), {});
  }
  void found() { game = found_game(*ledger, "friday", 2, "founding")->game; }

  Result<Appended> ask(const std::string& author, const Request& request, std::size_t records = 1) {
    const Head head = *ledger->head(game);
    AppendRequest append;
    append.game = game;
    append.expected_size = head.size;
    append.records.assign(records, {author, author + " at " + std::to_string(head.size)});
    append.recorded_at = head.recorded_at;
    append.request = request;
    return ledger->append(append);
  }
  [[nodiscard]] MemoryStore::Rows& catalog() const { return store->rows(Table::CATALOG); }

  // As records come from elsewhere, without what is known of their requests.
  void forget_digests() {
    const std::string prefix = requests_prefix(game);
    for (auto& [key, value] : catalog()) {
      if (key.compare(0, prefix.size(), prefix) != 0) continue;
      RequestRow row = *decode_request(value);
      row.digest = {};
      value = encode(row);
    }
  }
};

std::string exported(Held& held, std::uint64_t from = 0) {
  std::string bundle;
  EXPECT_OK(held.ledger->export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      {held.game, from, {}, 0}, {}));
  return bundle;
}

void take_in(Held& held, const std::string& bundle) {
  std::size_t at = 0;
  BundleSource source([&](char* into, std::size_t count) {
    const std::size_t given = std::min(count, bundle.size() - at);
    std::memcpy(into, bundle.data() + at, given);
    at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  ASSERT_OK(held.ledger->import_from(source, {}, {}));
}

const Request CAKE{"r-1", sha256("cake")};
const Request TEA{"r-1", sha256("tea")};

TEST(Requests, AreNamedByAuthorAndId) {
  const GameId game{sha256("a game")};
  const std::string key = request_key(game, "Ann", "r-1");
  EXPECT_EQ(key, requests_prefix(game) + "Ann\xFFr-1");
  EXPECT_EQ(name_in_request_key(key), (RequestName{"Ann", "r-1"}));
  EXPECT_EQ(name_in_request_key(request_key(game, "", "r-1")), (RequestName{"", "r-1"}));
  EXPECT_EQ(name_in_request_key(requests_prefix(game) + "r-1"), std::nullopt);
  EXPECT_EQ(name_in_request_key("Q"), std::nullopt);
}

TEST(Requests, AreAnsweredToTheirAuthorWhereverTheyWereRecorded) {
  Held held;
  held.found();
  ASSERT_OK(held.ask("Ann", CAKE));  // #2
  Held copy;
  copy.game = held.game;
  take_in(copy, exported(held));
  for (Held* each : {&held, &copy}) {
    for (const bool reindexed : {false, true}) {
      if (reindexed) ASSERT_OK(each->ledger->reindex(each->game, {}));
      EXPECT_EQ((*each->ledger->request(each->game, "Ann", CAKE))->first.value, 2U);
      EXPECT_REFUSED(each->ledger->request(each->game, "Ann", TEA), REQUEST_CONFLICT);
      EXPECT_FALSE(*each->ledger->request(each->game, "Bob", CAKE));
    }
    EXPECT_EQ(each->ask("Bob", CAKE)->first.value, 3U);
    EXPECT_EQ(each->ask("Bob", CAKE)->first.value, 3U);
    EXPECT_EQ(each->ask("Ann", CAKE)->first.value, 2U);
    EXPECT_TRUE(faults_of(*each->ledger, each->game).empty());
  }
}

TEST(Requests, OfWhichTheDigestIsNotKnownAreNoOther) {
  Held held;
  held.found();
  ASSERT_OK(held.ask("Ann", CAKE));
  held.forget_digests();
  Held copy;
  copy.game = held.game;
  take_in(copy, exported(held));
  EXPECT_REFUSED(copy.ask("Ann", CAKE), REQUEST_CONFLICT);
  EXPECT_REFUSED(copy.ask("Ann", TEA), REQUEST_CONFLICT);
  EXPECT_EQ(copy.ask("Bob", TEA)->first.value, 3U);
  // An entry that is lost is made anew without its digest.
  held.catalog().erase(request_key(held.game, "Ann", "r-1"));
  ASSERT_OK(held.ledger->reindex(held.game, {}));
  EXPECT_REFUSED(held.ask("Ann", CAKE), REQUEST_CONFLICT);
}

TEST(Requests, OfASignedStatementAreKnownByIt) {
  Held held;
  held.found();
  const PrivateKey key = PrivateKey::generate();
  const Head head = *held.ledger->head(held.game);
  const auto put_in = [&](const std::string& payload) {
    Statement said{held.game, head.size, head.head_hash, "Ann", "r-1", payload};
    const SignedStatement made = sign_statement(said, {&key});
    AppendRequest append;
    append.game = held.game;
    append.expected_size = held.ledger->head(held.game)->size;
    append.records = {{.author = "Ann", .payload = payload, .keys = {}, .prepared = made}};
    append.recorded_at = head.recorded_at;
    append.request = {"r-1", statement_digest(made.statement)};
    return held.ledger->append(append);
  };
  ASSERT_OK(put_in("cake"));
  held.forget_digests();
  EXPECT_EQ(put_in("cake")->first.value, 2U);
  EXPECT_REFUSED(put_in("tea"), REQUEST_CONFLICT);
}

TEST(Requests, OfAStatementMayBeWhatItWasMadeFor) {
  Held held;
  held.found();
  const PrivateKey key = PrivateKey::generate();
  const Head head = *held.ledger->head(held.game);
  const auto put_in = [&](const std::string& payload, const Hash& digest) {
    Statement said{held.game, head.size, head.head_hash, "Ann", "r-1", payload};
    const SignedStatement made = sign_statement(said, {&key});
    AppendRequest append;
    append.game = held.game;
    append.expected_size = held.ledger->head(held.game)->size;
    append.records = {{.author = "Ann", .payload = payload, .keys = {}, .prepared = made}};
    append.recorded_at = head.recorded_at;
    append.request = {"r-1", digest.is_zero() ? statement_digest(made.statement) : digest};
    return held.ledger->append(append);
  };
  EXPECT_EQ(put_in("cake", CAKE.digest)->first.value, 2U);
  // The same request in other words, and the statement itself, are known; what else bears the ID is another.
  EXPECT_EQ(put_in("cake, please", CAKE.digest)->first.value, 2U);
  EXPECT_EQ(put_in("cake", {})->first.value, 2U);
  EXPECT_REFUSED(put_in("tea", {}), REQUEST_CONFLICT);
  EXPECT_REFUSED(put_in("tea", TEA.digest), REQUEST_CONFLICT);
  EXPECT_TRUE(faults_of(*held.ledger, held.game).empty());
}

TEST(Requests, GoOnInTheNextPart) {
  Held held;
  held.found();
  Held copy;
  copy.game = held.game;
  ASSERT_OK(held.ask("Ann", {"r-2", sha256("both")}, 3));  // #2-#4
  const std::string whole = exported(held);
  std::string first;
  EXPECT_OK(held.ledger->export_to(
      [&](std::string_view bytes) {
        first += bytes;
        return 0;
      },
      {held.game, 0, 4, 0}, {}));
  take_in(copy, first);
  take_in(copy, exported(held, 4));
  EXPECT_EQ(copy.ask("Ann", {"r-2", sha256("both")}, 3)->count, 3U);
  EXPECT_TRUE(faults_of(*copy.ledger, copy.game).empty());
  EXPECT_EQ(exported(copy), whole);
}

TEST(Requests, AreNotAnsweredByAnEntryThatSomebodyPutThere) {
  Held held;
  held.found();
  ASSERT_OK(held.ask("Ann", CAKE));
  held.catalog()[request_key(held.game, "Bob", "r-1")] = encode(RequestRow{sha256("cake"), 2, 1});
  EXPECT_REFUSED(held.ask("Bob", CAKE), DAMAGED);
  EXPECT_EQ(faults_of(*held.ledger, held.game), std::vector<std::string>{"request"});
  ASSERT_OK(held.ledger->reindex(held.game, {}));
  EXPECT_EQ(held.ask("Bob", CAKE)->first.value, 3U);
}

// Whatever three authors ask under a few IDs, and by whatever road it came here: nobody is answered with a record that
// is not theirs, or with one of another request; what was recorded here is answered whenever it is asked again.
TEST(Requests, NobodyIsAnsweredWithWhatAnotherAsked) {
  std::size_t answered = 0;
  std::size_t recorded = 0;
  for (std::size_t seed = 1; seed <= scaled(200); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 chance(seed);
    auto held = std::make_unique<Held>();
    held->found();
    std::map<std::uint64_t, std::pair<std::string, Hash>> asked;  // by record: its author, and what they asked
    bool forgotten = false;
    for (int step = 0; step < 30; ++step) {
      const std::string author = std::string(1, static_cast<char>('A' + chance() % 3));
      const Request request{"r-" + std::to_string(chance() % 3), sha256(std::to_string(chance() % 3))};
      const std::uint64_t before = held->ledger->head(held->game)->size;
      const auto done = held->ask(author, request);
      if (!done) {
        EXPECT_EQ(static_cast<int>(done.error().code), static_cast<int>(ErrorCode::REQUEST_CONFLICT));
        const bool same = std::any_of(asked.begin(), asked.end(), [&](const auto& one) {
          return one.second == std::pair(author, request.digest) &&
                 held->ledger->record(held->game, {one.first})->request_id == request.id;
        });
        EXPECT_TRUE(!same || forgotten) << "what was recorded here is known";
      } else if (done->first.value == before) {
        asked[before] = {author, request.digest};
        ++recorded;
      } else {
        EXPECT_EQ(asked.at(done->first.value), std::pair(author, request.digest));
        EXPECT_EQ(held->ledger->record(held->game, done->first)->request_id, request.id);
        ++answered;
      }
      switch (chance() % 12) {
        case 0: {
          auto copy = std::make_unique<Held>();
          copy->game = held->game;
          take_in(*copy, exported(*held));
          held = std::move(copy);
          break;
        }
        case 1:
          EXPECT_OK(held->ledger->reindex(held->game, {}));
          break;
        case 2:
          if (forgotten) break;
          held->forget_digests();
          forgotten = true;
          break;
        default:
          break;
      }
      EXPECT_TRUE(faults_of(*held->ledger, held->game).empty());
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(answered, scaled(200));
  EXPECT_GT(recorded, scaled(200));
}

}  // namespace
}  // namespace nomic::ledger

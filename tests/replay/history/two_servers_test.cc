// A game that two servers keep open over one store: whatever the other records while one is between two of its steps,
// each is answered with what is on record, and derives the game as whoever opens it anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger/support/stepping_store.h"
#include "nomic/replay/digest.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

using ledger::test::SteppingStore;

// Ann has proposed, all have voted, and she is to throw.
class TwoServers {
 public:
  TwoServers() {
    other_ledger_ = over(nullptr);
    EXPECT_TRUE(Game::found(*other_ledger_, founding_of({"Ann", "Bob"})).ok());
    other_ = open(*other_ledger_);
    EXPECT_TRUE(submit(*other_, "Ann", called(enact("Cake is served at noon.")), "").ok());
    for (const char* name : {"Ann", "Bob"}) EXPECT_TRUE(submit(*other_, name, vote_for(), "").ok());
    one_ledger_ = over(&steps);
    one_ = open(*one_ledger_);
    steps->calls = 0;
  }

  Game& one() { return *one_; }
  Game& other() { return *other_; }

  Result<Receipt> submit(Game& game, const std::string& author, const v1::Event& event, const std::string& request) {
    Submission submission;
    submission.author = author;
    submission.event = event;
    submission.now = now_ += SECOND;
    // As asked, before the dice and the clock.
    submission.request = {request, ledger::sha256(author + request)};
    return game.submit(submission);
  }
  v1::Event vote_for() const {
    v1::Event event;
    event.mutable_vote_cast()->set_proposal("301");
    event.mutable_vote_cast()->set_choice(v1::VoteCast::FOR);
    return event;
  }
  // As whoever opens it now.
  std::optional<Game> anew() const { return open(*other_ledger_); }

  SteppingStore* steps = nullptr;  // of `one`

 private:
  std::unique_ptr<ledger::Ledger> over(SteppingStore** store) const {
    auto stepping = std::make_unique<SteppingStore>(rows_);
    if (store != nullptr) *store = stepping.get();
    return *ledger::Ledger::over(std::move(stepping), {});
  }
  static std::optional<Game> open(ledger::Ledger& ledger) {
    auto game = Game::open(ledger, "");
    EXPECT_TRUE(game.ok());
    return *std::move(game);
  }

  std::shared_ptr<ledger::MemoryStore> rows_ = std::make_shared<ledger::MemoryStore>();
  std::unique_ptr<ledger::Ledger> other_ledger_;
  std::unique_ptr<ledger::Ledger> one_ledger_;
  std::optional<Game> other_;
  std::optional<Game> one_;
  std::int64_t now_ = FOUNDED_AT;
};

v1::Event invoked() {
  v1::Event event;
  event.mutable_judgment_invoked()->set_question("Is the die fair?");
  return event;
}

// The same request comes to both, and each throws for itself. `before`: what the other records before it.
void throw_at_both(bool before) {
  int tried = 0;
  for (int step = 0;; ++step) {
    SCOPED_TRACE(fmt::format("step {}, {}", step, before ? "after another record" : "at once"));
    TwoServers servers;
    bool came = false;
    std::optional<Receipt> theirs;
    servers.steps->before = step;
    servers.steps->between = [&] {
      came = true;
      if (before) {
        EXPECT_TRUE(servers.submit(servers.other(), "Bob", invoked(), "").ok());
      }
      auto done = servers.submit(servers.other(), "Ann", roll(6), "throw");
      ASSERT_TRUE(done.ok());
      theirs = *done;
    };
    Result<Receipt> ours = servers.submit(servers.one(), "Ann", roll(2), "throw");
    servers.steps->between = nullptr;
    if (!ours) {
      // Somebody was first: it is looked, and asked again.
      ASSERT_TRUE(ours.error().ledger && ours.error().ledger->code == ledger::ErrorCode::SIZE_MISMATCH);
      ASSERT_TRUE(servers.one().catch_up().ok());
      ours = servers.submit(servers.one(), "Ann", roll(2), "throw");
    }
    ASSERT_TRUE(ours.ok());
    auto anew = servers.anew();
    if (theirs) {
      EXPECT_TRUE(ours->repeated_request || theirs->repeated_request);
      EXPECT_EQ(ours->index, theirs->index);
      EXPECT_EQ(ours->hash, theirs->hash);
    }
    // What it was answered is on record, and it goes on from there.
    std::string told;
    EXPECT_TRUE(anew->replay_range(ours->index, ours->index + 1,
                                   [&](const Played& played) {
                                     EXPECT_EQ(played.record.leaf, ours->hash);
                                     EXPECT_EQ(played.consequences.size(), ours->consequences.size());
                                     for (std::size_t at = 0; at < played.consequences.size(); ++at) {
                                       EXPECT_EQ(played.consequences[at].SerializeAsString(),
                                                 ours->consequences[at].SerializeAsString());
                                     }
                                     return true;
                                   })
                    .ok());
    ASSERT_TRUE(servers.one().catch_up().ok());
    EXPECT_EQ(servers.one().head().size, anew->head().size);
    EXPECT_EQ(servers.one().head().head_hash, anew->head().head_hash);
    EXPECT_EQ(digest_of(servers.one().engine().state()), digest_of(anew->engine().state()));
    EXPECT_TRUE(servers.submit(servers.one(), "Bob", join("Dora"), "").ok());
    if (::testing::Test::HasFailure() || !came) break;
    ++tried;
  }
  EXPECT_GT(tried, 4);
}

TEST(TwoServersTest, ARequestThatComesToBothIsRecordedOnceAndAnsweredAlike) {
  throw_at_both(false);
}

TEST(TwoServersTest, AndWhereTheOtherRecordsSomethingElseBefore) {
  throw_at_both(true);
}

}  // namespace
}  // namespace nomic::replay::test

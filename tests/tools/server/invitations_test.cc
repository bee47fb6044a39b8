// Invitations beside a database: known at once, revoked soon, and no reading that fails revokes anything.
#include "nomic/server/invitations.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <thread>

namespace nomic::tools {
namespace {

using namespace std::chrono_literals;

// A database: who reads it waits while it is silent.
class TextHolder {
 public:
  void read() {
    std::unique_lock lock(mutex);
    ++reads;
    changed.wait(lock, [this] { return !is_silent; });
  }
  void be_silent(bool silent) {
    const std::lock_guard lock(mutex);
    is_silent = silent;
    changed.notify_all();
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool is_silent = false;
  std::atomic<bool> fails = false;
  std::atomic<int> reads = 0;
  std::atomic<int> whole = 0;  // of the whole text
  std::optional<std::string> text;
  int version = 0;
};

class TextThere final : public ledger::SharedText {
 public:
  explicit TextThere(TextHolder& at) : at_(at) {}
  [[nodiscard]] std::string place() const override { return "a database"; }
  [[nodiscard]] ledger::Result<std::optional<std::string>> read() const override {
    at_.read();
    ++at_.whole;
    if (at_.fails) return ledger::Error{ledger::ErrorCode::UNREACHABLE, "it is away", {}, {}};
    const std::lock_guard lock(at_.mutex);
    return at_.text;
  }
  [[nodiscard]] std::string stamp() const override {
    at_.read();
    const std::lock_guard lock(at_.mutex);
    return at_.fails ? std::string() : std::to_string(at_.version);
  }
  [[nodiscard]] ledger::Status change(std::string_view /*command*/, const Change& change) const override {
    at_.read();
    ++at_.whole;
    const std::lock_guard lock(at_.mutex);
    auto after = change(at_.text);
    if (!after) return after.error();
    if (*after) at_.text = **after;
    ++at_.version;
    return ledger::Done{};
  }

 private:
  TextHolder& at_;
};

class WatchedInvitations : public ::testing::Test {
 protected:
  // As another server opens a link.
  Invitations::Redeemed invited() {
    Invitations elsewhere(std::make_unique<TextThere>(database));
    const auto made = elsewhere.make(std::string(64, 'a'), "Ann", 1);
    EXPECT_TRUE(made.ok());
    return **elsewhere.redeem(made->secret, 2);
  }
  void revoke(const std::string& id) {
    Invitations elsewhere(std::make_unique<TextThere>(database));
    EXPECT_TRUE(elsewhere.revoke(id, 3).ok());
  }

  TextHolder database;
};

TEST_F(WatchedInvitations, WhoIsKnownWaitsForNoDatabase) {
  const auto ann = invited();
  Invitations here(std::make_unique<TextThere>(database));
  here.watch(1ms);
  ASSERT_TRUE(here.of_token(ann.token)->has_value());
  EXPECT_FALSE(here.must_ask(ann.token));
  database.be_silent(true);
  std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(here.of_token(ann.token)->has_value());
  EXPECT_TRUE(here.stands(ann.invitation.id()));
  EXPECT_TRUE(here.must_ask("another")) << "it may have been invited since";
  database.be_silent(false);
  EXPECT_FALSE(here.of_token("another")->has_value());
}

// Strangers may send any secret, as often as their share of the requests allows.
TEST_F(WatchedInvitations, ASecretThatIsNoLinksIsLookedForInMemory) {
  Invitations here(std::make_unique<TextThere>(database));
  const auto made = here.make(std::string(64, 'a'), "Ann", 1);
  ASSERT_TRUE(made.ok());
  ASSERT_FALSE(here.redeem("x", 2)->has_value());
  const int whole = database.whole;
  for (int each = 0; each < 100; ++each) EXPECT_FALSE(here.redeem("x" + std::to_string(each), 2)->has_value());
  EXPECT_EQ(database.whole, whole) << "only its stamp was looked at";
  // One that was made meanwhile is found, and opens once.
  Invitations elsewhere(std::make_unique<TextThere>(database));
  const auto bob = elsewhere.make(std::string(64, 'a'), "Bob", 1);
  EXPECT_TRUE(here.redeem(bob->secret, 3)->has_value());
  EXPECT_FALSE(here.redeem(bob->secret, 4)->has_value());
  EXPECT_TRUE(here.redeem(made->secret, 5)->has_value());
}

TEST_F(WatchedInvitations, WhoWasInvitedAMomentAgoIsLookedFor) {
  Invitations here(std::make_unique<TextThere>(database));
  here.watch(1h);
  EXPECT_FALSE(here.of_token("nobody's")->has_value());
  const auto ann = invited();
  EXPECT_TRUE(here.must_ask(ann.token));
  EXPECT_TRUE(here.of_token(ann.token)->has_value());
  EXPECT_FALSE(here.must_ask(ann.token));
}

TEST_F(WatchedInvitations, WhatIsRevokedElsewhereOpensNothingSoon) {
  const auto ann = invited();
  Invitations here(std::make_unique<TextThere>(database));
  here.watch(1ms);
  ASSERT_TRUE(here.of_token(ann.token)->has_value());
  revoke(ann.invitation.id());
  for (int i = 0; i < 5000 && here.stands(ann.invitation.id()); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(here.stands(ann.invitation.id()));
  EXPECT_FALSE(here.of_token(ann.token)->has_value());
}

TEST_F(WatchedInvitations, AStreamAsksForNothing) {
  const auto ann = invited();
  Invitations here(std::make_unique<TextThere>(database));
  here.watch(1h);
  ASSERT_TRUE(here.of_token(ann.token)->has_value());
  const int before = database.reads;
  for (int record = 0; record < 1000; ++record) EXPECT_TRUE(here.stands(ann.invitation.id()));
  // Who watches may have looked once meanwhile.
  EXPECT_LE(database.reads, before + 2);
}

TEST_F(WatchedInvitations, ADatabaseThatCannotBeReadRevokesNothing) {
  const auto ann = invited();
  Invitations here(std::make_unique<TextThere>(database));
  here.watch(1ms);
  ASSERT_TRUE(here.of_token(ann.token)->has_value());
  database.fails = true;
  std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(here.stands(ann.invitation.id()));
  EXPECT_FALSE(here.of_token("another").ok()) << "who that is cannot be told";
  // Before anything could be read at all, neither.
  Invitations later(std::make_unique<TextThere>(database));
  later.watch(1ms);
  EXPECT_TRUE(later.stands(ann.invitation.id()));
  // Nor where they are not watched, as beside a folder.
  const Invitations folder(std::make_unique<TextThere>(database));
  EXPECT_TRUE(folder.stands(ann.invitation.id()));
}

}  // namespace
}  // namespace nomic::tools

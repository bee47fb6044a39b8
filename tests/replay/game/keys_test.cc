// Keys, as the engine has them: each refusal, in the order in which they are looked at, and games of signed moves.
#include <algorithm>
#include <map>
#include <random>

#include "nomic/ledger/key.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

std::string new_key() {
  return ledger::PrivateKey::generate().public_key().raw();
}

v1::Event registers(const std::string& player, const std::string& key, const std::string& name = "key") {
  v1::Event event;
  event.mutable_key_registered()->set_player(player);
  event.mutable_key_registered()->set_public_key(key);
  event.mutable_key_registered()->set_key_name(name);
  return event;
}

v1::Event rotates(const std::string& old_key, const std::string& key) {
  v1::Event event;
  event.mutable_key_rotated()->set_old_key(old_key);
  event.mutable_key_rotated()->set_new_key(key);
  return event;
}

v1::Event revokes(const std::string& key, const std::string& successor = {}, std::uint64_t judgment = 0) {
  v1::Event event;
  event.mutable_key_revoked()->set_public_key(key);
  event.mutable_key_revoked()->set_successor(successor);
  event.mutable_key_revoked()->set_judgment(judgment);
  return event;
}

v1::Event restores(const std::string& player) {
  v1::Event event;
  event.mutable_seat_restored()->set_player(player);
  event.mutable_seat_restored()->set_reason("Lost.");
  return event;
}

// Ann has a key, Bob has one, and Cyd has none.
class Keys : public ::testing::Test {
 protected:
  Keys() {
    ok("Ann", registers("Ann", ann_), {ann_});
    ok("Bob", registers("Bob", bob_), {bob_});
  }
  Consequences ok(const std::string& author, const v1::Event& event, const std::vector<std::string>& signers) {
    t_.signers = signers;
    return t_.ok(author, event);
  }
  void refused(const std::string& author, const v1::Event& event, const std::vector<std::string>& signers,
               ErrorCode code) {
    t_.signers = signers;
    t_.refused(author, event, code);
  }

  Table t_{{"Ann", "Bob", "Cyd"}};
  std::string ann_ = new_key();
  std::string bob_ = new_key();
  std::string fresh_ = new_key();
};

TEST_F(Keys, WhoHasOneMustSignWithIt) {
  const v1::Event proposal = enact("Cake.");
  refused("Ann", proposal, {}, ErrorCode::NOT_SIGNED);
  refused("Ann", proposal, {bob_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("Ann", proposal, {fresh_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("", proposal, {ann_}, ErrorCode::SIGNED_BY_ANOTHER);
  ok("Ann", proposal, {ann_});
  ok("Cyd", say("Well."), {});
  refused("Cyd", say("Well."), {ann_}, ErrorCode::SIGNED_BY_ANOTHER);
}

// Anybody can add a signature of their own to a record, and so must not undo one by doing it.
TEST_F(Keys, ASignatureAddedToTheAuthorsOwnHasNoEffect) {
  const std::string stranger = new_key();
  const std::string second = new_key();
  ok("Ann", enact("Cake."), {stranger, ann_});
  ok("Bob", say("Why not?"), {ann_, bob_, stranger});
  ok("Ann", registers("Ann", second), {bob_, second, ann_});
  ok("Ann", revokes(ann_), {second});
  ok("Ann", say("It is mine."), {ann_, second});  // a key that was stolen, and revoked
  ok("Cyd", registers("Cyd", fresh_), {stranger, fresh_});
  ok("Cyd", say("So there."), {fresh_, ann_});
}

TEST_F(Keys, ASignatureByAnotherWhereTheAuthorsDoNotSpeakIsRefused) {
  const std::string stranger = new_key();
  refused("Ann", say("Well."), {bob_, stranger}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("Ann", registers("Ann", fresh_), {fresh_, bob_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("Ann", registers("Ann", fresh_), {ann_, bob_}, ErrorCode::KEY_NOT_PROVEN);
  refused("Cyd", say("Well."), {stranger, bob_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("", enact("Cake."), {ann_, bob_}, ErrorCode::SIGNED_BY_ANOTHER);
}

TEST_F(Keys, AreRegisteredByTheirPlayersWhoHoldThem) {
  refused("Cyd", registers("Cyd", fresh_), {}, ErrorCode::KEY_NOT_PROVEN);
  refused("Cyd", registers("Ann", fresh_), {fresh_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("Cyd", registers("Cyd", ann_), {ann_}, ErrorCode::KEY_TAKEN);
  refused("Cyd", registers("Cyd", "short"), {}, ErrorCode::BAD_KEY);
  refused("Cyd", registers("Cyd", std::string(32, '\0')), {}, ErrorCode::BAD_KEY);
  refused("Cyd", registers("Cyd", fresh_, "two words"), {fresh_}, ErrorCode::BAD_KEY);
  refused("Cyd", registers("Cyd", fresh_, std::string(129, 'x')), {fresh_}, ErrorCode::BAD_KEY);
  refused("Ann", registers("Ann", fresh_), {fresh_}, ErrorCode::NOT_SIGNED);
  refused("Ann", registers("Ann", fresh_), {ann_}, ErrorCode::KEY_NOT_PROVEN);
  const auto emitted = ok("Ann", registers("Ann", fresh_), {ann_, fresh_});
  EXPECT_EQ(one(emitted, v1::Consequence::kKeyRegistered).key_registered().player(), "Ann");
  ok("Ann", enact("Cake."), {fresh_});
}

TEST_F(Keys, AreRotatedByTheOldAndTheNewOne) {
  refused("Ann", rotates(bob_, fresh_), {ann_, fresh_}, ErrorCode::NO_SUCH_KEY);
  refused("Ann", rotates(ann_, fresh_), {ann_}, ErrorCode::KEY_NOT_PROVEN);
  refused("Ann", rotates(ann_, bob_), {ann_}, ErrorCode::KEY_TAKEN);
  ok("Ann", registers("Ann", fresh_), {ann_, fresh_});
  const std::string third = new_key();
  refused("Ann", rotates(ann_, third), {fresh_, third}, ErrorCode::NOT_SIGNED);
  ok("Ann", rotates(ann_, third), {ann_, third});
  refused("Ann", enact("Cake."), {ann_}, ErrorCode::KEY_RETIRED);
  refused("Ann", rotates(ann_, new_key()), {third}, ErrorCode::KEY_RETIRED);
  refused("Cyd", registers("Cyd", ann_), {}, ErrorCode::KEY_RETIRED);
  ok("Ann", enact("Cake."), {third});
}

TEST_F(Keys, AreRevokedForEver) {
  refused("Ann", revokes(bob_), {ann_}, ErrorCode::NO_SUCH_KEY);
  refused("Ann", revokes(ann_, fresh_), {ann_}, ErrorCode::NO_SUCH_JUDGMENT);
  refused("Ann", revokes(bob_, {}, 40), {ann_}, ErrorCode::NO_SUCH_JUDGMENT);
  ok("Ann", revokes(ann_), {ann_});
  refused("Ann", enact("Cake."), {}, ErrorCode::NOT_SIGNED);
  refused("Ann", registers("Ann", fresh_), {fresh_}, ErrorCode::NOT_SIGNED);
  refused("Ann", registers("Ann", ann_), {ann_}, ErrorCode::KEY_RETIRED);
}

TEST_F(Keys, TheHostAloneRestoresASeatThatHasHadAKey) {
  refused("Bob", restores("Ann"), {bob_}, ErrorCode::HOST_ALONE);
  refused("Ann", restores("Ann"), {ann_}, ErrorCode::HOST_ALONE);
  refused("", restores("Ann"), {ann_}, ErrorCode::SIGNED_BY_ANOTHER);
  refused("", restores("Cyd"), {}, ErrorCode::NO_SUCH_KEY);
  refused("", restores("Nobody"), {}, ErrorCode::NO_SUCH_KEY);
  ok("", restores("Ann"), {});
  refused("", restores("Ann"), {}, ErrorCode::NO_SUCH_KEY);
}

TEST_F(Keys, OfARestoredSeatSpeakNoMoreAndAFirstOneIsRegisteredAgain) {
  const std::string second = new_key();
  ok("Ann", registers("Ann", second), {ann_, second});
  const auto emitted = ok("", restores("Ann"), {});
  EXPECT_EQ(std::count_if(emitted.begin(), emitted.end(), [](const auto& each) { return each.has_key_retired(); }), 2);
  refused("Ann", enact("Tea."), {ann_}, ErrorCode::KEY_RETIRED);
  refused("Ann", registers("Ann", ann_), {ann_}, ErrorCode::KEY_RETIRED);
  refused("Cyd", registers("Cyd", second), {second}, ErrorCode::KEY_RETIRED);
  refused("Bob", enact("Tea."), {}, ErrorCode::NOT_SIGNED);
  ok("Ann", enact("Cake."), {});
  ok("Ann", registers("Ann", fresh_), {fresh_});
  refused("Ann", say("Well."), {}, ErrorCode::NOT_SIGNED);
  refused("Ann", say("Well."), {ann_}, ErrorCode::KEY_RETIRED);
  refused("Ann", registers("Ann", second), {second}, ErrorCode::KEY_RETIRED);
  ok("Ann", say("Well."), {fresh_});
  const auto again = t_.derived_again();
  EXPECT_EQ(written(again.back()), written(t_.state()));
}

TEST_F(Keys, ARestoredSeatHasNoSuccessorOfAJudgment) {
  ok("Ann", enact("Cake."), {ann_});
  ok("Cyd", invoke("Is it hers?"), {});
  const std::uint64_t question = t_.state().size() - 1;
  ok("Cyd", judge(question), {});
  ok("Cyd", revokes(ann_, fresh_, t_.state().size() - 1), {});
  ok("", restores("Ann"), {});
  EXPECT_TRUE(t_.state().players(0).successor_key().empty());
  const std::string own = new_key();
  ok("Ann", registers("Ann", own), {own});
  refused("Ann", registers("Ann", fresh_), {fresh_}, ErrorCode::NOT_SIGNED);
}

TEST_F(Keys, AreNoMoreThanEightInForceAndAHundredInAll) {
  std::string last = ann_;
  for (int i = 1; i < 8; ++i) {
    const std::string next = new_key();
    ok("Ann", registers("Ann", next), {last, next});
    last = next;
  }
  refused("Ann", registers("Ann", fresh_), {last, fresh_}, ErrorCode::TOO_MANY_KEYS);
  for (int i = 8; i < 100; ++i) {
    const std::string next = new_key();
    ok("Ann", rotates(last, next), {last, next});
    last = next;
  }
  refused("Ann", rotates(last, fresh_), {last, fresh_}, ErrorCode::TOO_MANY_KEYS);
}

TEST_F(Keys, ASignatureOnARecordOfTheFoundingIsNobodys) {
  Table other({"Ann", "Bob"});
  Move first = other.moves.front();
  first.signers = {ann_};
  Engine engine;
  const auto made = engine.move(first, other);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::SIGNED_BY_ANOTHER);
}

// A record that breaks this, made by whoever keeps the ledger, has no effect.
TEST_F(Keys, AnUnlawfulRecordIsPassedOver) {
  t_.signers = {};
  Move forged = t_.moves.back();
  forged.index = t_.state().size();
  forged.author = "Ann";
  forged.event = enact("Ann wins.");
  forged.payload = forged.event.SerializeAsString();
  forged.signers = {bob_};
  Engine engine{State(t_.state())};
  const auto emitted = engine.replay(forged, t_);
  ASSERT_TRUE(emitted);
  EXPECT_TRUE(has(*emitted, v1::Consequence::kNotLawful));
  EXPECT_TRUE(engine.state().proposals().empty());
}

// Everybody holds keys that come and go; each move is signed with one in force, or refused.
TEST_F(Keys, RandomGamesOfSignedMovesGiveTheSameStateFromZero) {
  std::mt19937 random(20121);
  std::map<std::string, std::vector<std::string>> held = {{"Ann", {ann_}}, {"Bob", {bob_}}, {"Cyd", {fresh_}}};
  ok("Cyd", registers("Cyd", fresh_), {fresh_});
  const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  for (int step = 0; step < 200; ++step) {
    const std::string who = std::vector<std::string>{"Ann", "Bob", "Cyd"}[pick(3)];
    auto& keys = held[who];
    const std::string key = keys[pick(keys.size())];
    const std::string next = new_key();
    if (const auto what = pick(4); what == 0 && keys.size() < 8) {
      ok(who, registers(who, next), {key, next});
      keys.push_back(next);
    } else if (what == 1 && t_.state().players(0).keys_size() < 90) {
      ok(who, rotates(key, next), {next, key});
      *std::find(keys.begin(), keys.end(), key) = next;
      refused(who, enact("Late."), {key}, ErrorCode::KEY_RETIRED);
    } else if (what == 2 && keys.size() > 1) {
      ok(who, revokes(key), {keys.front() == key ? keys.back() : keys.front()});
      keys.erase(std::find(keys.begin(), keys.end(), key));
    } else {
      Move move = t_.moves.back();
      move.index = t_.state().size();
      move.author = who;
      move.event = enact("Cake.");
      move.payload = move.event.SerializeAsString();
      move.signers = {key};
      Engine trial{State(t_.state())};
      const auto made = trial.move(move, t_);
      EXPECT_TRUE(made || (made.error().code != ErrorCode::NOT_SIGNED && made.error().code != ErrorCode::KEY_RETIRED));
    }
  }
  const auto again = t_.derived_again();
  EXPECT_EQ(written(again.back()), written(t_.state()));
}

}  // namespace
}  // namespace nomic::replay::test

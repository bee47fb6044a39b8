// How a state, and a snapshot of it, grow with the game: what is live does, what is past does hardly.
//
// NOMIC_GROWN says at how many records it is measured the second time (20000 by default).
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

constexpr std::size_t FEW = 2'000;
constexpr std::size_t OF_A_NAME = 34;  // a hash of 32 bytes in a list of the snapshot's row

std::size_t many() {
  const char* given = std::getenv("NOMIC_GROWN");
  return given == nullptr ? 20'000 : std::strtoul(given, nullptr, 10);
}

// One turn of the first rule's being amended, one of a rule's being enacted, and one of its being repealed.
class Busy {
 public:
  void turn() {
    const std::uint32_t number = table_.state().next_number();
    const std::string who = turns_ % 2 == 0 ? "Ann" : "Bob";
    if (turns_ % 3 == 0) {
      table_.turn(who, amend(amended_, fmt::format("Version {}.", turns_)));
      amended_ = number;
    } else if (turns_ % 3 == 1) {
      table_.turn(who, enact(fmt::format("Rule {}.", turns_)));
      enacted_ = number;
    } else {
      table_.turn(who, propose(v1::REPEAL, enacted_));
    }
    ++turns_;
  }
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  Table table_{{"Ann", "Bob"}, endless(), v1::TABLE};
  int turns_ = 0;
  std::uint32_t amended_ = 210;
  std::uint32_t enacted_ = 0;
};

std::size_t bytes_of_snapshot(const State& state) {
  const StateInChunks kept = state.in_chunks();
  return kept.rest.size() + OF_A_NAME * kept.chunks.size();
}

// The most that a snapshot takes while the game grows from 0.75 of a size to that size: its lists fill and empty.
std::size_t most_bytes(Busy& game, std::size_t records) {
  while (game.table().state().size() < records * 3 / 4) game.turn();
  std::size_t most = 0;
  while (game.table().state().size() < records) {
    game.turn();
    most = std::max(most, bytes_of_snapshot(game.table().state()));
  }
  return most;
}

TEST(Growth, OfASnapshotIsLessThanTwofoldWhereTheGameGrowsTenfold) {
  Busy game;
  const std::size_t few = most_bytes(game, FEW);
  const std::size_t more = most_bytes(game, many());
  RecordProperty("few", static_cast<int>(few));
  RecordProperty("many", static_cast<int>(more));
  EXPECT_LT(more, 2 * few) << few << " bytes at " << FEW << " records, " << more << " at " << many();

  // Nothing is lost for it, and what is kept once is the same whenever it is asked for.
  const State& state = game.table().state();
  const StateInChunks kept = state.in_chunks();
  v1::State wire;
  std::set<std::string> hashes;
  for (const auto& chunk : kept.chunks) {
    const std::string bytes = chunk.bytes();
    EXPECT_EQ(ledger::sha256(bytes), chunk.hash);
    EXPECT_TRUE(hashes.insert(chunk.hash.hex()).second);
    ASSERT_TRUE(wire.MergeFromString(bytes));
  }
  ASSERT_TRUE(wire.MergeFromString(kept.rest));
  EXPECT_EQ(wire.SerializeAsString(), written(state));
  EXPECT_EQ(digest_of(State::from_wire(std::move(wire))), digest_of(state));

  // The chunks of today are those of tomorrow.
  for (int i = 0; i < 6; ++i) game.turn();
  std::set<std::string> later;
  for (const auto& chunk : game.table().state().in_chunks().chunks) later.insert(chunk.hash.hex());
  EXPECT_TRUE(std::includes(later.begin(), later.end(), hashes.begin(), hashes.end()));
}

// 342 rules, those beside the Initial Set with texts of that length.
Table of_many_rules(std::size_t bytes) {
  v1::Ruleset ruleset = endless();
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      if (provision.ruleset_bounds().has_max_mutable()) provision.mutable_ruleset_bounds()->set_max_mutable(1'000);
    }
  }
  for (std::uint32_t number = 900'000'001; ruleset.rules_size() < 342; ++number) {
    v1::RuleBody& rule = *ruleset.add_rules();
    rule.set_number(reference(number));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text(std::string(bytes, 'a'));
  }
  return Table({"Ann", "Bob"}, ruleset, v1::TABLE);
}

TEST(Growth, OfTextsIsNotThatOfTheState) {
  Table few = of_many_rules(10);
  Table many = of_many_rules(1'100);
  EXPECT_EQ(bytes_of_snapshot(many.state()), bytes_of_snapshot(few.state())) << "350 kB of texts more";
  EXPECT_LT(bytes_of_snapshot(many.state()), 50'000U);
  // The state keeps the place of a text and its length, in one byte or three. The rule is proposed, then in force.
  few.ok("Ann", enact("Cake."));
  many.ok("Ann", enact(std::string(50'000, 'b')));
  EXPECT_EQ(bytes_of_snapshot(many.state()), bytes_of_snapshot(few.state()) + 2);
  for (Table* t : {&few, &many}) {
    t->ok("Ann", call());
    t->everyone_votes(FOR);
  }
  EXPECT_EQ(bytes_of_snapshot(many.state()), bytes_of_snapshot(few.state()));
  EXPECT_EQ(many.text(900'000'001).size(), 1'100U);
}

}  // namespace
}  // namespace nomic::replay::test

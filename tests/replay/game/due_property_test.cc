// A game does not depend on who ticked, and when: the moves of a random game, made again without any tick and made
// again with ticks at random times between them, give the same game after every move, but for the numbers of records.
// NOMIC_GAMES says how many (40 by default), NOMIC_SEED the seed of the first; a failure names the seed of its game.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "nomic/replay/content.h"
#include "nomic/replay/game_limits.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES_WITH_TICKS = 80;
// A game whose rules say seconds where others say days brings about so much before each record that it is left there.
constexpr int INSTANTS = 60;
static_assert(INSTANTS < DUE_LIMIT);

v1::Event anybodys_tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

// A game made of another's moves, in records of its own.
class MadeAgain : public History {
 public:
  // Whether the rules allow it.
  bool make(Move move) {
    move.index = engine.state().size();
    auto done = engine.move(move, *this);
    if (!done) {
      refusal = label_of(done.error());
      return false;
    }
    moves_.push_back(std::move(move));
    int instants = 0;
    std::int64_t last = 0;
    for (const auto& one : *done) {
      instants += one.happened_at() != 0 && one.happened_at() != last ? 1 : 0;
      last = one.happened_at();
    }
    too_much = too_much || instants >= INSTANTS;
    return true;
  }

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override { return moves_.at(index); }

  Engine engine;
  std::string refusal;
  bool too_much = false;  // was due before one record

 private:
  std::vector<Move> moves_;
};

template <class Message>
std::string shown_without(Message message, std::initializer_list<int> without) {
  for (const int field : without) {
    message.GetReflection()->ClearField(&message, message.GetDescriptor()->FindFieldByNumber(field));
  }
  return message.ShortDebugString() + "\n";
}

// The state without numbers of records, and with the texts of its rules.
std::string gist(const MadeAgain& game) {
  const State& state = game.engine.state();
  std::string out;
  for (auto player : state.players()) {
    out += fmt::format("{} {} left {} inactive {} joined {}\n", player.names().name(), player.points(),
                       player.left_at() != 0, player.inactive_since() != 0, player.joined_at() != 0);
    out += shown_without(player, {v1::Player::kLeftAtFieldNumber, v1::Player::kInactiveSinceFieldNumber,
                                  v1::Player::kJoinedAtFieldNumber});
  }
  for (const auto& rule : state.rules()) {
    out += fmt::format("rule {} of {} status {} revision {} proposal {} since {}\n", rule.number(), rule.lineage(),
                       rule.status(), rule.revision(), rule.proposal(), rule.since_time());
    const auto texts = texts_of(game, rule);
    EXPECT_TRUE(texts) << rule.number();
    if (!texts) continue;
    for (const auto& text : *texts) out += text.ShortDebugString() + "\n";
    for (const auto& provision : rule.provisions()) out += provision.ShortDebugString() + "\n";
  }
  for (const auto& repealed : state.repealed()) out += fmt::format("repealed {}\n", repealed.number());
  for (auto proposal : state.proposals()) {
    if (proposal.has_complete()) proposal.mutable_complete()->clear_record();
    for (auto& attestation : *proposal.mutable_attestations()) attestation.clear_record();
    out += shown_without(proposal, {v1::Proposal::kMadeAtFieldNumber, v1::Proposal::kFormAtFieldNumber,
                                    v1::Proposal::kCalledAtFieldNumber, v1::Proposal::kTargetSinceFieldNumber,
                                    v1::Proposal::kEffectFromFieldNumber});
    for (const auto& ballot : ballots_on(state, proposal.number()).ballots()) {
      out += shown_without(ballot, {v1::Ballot::kRecordFieldNumber});
    }
  }
  const auto of_turn = [&](const v1::Turn& turn) {
    return shown_without(turn, {v1::Turn::kFirstRecordFieldNumber, v1::Turn::kDiceFieldNumber});
  };
  out += of_turn(state.turn());
  for (const auto& turn : state.other_turns()) out += of_turn(turn);
  for (const auto& winner : state.winners()) {
    out += shown_without(
        winner, {v1::Winner::kRecordFieldNumber, v1::Winner::kReachedAtFieldNumber, v1::Winner::kRuleSinceFieldNumber});
  }
  for (const auto& pending : state.pending()) {
    out +=
        fmt::format("pending {} {} {}\n", pending.proposal().number(), static_cast<int>(pending.when()), pending.at());
  }
  for (const auto& application : state.applications()) {
    out += shown_without(application, {v1::Application::kRecordFieldNumber});
  }
  for (const auto number : state.void_rules()) out += fmt::format("void {}\n", number);
  return out + fmt::format("next {} rounds {} retroactions {} {}\n", state.next_number(), state.rounds(),
                           state.retroactions_size(), state.method().ShortDebugString());
}

// What names records means others once ticks shift them.
bool names_records(const v1::Event& event) {
  return event.has_dice_committed() || event.has_dice_revealed() || event.proposal_made().has_effect_from() ||
         event.proposal_revised().has_effect_from();
}

// The moves that were allowed in a random game, founding included.
std::vector<Move> moves_of_random_game(RandomGame& game) {
  auto& t = game.table();
  for (int tries = 0; tries < TRIES_WITH_TICKS && !game.over(); ++tries) {
    const Move move = game.next_try();
    if (names_records(move.event)) continue;
    const auto done = t.engine.move(move, t);
    if (!done) continue;
    t.moves.push_back(move);
    if (done->size() > 4 * INSTANTS) break;
  }
  return t.moves;
}

struct Compared {
  std::uint64_t moves = 0;
  std::uint64_t ticks = 0;
  std::uint64_t by_time = 0;  // games in which something was due
};

void compare_with_ticks(std::uint64_t seed, Compared& figures) {
  RandomGame game(seed);
  const auto founding = game.table().state().size();
  const auto moves = moves_of_random_game(game);
  MadeAgain plain;
  MadeAgain ticked;
  auto& choose = game.choose();
  const auto before = figures.ticks;
  for (const auto& move : moves) {
    if (move.event.has_time_passed()) continue;
    for (auto left = choose.below(4); left > 0 && move.index >= founding; --left) {
      const auto from = ticked.engine.state().recorded_at();
      Move passed;
      passed.author = choose.percent(50) ? "" : "Bob Miller";
      passed.recorded_at =
          from + static_cast<std::int64_t>(choose.below(static_cast<std::size_t>(move.recorded_at - from + 1)));
      passed.event = anybodys_tick();
      passed.payload = passed.event.SerializeAsString();
      if (ticked.make(passed)) ++figures.ticks;
    }
    ASSERT_TRUE(plain.make(move)) << "move #" << move.index << ": " << plain.refusal;
    ASSERT_TRUE(ticked.make(move)) << "move #" << move.index << " with ticks: " << ticked.refusal;
    if (plain.too_much) return;
    ASSERT_EQ(gist(plain), gist(ticked)) << "after move #" << move.index;
    ++figures.moves;
  }
  if (figures.ticks != before) ++figures.by_time;
}

TEST(DueProperty, AGameDoesNotDependOnWhoTickedAndWhen) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  Compared figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    compare_with_ticks(seed, figures);
  }
  fmt::print("{} moves compared, {} ticks, in {} of {} games\n", figures.moves, figures.ticks, figures.by_time, games);
}

}  // namespace
}  // namespace nomic::replay::test

// A game entered years later is the game that was played: the moves of random games with votes of seven days, an award
// for the first 24 hours and inactivity after 36 hours, and of games with random provisions, made live and recorded
// afterwards, give after every move the same state and the same consequences, with ticks between them and without.
// NOMIC_GAMES says how many (40 by default), NOMIC_SEED the seed of the first; a failure names the seed of its game.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "nomic/ledger/hash.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/keeper.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 60;
constexpr std::int64_t AN_HOUR = std::int64_t{3'600} * 1'000'000;
constexpr std::size_t TOO_MUCH = 240;  // consequences of one record

// What names a form names the bytes of a record, which say more in a game recorded afterwards.
void clear_forms(google::protobuf::Message& message) {
  const auto& reflection = *message.GetReflection();
  const auto* type = message.GetDescriptor();
  if (type == v1::Proposal::descriptor()) {
    reflection.ClearField(&message, type->FindFieldByNumber(v1::Proposal::kFormFieldNumber));
    reflection.ClearField(&message, type->FindFieldByNumber(v1::Proposal::kFormBytesFieldNumber));
  }
  if (type == v1::Rule::descriptor()) {
    reflection.ClearField(&message, type->FindFieldByNumber(v1::Rule::kFormFieldNumber));
  }
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      clear_forms(*reflection.MutableMessage(&message, field));
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      clear_forms(*reflection.MutableRepeatedMessage(&message, field, i));
    }
  }
}

std::string gist(const State& state) {
  v1::State wire = state.to_wire();
  wire.clear_founding();
  wire.clear_founding_digest();
  // Its chunks are named by their bytes.
  wire.clear_chunks();
  clear_forms(wire);
  return wire.DebugString();
}

std::string gist(const Consequences& consequences) {
  std::string out;
  for (const auto& one : consequences) out += one.ShortDebugString() + "\n";
  return out;
}

// A ballot names the form of the proposal as its game has it.
void name_form(const State& state, v1::Event& event) {
  if (!event.has_vote_cast() || event.vote_cast().form().empty()) return;
  for (const auto& proposal : state.proposals()) {
    if (proposal.number() == number_in(event.vote_cast().proposal()))
      event.mutable_vote_cast()->set_form(proposal.form());
  }
}

// What says when something else happened means another time in another game; what is contested is bytes; and secrets
// are bound to their game.
bool is_left_out(const v1::Event& event) {
  if (event.has_dice_committed() || event.has_dice_revealed()) return true;
  return event.record_corrected().what_case() == v1::RecordCorrected::kOccurredAt || event.has_move_contested();
}

// The published rules, in which nobody wins, with the three periods.
v1::Ruleset with_periods() {
  auto ruleset = endless();
  std::uint32_t number = 290;
  // Who is silent objects: a vote that ended without them would be void (105).
  for (const char* words : {"voting_period { vote { days: 7 } at_end: MISSING_AGAINST }",
                            "award { occasion: VOTED_ON recipient: VOTERS amount { points: '2' } within { hours: 24 } "
                            "reckoned: BEFORE_EFFECT }",
                            "inactivity { after { hours: 36 } ends_by: ANY_MOVE suspends: VOTING suspends: TURNS }"}) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(number++));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A period.");
    *rule.add_provisions() = *parse_provision(words);
  }
  return ruleset;
}

struct Compared {
  std::uint64_t moves = 0;
  std::uint64_t ticks = 0;
  std::uint64_t fell_due = 0;
};

// The founding of a live game, as one that is recorded afterwards: each record at the time that it had.
std::vector<v1::Event> founded_afterwards(const std::vector<Move>& moves, std::size_t records) {
  std::vector<v1::Event> events;
  for (std::size_t i = 0; i < records; ++i) {
    auto& event = events.emplace_back(moves[i].event);
    event.set_afterwards(true);
    event.set_occurred_at(moves[i].recorded_at);
  }
  std::string digest(ledger::Hash::SIZE, '\0');
  for (std::size_t i = 1; i < records; ++i) {
    digest = ledger::sha256(digest + events[i].SerializeAsString()).raw();
  }
  events[0].mutable_game_founded()->set_payloads_digest(digest);
  events[0].mutable_game_founded()->set_retrospective(true);
  return events;
}

// A game as it is made live, and the same recorded afterwards.
class Both {
 public:
  explicit Both(const std::vector<Move>& moves, std::size_t founding)
      : afterwards_(founded_afterwards(moves, founding)) {
    for (std::size_t i = 0; i < founding; ++i) EXPECT_TRUE(live_.make(moves[i]));
  }

  // Whether the rules allow it, which must be the same in both.
  bool make(const Move& move, Compared& figures) {
    v1::Event event = move.event;
    name_form(live_.state(), event);
    auto then = live_.make(live_.live_move_of(move.author, event, move.recorded_at));
    event = move.event;
    name_form(afterwards_.state(), event);
    const auto late = afterwards_.move_of(move.author, event, {move.recorded_at, move.recorded_at});
    EXPECT_EQ(late.recorded_at, move.recorded_at);
    auto now = afterwards_.make(late);
    EXPECT_EQ(static_cast<bool>(then), static_cast<bool>(now))
        << (then ? "" : label_of(then.error())) << " " << (now ? "" : label_of(now.error()));
    if (!then || !now) {
      if (!then && !now) {
        EXPECT_EQ(label_of(then.error()), label_of(now.error()));
      }
      return false;
    }
    EXPECT_EQ(gist(*then), gist(*now)) << "move #" << late.index;
    EXPECT_EQ(gist(live_.state()), gist(afterwards_.state())) << "after move #" << late.index;
    too_much_ = too_much_ || then->size() > TOO_MUCH;
    ++figures.moves;
    if (!then->empty() && then->front().happened_at() != 0) ++figures.fell_due;
    return true;
  }

  [[nodiscard]] bool is_too_much() const { return too_much_; }
  [[nodiscard]] std::int64_t last() const { return live_.state().recorded_at(); }

 private:
  Keeper live_;
  Keeper afterwards_;
  bool too_much_ = false;
};

// The moves that were allowed in the game, founding included.
std::vector<Move> moves_of(RandomGame& game) {
  auto& t = game.table();
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    Move move = game.next_try();
    if (is_left_out(move.event)) continue;
    // Long enough for periods of days to end now and then.
    if (game.choose().percent(25)) move.recorded_at += static_cast<std::int64_t>(game.choose().below(72)) * AN_HOUR;
    const auto done = t.engine.move(move, t);
    if (!done) continue;
    t.moves.push_back(move);
    if (done->size() > TOO_MUCH) break;
  }
  return t.moves;
}

void compare(RandomGame& game, bool with_ticks, Compared& figures) {
  const auto founding = static_cast<std::size_t>(game.table().state().size());
  const auto moves = moves_of(game);
  Both both(moves, founding);
  auto& choose = game.choose();
  for (auto at = founding; at < moves.size() && !both.is_too_much() && !::testing::Test::HasFailure(); ++at) {
    for (auto left = with_ticks ? choose.below(3) : 0; left > 0; --left) {
      Move tick;
      tick.recorded_at =
          both.last() +
          static_cast<std::int64_t>(choose.below(static_cast<std::size_t>(moves[at].recorded_at - both.last() + 1)));
      tick.event = ticks();
      if (both.make(tick, figures)) ++figures.ticks;
    }
    both.make(moves[at], figures);
  }
}

void compare_all(bool with_ticks, bool of_its_own) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  Compared figures;
  for (auto seed = first; seed < first + games && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game = of_its_own ? RandomGame(seed) : RandomGame(seed, with_periods());
    compare(game, with_ticks, figures);
  }
  fmt::print("{} moves compared, {} ticks, before {} records something fell due\n", figures.moves, figures.ticks,
             figures.fell_due);
  EXPECT_GT(figures.moves, 0U);
}

// ---- Days ----------------------------------------------------------------------------------------------------------

// Whether something is left open.
bool leaves_open(const Consequences& consequences) {
  return std::any_of(consequences.begin(), consequences.end(), [](const auto& one) {
    const auto* outcome = outcome_in(one);
    return one.has_cannot_tell() || one.has_not_known() || (outcome != nullptr && outcome->late_or_not());
  });
}

Said day_of(std::int64_t time) {
  return day(print_time(time).substr(0, std::string_view("2012-05-30").size()));
}

// What the game has come to, whenever.
std::string come_to(const State& state) {
  std::string out;
  for (const auto& player : state.players()) {
    out += fmt::format("{} {} {}\n", player.names().name(), player.points(), player.inactive_since() != 0);
  }
  for (const auto& rule : state.rules()) {
    out += fmt::format("{} {} {}\n", rule.number(), rule.lineage(), v1::RuleStatus_Name(rule.status()));
  }
  for (const auto& winner : state.winners()) out += winner.player() + " has won\n";
  return out;
}

// The moves, about half of them with their day alone. True: all of them, and nothing was left open.
bool record_by_days(const std::vector<Move>& moves, std::size_t founding, Choices& choose, Keeper& afterwards) {
  for (auto at = founding; at < moves.size(); ++at) {
    v1::Event event = moves[at].event;
    name_form(afterwards.state(), event);
    const auto time = moves[at].recorded_at;
    Said said{time, time};
    // The first day of the epoch begins at 0, which says no time.
    if (const Said whole = day_of(time); whole.from != 0 && choose.percent(50)) said = whole;
    const auto done = afterwards.make(afterwards.move_of(moves[at].author, event, said));
    // It may be refused for want of what had happened by then, but is certain only of its time.
    if (!done || leaves_open(*done)) return false;
  }
  return true;
}

// The auditor finds nothing in it, whatever was left open, that it does not find in the game as it was played.
void must_be_sound(const Keeper& afterwards, const Table& played) {
  Watch live;
  live.see_all(played);
  if (!live.findings.empty()) return;
  is_sound(afterwards);
}

// Whether the game could be told by days to its end, which is then the same.
bool is_told_by_days(RandomGame& game) {
  const auto founding = static_cast<std::size_t>(game.table().state().size());
  const auto moves = moves_of(game);
  Keeper afterwards(founded_afterwards(moves, founding));
  const bool all = record_by_days(moves, founding, game.choose(), afterwards);
  must_be_sound(afterwards, game.table());
  if (!all) return false;
  // A month later, nobody has moved.
  auto& t = game.table();
  const auto later = moves.back().recorded_at + 30 * 24 * AN_HOUR;
  Move live = t.move_of("", ticks());
  live.recorded_at = later;
  const bool due = static_cast<bool>(t.engine.move(live, t));
  const auto then = afterwards.make(afterwards.move_of("", ticks(), {later, later}));
  if (then && leaves_open(*then)) return false;
  EXPECT_EQ(static_cast<bool>(then), due);
  EXPECT_EQ(come_to(afterwards.state()), come_to(t.state()));
  return true;
}

TEST(AfterwardsProperty, WhatDaysDoNotLeaveOpenIsWhatWasPlayed) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  int told = 0;
  for (auto seed = first; seed < first + games && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed, with_periods());
    if (is_told_by_days(game)) ++told;
  }
  fmt::print("{} of {} games are told by days to their end\n", told, games);
}

TEST(AfterwardsProperty, WhatIsEnteredYearsLaterIsWhatWasPlayed) {
  compare_all(false, false);
}

TEST(AfterwardsProperty, WithTicksToo) {
  compare_all(true, false);
}

TEST(AfterwardsProperty, UnderRandomProvisionsToo) {
  compare_all(true, true);
}

}  // namespace
}  // namespace nomic::replay::test

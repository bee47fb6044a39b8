// Random games in which players act, attest, correct, object, change teams, come and go, contest and invoke Judgment.
// After every record: holdings are the sums of their entries and never below zero, and values are as last emitted; what
// is refused changes nothing; the game derived from its first record is the game played. And a turn from which a
// Judgment struck moves is the turn in which they were never made.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "nomic/replay/game_status.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

class Drawn {
 public:
  explicit Drawn(std::vector<std::uint32_t> raw) : raw_(std::move(raw)) {}
  std::size_t below(std::size_t count) { return at_ < raw_.size() ? raw_[at_++] % count : 0; }
  template <class List>
  auto of(const List& list) {
    return list[below(list.size())];
  }
  [[nodiscard]] bool over() const { return at_ >= raw_.size(); }

 private:
  std::vector<std::uint32_t> raw_;
  std::size_t at_ = 0;
};

Drawn random_choices(std::size_t most) {
  const auto length = *rc::gen::inRange<std::size_t>(10, most);
  return Drawn(*rc::gen::container<std::vector<std::uint32_t>>(length, rc::gen::arbitrary<std::uint32_t>()));
}

std::string some_player(const Table& t, Drawn& choose) {
  const auto& players = t.state().players();
  return players[static_cast<int>(choose.below(static_cast<std::size_t>(players.size())))].names().name();
}

std::uint32_t some_rule(const Table& t, Drawn& choose) {
  return choose.of(t.numbers());
}

std::uint64_t recent(const Table& t, Drawn& choose) {
  return t.last() - choose.below(6);
}

v1::Event random_change(const Table& t, Drawn& choose) {
  static const std::vector<std::string> PROVISIONS = {
      "award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 500 } reckoned: BEFORE_EFFECT }",
      "adoption { quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }",
      "joining { points_thousandths: 2000 when: ANY_TIME }",
      "inactivity { declared: true suspends: [JUDGING, CONSENT, VOTING] }",
  };
  const std::string text = "Text " + std::to_string(choose.below(50)) + " servd.";
  const std::vector<std::string> provisions =
      choose.below(3) == 0 ? std::vector<std::string>{choose.of(PROVISIONS)} : std::vector<std::string>();
  switch (choose.below(5)) {
    case 0:
      return amend(some_rule(t, choose), text, provisions);
    case 1:
      return propose(v1::REPEAL, some_rule(t, choose));
    case 2:
      return propose(v1::RESTORE, some_rule(t, choose));
    default:
      return enact(text, provisions);
  }
}

v1::Event random_act(const Table& t, Drawn& choose) {
  static const std::vector<std::string> THINGS = {"gold", "fish"};
  auto done = act(choose.below(3) == 0 ? 116 : some_rule(t, choose));
  for (auto left = choose.below(3); left > 0; --left) {
    const auto amount = static_cast<std::int64_t>(choose.below(8)) - 2;
    switch (choose.below(3)) {
      case 0:
        done = std::move(done).points(some_player(t, choose), amount);
        break;
      case 1:
        done = std::move(done).holding(some_player(t, choose), choose.of(THINGS), amount);
        break;
      default:
        done = std::move(done).attribute(choose.below(2) == 0 ? "" : some_player(t, choose), choose.of(THINGS),
                                         choose.below(3) == 0 ? "" : std::to_string(choose.below(9)));
    }
  }
  if (choose.below(6) == 0) done = std::move(done).change(random_change(t, choose));
  return done;
}

v1::Event random_correction(const Table& t, Drawn& choose) {
  const auto& rules = t.state().rules();
  const auto& rule = rules[static_cast<int>(choose.below(static_cast<std::size_t>(rules.size())))];
  const auto record = rule.sources().rbegin()->record();
  switch (choose.below(8)) {
    case 0:
      return correct_text(record, rule.number(), "servd", "served");
    case 4:
      return correct_whole(record, rule.number(), "Text " + std::to_string(choose.below(5)) + ", as servd.");
    case 5:
      return correct_title(record, rule.number(), rule.title(), "Title " + std::to_string(choose.below(5)));
    case 6:
    case 7: {
      const auto& other = rules[static_cast<int>(choose.below(static_cast<std::size_t>(rules.size())))];
      const bool swap = choose.below(2) == 0;
      const auto number = swap ? other.number() : static_cast<std::uint32_t>(300 + choose.below(20));
      return correct_number(
          record, bears_number(rule.number(), number, choose.below(2) == 0 ? Bears::ONWARD : Bears::ALL_ALONG, swap));
    }
    case 1:
      return correct_text(record, rule.number(), "served", "sserved");
    case 2:
      return correct_time(recent(t, choose), static_cast<std::int64_t>(1 + choose.below(60)) * 1'000'000);
    default:
      return correct_name(30 + choose.below(3), "Name " + std::to_string(choose.below(5)));
  }
}

v1::Event random_dispute(const Table& t, Drawn& choose) {
  const auto& questions = t.state().questions();
  const auto& judgments = t.state().judgments();
  const auto question = questions.empty() ? 0 : questions[questions.size() - 1].record();
  switch (choose.below(7)) {
    case 0:
    case 1:
      return judge_strikes(question, {recent(t, choose)});
    case 2: {
      const auto& contested = t.state().contested();
      return judge_upholds(question, {contested.empty() ? 0 : contested[contested.size() - 1].record()});
    }
    case 3:
    case 4:
      return vote_to_overrule(judgments.empty() ? 0 : judgments[0].record(), choose.below(6) != 0);
    case 5:
      return give_consent();
    default:
      return ask_judge();
  }
}

// Often what somebody attests already, so that players come to agree.
v1::Event random_attestation(const Table& t, Drawn& choose, std::uint32_t open) {
  for (const auto& proposal : t.state().proposals()) {
    const auto& all = proposal.attestations();
    if (all.empty() || choose.below(4) == 0) continue;
    v1::Event event;
    *event.mutable_outcome_attested() =
        all[static_cast<int>(choose.below(static_cast<std::size_t>(all.size())))].outcome();
    return event;
  }
  const auto number = choose.below(3) == 0 ? 301 : open;
  const bool adopted = choose.below(3) != 0;
  const auto votes = [&] { return static_cast<std::uint32_t>(choose.below(4)); };
  switch (choose.below(4)) {
    case 0:
      return attest(number, adopted, votes(), votes());
    case 1:
      return attest_unknown(number, adopted);
    default:
      return attest(number, adopted);
  }
}

v1::Event random_free_move(const Table& t, Drawn& choose, int serial) {
  const auto open = t.state().proposals().empty() ? 301 : t.state().proposals(0).number();
  switch (choose.below(20)) {
    case 0:
      return choose.below(3) == 0 ? forfeit() : team("Red");
    case 1:
      return join("New " + std::to_string(serial) + "x");
    case 2:
      return team(choose.below(2) == 0 ? "Blue" : "");
    case 3:
      return random_attestation(t, choose, open);
    case 4:
      return object_to(t.state().corrections().empty() ? recent(t, choose) : t.state().corrections(0).record());
    case 5:
    case 6:
    case 7:
      return random_correction(t, choose);
    case 8:
    case 9:
    case 10:
    case 11:
      return random_dispute(t, choose);
    default:
      return random_act(t, choose);
  }
}

// What whoever must act would do.
std::pair<std::string, v1::Event> sensible_move(const Table& t, Drawn& choose) {
  const auto status = status_of(t);
  const auto author = status.waiting_for.empty() ? some_player(t, choose) : choose.of(status.waiting_for);
  switch (t.state().turn().phase()) {
    case v1::Turn::PROPOSING:
    case v1::Turn::BEGUN:
    case v1::Turn::TURN_COMPLETE:
      return {author, random_change(t, choose)};
    case v1::Turn::DEBATING:
      return {t.state().turn().mover(), call(t.state().turn().proposal())};
    case v1::Turn::VOTING:
      return {author, vote(choose.below(5) == 0 ? AGAINST : FOR, t.state().turn().proposal())};
    default:
      return {author, roll(static_cast<std::uint32_t>(1 + choose.below(6)))};
  }
}

class Sums {
 public:
  void after(const Table& t, const Consequences& emitted) {
    for (const auto& c : emitted) {
      if (c.kind_case() == v1::Consequence::kHoldingChanged) {
        const auto& changed = c.holding_changed();
        auto& sum = holdings_[{changed.player(), changed.thing()}];
        sum += changed.amount();
        RC_ASSERT(changed.total() == sum);
        RC_ASSERT(sum >= 0);
      }
      if (c.kind_case() == v1::Consequence::kAttributeSet) set(c.attribute_set());
      if (c.kind_case() == v1::Consequence::kScore) scores_[c.score().player()] += c.score().points();
    }
    std::map<std::pair<std::string, std::string>, std::int64_t> held;
    for (const auto& h : t.state().holdings()) RC_ASSERT((held[{h.owner(), h.thing()}] = h.amount()) > 0);
    for (const auto& [what, sum] : holdings_) RC_ASSERT(held[what] == sum);
    std::map<std::pair<std::string, std::string>, std::string> values;
    for (const auto& a : t.state().attributes()) values[{a.player(), a.key()}] = a.value();
    RC_ASSERT(values == values_);
    for (const auto& player : t.state().players()) RC_ASSERT(player.points() == scores_[player.names().name()]);
  }

 private:
  void set(const v1::Consequence::AttributeSet& set) {
    if (set.value().empty()) {
      values_.erase({set.player(), set.key()});
    } else {
      values_[{set.player(), set.key()}] = set.value();
    }
  }

  std::map<std::pair<std::string, std::string>, std::int64_t> holdings_;
  std::map<std::pair<std::string, std::string>, std::string> values_;
  std::map<std::string, std::int64_t> scores_;
};

// Tries a move; on record if it is allowed.
bool tried(Table& t, const std::string& author, v1::Event event, Sums& sums) {
  Move move;
  move.index = t.state().size();
  move.author = author;
  move.recorded_at = static_cast<std::int64_t>(move.index) * 1'000'000;
  move.payload = event.SerializeAsString();
  move.event = std::move(event);
  const auto before = written(t.state());
  auto done = t.engine.move(move, t);
  if (!done) {
    RC_ASSERT(kind_of(done.error().code) != nomic::replay::Kind::LEDGER);
    RC_ASSERT(written(t.state()) == before);
    return false;
  }
  t.moves.push_back(move);
  sums.after(t, *done);
  return true;
}

void play_random_game(Drawn choose) {
  Table t({"Ann", "Bob", "Cyd", "Dan"}, "1990", choose.below(2) == 0 ? v1::TABLE : v1::MAIL);
  Sums sums;
  for (int serial = 0; !choose.over() && serial < 300; ++serial) {
    std::string author = some_player(t, choose);
    v1::Event event;
    if (choose.below(2) == 0) {
      std::tie(author, event) = sensible_move(t, choose);
    } else {
      event = random_free_move(t, choose, serial);
    }
    if (event.has_player_joined()) author = event.player_joined().player().name();
    // Whoever sits delivers.
    if (event.has_judgment_delivered()) {
      const auto players = t.state().players();
      const auto delivers = [&](const auto& player) { return tried(t, player.names().name(), event, sums); };
      if (std::any_of(players.begin(), players.end(), delivers)) continue;
    }
    if (!tried(t, author, event, sums) && choose.below(8) == 0) tried(t, author, insist_on(event), sums);
  }
  RC_ASSERT(written(t.derived_again().back()) == written(t.state()));
}

RC_GTEST_PROP(FreeMoves, AreTheSameHoweverTheGameIsDerived, ()) {
  play_random_game(random_choices(1200));
}

// ---- Struck is never made ------------------------------------------------------------------------------------------

// What shows of a state, but for what is on record of the dispute.
std::string shows(const State& state) {
  const v1::State wire = state.to_wire();
  v1::State shown;
  *shown.mutable_rules() = wire.rules();
  *shown.mutable_repealed() = wire.repealed();
  *shown.mutable_attributes() = wire.attributes();
  *shown.mutable_holdings() = wire.holdings();
  *shown.mutable_corrections() = wire.corrections();
  *shown.mutable_times() = wire.times();
  *shown.mutable_proposals() = wire.proposals();
  *shown.mutable_ballots() = wire.ballots();
  *shown.mutable_winners() = wire.winners();
  *shown.mutable_turn() = wire.turn();
  shown.set_next_number(wire.next_number());
  *shown.mutable_players() = wire.players();
  for (auto& player : *shown.mutable_players()) player.clear_moved_at();
  return shown.DebugString();
}

// The state if those records, and all from `end` on, held moves that nobody may make.
std::string never_made(const Table& t, const std::set<std::uint64_t>& records, std::uint64_t end) {
  Engine again;
  for (auto move : t.moves) {
    if (records.count(move.index) != 0 || move.index >= end) {
      move.author = "Nobody";
      move.event = act(101);
    }
    RC_ASSERT(again.replay(move, t).ok());
  }
  return shows(again.state());
}

RC_GTEST_PROP(FreeMoves, ThatAreStruckWereNeverMade, ()) {
  Drawn choose = random_choices(300);
  Table t({"Ann", "Bob", "Cyd"});
  Sums sums;
  sums.after(t, t.turn("Ann", enact("Who fishes servd gains.")));
  const auto first = t.state().size();
  while (!choose.over() && t.state().size() < first + 30) {
    const auto author = some_player(t, choose);
    auto event = choose.below(3) == 0 ? random_correction(t, choose) : v1::Event(random_act(t, choose));
    if (choose.below(8) == 0) event = object_to(recent(t, choose));
    if (choose.below(8) == 0) event = team(choose.below(2) == 0 ? "Blue" : "");
    // Numbers would shift, and with them what later moves are about.
    if (event.act_performed().changes_size() != 0) continue;
    tried(t, author, event, sums);
  }
  std::set<std::uint64_t> struck;
  for (auto record = first; record < t.state().size(); ++record) {
    if (choose.below(3) == 0) struck.insert(record);
  }
  t.ok("Ann", ask_judge());
  const auto question = t.last();
  const auto before = shows(t.state());
  for (const auto* name : {"Cyd", "Bob"}) {
    if (tried(t, name, judge_strikes(question, {struck.begin(), struck.end()}), sums)) break;
  }
  const auto judgment = t.last();
  if (judgment == question) return;  // both are of Ann's team: nobody judges
  RC_ASSERT(shows(t.state()) == never_made(t, struck, question));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) tried(t, name, vote_to_overrule(judgment), sums);
  RC_ASSERT(t.state().judgments(0).overruled());
  RC_ASSERT(shows(t.state()) == before);
}

}  // namespace
}  // namespace nomic::replay::test

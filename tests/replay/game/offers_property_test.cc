// What is offered is what the engine takes, both ways, in random games with random provisions, disputes, acts and
// corrections: each offer filled in is taken, and each move that is taken was offered to whoever made it.
// NOMIC_GAMES says how many (40 by default), NOMIC_SEED the seed of the first; a failure names the seed of its game.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/duties.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/keeper.h"
#include "replay/game/offered_moves.h"
#include "replay/game/random_dispute.h"

namespace nomic::replay::test {
namespace {

constexpr int OFFER_TRIES = 70;
constexpr std::size_t OFFER_SHARE = 35;  // of a hundred positions at which everything is compared
constexpr std::size_t OFFER_TOO_MUCH = 240;

using OfferedKinds = std::map<v1::Event::KindCase, int>;

// How often each kind was offered and taken, and taken and offered.
struct OfferFigures {
  OfferedKinds offered;
  OfferedKinds taken;
};

std::string one_of_players(const Table& t, Choices& choose) {
  const auto& players = t.state().players();
  return players[static_cast<int>(choose.below(static_cast<std::size_t>(players.size())))].names().name();
}

// ---- What players may come upon ------------------------------------------------------------------------------------

template <class Made>
v1::Event of_proposal(Made made, std::uint32_t proposal) {
  v1::Event event;
  made(event)->set_proposal(reference(proposal));
  return event;
}

void on_a_proposal(std::uint32_t number, std::vector<v1::Event>& events) {
  for (const auto choice : {FOR, AGAINST, v1::VoteCast::ABSTAIN}) events.push_back(vote(choice, number));
  events.push_back(call(number));
  events.push_back(say("Words.", number));
  events.push_back(ask_time(number));
  events.push_back(attest(number, true));
  events.push_back(revise(number, enact("Otherwise.")));
  events.push_back(of_proposal([](v1::Event& event) { return event.mutable_proposal_withdrawn(); }, number));
  events.push_back(of_proposal([](v1::Event& event) { return event.mutable_vote_withdrawn(); }, number));
}

void offered_in_dispute(const State& state, std::vector<v1::Event>& events) {
  events.push_back(invoke());
  events.push_back(consent());
  events.push_back(take_consent_back());
  for (const auto& question : state.questions()) events.push_back(judge(question.record()));
  for (const auto& judgment : state.judgments()) events.push_back(overrule(judgment.record()));
}

void offered_of_players(const State& state, std::vector<v1::Event>& events) {
  events.push_back(forfeit());
  events.push_back(team("Any"));
  events.push_back(team(""));
  for (const bool active : {true, false}) {
    events.emplace_back().mutable_activity_changed()->set_active(active);
  }
  for (const auto& application : state.applications()) {
    events.emplace_back().mutable_approval_given()->set_player(application.names().name());
  }
}

void of_rules(const State& state, Choices& choose, std::vector<v1::Event>& events) {
  events.push_back(enact("A rule."));
  if (state.rules().empty()) return;
  const auto& rules = state.rules();
  const auto number = rules[static_cast<int>(choose.below(static_cast<std::size_t>(rules.size())))].number();
  events.push_back(amend(number, "Another text."));
  for (const auto kind : {v1::REPEAL, v1::RESTORE, v1::TRANSMUTE_TO_MUTABLE, v1::TRANSMUTE_TO_IMMUTABLE}) {
    events.push_back(propose(kind, number));
  }
  events.push_back(act(number));
  events.push_back(annotate(number, "A note."));
  for (const auto& correction : state.corrections()) events.push_back(object_to(correction.record()));
  for (const auto& repealed : state.repealed()) events.push_back(propose(v1::REENACT, repealed.number()));
}

// Everything that comes to anybody's mind, whether or not it is lawful.
std::vector<v1::Event> offer_catalogue(const State& state, Choices& choose) {
  std::vector<v1::Event> events = {ticks(), contest(vote(FOR, 999'999'998)), join("Some Newcomer")};
  for (const auto& proposal : state.proposals()) on_a_proposal(proposal.number(), events);
  offered_in_dispute(state, events);
  offered_of_players(state, events);
  of_rules(state, choose, events);
  return events;
}

// ---- Comparing -----------------------------------------------------------------------------------------------------

class ComparedOffers {
 public:
  ComparedOffers(Table& t, Choices& choose, OfferFigures& figures) : t_(t), choose_(choose), figures_(figures) {}

  // As the next record finds the game if it is made at that time.
  void at(std::int64_t now) {
    auto offered = offers_of(t_.engine, t_, now);
    ASSERT_TRUE(offered) << label_of(offered.error());
    const State then = caught_up(now);
    const OfferedKinds before = figures_.offered;
    for (const auto& offer : offered->offers) {
      // All of the first of a kind, and some of the others.
      const bool first = figures_.offered[offer.kind] == (before.count(offer.kind) ? before.at(offer.kind) : 0);
      if (first || choose_.percent(20)) must_be_taken(offer, then, now);
    }
    const auto player = one_of_players(t_, choose_);
    for (const auto& event : offer_catalogue(t_.state(), choose_)) {
      const auto author = event.has_player_joined() ? event.player_joined().player().name() : player;
      must_be_offered_if_taken(offered->offers, made_by(t_.engine, author, event, now));
    }
  }

  void must_be_offered_if_taken(const std::vector<Offer>& offers, const Move& move) {
    if (refusal_of(t_.engine, t_, move)) return;
    ++figures_.taken[move.event.kind_case()];
    EXPECT_TRUE(is_offered(offers, move.author, move.event))
        << "taken of " << move.author << " and not offered: " << move.event.ShortDebugString();
  }

 private:
  // After what falls due by then.
  [[nodiscard]] State caught_up(std::int64_t now) const {
    Engine fork = t_.engine.fork();
    (void)fork.move(made_by(fork, {}, ticks(), now), t_);
    return fork.state();
  }

  void must_be_taken(const Offer& offer, const State& then, std::int64_t now) {
    ++figures_.offered[offer.kind];
    for (const auto& promise : promises_of(then, offer)) {
      const auto why = broken(t_.engine, t_, promise, now);
      EXPECT_FALSE(why) << label_of(offer) << " " << promise.what << " is offered, and refused: " << why.value_or("");
    }
  }

  Table& t_;
  Choices& choose_;
  OfferFigures& figures_;
};

v1::Event some_offered_free_move(const State& state, Choices& choose) {
  const auto& rules = state.rules();
  if (rules.empty()) return invoke();
  const auto& rule = rules[static_cast<int>(choose.below(static_cast<std::size_t>(rules.size())))];
  const auto& other = rules[static_cast<int>(choose.below(static_cast<std::size_t>(rules.size())))];
  const auto record = rule.sources().rbegin()->record();
  switch (choose.below(6)) {
    case 0:
      return annotate(rule.number(), "A note.");
    case 1:
      return correct_number(record, bears_number(rule.number(), 700 + static_cast<std::uint32_t>(choose.below(9))));
    case 2:
      return correct_number(record, bears_number(rule.number(), other.number(), Bears::ONWARD, true));
    case 3:
      return correct_time(state.size() - 1, state.recorded_at() - 5'000);
    case 4:
      return team(choose.percent(50) ? "Blue" : "");
    default:
      return act(rule.number());
  }
}

std::string printed(const Offer& offer) {
  std::string blanks;
  for (const Blank blank : offer.blanks) blanks += fmt::format(" {}", static_cast<int>(blank));
  return fmt::format("{} of {} on {}, record {}, rule {}, {} choices, {} kinds, blanks{}", label_of(offer),
                     offer.player, offer.proposal, offer.record, reference(offer.rule.number()), offer.choices.size(),
                     offer.changes.size(), blanks);
}

// Duties that were kept from record to record are those that are found at once, in the same order. So are the missing
// voters.
void compare_duties(const Table& t, Duties& duties) {
  const auto offered = offers_of(t.engine, t);
  ASSERT_TRUE(offered);
  ASSERT_TRUE(duties.see(t.engine, t));
  std::vector<std::string> at_once;
  for (const Offer& offer : offered->offers) {
    if (offer.must) at_once.push_back(printed(offer));
  }
  std::vector<std::string> one_by_one;
  const auto& on_proposals = duties.on_proposals();
  ASSERT_EQ(on_proposals.size(), static_cast<std::size_t>(t.state().proposals_size()));
  for (std::size_t at = 0; at < on_proposals.size(); ++at) {
    for (const Offer& offer : on_proposals[at]->offers) one_by_one.push_back(printed(offer));
    EXPECT_EQ(on_proposals[at]->missing, missing_voters(t.engine, t.state().proposals(static_cast<int>(at))));
  }
  for (const Offer& offer : duties.others()) one_by_one.push_back(printed(offer));
  EXPECT_EQ(one_by_one, at_once) << "after record " << t.state().size() - 1;
}

template <class Game>
void play_and_compare(Game& game, OfferFigures& figures, const auto& after) {
  auto& t = game.table();
  Duties duties;
  for (int tries = 0; tries < OFFER_TRIES && !game.over() && !::testing::Test::HasFailure(); ++tries) {
    Move move = game.next_try();
    if (game.choose().percent(8)) {
      move.event = some_offered_free_move(t.state(), game.choose());
      t.say_time(move);
    }
    if (game.choose().percent(OFFER_SHARE)) {
      // What is offered in a game that is recorded afterwards can happen at the time of the last record.
      const bool now = !is_recorded_afterwards(t.state());
      ComparedOffers(t, game.choose(), figures).at(now ? move.recorded_at : t.state().recorded_at());
    }
    const auto done = t.engine.move(move, t);
    after(move, done);
    if (!done) continue;
    t.moves.push_back(move);
    compare_duties(t, duties);
    if (done->size() > OFFER_TOO_MUCH) break;
  }
}

void say_figures(const OfferFigures& figures) {
  for (const auto& [kind, times] : figures.offered) {
    const auto* field = v1::Event::descriptor()->FindFieldByNumber(kind);
    const auto taken = figures.taken.count(kind) ? figures.taken.at(kind) : 0;
    fmt::print("{} offered {}, of the catalogue taken {}\n", field->name(), times, taken);
  }
}

TEST(OffersProperty, AreWhatTheEngineTakes) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  OfferFigures figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed);
    play_and_compare(game, figures, [](const auto&...) {});
  }
  say_figures(figures);
  EXPECT_GT(figures.offered.size(), 12U);
}

TEST(OffersProperty, AreWhatTheEngineTakesInGamesThatAreRecordedAfterwards) {
  const auto games = from_environment("NOMIC_GAMES", 20);
  const auto first = from_environment("NOMIC_SEED", 1);
  OfferFigures figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed, Table::Afterwards());
    play_and_compare(game, figures, [](const auto&...) {});
  }
  say_figures(figures);
  EXPECT_GT(figures.offered[v1::Event::kGameWentLive], 0);
}

TEST(OffersProperty, AreWhatTheEngineTakesInDisputesToo) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  OfferFigures figures;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomDispute game(seed);
    play_and_compare(game, figures, [&](const Move& move, const auto& done) {
      if (done) {
        game.made(move, *done);
      } else {
        game.refused(move);
      }
    });
  }
  say_figures(figures);
  EXPECT_GT(figures.offered.size(), 12U);
}

}  // namespace
}  // namespace nomic::replay::test

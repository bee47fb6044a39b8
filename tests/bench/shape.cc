#include "shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::bench {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t FOUNDED_AT = 1'338'372'000 * SECOND;
constexpr std::uint64_t VERSIONS = 20;
constexpr std::size_t RULES = 342;
constexpr std::size_t INITIAL_RULES = 29;
// Above every number that a proposal can get.
constexpr std::uint32_t FIRST_OF_MORE = 900'000'001;
// A rule that is proposed to be amended and never is.
constexpr std::uint32_t LEFT_ALONE = 209;
constexpr std::uint32_t MANY_RULES = 100'000;
constexpr std::size_t NONCE_SIZE = 16;

std::vector<std::string> players_of(const Shape& shape) {
  if (shape.players == 3) return {"Ann", "Bob", "Cyd"};
  std::vector<std::string> names;
  names.reserve(shape.players);
  for (std::size_t i = 1; i <= shape.players; ++i) names.push_back(fmt::format("Player {}", i));
  return names;
}

// Nobody wins, and there may be any number of mutable rules.
void lift_limits(v1::Ruleset& ruleset) {
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      if (provision.has_victory()) provision.mutable_victory()->set_points_thousandths(1'000'000'000'000);
      if (provision.ruleset_bounds().has_max_mutable()) provision.mutable_ruleset_bounds()->set_max_mutable(MANY_RULES);
    }
  }
}

void add_rules(const Shape& shape, v1::Ruleset& ruleset) {
  for (std::size_t i = 0; i < shape.more_rules; ++i) {
    v1::RuleBody& rule = *ruleset.add_rules();
    rule.set_number(replay::reference(FIRST_OF_MORE + static_cast<std::uint32_t>(i)));
    rule.set_status(v1::MUTABLE);
    rule.set_title(fmt::format("Of matter {}", i));
    std::string text = fmt::format("In matter {} this rule says what is to be done.", i);
    while (text.size() < shape.text_bytes) text += fmt::format(" Case {} is decided as the players wish.", text.size());
    v1::Text& worded = *rule.add_texts();
    worded.set_lang("en");
    worded.set_text(text);
    if (shape.with_franchise) rule.add_provisions()->mutable_franchise()->set_electorate(v1::Franchise::PLAYERS);
  }
}

}  // namespace

std::vector<Shape> shapes() {
  return {
      {.name = "three"},
      {.name = "rules", .more_rules = RULES - INITIAL_RULES, .text_bytes = 1'060},
      {.name = "changing", .every_turn_adopts = true},
      {.name = "players", .players = 1'000},
      {.name = "clauses", .more_rules = 48, .with_franchise = true},  // 105 and 207 have one each: 50, the most
  };
}

std::optional<Shape> shape_named(std::string_view name) {
  for (const Shape& shape : shapes()) {
    if (shape.name == name) return shape;
  }
  return std::nullopt;
}

replay::Founding founding_of(const Shape& shape, const std::string& name) {
  replay::Founding founding;
  founding.name = name;
  founding.ruleset = *replay::edition("1990");
  lift_limits(founding.ruleset);
  add_rules(shape, founding.ruleset);
  for (const std::string& player : players_of(shape)) {
    founding.players.push_back(*replay::player_names(player, {}, {}));
  }
  founding.nonce = fmt::format("{:.<{}}", name, NONCE_SIZE);
  founding.now = FOUNDED_AT;
  return founding;
}

Script::Script(const Shape& shape, std::uint64_t records)
    : shape_(shape),
      players_(players_of(shape)),
      turns_between_(std::max<std::uint64_t>(2, records / (shape.players + 2) / VERSIONS)),
      targets_({206}) {
  if (shape.every_turn_adopts) targets_ = {206, 209, 210, 213};
}

bool Script::adopted() const {
  return shape_.every_turn_adopts || turn_ % turns_between_ == 1;
}

v1::Event Script::proposal(std::uint32_t target) const {
  v1::Event event;
  v1::ProposalMade& proposal = *event.mutable_proposal_made();
  proposal.set_call_vote(true);
  v1::RuleChange& change = *proposal.add_changes();
  change.set_kind(v1::AMEND);
  change.set_rule(replay::reference(target));
  change.add_texts()->set_text(fmt::format("A player may forfeit, as said for the {}th time.", turn_));
  return event;
}

replay::Move Script::next(const replay::State& state) {
  replay::Move move;
  move.index = state.size();
  move.recorded_at = FOUNDED_AT + static_cast<std::int64_t>(move.index) * SECOND;
  const std::string& mover = players_[turn_ % players_.size()];
  std::uint32_t& target = targets_[turn_ % targets_.size()];
  if (step_ == 0) {
    number_ = state.next_number();
    move.author = mover;
    move.event = proposal(adopted() ? target : LEFT_ALONE);
  } else if (step_ <= players_.size()) {
    move.author = players_[step_ - 1];
    move.event.mutable_vote_cast()->set_proposal(replay::reference(number_));
    move.event.mutable_vote_cast()->set_choice(adopted() ? v1::VoteCast::FOR : v1::VoteCast::AGAINST);
  } else {
    move.author = mover;
    move.event.mutable_dice_thrown()->add_faces(1);
    move.event.mutable_dice_thrown()->set_source(v1::DiceThrown::HAND);
  }
  if (step_ == players_.size() && adopted()) target = number_;
  if (++step_ == players_.size() + 2) {
    step_ = 0;
    ++turn_;
  }
  move.payload = move.event.SerializeAsString();
  return move;
}

}  // namespace nomic::bench

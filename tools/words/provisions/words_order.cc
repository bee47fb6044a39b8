// Plain words for the kinds that are about rules among themselves, and about players.
#include <fmt/format.h>

#include "clauses.h"
#include "nomic/replay/reference.h"

namespace nomic::tools::phrases {
namespace {

std::string_view within_words(v1::PrecedenceMethod::Within within) {
  switch (within) {
    case v1::PrecedenceMethod::CLAIMS_THEN_LOWEST:
      return "the lowest number";
    case v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST:
      return "the highest number";
    default:
      return "the version that came into force last";
  }
}

// The rules that a claim is about.
std::vector<std::string> claimed(const v1::PrecedenceClaim& claim) {
  std::vector<std::string> all;
  for (const std::uint32_t rule : replay::numbers_in(claim.rules()))
    all.push_back(fmt::format("rule {}", replay::numeral(rule)));
  if (claim.type() == v1::PrecedenceClaim::ANY_RULE) all.emplace_back("every other rule");
  if (claim.type() == v1::PrecedenceClaim::VICTORY_RULES) all.emplace_back("every rule that determines a winner");
  for (const std::string& kind : claim.kinds()) {
    all.push_back(fmt::format("every rule with a provision of the kind {}", kind));
  }
  return all;
}

std::string bound(std::string_view side, std::uint32_t number, std::string_view what) {
  return fmt::format("{} {}", side, count(number, what));
}

std::string seat_words(const v1::Judgment& judgment) {
  switch (judgment.seat()) {
    case v1::Judgment::PRECEDING:
      return "the player before the one moving sits as Judge";
    case v1::Judgment::RIGHT_NEIGHBOUR:
      return "the right-hand neighbour of the one moving sits as Judge";
    case v1::Judgment::FOLLOWING:
      return "the player after the one moving sits as Judge";
    case v1::Judgment::NAMED:
      return fmt::format("{} sits as Judge", judgment.judge());
    default:
      return "";
  }
}

std::string_view among_words(v1::Judgment::Among among) {
  switch (among) {
    case v1::Judgment::OTHERS_THAN_NEXT:
      return "the players other than the one who begins it";
    case v1::Judgment::ALL_PLAYERS:
      return "all players, the one who begins it too";
    default:
      return "the players";
  }
}

std::string consent_words(const v1::Judgment& judgment) {
  if (judgment.has_consent()) {
    return fmt::format("once Judgment is invoked, the next turn needs the consent of {}",
                       share(judgment.consent(), among_words(judgment.consent_among())));
  }
  if (!judgment.has_consent_among()) return {};
  return fmt::format("the consent to the next turn that counts is that of {}", among_words(judgment.consent_among()));
}

std::string_view suspended_words(int what) {
  switch (what) {
    case v1::Inactivity::VOTING:
      return "votes";
    case v1::Inactivity::TURNS:
      return "turns";
    case v1::Inactivity::JUDGING:
      return "judging";
    default:
      return "consent and overruling";
  }
}

}  // namespace

Clauses clauses_of(const v1::PrecedenceMethod& method) {
  Clauses out;
  if (method.has_statuses()) {
    out.add(fmt::format("a mutable rule in conflict with an immutable one {}",
                        method.statuses() == v1::PrecedenceMethod::MUTABLE_VOID ? "is void as a whole"
                                                                                : "loses only the point in conflict"));
  }
  if (method.has_same_status()) {
    out.add(fmt::format("between rules of one status, what they claim of themselves decides, then {}",
                        within_words(method.same_status())));
  }
  return out;
}

Clauses clauses_of(const v1::PrecedenceClaim& claim) {
  Clauses out;
  out.add(fmt::format("this rule {} {}",
                      claim.relation() == v1::PrecedenceClaim::PREVAILS ? "takes precedence over" : "defers to",
                      listed(claimed(claim), "and")));
  return out;
}

Clauses clauses_of(const v1::RulesetBounds& bounds) {
  std::vector<std::string> all;
  if (bounds.has_min_mutable()) all.push_back(bound("at least", bounds.min_mutable(), "mutable rule"));
  if (bounds.has_max_mutable()) all.push_back(bound("at most", bounds.max_mutable(), "mutable rule"));
  if (bounds.has_min_immutable()) all.push_back(bound("at least", bounds.min_immutable(), "immutable rule"));
  if (bounds.has_max_immutable()) all.push_back(bound("at most", bounds.max_immutable(), "immutable rule"));
  if (bounds.has_max_rules()) all.push_back(bound("at most", bounds.max_rules(), "rule") + " of either status");
  Clauses out;
  out.add("there must be " + listed(all, "and"));
  return out;
}

Clauses clauses_of(const v1::SelfRepeal& repeal) {
  const auto when = [&repeal]() -> std::string {
    switch (repeal.when_case()) {
      case v1::SelfRepeal::kAfterCircuit:
        return fmt::format("when circuit {} is complete", repeal.after_circuit());
      case v1::SelfRepeal::kAfterTurn:
        return fmt::format("when turn {} is complete", repeal.after_turn());
      case v1::SelfRepeal::kAt:
        return fmt::format("at {}", moment(repeal.at()));
      default:
        return fmt::format("when some player stands at {}", points(repeal.points_thousandths()));
    }
  };
  Clauses out;
  out.add("this rule repeals itself " + when());
  return out;
}

Clauses clauses_of(const v1::Permission& permission) {
  Clauses out;
  out.add(permission.unregulated()
              ? "what no rule forbids or regulates may be done; an act that cites this rule gives nothing"
              : "what no rule permits may not be done");
  return out;
}

Clauses clauses_of(const v1::Acts& acts) {
  Clauses out;
  out.add(acts.none() ? "this rule provides for no acts" : "acts may be done under this rule");
  return out;
}

Clauses clauses_of(const v1::Forfeit& forfeit) {
  Clauses out;
  if (forfeit.has_always()) {
    out.add(forfeit.always() ? "a player may forfeit at any time" : "a player may not forfeit as they like");
  }
  if (forfeit.has_approval()) {
    out.add(
        fmt::format("a player may forfeit with the approval of {}", share(forfeit.approval(), "the other players")));
  }
  return out;
}

Clauses clauses_of(const v1::Judgment& judgment) {
  Clauses out;
  out.add(seat_words(judgment));
  if (judgment.has_pass_over_team_mates()) {
    out.add(fmt::format("team-mates of the one moving are {}passed over as Judge",
                        judgment.pass_over_team_mates() ? "" : "not "));
  }
  if (judgment.has_overrule()) {
    out.add(fmt::format("a Judgment is overruled by {}", share(judgment.overrule(), "the players but the Judge")));
  }
  out.add(consent_words(judgment));
  if (judgment.has_one_judge_a_turn()) {
    out.add(judgment.one_judge_a_turn() ? "one Judge settles all questions until the next turn begins, unless overruled"
                                        : "each question may have a Judge of its own");
  }
  if (judgment.has_judges()) {
    out.add(judgment.judges() == 1
                ? "one Judge answers each question"
                : fmt::format("{} Judges answer each question, and the answer of most of them is the Judgment",
                              judgment.judges()));
  }
  return out;
}

Clauses clauses_of(const v1::Consultation& consultation) {
  Clauses out;
  out.add(fmt::format("{} may consult about future proposals",
                      consultation.team_mates_only() ? "only team-mates" : "all players"));
  return out;
}

Clauses clauses_of(const v1::Inactivity& inactivity) {
  Clauses out;
  if (inactivity.has_declared()) {
    out.add(fmt::format("players may {}declare themselves inactive", inactivity.declared() ? "" : "not "));
  }
  if (inactivity.has_after()) {
    out.add(fmt::format("who makes no move for {} becomes inactive", period(inactivity.after())));
  }
  if (inactivity.has_missed_votes()) {
    out.add(fmt::format("who misses {} in a row becomes inactive", count(inactivity.missed_votes(), "vote")));
  }
  std::vector<std::string> suspended;
  for (const int what : inactivity.suspends()) suspended.emplace_back(suspended_words(what));
  if (!suspended.empty()) out.add("an inactive player has no part in " + listed(suspended, "or"));
  if (inactivity.has_ends_by()) {
    out.add(fmt::format("an inactive player becomes active again by {}",
                        inactivity.ends_by() == v1::Inactivity::ANY_MOVE ? "any move of theirs" : "saying so"));
  }
  return out;
}

Clauses clauses_of(const v1::Joining& joining) {
  Clauses out;
  if (joining.has_open()) out.add(joining.open() ? "anybody may join" : "nobody may join");
  if (joining.has_approval()) {
    out.add(fmt::format("who joins needs the approval of {}", share(joining.approval(), "the players in the game")));
  }
  if (joining.has_when()) {
    out.add(joining.when() == v1::Joining::ANY_TIME ? "players join at any time" : "players join between turns");
  }
  if (joining.has_points_thousandths())
    out.add(fmt::format("who joins begins with {}", points(joining.points_thousandths())));
  if (joining.has_most_players()) {
    out.add(fmt::format("the game has at most {}", count(joining.most_players(), "player")));
  }
  return out;
}

}  // namespace nomic::tools::phrases

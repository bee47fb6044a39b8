#include "disputes/finding_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/suggest.h"
#include "cli/typed_numbers.h"
#include "nomic/replay/point.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using Words = std::vector<std::string>;

Failure lacks_cite() {
  return usage("a finding names the rule that it construes.",
               "add --cite N after it: nomic judgment deliver 'Ann is owed it.' --reasons '...' --points Ann=+10 "
               "--cite 204");
}

Status one_of(const std::string& typed, const std::string& what, const Words& known) {
  if (std::find(known.begin(), known.end(), typed) != known.end()) return ledger::Done{};
  return unknown_word(what, typed, known);
}

Result<v1::VoteCast::Choice> read_choice(const std::string& typed) {
  if (auto known = one_of(typed, "ballot", {"for", "against", "abstain", "none"}); !known) return known.error();
  if (typed == "for") return v1::VoteCast::FOR;
  if (typed == "against") return v1::VoteCast::AGAINST;
  return typed == "abstain" ? v1::VoteCast::ABSTAIN : v1::VoteCast::CHOICE_UNSPECIFIED;
}

// The player whom a finding names, if it names one.
std::string* player_in(v1::Finding& finding) {
  switch (finding.kind_case()) {
    case v1::Finding::kPlayer:
      return finding.mutable_player()->mutable_player();
    case v1::Finding::kBallot:
      return finding.mutable_ballot()->mutable_player();
    case v1::Finding::kPoints:
      return finding.mutable_points()->mutable_player();
    case v1::Finding::kWinner:
      return finding.mutable_winner();
    default:
      return nullptr;
  }
}

}  // namespace

Result<v1::PointsFinding> read_points_of(const std::string& typed, const std::string& option) {
  const std::size_t at = typed.rfind('=');
  if (at == std::string::npos || at == 0) {
    return usage(fmt::format("{} does not say whose points they are.", in_quotes(typed)),
                 fmt::format("write: {} Ann=+5", option));
  }
  auto points = parse_points(std::string_view(typed).substr(at + 1), "a number of points");
  if (!points) return points.error();
  v1::PointsFinding finding;
  finding.set_player(typed.substr(0, at));
  finding.set_points(*points);
  return finding;
}

Status resolve_player(const replay::Game& game, std::string& name) {
  auto player = game.player(name);
  if (!player) return failure_of(player.error());
  name = std::move(*player);
  return ledger::Done{};
}

void FindingOptions::declare(Arguments& arguments) {
  arguments.section("What the Judgment finds", true);
  arguments.several("--cite", "N", "A rule cited, by its number: each finding needs the one that it construes.", 1,
                    [this](const Words& typed) -> Status {
                      auto number = parse_rule_number(typed[0], "a rule's number");
                      if (!number) return number.error();
                      cites_.push_back({number->value, findings_.size()});
                      return ledger::Done{};
                    });
  declare_rules(arguments);
  declare_votes(arguments);
  declare_people(arguments);
}

void FindingOptions::declare_rules(Arguments& arguments) {
  arguments.several("--void", "N", "Finds that the rule is void.", 1, [this](const Words& typed) -> Status {
    auto number = parse_rule_number(typed[0], "a rule's number");
    if (!number) return number.error();
    add().set_void_rule(number->value);
    return ledger::Done{};
  });
  arguments.several("--prevails", "N", "Finds that the rule prevails.", 1, [this](const Words& typed) -> Status {
    auto number = parse_rule_number(typed[0], "a rule's number");
    if (!number) return number.error();
    add().set_prevailing_rule(number->value);
    return ledger::Done{};
  });
}

void FindingOptions::declare_votes(Arguments& arguments) {
  arguments.several("--ballot", "P NAME for|against|none", "Finds what a ballot on a proposal says.", 3,
                    [this](const Words& typed) -> Status {
                      auto number = parse_rule_number(typed[0], "a proposal's number");
                      if (!number) return number.error();
                      auto choice = read_choice(typed[2]);
                      if (!choice) return choice.error();
                      v1::BallotFinding* ballot = add().mutable_ballot();
                      ballot->set_proposal(number->value);
                      ballot->set_player(typed[1]);
                      ballot->set_choice(*choice);
                      return ledger::Done{};
                    });
  arguments.several("--outcome", "P adopted|defeated", "Finds how a vote ended.", 2,
                    [this](const Words& typed) -> Status {
                      auto number = parse_rule_number(typed[0], "a proposal's number");
                      if (!number) return number.error();
                      if (auto known = one_of(typed[1], "outcome", {"adopted", "defeated"}); !known) return known;
                      v1::OutcomeFinding* outcome = add().mutable_outcome();
                      outcome->set_proposal(number->value);
                      outcome->set_adopted(typed[1] == "adopted");
                      return ledger::Done{};
                    });
  arguments.several("--end-debate", "TIME", "Finds when the debate ends: 2012-05-30T10:00Z.", 1,
                    [this](const Words& typed) -> Status {
                      auto time = replay::parse_time(typed[0], false);
                      if (!time) return failure_of(time.error());
                      add().set_end_of_debate(*time);
                      return ledger::Done{};
                    });
}

void FindingOptions::declare_people(Arguments& arguments) {
  arguments.several("--player", "NAME in|out", "Finds that somebody is, or is not, a player.", 2,
                    [this](const Words& typed) -> Status {
                      if (auto known = one_of(typed[1], "finding on a player", {"in", "out"}); !known) return known;
                      v1::PlayerFinding* player = add().mutable_player();
                      player->set_player(typed[0]);
                      player->set_in(typed[1] == "in");
                      return ledger::Done{};
                    });
  arguments.several("--points", "NAME=+5", "Finds that points are due, or, with a minus, not due.", 1,
                    [this](const Words& typed) -> Status {
                      auto points = read_points_of(typed[0], "--points");
                      if (!points) return points.error();
                      *add().mutable_points() = std::move(*points);
                      return ledger::Done{};
                    });
  arguments.several("--winner", "NAME", "Finds who has won.", 1, [this](const Words& typed) -> Status {
    add().set_winner(typed[0]);
    return ledger::Done{};
  });
}

const FindingOptions::Cite* FindingOptions::cite_of(std::size_t finding) const {
  const bool cited_first = !cites_.empty() && cites_.front().before == 0;
  const Cite* found = nullptr;
  for (const Cite& cite : cites_) {
    if (!cited_first && cite.before > finding) return &cite;
    if (cited_first && cite.before <= finding) found = &cite;
  }
  return found;
}

Status FindingOptions::read(RequestParts& asked) {
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    const Cite* cite = cite_of(i);
    if (cite == nullptr) return lacks_cite();
    findings_[i].set_cited(cite->rule);
    // Which rule belongs to which finding is not seen from the options one by one.
    asked.add("finding", fmt::format("{} by rule {}", i, cite->rule));
  }
  return ledger::Done{};
}

Status FindingOptions::fill(const replay::Game& game, v1::JudgmentDelivered& judgment) const {
  for (const Cite& cite : cites_) {
    const auto& cited = judgment.cited();
    if (std::find(cited.begin(), cited.end(), cite.rule) == cited.end()) judgment.add_cited(cite.rule);
  }
  for (const v1::Finding& typed : findings_) {
    v1::Finding& finding = *judgment.add_findings();
    finding = typed;
    std::string* player = player_in(finding);
    if (player == nullptr) continue;
    if (auto resolved = resolve_player(game, *player); !resolved) return resolved;
  }
  return ledger::Done{};
}

}  // namespace nomic::tools

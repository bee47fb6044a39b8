#include "disputes/finding_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using Words = std::vector<std::string>;

Status one_of(const std::string& typed, const std::string& what, const Words& known) {
  if (std::find(known.begin(), known.end(), typed) != known.end()) return ledger::Done{};
  return unknown_word(what, typed, known);
}

Result<v1::VoteCast::Choice> read_choice(const std::string& typed) {
  NOMIC_TRY(one_of(typed, "ballot", {"for", "against", "abstain", "none"}));
  if (typed == "for") return v1::VoteCast::FOR;
  if (typed == "against") return v1::VoteCast::AGAINST;
  return typed == "abstain" ? v1::VoteCast::ABSTAIN : v1::VoteCast::CHOICE_UNSPECIFIED;
}

}  // namespace

Result<v1::Request::Points> read_points_of(const std::string& typed, const std::string& option) {
  const std::size_t at = typed.rfind('=');
  if (at == std::string::npos || at == 0) {
    return usage(fmt::format("{} does not say whose points they are.", in_quotes(typed)),
                 fmt::format("write: {} Ann=+5", option));
  }
  v1::Request::Points points;
  points.set_player(typed.substr(0, at));
  points.set_points(typed.substr(at + 1));
  return points;
}

void FindingOptions::declare(Arguments& arguments) {
  arguments.section("What the Judgment finds");
  arguments.several("--cite", "N", "A rule cited, by its number: each finding needs the one that it construes.", 1,
                    [this](const Words& typed) -> Status {
                      NOMIC_ASSIGN(auto number, parse_rule_number(typed[0], "a rule's number"));
                      cites_.push_back({number.value, findings_.size()});
                      return ledger::Done{};
                    });
  declare_rules(arguments);
  declare_votes(arguments);
  declare_people(arguments);
}

void FindingOptions::declare_rules(Arguments& arguments) {
  arguments.several("--void", "N", "Finds that the rule is void.", 1, [this](const Words& typed) -> Status {
    NOMIC_ASSIGN(auto number, parse_rule_number(typed[0], "a rule's number"));
    add().set_void_rule(replay::reference(number.value));
    return ledger::Done{};
  });
  arguments.several("--prevails", "N", "Finds that the rule prevails.", 1, [this](const Words& typed) -> Status {
    NOMIC_ASSIGN(auto number, parse_rule_number(typed[0], "a rule's number"));
    add().set_prevailing_rule(replay::reference(number.value));
    return ledger::Done{};
  });
  arguments.several("--number", "N M onward|all-along", "Finds that rule N bears the number M.", 3,
                    [this](const Words& typed) { return add_number(typed, false); });
  arguments.several("--swap-numbers", "N M onward|all-along", "Finds that rules N and M bear each other's number.", 3,
                    [this](const Words& typed) { return add_number(typed, true); });
}

Status FindingOptions::add_number(const std::vector<std::string>& typed, bool swap) {
  NOMIC_ASSIGN(auto rule, parse_rule_number(typed[0], "a rule's number"));
  NOMIC_ASSIGN(auto number, parse_rule_number(typed[1], "a rule's number"));
  NOMIC_TRY(one_of(typed[2], "finding on a number", {"onward", "all-along"}));
  v1::NumberCorrection& finding = *add().mutable_number();
  finding.set_rule(replay::reference(rule.value));
  finding.set_number(replay::reference(number.value));
  finding.set_all_along(typed[2] == "all-along");
  finding.set_swap(swap);
  return ledger::Done{};
}

void FindingOptions::declare_votes(Arguments& arguments) {
  arguments.several("--ballot", "P NAME for|against|none", "Finds what a ballot on a proposal says.", 3,
                    [this](const Words& typed) -> Status {
                      NOMIC_ASSIGN(auto number, parse_proposal(typed[0]));
                      NOMIC_ASSIGN(auto choice, read_choice(typed[2]));
                      v1::BallotFinding* ballot = add().mutable_ballot();
                      ballot->set_proposal(replay::reference(number.value));
                      ballot->set_player(typed[1]);
                      ballot->set_choice(choice);
                      return ledger::Done{};
                    });
  arguments.several("--outcome", "P adopted|defeated", "Finds how a vote ended.", 2,
                    [this](const Words& typed) -> Status {
                      NOMIC_ASSIGN(auto number, parse_proposal(typed[0]));
                      NOMIC_TRY(one_of(typed[1], "outcome", {"adopted", "defeated"}));
                      v1::OutcomeFinding* outcome = add().mutable_outcome();
                      outcome->set_proposal(replay::reference(number.value));
                      outcome->set_adopted(typed[1] == "adopted");
                      return ledger::Done{};
                    });
  arguments.several("--end-debate", "TIME", "Finds when the debate ends: 2012-05-30T10:00Z.", 1,
                    [this](const Words& typed) -> Status {
                      add().set_end_of_debate(typed[0]);
                      return ledger::Done{};
                    });
}

void FindingOptions::declare_people(Arguments& arguments) {
  arguments.several("--player", "NAME in|out", "Finds that somebody is, or is not, a player.", 2,
                    [this](const Words& typed) -> Status {
                      NOMIC_TRY(one_of(typed[1], "finding on a player", {"in", "out"}));
                      v1::PlayerFinding* player = add().mutable_player();
                      player->set_player(typed[0]);
                      player->set_in(typed[1] == "in");
                      return ledger::Done{};
                    });
  arguments.several("--points", "NAME=+5", "Finds that points are due, or, with a minus, not due.", 1,
                    [this](const Words& typed) -> Status {
                      NOMIC_ASSIGN(auto points, read_points_of(typed[0], "--points"));
                      *add().mutable_points() = std::move(points);
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

void FindingOptions::fill(v1::Request::Deliver& deliver) const {
  for (const Cite& cite : cites_) deliver.add_cited(replay::reference(cite.rule));
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    v1::Request::Finding& finding = *deliver.add_findings();
    finding = findings_[i];
    if (const Cite* cite = cite_of(i)) finding.set_cited(replay::reference(cite->rule));
  }
}

}  // namespace nomic::tools

// R203: the tally, and whether it adopts; and the change that a rule makes of itself. R109: the same where an immutable
// rule is to be made mutable.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "nomic/replay/point.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

bool of_immutable(const BookProposal& proposal) {
  return std::any_of(proposal.changes.begin(), proposal.changes.end(),
                     [](const auto& change) { return change.kind() == v1::TRANSMUTE_TO_MUTABLE; });
}

class Adoption final : public Check {
 public:
  explicit Adoption(ReportedCheck& immutable) : Check("R203"), immutable_(immutable) {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kAdoption); }

  void before(const Scene&) override {
    time_up_.clear();
    attested_.clear();
    fails_.clear();
    themselves_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kTimeUp:
        if (proposal_of(emitted) != 0) time_up_.insert(proposal_of(emitted));
        break;
      case Kind::kOutcomeAttested:
        attested_[proposal_of(emitted)] = event_within(*scene.entry.event)->outcome_attested();
        break;
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kOutcomeUndetermined:
        outcome(emitted, scene);
        break;
      case Kind::kChangeNotAdopted:
        change_fails(emitted, scene);
        break;
      case Kind::kRuleChangedItself:
        by_itself(emitted, scene);
        break;
      case Kind::kNotKnown:
        change_unknown(emitted, scene);
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() != Kind::kCircuitEnded) return;
    // What is due now: what takes effect first may yet replace it.
    for (const auto& [number, rule] : scene.books.rules) {
      for (const auto& provision : rule.provisions) {
        const auto& later = provision.adoption().later();
        const bool due = provision.adoption().has_later() && later.at().empty() && later.after_circuit() != 0 &&
                         later.after_circuit() == circuit_of(emitted);
        if (due) themselves_[rule.lineage] = {circuit_of(emitted), rule.since};
      }
    }
  }

  void after(const Scene& scene) override {
    for (const auto& [lineage, due] : themselves_) {
      const auto* rule = scene.books.of_lineage(lineage);
      if (rule == nullptr || rule->since == scene.entry.index || rule->since != due.since) continue;
      broken(scene, rule->number, fact("no_self_change", {{"circuit", due.circuit}, {"rule", rule->number}}),
             {shown(*rule)});
    }
    for (const auto& [number, left] : fails_) {
      for (const auto kind : left) {
        broken(scene, 0, fact("failure_unreported", {{"proposal", number}, {"change", v1::ChangeKind_Name(kind)}}));
      }
    }
  }

 private:
  struct Due {
    std::uint32_t circuit = 0;
    std::uint64_t since = 0;
  };

  void say(const BookProposal& proposal, const Scene& scene, std::uint32_t rule, const Fact& wrong,
           const v1::Consequence& emitted) {
    const bool immutable = of_immutable(proposal);
    if (!wrong.empty()) {
      if (immutable) return immutable_.broken(scene, rule, wrong, {shown(emitted)});
      return broken(scene, rule, wrong, {shown(emitted)});
    }
    const auto text = [&] {
      std::string ballots;
      for (const auto& ballot : proposal.ballots) {
        if (ballot.withdrawn) continue;
        ballots += fmt::format("{}{} {}", ballots.empty() ? "" : ", ", ballot.player,
                               v1::VoteCast::Choice_Name(ballot.choice));
      }
      return fmt::format("{}: {}", shown(emitted), ballots);
    };
    if (immutable) return immutable_.holds(scene, rule, text);
    holds(scene, rule, text);
  }

  void outcome(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) return;
    auto count = count_votes(scene.books, scene.law, *proposal);
    const auto attested = attested_.find(proposal_of(emitted));
    bool by_word = false;
    if (attested != attested_.end()) {
      const auto& word = attested->second;
      count_as_attested(scene.books, word, count);
      const bool both = word.has_votes_for() && word.has_votes_against() && count.known;
      by_word = !both || count.cast() != count.eligible;
    }
    const auto rule = emitted.rule().number();
    const auto& as_emitted = *outcome_in(emitted);
    if (as_emitted.votes_for() != count.in_favour || as_emitted.votes_against() != count.against ||
        as_emitted.abstentions() != count.abstained) {
      say(*proposal, scene, rule,
          fact("ballots_differ", {{"proposal", proposal_of(emitted)},
                                  {"reported_for", as_emitted.votes_for()},
                                  {"reported_against", as_emitted.votes_against()},
                                  {"votes_for", count.in_favour},
                                  {"votes_against", count.against}}),
          emitted);
      return;
    }
    if (emitted.has_outcome_undetermined() && as_emitted.late_or_not()) {
      not_judged(scene, rule, fact("rests_on_time", {{"shown", shown(emitted)}}));
      return;
    }
    auto outcome = outcome_of(scene.law, *proposal, count);
    if (outcome.unclear) {
      not_judged(scene, rule, fact("adoption_unclear", {{"shown", shown(emitted)}}));
      return;
    }
    const bool left_open = rests_on_unknown_change(emitted, scene, count);
    if (left_open && emitted.has_outcome_undetermined()) {
      not_judged(scene, rule, fact("rests_on_unknown", {{"shown", shown(emitted)}}));
      return;
    }
    if (by_word || (attested != attested_.end() && (left_open || !outcome.adopted))) {
      outcome.adopted = attested->second.adopted();
      outcome.changes.assign(proposal->changes.size(), *outcome.adopted);
    }
    if (scene.books.acting_on_past.count(proposal->number) != 0) {
      outcome.adopted = true;
      outcome.changes.assign(proposal->changes.size(), true);
    }
    if (time_is_defeat(emitted, scene, *proposal, count)) outcome.adopted = false;
    std::optional<bool> claimed;
    if (emitted.kind_case() != Kind::kOutcomeUndetermined) claimed = emitted.kind_case() == Kind::kProposalAdopted;
    Fact wrong;
    if (claimed != outcome.adopted) {
      const auto word = [](const std::optional<bool>& adopted) {
        return !adopted ? "undetermined" : *adopted ? "adopted" : "defeated";
      };
      wrong = fact("other_outcome", {{"proposal", proposal_of(emitted)},
                                     {"reported", word(claimed)},
                                     {"votes_for", count.in_favour},
                                     {"votes_against", count.against},
                                     {"eligible", count.eligible},
                                     {"outcome", word(outcome.adopted)}});
    } else if (!cites_who_decides(emitted, scene, *proposal)) {
      wrong = fact("outcome_cites", {{"proposal", proposal_of(emitted)}, {"rule", rule}});
    }
    if (wrong.empty() && outcome.adopted.value_or(false)) {
      for (std::size_t at = 0; at < outcome.changes.size(); ++at) {
        if (!outcome.changes[at]) fails_[proposal_of(emitted)].push_back(proposal->changes[at].kind());
      }
    }
    say(*proposal, scene, rule, wrong, emitted);
  }

  bool time_is_defeat(const v1::Consequence& emitted, const Scene& scene, const BookProposal& proposal,
                      const Count& count) const {
    if (time_up_.count(proposal_of(emitted)) == 0 || count.missing.empty()) return false;
    const auto& end =
        scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kAtEndFieldNumber, case_of(proposal));
    return end && end.says->voting_period().at_end() == v1::VotingPeriod::DEFEAT;
  }

  // The rule that is cited speaks of adoption, of the end of votes, or of what is unregulated.
  static bool cites_who_decides(const v1::Consequence& emitted, const Scene& scene, const BookProposal& proposal) {
    if (emitted.rule().number() == 0)
      return emitted.kind_case() == Kind::kOutcomeUndetermined || !any_adoption(scene, proposal);
    const auto cited = [&](v1::Provision::KindCase kind, int field, const Case& about) {
      const auto& point = scene.law.point(kind, field, about);
      return std::any_of(point.by.begin(), point.by.end(),
                         [&](const auto* rule) { return rule->number == emitted.rule().number(); });
    };
    for (const auto& change : proposal.changes) {
      for (const int field : {v1::Adoption::kQuotaFieldNumber, v1::Adoption::kLeastInFavourFieldNumber,
                              v1::Adoption::kQuorumFieldNumber, v1::Adoption::kQuorumVotesFieldNumber}) {
        if (cited(v1::Provision::kAdoption, field, {change.kind(), {}})) return true;
      }
    }
    return cited(v1::Provision::kVotingPeriod, v1::VotingPeriod::kAtEndFieldNumber, case_of(proposal)) ||
           cited(v1::Provision::kPermission, v1::Permission::kUnregulatedFieldNumber, {});
  }

  static bool any_adoption(const Scene& scene, const BookProposal& proposal) {
    return std::any_of(proposal.changes.begin(), proposal.changes.end(), [&](const auto& change) {
      return bool(scene.law.point(v1::Provision::kAdoption, v1::Adoption::kQuotaFieldNumber, {change.kind(), {}}));
    });
  }

  // It is for a rule of which it is not known whether it has changed by itself, and which then says otherwise.
  static bool rests_on_unknown_change(const v1::Consequence& emitted, const Scene& scene, const Count& count) {
    const auto* rule = scene.books.rule(emitted.rule().number());
    if (rule == nullptr || !rule->change_unknown) return false;
    const auto met = [&](const v1::Quota& quota) {
      const auto base = quota.base() == v1::Quota::CAST          ? count.cast()
                        : quota.base() == v1::Quota::TAKING_PART ? count.took_part()
                                                                 : count.eligible;
      return reaches(count.in_favour, base, quota);
    };
    return std::any_of(rule->provisions.begin(), rule->provisions.end(), [&](const auto& one) {
      return one.adoption().has_later() && met(one.adoption().quota()) != met(one.adoption().later().quota());
    });
  }

  void change_unknown(const v1::Consequence& emitted, const Scene& scene) {
    if (emitted.not_known().what() != v1::Consequence::NotKnown::RULE_CHANGE) return;
    const auto* rule = scene.books.rule(emitted.not_known().number());
    if (rule != nullptr) themselves_.erase(rule->lineage);
    if (!scene.books.turns_unknown) {
      broken(scene, emitted.not_known().number(), fact("known_after_all", {{"shown", shown(emitted)}}));
      return;
    }
    not_judged(scene, emitted.not_known().number(), fact("rests_on_unknown", {{"shown", shown(emitted)}}));
  }

  void change_fails(const v1::Consequence& emitted, const Scene& scene) {
    auto& left = fails_[proposal_of(emitted)];
    const auto found = std::find(left.begin(), left.end(), change_of(emitted));
    if (found == left.end()) {
      broken(
          scene, emitted.rule().number(),
          fact("not_failed", {{"proposal", proposal_of(emitted)}, {"change", v1::ChangeKind_Name(change_of(emitted))}}),
          {shown(emitted)});
      return;
    }
    left.erase(found);
  }

  void by_itself(const v1::Consequence& emitted, const Scene& scene) {
    const auto* rule = scene.books.rule(from_number_of(emitted));
    const bool due =
        rule != nullptr && std::any_of(rule->provisions.begin(), rule->provisions.end(), [&](const auto& p) {
          if (!p.adoption().has_later()) return false;
          const auto& later = p.adoption().later();
          if (circuit_of(emitted) != 0) {
            const bool over = scene.books.circuits_complete == circuit_of(emitted);
            return over && later.at().empty() && later.after_circuit() == circuit_of(emitted);
          }
          const auto time = parse_time(later.at(), false);
          return !later.at().empty() && (!time || *time <= scene.entry.recorded_at);
        });
    if (!due) {
      broken(scene, from_number_of(emitted), fact("self_change_not_due", {{"rule", from_number_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    themselves_.erase(rule->lineage);
    holds(scene, from_number_of(emitted), [&] { return shown(emitted); });
  }

  ReportedCheck& immutable_;
  std::set<std::uint32_t> time_up_;
  std::map<std::uint32_t, v1::OutcomeAttested> attested_;
  std::map<std::uint32_t, std::vector<v1::ChangeKind>> fails_;
  std::map<std::uint32_t, Due> themselves_;
};

}  // namespace

void add_adoption(Checks& checks) {
  auto immutable =
      std::make_unique<ReportedCheck>("R109", [](const Reading& law) { return law.any(v1::Provision::kAdoption); });
  checks.push_back(std::make_unique<Adoption>(*immutable));
  checks.push_back(std::move(immutable));
}

}  // namespace nomic::replay::audit

// R203: the tally, and whether it adopts; and the change that a rule makes of itself. R109: the same where an immutable
// rule is to be made mutable.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
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
    fails_.clear();
    themselves_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kTimeUp:
        if (proposal_of(emitted) != 0) time_up_.insert(proposal_of(emitted));
        break;
      case Kind::kOutcomeAttested:
        attested_beside(emitted, scene);
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
    if (emitted.kind_case() == Kind::kOutcomeAttested) attested_together(emitted, scene);
    if (emitted.kind_case() != Kind::kCircuitEnded) return;
    // What is due now: what takes effect first may yet replace it.
    for (const auto& [number, rule] : scene.books.rules) {
      for (std::size_t place = 0; place < rule.provisions.size(); ++place) {
        const auto& provision = rule.provisions[place];
        const auto& later = provision.adoption().later();
        const bool due = !rule.passed.contains(place) && provision.adoption().has_later() && later.at().empty() &&
                         later.after_circuit() != 0 && later.after_circuit() == circuit_of(emitted);
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
    const auto by = attested_by(*proposal, emitted);
    if (const auto wrong = wrong_of_word(emitted, scene, *proposal, by); !wrong.empty()) {
      say(*proposal, scene, emitted.rule().number(), wrong, emitted);
      return;
    }
    bool by_word = false;
    if (!by.empty()) {
      const auto& word = by.front().word;
      count_as_attested(scene.books, *proposal, word, count);
      const bool both = word.has_votes_for() && word.has_votes_against() && count.known;
      by_word = !both || count.took_part() != count.eligible;
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
    if (by_word || (!by.empty() && (left_open || !outcome.adopted))) {
      outcome.adopted = by.front().word.adopted();
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
    if (wrong.empty() && !by.empty()) list(emitted, scene, *proposal, by);
  }

  // ---- Outcomes by the word of players -----------------------------------------------------------------------------

  static Parameter::Names numbered(const std::vector<std::uint64_t>& records) {
    Parameter::Names names;
    for (const auto record : records) names.push_back(fmt::format("#{}", record));
    return names;
  }

  static const char* outcome_word(bool adopted) { return adopted ? "adopted" : "defeated"; }

  // In a game recorded afterwards, and under semantics 1.
  static bool one_word_settles(const Scene& scene) {
    return scene.entry.event->afterwards() || scene.books.semantics < 2;
  }

  // Whether those whose word is reported to settle the vote attest it, are as many as adoption would need, and are not
  // contradicted by ballots. The word of one may be enough.
  static Fact wrong_of_word(const v1::Consequence& emitted, const Scene& scene, const BookProposal& proposal,
                            const std::vector<BookAttestation>& by) {
    const auto& reported = *outcome_in(emitted);
    if (!reported.has_attested()) return {};
    const auto number = proposal.number;
    const bool all_said =
        !by.empty() && static_cast<int>(by.size()) == reported.attested().players_size() &&
        std::all_of(by.begin(), by.end(), [&](const auto& one) { return attests_the_same(one.word, by.front().word); });
    if (!all_said) return fact("attested_by_none", {{"proposal", number}});
    const auto& word = by.front().word;
    const auto against = what_speaks_against(scene.books, scene.law, proposal, word);
    if (one_word_settles(scene)) return {};
    if (!against.ballots.empty()) return contradicted(word, by, against);
    const auto assent = assent_to(scene.books, scene.law, proposal, word);
    if (assent.needed != 0 && assent.votes >= assent.needed && !against.by_rules) return {};
    return fact("attested_by_too_few",
                {{"proposal", number}, {"players", names_of(by)}, {"votes", assent.votes}, {"needed", assent.needed}});
  }

  static Parameter::Names names_of(const std::vector<BookAttestation>& by) {
    Parameter::Names names;
    for (const auto& one : by) names.push_back(one.player);
    return names;
  }

  static Fact contradicted(const v1::OutcomeAttested& word, const std::vector<BookAttestation>& by,
                           const Against& against) {
    return fact("attested_against_ballots", {{"proposal", number_in(word.proposal())},
                                             {"outcome", outcome_word(word.adopted())},
                                             {"players", names_of(by)},
                                             {"ballots", numbered(against.ballots)}});
  }

  // No ballots show it: it is listed, with those that contradict it in a game recorded afterwards.
  void list(const v1::Consequence& emitted, const Scene& scene, const BookProposal& proposal,
            const std::vector<BookAttestation>& by) {
    const auto& word = by.front().word;
    const auto against = what_speaks_against(scene.books, scene.law, proposal, word);
    if (!against.ballots.empty()) {
      return not_judged(scene, emitted.rule().number(), contradicted(word, by, against));
    }
    std::vector<std::uint64_t> records;
    records.reserve(by.size());
    for (const auto& one : by) records.push_back(one.record);
    const auto fit = fact("attested_outcome", {{"proposal", proposal_of(emitted)},
                                               {"outcome", outcome_word(emitted.has_proposal_adopted())},
                                               {"players", names_of(by)},
                                               {"records", numbered(records)}});
    not_judged(scene, emitted.rule().number(), fit);
  }

  // Beside an outcome on record: in a live game the ballots by which it was decided refuse another.
  void attested_beside(const v1::Consequence& emitted, const Scene& scene) {
    const auto& word = emitted.outcome_attested();
    if (word.differs() != v1::Consequence::OutcomeAttested::OTHER_OUTCOME) return;
    const auto beside = fact("attested_beside",
                             {{"proposal", number_in(word.proposal())},
                              {"player", word.player()},
                              {"record", word.recorded().about()},
                              {"outcome", outcome_word(word.recorded().adopted())},
                              {"ballots", numbered({word.contradicted_by().begin(), word.contradicted_by().end()})}});
    const bool refused = !one_word_settles(scene) && !word.contradicted_by().empty();
    if (refused) return broken(scene, emitted.rule().number(), beside, {shown(emitted)});
    not_judged(scene, emitted.rule().number(), beside);
  }

  // What it is reported to take, for the vote to be settled by the word of players.
  void attested_together(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr || one_word_settles(scene)) return;
    const auto& reported = emitted.outcome_attested();
    const auto event = event_within(*scene.entry.event);
    const auto assent = assent_to(scene.books, scene.law, *proposal, event->outcome_attested());
    const auto against = what_speaks_against(scene.books, scene.law, *proposal, event->outcome_attested());
    if (!against.ballots.empty()) {
      const std::vector<BookAttestation> by = {{reported.player(), scene.entry.index, event->outcome_attested()}};
      return broken(scene, emitted.rule().number(), contradicted(by.front().word, by, against), {shown(emitted)});
    }
    if (assent.needed != 0 && reported.needed() == assent.needed && reported.assenting() == assent.votes) {
      return holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    }
    broken(scene, emitted.rule().number(),
           fact("assent_differs", {{"proposal", proposal->number},
                                   {"reported_votes", reported.assenting()},
                                   {"reported_needed", reported.needed()},
                                   {"votes", assent.votes},
                                   {"needed", assent.needed}}),
           {shown(emitted)});
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
    const auto* silent =
        outcome_in(emitted)->has_attested() ? silent_on_adoption(scene.books, scene.law, proposal) : nullptr;
    if (silent != nullptr && silent->number == emitted.rule().number()) return true;
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
    const auto* rule = scene.books.rule(number_in(emitted.not_known().number()));
    if (rule != nullptr) themselves_.erase(rule->lineage);
    if (!scene.books.turns_unknown) {
      broken(scene, number_in(emitted.not_known().number()), fact("known_after_all", {{"shown", shown(emitted)}}));
      return;
    }
    not_judged(scene, number_in(emitted.not_known().number()), fact("rests_on_unknown", {{"shown", shown(emitted)}}));
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
    bool due = false;
    for (std::size_t place = 0; rule != nullptr && place < rule->provisions.size(); ++place) {
      const auto& adoption = rule->provisions[place].adoption();
      due = due || (adoption.has_later() && !rule->passed.contains(place) &&
                    is_due(adoption.later(), circuit_of(emitted), scene));
    }
    if (!due) {
      broken(scene, from_number_of(emitted), fact("self_change_not_due", {{"rule", from_number_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    themselves_.erase(rule->lineage);
    holds(scene, from_number_of(emitted), [&] { return shown(emitted); });
  }

  // With the end of that circuit; 0: by the time of the record.
  static bool is_due(const v1::AutomaticChange& later, std::uint32_t circuit, const Scene& scene) {
    if (circuit != 0) {
      return scene.books.circuits_complete == circuit && later.at().empty() && later.after_circuit() == circuit;
    }
    const auto time = parse_time(later.at(), false);
    return !later.at().empty() && (!time || *time <= scene.entry.recorded_at);
  }

  ReportedCheck& immutable_;
  std::set<std::uint32_t> time_up_;
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

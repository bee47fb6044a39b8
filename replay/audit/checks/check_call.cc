// R111: the vote is called by whom the rules let call it, and not before the debate may end.

#include <algorithm>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class Call final : public Check {
 public:
  Call() : Check("R111") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kDebate); }

  void before(const Scene&) override {
    time_up_.clear();
    left_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() == Kind::kTimeUp && proposal_of(emitted) != 0) time_up_.insert(proposal_of(emitted));
    if (emitted.kind_case() == Kind::kPlayerLeft) left_.insert(player_of(emitted));
    if (emitted.kind_case() != Kind::kVoteCalled) return;
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr || proposal->phase != BookProposal::Phase::DEBATE) {
      broken(scene, emitted.rule().number(), fact("called_undebated", {{"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    const Fact wrong = why_not(scene, *proposal);
    if (wrong.empty()) {
      holds(scene, emitted.rule().number(),
            [&] { return fmt::format("{} by {}", shown(emitted), scene.entry.author); });
    } else {
      broken(scene, emitted.rule().number(), wrong, {shown(emitted)});
    }
  }

 private:
  // Why the vote may not be called as it was; empty: it may.
  Fact why_not(const Scene& scene, const BookProposal& proposal) {
    if (time_up_.count(proposal.number) != 0) return time_is_not_up(scene, proposal);
    // Who leaves in the debate on their own proposal has it put to the vote at once (104).
    if (left_.count(proposal.proponent) != 0) return {};
    const auto event = event_within(*scene.entry.event);
    const auto& author = scene.entry.author;
    const bool asked_for =
        (event->has_vote_called() && number_in(event->vote_called().proposal()) == proposal.number) ||
        (event->has_proposal_made() && event->proposal_made().call_vote());
    if (!asked_for) return fact("called_by_nobody", {{"proposal", proposal.number}});
    const auto& least =
        scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kDebateAtLeastFieldNumber, case_of(proposal));
    if (least && scene.entry.latest() < proposal.made_time - proposal.made_within +
                                            micros(least.says->voting_period().debate_at_least())) {
      return fact("called_too_early", {{"proposal", proposal.number}, {"rule", least.by.front()->number}});
    }
    if (event->has_vote_called() && scene.books.dispute.debate_asked == proposal.number) {
      const auto judges = sitting_judges(scene.books, scene.law, nullptr);
      if (judges.empty() || std::find(judges.begin(), judges.end(), author) != judges.end()) return {};
      return fact("called_past_judge", {{"player", author}, {"proposal", proposal.number}});
    }
    const auto& caller = scene.law.point(v1::Provision::kDebate, v1::Debate::kCallerFieldNumber);
    if (caller && caller.says->debate().caller() == v1::Debate::ANYONE) return {};
    if (author == proposal.proponent) return {};
    return fact("called_by_another",
                {{"player", author}, {"proposal", proposal.number}, {"proponent", proposal.proponent}});
  }

  static Fact time_is_not_up(const Scene& scene, const BookProposal& proposal) {
    const auto& debate =
        scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kDebateFieldNumber, case_of(proposal));
    const bool by_rule =
        debate && scene.entry.recorded_at >= std::max(proposal.made_time, debate.by.front()->since_time) +
                                                 micros(debate.says->voting_period().debate());
    const bool by_judge = proposal.debate_ends != 0 && proposal.debate_ends <= scene.entry.recorded_at;
    if (by_rule || by_judge) return {};
    return fact("debate_goes_on", {{"proposal", proposal.number}});
  }

  std::set<std::uint32_t> time_up_;
  std::set<std::string> left_;
};

}  // namespace

void add_call(Checks& checks) {
  checks.push_back(std::make_unique<Call>());
}

}  // namespace nomic::replay::audit

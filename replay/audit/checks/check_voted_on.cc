// R104: what is proposed is voted on, unless a rule lets its proponent take it back.

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class VotedOn final : public Check {
 public:
  VotedOn() : Check("R104") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kVotingDuty); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kProposalWithdrawn:
        taken_back(emitted, scene);
        break;
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kOutcomeUndetermined:
        voted_on(emitted, scene);
        break;
      case Kind::kTurnEnded:
        turn_ended(emitted, scene);
        break;
      default:
        break;
    }
  }

 private:
  void taken_back(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) {
      broken(scene, 0, fact("taken_back_closed", {{"proposal", proposal_of(emitted)}}), {shown(emitted)});
      return;
    }
    const auto& until = scene.law.point(v1::Provision::kProposing, v1::Proposing::kWithdrawalFieldNumber,
                                        case_of(*proposal, scene.entry.author));
    const auto says = until ? until.says->proposing().withdrawal() : v1::Proposing::NEVER;
    const bool may = says == v1::Proposing::BEFORE_OUTCOME ||
                     (says == v1::Proposing::BEFORE_VOTE && proposal->phase == BookProposal::Phase::DEBATE);
    if (!may || proposal->proponent != player_of(emitted)) {
      broken(scene, emitted.rule().number(),
             fact("taken_back_barred", {{"proposal", proposal_of(emitted)}, {"player", player_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    holds(scene, until.by.front()->number, [&] { return by_rule("allowed_by", emitted, *until.by.front()); });
  }

  void voted_on(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) {
      broken(scene, 0, fact("outcome_closed", {{"proposal", proposal_of(emitted)}}), {shown(emitted)});
    } else if (proposal->phase == BookProposal::Phase::DEBATE) {
      broken(scene, 0, fact("outcome_uncalled", {{"proposal", proposal_of(emitted)}}), {shown(emitted)});
    } else {
      holds(scene, emitted.rule().number(), [&] {
        return fact("called_at", {{"shown", shown(emitted)}, {"record", proposal->called_at}});
      });
    }
  }

  void turn_ended(const v1::Consequence& emitted, const Scene& scene) {
    const BookTurn* ended = scene.books.turn.number == turn_of(emitted) ? &scene.books.turn : nullptr;
    for (const auto& other : scene.books.others) {
      if (other.number == turn_of(emitted)) ended = &other;
    }
    if (ended == nullptr || ended->proposal == 0) return;
    const auto* open = scene.books.proposal(ended->proposal);
    if (open == nullptr || open->phase == BookProposal::Phase::UNDETERMINED) return;
    broken(scene, emitted.rule().number(),
           fact("turn_without_vote", {{"turn", turn_of(emitted)}, {"proposal", ended->proposal}}), {shown(emitted)});
  }
};

}  // namespace

void add_voted_on(Checks& checks) {
  checks.push_back(std::make_unique<VotedOn>());
}

}  // namespace nomic::replay::audit

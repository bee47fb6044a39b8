// R105: who votes, and when a vote is complete. R207: each eligible voter has the votes that the rules give, once.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

bool moves_votes(const v1::Consequence& told) {
  switch (told.kind_case()) {
    case Kind::kVoteCalled:
    case Kind::kVoteCast:
    case Kind::kVoteChanged:
    case Kind::kPlayerLeft:
    case Kind::kBecameInactive:
    case Kind::kBecameActive:
      return true;
    default:
      return told.kind_case() >= Kind::kRuleEnacted && told.kind_case() <= Kind::kRuleChangedItself;
  }
}

class Franchise final : public Check {
 public:
  explicit Franchise(Teller& once) : Check("R105"), once_(once) {}

  void before(const Scene&) override {
    time_up_.clear();
    by_word_.clear();
    votes_moved_ = false;
  }

  void told(const v1::Consequence& told, const Scene& scene) override {
    votes_moved_ = votes_moved_ || moves_votes(told);
    switch (told.kind_case()) {
      case Kind::kTimeUp:
        if (proposal_of(told) != 0) time_up_.insert(proposal_of(told));
        break;
      case Kind::kOutcomeAttested:
        by_word_.insert(proposal_of(told));
        break;
      case Kind::kVoteCast:
      case Kind::kVoteChanged:
      case Kind::kVoteWithdrawn:
        ballot(told, scene);
        break;
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kOutcomeUndetermined:
        complete(told, scene);
        break;
      case Kind::kNotLawful:
        refused(told, scene);
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& told, const Scene& scene) override {
    const auto* cast = ballot_in(told);
    const auto* proposal = cast != nullptr ? scene.books.proposal(proposal_of(told)) : nullptr;
    if (proposal == nullptr) return;
    const auto missing = count_votes(scene.books, scene.law, *proposal).missing.size();
    if (missing == cast->missing()) return;
    broken(scene, told.rule().number(),
           fact("missing_differ", {{"told", cast->missing()}, {"proposal", proposal_of(told)}, {"missing", missing}}),
           {shown(told)});
  }

  void after(const Scene& scene) override {
    if (!votes_moved_ || scene.books.won) return;
    for (const auto& proposal : scene.books.proposals) {
      if (proposal.phase != BookProposal::Phase::VOTE) continue;
      const auto count = count_votes(scene.books, scene.law, proposal);
      if (!count.missing.empty() || count.eligible == 0) continue;
      const auto& least =
          scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kVoteAtLeastFieldNumber, case_of(proposal));
      if (least &&
          scene.entry.recorded_at < proposal.called_time + micros(least.says->voting_period().vote_at_least())) {
        continue;
      }
      broken(scene, 0, fact("outcome_missing", {{"proposal", proposal.number}}));
    }
  }

 private:
  void ballot(const v1::Consequence& told, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(told));
    const auto* player = scene.books.player(player_of(told));
    if (proposal == nullptr || proposal->phase != BookProposal::Phase::VOTE) {
      broken(scene, told.rule().number(), fact("no_vote_open", {{"proposal", proposal_of(told)}}), {shown(told)});
      return;
    }
    if (player == nullptr || !may_vote(scene.law, *proposal, *player)) {
      broken(scene, told.rule().number(),
             fact("not_eligible", {{"player", player_of(told)}, {"proposal", proposal_of(told)}}), {shown(told)});
      return;
    }
    if (scene.entry.author != player_of(told)) {
      broken(scene, told.rule().number(),
             fact("cast_by_another", {{"player", player_of(told)}, {"author", scene.entry.author}}), {shown(told)});
      return;
    }
    const auto event = event_within(*scene.entry.event);
    if (told.kind_case() != Kind::kVoteWithdrawn && !as_recorded(told, event->vote_cast())) {
      broken(scene, told.rule().number(),
             fact("counted_otherwise", {{"player", player_of(told)}, {"proposal", proposal_of(told)}}), {shown(told)});
      return;
    }
    if (const auto* cast = ballot_in(told); cast != nullptr && cast->choice() == v1::VoteCast::ABSTAIN) {
      const auto& abstain = scene.law.point(v1::Provision::kFranchise, v1::Franchise::kAbstentionFieldNumber,
                                            case_of(*proposal, player_of(told)));
      if (!abstain || !abstain.says->franchise().abstention()) {
        broken(scene, told.rule().number(), fact("abstains", {{"player", player_of(told)}}), {shown(told)});
        return;
      }
    }
    holds(scene, told.rule().number(), [&] { return shown(told); });
    how_often(told, scene, *proposal);
  }

  static bool as_recorded(const v1::Consequence& told, const v1::VoteCast& cast) {
    const auto* counted = ballot_in(told);
    return counted != nullptr && counted->choice() == cast.choice() && counted->proposal() == cast.proposal();
  }

  // R207: once; changed or taken back only as a rule lets him.
  void how_often(const v1::Consequence& told, const Scene& scene, const BookProposal& proposal) {
    const auto* stands = ballot_of(proposal, player_of(told));
    if (told.kind_case() == Kind::kVoteCast) {
      if (stands != nullptr) {
        once_.broken(scene, told.rule().number(),
                     fact("votes_twice", {{"player", player_of(told)}, {"proposal", proposal_of(told)}}),
                     {shown(told)});
      } else {
        once_.holds(scene, told.rule().number(), [&] { return shown(told); });
      }
      return;
    }
    const bool back = told.kind_case() == Kind::kVoteWithdrawn;
    const auto about = case_of(proposal, player_of(told));
    const auto says = [&](int field) -> const Point& {
      return scene.law.point(v1::Provision::kVoteChanges, field, about);
    };
    const auto& may = says(back ? v1::VoteChanges::kWithdrawFieldNumber : v1::VoteChanges::kChangeFieldNumber);
    const auto& times = says(v1::VoteChanges::kTimesFieldNumber);
    const auto& within = says(v1::VoteChanges::kWithinFieldNumber);
    bool allowed =
        stands != nullptr && may && (back ? may.says->vote_changes().withdraw() : may.says->vote_changes().change());
    if (times && stands != nullptr) allowed = allowed && stands->changes < times.says->vote_changes().times();
    if (within) {
      allowed =
          allowed && scene.entry.recorded_at <= proposal.called_time + micros(within.says->vote_changes().within());
    }
    if (!allowed) {
      once_.broken(scene, told.rule().number(),
                   fact(back ? "vote_taken_back" : "vote_changed",
                        {{"player", player_of(told)}, {"proposal", proposal_of(told)}}),
                   {shown(told)});
      return;
    }
    once_.holds(scene, may.by.front()->number, [&] { return by_rule("allowed_by", told, *may.by.front()); });
  }

  // The vote is complete with the vote of the last eligible voter, or when its time is over.
  void complete(const v1::Consequence& told, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(told));
    if (proposal == nullptr) return;
    const auto count = count_votes(scene.books, scene.law, *proposal);
    if (count.eligible != outcome_in(told)->eligible()) {
      broken(
          scene, told.rule().number(),
          fact("eligible_differ",
               {{"told", outcome_in(told)->eligible()}, {"proposal", proposal_of(told)}, {"eligible", count.eligible}}),
          {shown(told)});
      return;
    }
    if (by_word_.count(proposal_of(told)) != 0 || count.missing.empty()) {
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    const auto& period =
        scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kVoteFieldNumber, case_of(*proposal));
    const bool over = period && time_up_.count(proposal_of(told)) != 0 &&
                      scene.entry.recorded_at >= std::max(proposal->called_time, period.by.front()->since_time) +
                                                     micros(period.says->voting_period().vote());
    if (!over) {
      broken(scene, told.rule().number(),
             fact("complete_without",
                  {{"proposal", proposal_of(told)}, {"missing", fmt::format("{}", fmt::join(count.missing, " and "))}}),
             {shown(told)});
      return;
    }
    holds(scene, period.by.front()->number, [&] { return by_rule("time_over_by", told, *period.by.front()); });
  }

  // A vote that is refused, and that nothing stands against.
  void refused(const v1::Consequence& told, const Scene& scene) {
    const auto& event = *scene.entry.event;
    if (!event.has_vote_cast() || scene.books.won) return;
    const auto* proposal = scene.books.proposal(event.vote_cast().proposal());
    const auto* player = scene.books.player(scene.entry.author);
    if (proposal == nullptr || player == nullptr || proposal->phase != BookProposal::Phase::VOTE) return;
    const auto choice = event.vote_cast().choice();
    const bool plain = choice == v1::VoteCast::FOR || choice == v1::VoteCast::AGAINST;
    if (!plain || !may_vote(scene.law, *proposal, *player) || ballot_of(*proposal, player->name) != nullptr) return;
    broken(scene, told.rule().number(),
           fact("vote_refused", {{"player", player->name}, {"proposal", proposal->number}}),
           {shown(told) + ": " + told.not_lawful().refusal().code()});
  }

  Teller& once_;
  std::set<std::uint32_t> time_up_;
  std::set<std::uint32_t> by_word_;
  bool votes_moved_ = false;
};

}  // namespace

void add_franchise(Checks& checks) {
  auto once = std::make_unique<Teller>("R207", [](const Reading& law) { return law.any(v1::Provision::kFranchise); });
  checks.push_back(std::make_unique<Franchise>(*once));
  checks.push_back(std::move(once));
}

}  // namespace nomic::replay::audit

// R105: who votes, and when a vote is complete. R207: each eligible voter has the votes that the rules give, once.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

// Whether it may complete the vote on any proposal; a ballot completes the vote on its own alone.
bool moves_all_votes(const v1::Consequence& emitted) {
  switch (emitted.kind_case()) {
    case Kind::kPlayerLeft:
    case Kind::kBecameInactive:
    case Kind::kBecameActive:
      return true;
    default:
      return is_rule_change(emitted) || emitted.kind_case() == Kind::kRuleChangedItself;
  }
}

bool moves_vote(const v1::Consequence& emitted) {
  return emitted.has_vote_called() || emitted.has_vote_cast() || emitted.has_vote_changed();
}

class Franchise final : public Check {
 public:
  explicit Franchise(ReportedCheck& once) : Check("R105"), once_(once) {}

  void before(const Scene& scene) override {
    time_up_.clear();
    all_moved_ = false;
    moved_.clear();
    if (record_ != scene.entry.index) emitted_ = 0;
    record_ = scene.entry.index;
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    ++emitted_;
    all_moved_ = all_moved_ || moves_all_votes(emitted);
    if (moves_vote(emitted)) moved_.insert(proposal_of(emitted));
    switch (emitted.kind_case()) {
      case Kind::kTimeUp:
        if (proposal_of(emitted) != 0) time_up_.insert(proposal_of(emitted));
        break;
      case Kind::kVoteCast:
      case Kind::kVoteChanged:
      case Kind::kVoteWithdrawn:
        ballot(emitted, scene);
        break;
      case Kind::kProposalAdopted:
      case Kind::kProposalDefeated:
      case Kind::kOutcomeUndetermined:
        complete(emitted, scene);
        break;
      case Kind::kNotLawful:
        refused(emitted, scene);
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    const auto* cast = ballot_in(emitted);
    const auto* proposal = cast != nullptr ? scene.books.proposal(proposal_of(emitted)) : nullptr;
    if (proposal == nullptr) return;
    const auto missing = count_votes(scene.books, scene.law, *proposal).missing.size();
    if (missing == cast->missing()) return;
    broken(scene, emitted.rule().number(),
           fact("missing_differ",
                {{"reported", cast->missing()}, {"proposal", proposal_of(emitted)}, {"missing", missing}}),
           {shown(emitted)});
  }

  // When a complete vote goes on, each later move of a vote lacks its outcome, too.
  void after(const Scene& scene) override {
    if ((!all_moved_ && moved_.empty() && !are_left_) || scene.books.won) return;
    are_left_ = false;
    if (all_moved_ || law_version_ != scene.books.law_version) {
      for (const auto& proposal : scene.books.proposals) moved_.insert(proposal.number);
    }
    law_version_ = scene.books.law_version;
    moved_.merge(complete_);
    complete_.clear();
    for (const auto& proposal : scene.books.proposals) {
      if (proposal.phase != BookProposal::Phase::VOTE || moved_.count(proposal.number) == 0) continue;
      const auto count = count_votes(scene.books, scene.law, proposal);
      if (!count.missing.empty() || count.eligible == 0) continue;
      complete_.insert(proposal.number);
      const auto& least =
          scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kVoteAtLeastFieldNumber, case_of(proposal));
      if (least &&
          scene.entry.recorded_at < proposal.called_time + micros(least.says->voting_period().vote_at_least())) {
        continue;
      }
      // The record has enough consequences: the next one settles it.
      if (emitted_ >= DUE_CONSEQUENCES_LIMIT) {
        are_left_ = true;
        continue;
      }
      broken(scene, 0, fact("outcome_missing", {{"proposal", proposal.number}}));
    }
  }

 private:
  void ballot(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    const auto* player = scene.books.player(player_of(emitted));
    if (proposal == nullptr || proposal->phase != BookProposal::Phase::VOTE) {
      broken(scene, emitted.rule().number(), fact("no_vote_open", {{"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    // Who cast a ballot may take it back, though the rules let them cast none any more.
    const bool back = emitted.kind_case() == Kind::kVoteWithdrawn;
    if (player == nullptr || (!back && !may_vote(scene.law, *proposal, *player))) {
      broken(scene, emitted.rule().number(),
             fact("not_eligible", {{"player", player_of(emitted)}, {"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    if (scene.entry.author != player_of(emitted)) {
      broken(scene, emitted.rule().number(),
             fact("cast_by_another", {{"player", player_of(emitted)}, {"author", scene.entry.author}}),
             {shown(emitted)});
      return;
    }
    const auto event = event_within(*scene.entry.event);
    if (!back && !as_recorded(emitted, event->vote_cast())) {
      broken(scene, emitted.rule().number(),
             fact("counted_otherwise", {{"player", player_of(emitted)}, {"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    if (is_for_other_form(event->vote_cast(), *proposal)) {
      broken(scene, emitted.rule().number(),
             fact("vote_of_other_form",
                  {{"player", player_of(emitted)}, {"proposal", proposal_of(emitted)}, {"record", proposal->form_at}}),
             {shown(emitted)});
      return;
    }
    if (const auto* cast = ballot_in(emitted); cast != nullptr && cast->choice() == v1::VoteCast::ABSTAIN) {
      const auto& abstain = scene.law.point(v1::Provision::kFranchise, v1::Franchise::kAbstentionFieldNumber,
                                            case_of(*proposal, player_of(emitted)));
      if (!abstain || !abstain.says->franchise().abstention()) {
        broken(scene, emitted.rule().number(), fact("abstains", {{"player", player_of(emitted)}}), {shown(emitted)});
        return;
      }
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    how_often(emitted, scene, *proposal);
  }

  static bool as_recorded(const v1::Consequence& emitted, const v1::VoteCast& cast) {
    const auto* counted = ballot_in(emitted);
    return counted != nullptr && counted->choice() == cast.choice() &&
           number_in(counted->proposal()) == number_in(cast.proposal());
  }

  // A vote that names no form is for whichever is open.
  static bool is_for_other_form(const v1::VoteCast& cast, const BookProposal& proposal) {
    return !cast.form().empty() && cast.form() != proposal.form;
  }

  // R207: once; changed or taken back only as a rule lets them.
  void how_often(const v1::Consequence& emitted, const Scene& scene, const BookProposal& proposal) {
    const auto* stands = ballot_of(proposal, player_of(emitted));
    if (emitted.kind_case() == Kind::kVoteCast) {
      if (stands != nullptr) {
        once_.broken(scene, emitted.rule().number(),
                     fact("votes_twice", {{"player", player_of(emitted)}, {"proposal", proposal_of(emitted)}}),
                     {shown(emitted)});
      } else {
        once_.holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      }
      return;
    }
    const bool back = emitted.kind_case() == Kind::kVoteWithdrawn;
    const auto about = case_of(proposal, player_of(emitted));
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
          allowed && scene.entry.recorded_at < proposal.called_time + micros(within.says->vote_changes().within());
    }
    if (!allowed) {
      once_.broken(scene, emitted.rule().number(),
                   fact(back ? "vote_taken_back" : "vote_changed",
                        {{"player", player_of(emitted)}, {"proposal", proposal_of(emitted)}}),
                   {shown(emitted)});
      return;
    }
    once_.holds(scene, may.by.front()->number, [&] { return by_rule("allowed_by", emitted, *may.by.front()); });
  }

  // The vote is complete with the vote of the last eligible voter, or when its time is over.
  void complete(const v1::Consequence& emitted, const Scene& scene) {
    const auto* proposal = scene.books.proposal(proposal_of(emitted));
    if (proposal == nullptr) return;
    const auto count = count_votes(scene.books, scene.law, *proposal);
    if (count.eligible != outcome_in(emitted)->eligible()) {
      broken(scene, emitted.rule().number(),
             fact("eligible_differ", {{"reported", outcome_in(emitted)->eligible()},
                                      {"proposal", proposal_of(emitted)},
                                      {"eligible", count.eligible}}),
             {shown(emitted)});
      return;
    }
    const bool by_word = outcome_in(emitted)->has_attested();
    if (by_word || proposal->complete || count.missing.empty()) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    const auto& period =
        scene.law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kVoteFieldNumber, case_of(*proposal));
    const bool over = period && time_up_.count(proposal_of(emitted)) != 0 &&
                      scene.entry.recorded_at >= std::max(proposal->called_time, period.by.front()->since_time) +
                                                     micros(period.says->voting_period().vote());
    if (!over) {
      broken(scene, emitted.rule().number(),
             fact("complete_without", {{"proposal", proposal_of(emitted)},
                                       {"missing", fmt::format("{}", fmt::join(count.missing, " and "))}}),
             {shown(emitted)});
      return;
    }
    holds(scene, period.by.front()->number, [&] { return by_rule("time_over_by", emitted, *period.by.front()); });
  }

  // A vote that is refused, and that nothing stands against.
  void refused(const v1::Consequence& emitted, const Scene& scene) {
    const auto& event = *scene.entry.event;
    if (!event.has_vote_cast() || scene.books.won) return;
    const auto* proposal = scene.books.proposal(number_in(event.vote_cast().proposal()));
    const auto* player = scene.books.player(scene.entry.author);
    if (proposal == nullptr || player == nullptr || proposal->phase != BookProposal::Phase::VOTE) return;
    if (is_for_other_form(event.vote_cast(), *proposal)) return;
    const auto choice = event.vote_cast().choice();
    const bool plain = choice == v1::VoteCast::FOR || choice == v1::VoteCast::AGAINST;
    if (!plain || !may_vote(scene.law, *proposal, *player) || ballot_of(*proposal, player->name) != nullptr) return;
    broken(scene, emitted.rule().number(),
           fact("vote_refused", {{"player", player->name}, {"proposal", proposal->number}}),
           {shown(emitted) + ": " + emitted.not_lawful().refusal().code()});
  }

  ReportedCheck& once_;
  std::set<std::uint32_t> time_up_;
  // Whose votes the record may have completed.
  bool all_moved_ = false;
  std::set<std::uint32_t> moved_;
  std::set<std::uint32_t> complete_;  // votes that were complete when they were last looked at
  std::uint64_t law_version_ = 0;     // then
  std::uint64_t record_ = 0;
  std::size_t emitted_ = 0;  // of the record so far, with what fell due before it
  bool are_left_ = false;    // some of `complete_` wait for the next record
};

}  // namespace

void add_franchise(Checks& checks) {
  auto once =
      std::make_unique<ReportedCheck>("R207", [](const Reading& law) { return law.any(v1::Provision::kFranchise); });
  checks.push_back(std::make_unique<Franchise>(*once));
  checks.push_back(std::move(once));
}

}  // namespace nomic::replay::audit

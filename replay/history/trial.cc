// A proposal tried: put in force on a copy of the game, now or from an earlier record on.
#include "nomic/replay/trial.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "consequence_reading.h"
#include "game_self.h"
#include "nomic/replay/content.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/game/votes.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/revision.h"
#include "nomic/replay/rule_past.h"

namespace nomic::replay {
namespace {

Move as_if_recorded(const State& state, const v1::ProposalMade& form) {
  Move move;
  move.index = state.size();
  move.author = state.turn().mover();
  move.recorded_at = state.recorded_at();
  *move.event.mutable_proposal_made() = form;
  move.payload = move.event.SerializeAsString();
  return move;
}

v1::Proposal proposal_of(const State& state, const v1::ProposalMade& form, const Move& move) {
  v1::Proposal proposal;
  proposal.set_number(state.next_number());
  proposal.set_proponent(state.turn().mover());
  *proposal.mutable_changes() = form.changes();
  proposal.set_together(form.together());
  proposal.set_made_at(move.index);
  proposal.set_form_at(move.index);
  proposal.set_form(digest_of_form(move).raw());
  return proposal;
}

const v1::Rule* of_lineage(const State& state, std::uint32_t lineage) {
  for (const auto& rule : state.rules()) {
    if (rule.lineage() == lineage) return &rule;
  }
  return nullptr;
}

std::vector<TrialScore> compare_scores(const State& before, const State& after) {
  std::vector<TrialScore> scores;
  for (const auto& player : after.players()) {
    TrialScore score{player.names().name(), 0, player.points()};
    for (const auto& old : before.players()) {
      if (old.names().name() == score.player) score.before = old.points();
    }
    scores.push_back(std::move(score));
  }
  return scores;
}

// The votes that ended after record `from`, and the moves without effect.
struct Story {
  std::map<std::uint32_t, std::vector<v1::Consequence>> votes;  // what each came to, in the order of the records
  std::vector<std::uint64_t> fallen;
  State state;
};

Result<Story> story_of(const Derivation& derivation, const History& history, std::uint64_t size, std::uint64_t from) {
  Story story;
  auto derived = fold(Engine(State(), derivation), size, history, [&](const Derived& record) {
    if (record.move.index <= from) return true;
    for (const auto& one : record.consequences) {
      if (ends_vote(one)) story.votes[number_in(outcome_in(one)->proposal())].push_back(one);
      if (one.has_not_lawful()) story.fallen.push_back(record.move.index);
    }
    return true;
  });
  if (!derived) return derived.error();
  story.state = derived->state();
  return story;
}

Result<TrialPast> past_of(const State& state, const v1::Proposal& proposal, const History& history,
                          std::uint64_t from) {
  std::vector<std::uint32_t> changes(static_cast<std::size_t>(proposal.changes_size()));
  std::iota(changes.begin(), changes.end(), 0U);
  NOMIC_ASSIGN(auto revision, revision_of(state, history, state.size()));
  revision.injections.push_back({retroaction_of(state, proposal, changes, from), proposal});

  NOMIC_ASSIGN(auto as_it_was, story_of({}, history, state.size(), from));
  const Derivation tried{.revision = std::make_shared<const Revision>(std::move(revision))};
  NOMIC_ASSIGN(auto as_it_would, story_of(tried, history, state.size(), from));

  TrialPast past;
  past.from = from;
  past.scores = compare_scores(as_it_was.state, as_it_would.state);
  past.winners = {as_it_would.state.winners().begin(), as_it_would.state.winners().end()};
  past.fallen = as_it_would.fallen;
  for (const auto& [number, all] : as_it_was.votes) {
    const auto* restored = restored_by_last(all);
    const auto& before = restored == nullptr ? all.back() : *restored;
    TrialVote vote{number, before.record(), before, {}};
    const auto after = as_it_would.votes.find(number);
    if (after != as_it_would.votes.end()) vote.after = after->second.back();
    past.votes.push_back(std::move(vote));
  }
  std::sort(past.votes.begin(), past.votes.end(), [](const auto& a, const auto& b) { return a.record < b.record; });
  return past;
}

// With its texts, and without its state.
Status add_whole(const State& state, const v1::Rule& rule, const History& history, std::vector<v1::Rule>& into) {
  NOMIC_ASSIGN(auto whole, with_texts(history, by_itself(state, rule)));
  into.push_back(std::move(whole));
  return ledger::Done{};
}

// Rules that are other than they were.
Status compare_rules(const State& before, const State& after, const History& history, Trial& trial) {
  for (const auto& rule : before.rules()) {
    const auto* now = of_lineage(after, rule.lineage());
    const bool same = now != nullptr && now->number() == rule.number() && now->since() == rule.since();
    if (same) continue;
    NOMIC_TRY(add_whole(before, rule, history, trial.before));
  }
  for (const auto& rule : after.rules()) {
    const auto* old = of_lineage(before, rule.lineage());
    const bool same = old != nullptr && old->number() == rule.number() && old->since() == rule.since();
    if (same) continue;
    NOMIC_TRY(add_whole(after, rule, history, trial.after));
  }
  return ledger::Done{};
}

}  // namespace

Result<Trial> try_form(Game& game, const v1::ProposalMade& form, std::optional<std::uint64_t> against) {
  const State& state = game.engine().state();
  const Move move = as_if_recorded(state, form);
  const HistoryWith history(game.history(), move);
  Engine engine = game.engine().fork();
  NOMIC_TRY(engine.may_be_proposed(move, history));
  const v1::Proposal proposal = proposal_of(state, form, move);
  NOMIC_ASSIGN(auto consequences, engine.put_in_force(proposal, move, history));

  Trial trial;
  trial.number = proposal.number();
  trial.consequences = std::move(consequences);
  trial.scores = compare_scores(state, engine.state());
  NOMIC_TRY(compare_rules(state, engine.state(), history, trial));
  for (const auto& conflict : conflicts_beyond(engine.law().conflicts(), game.engine().law().conflicts())) {
    trial.conflicts.push_back(remark_of(conflict));
  }
  NOMIC_ASSIGN(auto found, warnings(game.engine(), proposal, history));
  trial.warnings = std::move(found);
  if (!against) return trial;
  const std::uint64_t first = state.founding().founding_records();
  // Just before the record of that point: its own vote is one of those that are looked at.
  const std::uint64_t from = std::max(*against, first + 1) - 2;
  NOMIC_ASSIGN(auto past, past_of(state, proposal, history, from));
  trial.past = std::move(past);
  return trial;
}

}  // namespace nomic::replay

#include "nomic/past/told_proposals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "nomic/replay/reference.h"
#include "told_moves.h"

namespace nomic::tools {
namespace {

using replay::PastMove;
using replay::PastMoveKind;

class Rows {
 public:
  Rows(const PostedHistory& history, replay::Past& past) : history_(history), past_(past) {
    for (PastMove& move : past.moves) {
      groups_ = std::max(groups_, move.group);
      moves_.push_back({std::move(move), nullptr});
    }
  }

  std::optional<PastError> run(const std::vector<ToldProposal>& told) {
    for (const ToldProposal& one : told) {
      if (auto error = one.defeated ? std::nullopt : take(one)) return error;
    }
    if (auto error = join()) return error;
    for (const ToldMove& one : moves_) {
      if (one.row == nullptr || (one.move.kind != PastMoveKind::RENUMBER && one.move.kind != PastMoveKind::RETITLE))
        continue;
      return error_in_row(*one.row, "names what is no rule-change: another number or title and nothing else",
                          "leave the row out, or give it the number of the proposal that it is a part of");
    }
    if (auto error = number_once(history_, told, moves_)) return error;
    wait_for_numbers(history_, told, moves_);
    return std::nullopt;
  }

  std::vector<const ToldProposal*> finish() {
    std::vector<const ToldProposal*> of_move;
    past_.moves.clear();
    for (ToldMove& one : moves_) {
      of_move.push_back(one.row);
      past_.moves.push_back(std::move(one.move));
    }
    std::stable_sort(past_.slips.begin(), past_.slips.end(),
                     [](const auto& one, const auto& other) { return one.version < other.version; });
    past_.changes.clear();
    for (std::size_t i = 0; i < past_.moves.size(); ++i) {
      const std::size_t version = past_.moves[i].version;
      if (past_.changes.empty() || past_.changes.back() != version) past_.changes.push_back(version);
      if (of_move[i] != nullptr) std::erase(past_.asked, version);
    }
    return of_move;
  }

 private:
  // Those that the row tells of, none of which another row does.
  ToldMovePlaces fitting(const ToldProposal& told) {
    ToldMovePlaces proposed;
    ToldMovePlaces others;
    for (auto at = moves_.begin(); at != moves_.end(); ++at) {
      const PastMove& move = at->move;
      if (at->row != nullptr || move.all_along || move.swap) continue;
      if (told.commit.empty()) {
        if (move.proposed && move.proposal == told.number) proposed.push_back(at);
        continue;
      }
      if (!history_.sources[move.version].id.starts_with(told.commit)) continue;
      if (told.rule != 0 && told.rule != move.rule && told.rule != move.number && told.rule != move.posted) continue;
      (move.proposed ? proposed : others).push_back(at);
    }
    if (told.commit.empty()) return proposed;
    // Of several in a commit a row without a rule is of the first, and of what was joined with it.
    if (!proposed.empty()) {
      const auto first = proposed.front();
      const std::size_t group = told.rule == 0 ? first->move.group : 0;
      std::erase_if(proposed, [&](const auto& at) { return at != first && (group == 0 || at->move.group != group); });
      return proposed;
    }
    if (told.rule == 0 || others.empty()) return {};
    // Where the rule gets the number of the row there, that is what is meant.
    const auto gives = std::find_if(others.begin(), others.end(), [&](const auto& at) {
      return at->move.kind == PastMoveKind::RENUMBER && at->move.number == told.number;
    });
    return {gives == others.end() ? others.front() : *gives};
  }

  std::optional<PastError> take(const ToldProposal& told) {
    const ToldMovePlaces places = fitting(told);
    if (places.empty()) {
      return error_in_row(told, "fits none that the commits tell",
                          "name its commit, and its rule as it is numbered there");
    }
    for (const auto& at : places) {
      PastMove& move = at->move;
      at->row = &told;
      if (move.kind == PastMoveKind::REWORD) {
        if (move.status == v1::IMMUTABLE) {
          return error_in_row(told, fmt::format("amends rule {}, which is immutable", replay::numeral(move.rule)),
                              "leave the row out");
        }
        move.kind = PastMoveKind::AMEND;
      }
      move.proposed = true;
      // What is named by itself is no part of what it was joined with.
      if (told.rule != 0 && std::exchange(move.group, 0) != 0 && move.proposal != move.number) move.proposal = 0;
      if (told.number != 0) move.proposal = told.number;
      if (told.proposed) {
        move.since = std::min(std::max(move.since, *told.proposed), history_.versions[move.version].posted);
      }
      for (replay::PastSlip& slip : past_.slips) {
        const bool kept = slip.kind == replay::PastSlipKind::KEPT_NUMBER && slip.version == move.version;
        if (kept && slip.other == 0 && slip.rules.front() == move.number) slip.other = told.number;
      }
    }
    return std::nullopt;
  }

  // What rows give one number is one proposal.
  std::optional<PastError> join() {
    std::map<std::uint32_t, ToldMovePlaces> proposals;
    for (auto at = moves_.begin(); at != moves_.end(); ++at) {
      if (at->row != nullptr && at->row->number != 0) proposals[at->row->number].push_back(at);
    }
    for (auto& [number, places] : proposals) {
      if (places.back()->move.version != places.front()->move.version) {
        if (auto error = adopt_with_first(history_, moves_, places, past_.slips)) return error;
      }
      if (places.size() < 2) continue;
      if (auto error = cannot_be_one(history_, moves_, places)) return error;
      ++groups_;
      std::int64_t since = 0;
      for (const auto& at : places) since = std::max(since, at->move.since);
      for (const auto& at : places) {
        at->move.group = groups_;
        at->move.since = since;
      }
    }
    return std::nullopt;
  }

  const PostedHistory& history_;
  replay::Past& past_;
  ToldMoves moves_;
  std::size_t groups_ = 0;
};

}  // namespace

PastResult<std::vector<const ToldProposal*>> apply(const std::vector<ToldProposal>& told, const PostedHistory& history,
                                                   replay::Past& past) {
  Rows rows(history, past);
  if (auto error = rows.run(told)) return *error;
  return rows.finish();
}

}  // namespace nomic::tools

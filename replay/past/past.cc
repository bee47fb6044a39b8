// The past, version by version.
#include "nomic/replay/past.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "held.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "past_slips.h"
#include "planning.h"
#include "posted_scores.h"
#include "stale_references.h"
#include "unvoted.h"

namespace nomic::replay {
namespace {

using past::Change;
using past::Held;

Held held_of(const RuleCopy& copy, std::uint32_t lineage, std::size_t at, std::int64_t posted) {
  Held rule;
  rule.copy = copy;
  rule.lineage = lineage;
  rule.numbered = at;
  rule.changed = posted;
  rule.from_the_first = at == 0;
  rule.readings.push_back(reading_of(copy.text));
  return rule;
}

// What is held after a version, in the order of the numbers.
std::vector<Held> held_after(std::vector<Held> before, const std::vector<Change>& changes, std::size_t at,
                             const PostedVersion& version, std::uint32_t& lineages) {
  std::vector<Held> after;
  for (const Change& change : changes) {
    if (change.repeals()) continue;
    if (change.enacts()) {
      after.push_back(held_of(*change.posted, ++lineages, at, version.posted));
      continue;
    }
    Held rule = std::move(before[*change.held]);
    if (change.any()) {
      rule.changed = version.posted;
      rule.unvoted.reset();
    }
    if (change.number) rule.numbered = at;
    if (change.words || change.status) rule.as_at_first = false;
    if (change.words) rule.readings.push_back(reading_of(change.posted->text));
    rule.copy = *change.posted;
    after.push_back(std::move(rule));
  }
  std::sort(after.begin(), after.end(),
            [](const Held& one, const Held& other) { return comes_before(one.copy.number, other.copy.number); });
  return after;
}

// Statuses that moved and came back were never others in the game: a heading stood in the wrong place.
void leave_out_moved_statuses(Past& past) {
  const auto is_one = [&](const PastMove& move) {
    return move.kind == PastMoveKind::TRANSMUTE && !move.proposed &&
           std::any_of(past.slips.begin(), past.slips.end(), [&](const PastSlip& slip) {
             return slip.kind == PastSlipKind::STATUSES_MOVED && slip.until &&
                    (move.version == slip.version || move.version == *slip.until) &&
                    std::find(slip.rules.begin(), slip.rules.end(), move.number) != slip.rules.end();
           });
  };
  past.moves.erase(std::remove_if(past.moves.begin(), past.moves.end(), is_one), past.moves.end());
}

// Versions with several changes by proposals, of which commits do not tell whether they were one proposal. Letters do:
// 301 and 301a are.
std::vector<std::size_t> asked_of(const std::vector<PastMove>& moves) {
  std::map<std::size_t, std::pair<std::size_t, bool>> counts;  // how many, and whether any is joined or lacks a number
  for (const PastMove& move : moves) {
    if (!move.proposed) continue;
    auto& [count, open] = counts[move.version];
    ++count;
    open = open || move.proposal == 0 || (move.group != 0 && plain_of(move.number) != plain_of(move.proposal));
  }
  std::vector<std::size_t> asked;
  for (const auto& [version, count] : counts) {
    if (count.first > 1 && count.second) asked.push_back(version);
  }
  return asked;
}

}  // namespace

Past tell_past(const std::vector<PostedVersion>& versions, const PastOptions& options) {
  assert(!versions.empty());
  Past past;
  std::vector<Held> held;
  past::Numbers numbers;
  past::Unvoted unvoted(past, numbers);
  past::References references;
  past::Scores scores;
  std::uint32_t lineages = 0;
  std::size_t groups = 0;
  for (std::size_t at = 0; at < versions.size(); ++at) {
    spend_work(WorkStep::LARGE);
    const PostedVersion& version = versions[at];
    const past::Posted posted = past::changes_in(version, held);
    const std::size_t slips = past.slips.size();
    const std::size_t first = past.moves.size();
    if (at != 0) {
      const past::Naming naming = past::naming_of(version, held, posted.changes);
      auto moves = past::moves_of(at, version, held, posted.changes, naming, numbers);
      past::note_slips({at, version, posted, naming, moves}, options, held, past.slips);
      scores.note({at, version, posted, naming, moves}, past.slips);
      unvoted.gone(moves, held);
      past::join(held, moves, version.one_proposal && naming.voted, groups);
      past.moves.insert(past.moves.end(), moves.begin(), moves.end());
    }
    held = held_after(std::move(held), posted.changes, at, version, lineages);
    unvoted.come(first, slips, held);
    for (const Held& rule : held) numbers.posted(rule.copy.number, rule.lineage, at == 0);
    references.note(at, held, past.slips);
  }
  leave_out_moved_statuses(past);
  past.asked = asked_of(past.moves);
  for (const PastMove& move : past.moves) {
    if (past.changes.empty() || past.changes.back() != move.version) past.changes.push_back(move.version);
  }
  for (const Held& rule : held) {
    if (rule.from_the_first && rule.as_at_first) past.unchanged.push_back(rule.copy.number);
  }
  std::stable_sort(past.slips.begin(), past.slips.end(),
                   [](const PastSlip& one, const PastSlip& other) { return one.version < other.version; });
  return past;
}

}  // namespace nomic::replay

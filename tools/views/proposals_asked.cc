#include "nomic/views/proposals_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/marks.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/unnumbered.h"
#include "nomic/views/history_view.h"
#include "nomic/views/proposals_view.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& standings_asked_for() {
  static const std::vector<std::string> ALL = {"open", "adopted", "defeated", "withdrawn"};
  return ALL;
}

bool is_standing(std::string_view asked, std::string_view standing) {
  if (asked == "open") return standing == "DEBATED" || standing == "VOTED_ON" || standing == "UNDETERMINED";
  return (asked == "adopted" && standing == "ADOPTED") || (asked == "defeated" && standing == "DEFEATED") ||
         (asked == "withdrawn" && standing == "WITHDRAWN");
}

Failure not_made(std::uint32_t number, std::uint64_t size) {
  const std::string what =
      replay::is_unnumbered(number)
          ? fmt::format("record #{} made no proposal without a number.", replay::record_of_unnumbered(number))
          : fmt::format("there was no proposal {} in the first {} records.", number, size);
  return refused(what, "nomic proposals lists those that were made.");
}

void keep_the_last(const std::optional<std::uint64_t>& limit, v1::ProposalsView& view) {
  const auto size = static_cast<std::uint64_t>(view.proposals_size());
  if (!limit || size <= *limit) return;
  view.mutable_proposals()->DeleteSubrange(0, static_cast<int>(size - *limit));
}

}  // namespace

Status read_standing(const std::string& typed, std::optional<std::string>& standing) {
  const auto& all = standings_asked_for();
  if (std::find(all.begin(), all.end(), typed) == all.end()) return unknown_word("standing", typed, all);
  standing = typed;
  return ledger::Done{};
}

Result<v1::ProposalsView> proposals_asked(replay::Game& game, const Viewpoint& viewpoint, const ProposalsAsked& asked,
                                          const std::function<void(std::uint64_t)>& progress) {
  auto moment = viewpoint.moment(game);
  if (!moment) return moment.error();
  const replay::State& state = moment->engine().state();
  const auto lives = replay::proposals_made(game, asked.number, state.size(), progress);
  if (!lives) return failure_of(lives.error());
  if (asked.number != 0 && lives->empty()) return not_made(asked.number, state.size());
  const auto marks = replay::marks_of(game, state.size());
  if (!marks) return failure_of(marks.error());
  v1::ProposalsView view;
  for (const replay::ProposalHistory& life : *lives) {
    const std::string standing = standing_of(life, state, marks->of(life.made));
    if (asked.standing && !is_standing(*asked.standing, standing)) continue;
    auto made = proposal_view(game.history(), life);
    if (!made) return failure_of(made.error());
    made->set_standing(standing);
    add_since_then(state, life.made, *made->mutable_changes());
    if (asked.number != 0) {
      const auto added = add_targets_at(game, life.form, *made->mutable_changes());
      if (!added) return failure_of(added.error());
    }
    *view.add_proposals() = *std::move(made);
  }
  keep_the_last(asked.limit, view);
  return view;
}

}  // namespace nomic::tools

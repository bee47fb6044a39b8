#include "nomic/views/proposals_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/marks.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_history.h"
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
          : fmt::format("there was no proposal {} in the first {} records.", replay::numeral(number), size);
  return refused(what, "nomic proposals lists those that were made.");
}

// What is asked, of some proposals as they stood in the state.
class Shown {
 public:
  Shown(replay::Game& game, const ProposalsAsked& asked, const replay::State& state, const replay::Marks& marks)
      : game_(game), asked_(asked), state_(state), marks_(marks) {}

  [[nodiscard]] bool is_asked(const replay::ProposalHistory& life) const {
    return !asked_.standing || is_standing(*asked_.standing, standing(life));
  }

  Status add(const replay::ProposalHistory& life, v1::ProposalsView& view) {
    NOMIC_ASSIGN(auto made, proposal_view(game_.history(), life));
    made.set_standing(standing(life));
    add_since_then(state_, life.made, *made.mutable_changes());
    if (asked_.number != 0) {
      NOMIC_TRY(add_targets_at(game_, life.form, *made.mutable_changes()));
    }
    bytes_ += made.ByteSizeLong();
    if (asked_.most && bytes_ > *asked_.most) {
      Failure failure = usage(fmt::format("the proposals are more than {} MiB.", *asked_.most >> 20U),
                              "ask for the last ones with limit=N");
      failure.code = "TOO_LARGE";
      return failure;
    }
    *view.add_proposals() = std::move(made);
    return ledger::Done{};
  }

 private:
  [[nodiscard]] std::string standing(const replay::ProposalHistory& life) const {
    return standing_of(life, state_, marks_.of(life.made));
  }

  replay::Game& game_;
  const ProposalsAsked& asked_;
  const replay::State& state_;
  const replay::Marks& marks_;
  std::size_t bytes_ = 0;  // of those that were added
};

using Lives = std::vector<replay::ProposalHistory>;

// Of a long game's last proposals ever more are looked at, until enough of them stand as is asked.
constexpr std::uint64_t TIMES_MORE = 8;

Result<Lives> lives_asked(replay::Game& game, const ProposalsAsked& asked, std::uint64_t size, const Shown& shown,
                          const std::function<void(std::uint64_t)>& progress) {
  const bool some = asked.number == 0 && asked.limit.has_value();
  for (std::uint64_t last = some ? *asked.limit : 0;; last *= TIMES_MORE) {
    NOMIC_ASSIGN(auto lives, some ? replay::last_proposals_made(game, last, size, progress)
                                  : replay::proposals_made(game, asked.number, size, progress));
    if (asked.number != 0 && lives.empty()) return not_made(asked.number, size);
    const bool are_all = !some || lives.size() < last || last == 0;
    std::erase_if(lives, [&](const replay::ProposalHistory& life) { return !shown.is_asked(life); });
    if (!some) return lives;
    if (!are_all && lives.size() < *asked.limit) continue;
    const std::size_t more = lives.size() - std::min<std::size_t>(lives.size(), *asked.limit);
    lives.erase(lives.begin(), lives.begin() + static_cast<std::ptrdiff_t>(more));
    return lives;
  }
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
  NOMIC_ASSIGN(auto moment, viewpoint.moment(game));
  const replay::State& state = moment.engine().state();
  NOMIC_ASSIGN(const auto marks, replay::marks_of(game, state.size()));
  Shown shown(game, asked, state, marks);
  NOMIC_ASSIGN(const auto lives, lives_asked(game, asked, state.size(), shown, progress));
  v1::ProposalsView view;
  for (const replay::ProposalHistory& life : lives) NOMIC_TRY(shown.add(life, view));
  return view;
}

}  // namespace nomic::tools

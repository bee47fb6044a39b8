// nomic proposals: what was proposed, and what is voted on.
#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/marks.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/unnumbered.h"
#include "nomic/views/history_view.h"
#include "nomic/views/proposals_view.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "render/proposals_text.h"
#include "shared/moment.h"

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

class ProposalsCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[P]", "A proposal, by its number or by record:I: that one alone, with every word.", words_);
    arguments.option("--standing", "WORD", "Only those that are so: open, adopted, defeated or withdrawn.",
                     [this](const std::string& typed) -> Status {
                       const auto& all = standings_asked_for();
                       if (std::find(all.begin(), all.end(), typed) == all.end()) {
                         return unknown_word("standing", typed, all);
                       }
                       standing_ = typed;
                       return ledger::Done{};
                     });
    arguments.option("--limit", "N", "Only the last N.", limit_);
    when_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("one proposal is shown at a time.", "nomic proposals shows all of them.");
    if (!words_.empty() && (standing_ || limit_)) return usage("--standing and --limit go with the list of proposals.");
    std::uint32_t number = 0;
    if (!words_.empty()) {
      auto typed = parse_proposal(words_[0]);
      if (!typed) return typed.error();
      number = typed->value;
    }
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    auto view = gather(call, **held, number);
    if (!view) return view.error();
    print(call, *view);
    return Exit::DONE;
  }

 private:
  Result<v1::ProposalsView> gather(Call& call, replay::Game& game, std::uint32_t number) {
    auto moment = when_.moment(game);
    if (!moment) return moment.error();
    const replay::State& state = moment->engine().state();
    Progress progress(call.io, "proposals", state.size());
    const auto lives =
        replay::proposals_made(game, number, state.size(), [&](std::uint64_t done) { progress.at(done); });
    if (!lives) return failure_of(lives.error());
    if (number != 0 && lives->empty()) {
      const std::string what =
          replay::is_unnumbered(number)
              ? fmt::format("record #{} made no proposal without a number.", replay::record_of_unnumbered(number))
              : fmt::format("there was no proposal {} in the first {} records.", number, state.size());
      return refused(what, "nomic proposals lists those that were made.");
    }
    const auto marks = replay::marks_of(game, state.size());
    if (!marks) return failure_of(marks.error());
    v1::ProposalsView view;
    for (const replay::ProposalHistory& life : *lives) {
      const std::string standing = standing_of(life, state, marks->of(life.made));
      if (standing_ && !is_standing(*standing_, standing)) continue;
      auto made = proposal_view(game.history(), life);
      if (!made) return failure_of(made.error());
      made->set_standing(standing);
      add_since_then(state, life.made, *made->mutable_changes());
      if (number != 0) {
        const auto added = add_targets_at(game, life.form, *made->mutable_changes());
        if (!added) return failure_of(added.error());
      }
      *view.add_proposals() = *std::move(made);
    }
    keep_the_last(view);
    return view;
  }

  void keep_the_last(v1::ProposalsView& view) const {
    const auto size = static_cast<std::uint64_t>(view.proposals_size());
    if (!limit_ || size <= limit_->value) return;
    view.mutable_proposals()->DeleteSubrange(0, static_cast<int>(size - limit_->value));
  }

  void print(Call& call, const v1::ProposalsView& view) const {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else if (call.out.format() == Format::JSONL) {
      for (const auto& proposal : view.proposals()) call.out.json(proposal);
    } else if (words_.empty()) {
      call.out.text(view.proposals().empty() ? none_text() : proposals_table(view, call.out.table_width()));
    } else {
      for (const auto& proposal : view.proposals()) call.out.text(proposal_text(proposal, call.out.wrap_width()));
    }
  }

  [[nodiscard]] std::string none_text() const {
    return standing_ ? fmt::format("No proposal is {}.\n", *standing_) : "Nothing has been proposed yet.\n";
  }

  std::vector<std::string> words_;
  std::optional<std::string> standing_;
  std::optional<Size> limit_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec PROPOSALS = {
    "proposals",
    "Look",
    "[P] [--standing open|adopted|defeated|withdrawn] [--limit N] [--at POINT]",
    "Shows what was proposed, open or settled; with a number what it says and what it changes.",
    "A line a proposal: who made it, how it stands, what it is about. With P that proposal with every word: its title, "
    "texts and provisions in words, who voted how, and of an amendment what it changes of the rule as it stood then. "
    "What it strikes is in [-...-], what it adds in {+...+}; a passage of which few words stay is shown as it was and "
    "as it would be.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose amend 206 --text 'A defeated proponent loses 5 points.' --call-vote --as Ann\n"
    "nomic proposals 301\n"
    "nomic proposals --standing open",
    make_command<ProposalsCommand>,
};

}  // namespace nomic::tools

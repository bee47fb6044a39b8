// nomic proposals: what was proposed, and what is voted on.
#include <fmt/format.h>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/views/proposals_asked.h"
#include "nomic/views/typed_numbers.h"
#include "render/proposals_text.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class ProposalsCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[P]", "A proposal, by its number or by record:I: that one alone, with every word.", words_);
    arguments.option("--standing", "WORD", "Only those that are so: open, adopted, defeated or withdrawn.",
                     [this](const std::string& typed) { return read_standing(typed, standing_); });
    arguments.option("--limit", "N", "Only the last N.", limit_);
    when_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("one proposal is shown at a time.", "nomic proposals shows all of them.");
    if (!words_.empty() && (standing_ || limit_)) return usage("--standing and --limit go with the list of proposals.");
    ProposalsAsked asked{.standing = standing_, .limit = limit_ ? std::optional(limit_->value) : std::nullopt};
    if (!words_.empty()) {
      NOMIC_ASSIGN(auto typed, parse_proposal(words_[0]));
      asked.number = typed.value;
    }
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto size, when_.size(*held));
    Progress progress(call.io, "proposals", size);
    auto view = proposals_asked(*held, when_.viewpoint(), asked, [&](std::uint64_t done) { progress.at(done); });
    if (!view) return view.error();
    print(call, *view);
    return Exit::DONE;
  }

 private:
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

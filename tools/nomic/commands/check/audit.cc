// nomic audit: a second opinion on the game, which asks the engine nothing.
#include "nomic/replay/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/audit_sink.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/game.h"
#include "nomic/replay/rule_number.h"
#include "nomic/replay/rule_past.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/game_audit.h"
#include "render/audit_text.h"
#include "shared/file_word.h"
#include "shared/moment.h"

namespace nomic::tools {
namespace {

class Audit : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    arguments.list("--rule", "N", "Only the checks of the rule that bears, or bore, this number.", rules_);
    arguments.flag("--verbose", "Prints the table of all checks: how many cases of each hold.", verbose_);
    arguments.flag("--cases", "Prints what shows that a check holds, case by case, as it is found.", cases_);
    declare_point(arguments, "--at", "Audits no further than a point. Default: head.", at_);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    replay::Game& game = **held;
    auto size = size_at(game, at_);
    if (!size) return size.error();
    NOMIC_TRY(choose(game));
    FindingsSink sink(call, wanted_);
    NOMIC_TRY(look(call, game, *size, sink));
    add_file(call, game.head().game, sink.view);
    if (call.out.format() == Format::JSON) call.out.json(sink.view);
    if (call.out.is_text()) call.out.text(audit_text(sink.view, verbose_ || cases_, call.out.wrap_width()));
    return sink.view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  // The checks that the numbers typed name: by the rule that bears the number, or whose lineage does.
  Status choose(const replay::Game& game) {
    const auto all = replay::Auditor::checks();
    const auto& state = game.engine().state();
    for (const auto& typed : rules_) {
      std::uint32_t lineage = 0;
      const auto known = [&](const auto& rule) {
        const auto former = replay::former_numbers(state, rule);
        const bool bore =
            std::any_of(former.begin(), former.end(), [&](auto n) { return replay::numeral(n) == typed; });
        if (replay::numeral(rule.number()) == typed || bore) lineage = rule.lineage();
      };
      std::for_each(state.rules().begin(), state.rules().end(), known);
      if (lineage == 0) std::for_each(state.repealed().begin(), state.repealed().end(), known);
      const auto named = "R" + (lineage == 0 ? typed : replay::numeral(lineage));
      if (std::find(all.begin(), all.end(), named) == all.end()) {
        return usage(fmt::format("no check is named after rule {}.", typed),
                     "The checks: " + fmt::format("{}", fmt::join(all, " ")) + ".");
      }
      wanted_.push_back(named);
    }
    return ledger::Done{};
  }

  Status look(Call& call, replay::Game& game, std::uint64_t size, FindingsSink& sink) const {
    auto known = Moment::of(game, size);
    if (!known) return known.error();
    auto hash = hash_at(call, game, size);
    if (!hash) return hash.error();
    std::vector<std::string> evidence_of;
    if (cases_) evidence_of = wanted_.empty() ? replay::Auditor::checks() : wanted_;
    GameAudit audit(game, known->engine().state(), sink, std::move(evidence_of));
    Progress progress(call.io, "audit", size);
    auto derived = game.replay(size, [&](const replay::Played& played) {
      audit.see(played);
      progress.at(played.record.index.value);
      return true;
    });
    if (!derived) return failure_of(derived.error());
    NOMIC_TRY(or_failure(audit.finish(*hash, !wanted_.empty())));
    if (auto afterwards = afterwards_view(game.engine().state())) {
      *sink.view.mutable_afterwards() = *std::move(afterwards);
    }
    return ledger::Done{};
  }

  FileWord file_;
  std::vector<std::string> rules_;
  std::vector<std::string> wanted_;
  bool verbose_ = false;
  bool cases_ = false;
  std::optional<replay::Point> at_;
};

}  // namespace

const CommandSpec AUDIT = {
    "audit",
    "Check",
    "[FILE | -] [--rule N]... [--verbose | --cases]",
    "Finds out whether the game was played by its rules: a second opinion.",
    "The auditor keeps books of its own, reads the rules for itself and reckons everything anew; it asks the engine "
    "nothing. The answer begins with the verdict in a sentence; then come the findings, each with the records that "
    "show "
    "it and, where it is about points, with how they are reckoned in the game and by the rules; then the cases that "
    "were "
    "beyond a check, and why; and how much holds. Status 1 if anything is broken. With --cases, in text and with "
    "--format jsonl, the cases come first, as they are found.\n"
    "FILE is a bundle or a backup that somebody gave you. It is checked as nomic import would check it, and audited "
    "without being taken in; the answer says what a file alone cannot tell.",
    "nomic init Ann Bob Cleo\n"
    "nomic audit\n"
    "nomic audit --rule 108 --cases\n"
    "nomic export game.bundle && nomic audit game.bundle",
    make_command<Audit>,
};

}  // namespace nomic::tools

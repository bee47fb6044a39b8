// nomic audit: a second opinion on the game, which asks the engine nothing.
#include "nomic/replay/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/audit_sink.h"
#include "check/engine_checks.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/game.h"
#include "nomic/replay/rule_number.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/view_values.h"
#include "nomic/words/audit_checks.h"
#include "render/afterwards_view.h"
#include "render/audit_text.h"
#include "shared/file_word.h"
#include "shared/moment.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

std::string word_of(replay::Verdict verdict) {
  switch (verdict) {
    case replay::Verdict::HOLDS:
      return "HOLDS";
    case replay::Verdict::BROKEN:
      return "BROKEN";
    case replay::Verdict::NOT_IN_FORCE:
      return "NOT_IN_FORCE";
    case replay::Verdict::NOT_JUDGED:
      return "NOT_JUDGED";
  }
  return {};
}

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
    auto report = look(call, game, *size, sink);
    if (!report) return report.error();
    auto hash = hash_at(call, game, *size);
    if (!hash) return hash.error();
    finish(call, game, *hash, *report, sink);
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

  Result<replay::AuditReport> look(Call& call, replay::Game& game, std::uint64_t size, FindingsSink& sink) const {
    replay::AuditOptions options;
    if (cases_) options.evidence_of = wanted_.empty() ? replay::Auditor::checks() : wanted_;
    options.reader = [&game](std::uint64_t record) -> std::optional<v1::Event> {
      auto move = game.history().at(record);
      return move ? std::optional<v1::Event>(std::move(move->event)) : std::nullopt;
    };
    replay::Auditor auditor(sink, options);
    LawfulCheck lawful;
    auto known = Moment::of(game, size);
    if (!known) return known.error();
    TimesCheck times(game, known->engine().state());
    Progress progress(call.io, "audit", size);
    auto derived = game.replay(size, [&](const replay::Played& played) {
      replay::AuditEntry entry;
      entry.index = played.record.index.value;
      entry.author = played.move.author;
      entry.recorded_at = played.move.recorded_at;
      entry.within = played.move.within;
      entry.event = &played.move.event;
      entry.bytes = played.record.bytes;
      entry.emitted = &played.consequences;
      entry.after = &played.after.state();
      auditor.see(entry);
      lawful.see(played, sink);
      times.see(played, sink);
      progress.at(entry.index);
      return true;
    });
    if (!derived) return failure_of(derived.error());
    NOMIC_TRY(times.ask(sink));
    auto report = auditor.finish();
    report.checks.insert(report.checks.begin(), std::move(lawful.report));
    if (times.has_cases()) report.checks.push_back(std::move(times.report));
    return report;
  }

  void finish(Call& call, const replay::Game& game, const ledger::Hash& hash, const replay::AuditReport& report,
              FindingsSink& sink) const {
    auto& view = sink.view;
    view.set_ok(true);
    view.set_size(count32(report.size));
    view.set_head_hash(hash.hex());
    view.set_game(game.head().game.hash.hex());
    if (auto afterwards = afterwards_view(game.engine().state())) {
      *view.mutable_afterwards() = *std::move(afterwards);
    }
    for (const auto& check : report.checks) {
      if (!sink.is_wanted(check.check)) continue;
      if (check.broken != 0) view.set_ok(false);
      auto& shown = *view.add_checks();
      shown.set_check(check.check);
      shown.set_about(std::string(about_check(check.check)));
      shown.set_verdict(word_of(check.verdict));
      shown.set_held(count32(check.held));
      shown.set_broken(count32(check.broken));
      shown.set_not_judged(count32(check.not_judged));
      if (check.verdict == replay::Verdict::NOT_IN_FORCE) shown.set_since(count32(check.since));
    }
    view.set_verdict(audit_verdict(view, !wanted_.empty()));
    add_file(call, game.head().game, view);
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

// nomic audit: a second opinion on the game, which asks the engine nothing.
#include "nomic/replay/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands/all.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/another_time.h"
#include "nomic/replay/game.h"
#include "nomic/replay/refusal.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "nomic/words/audit_checks.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/afterwards_view.h"
#include "render/layout.h"
#include "shared/moment.h"
#include "shared/move_command.h"
#include "shared/progress.h"

namespace nomic::tools {
namespace {

// Cases beyond a check that are shown each; of more, only how many there are.
constexpr int OPEN_SHOWN = 20;

v1::FindingView view_of(const replay::AuditFinding& finding) {
  v1::FindingView view;
  view.set_check(finding.check);
  view.set_index(count32(finding.index));
  view.set_what(words_of(finding.what));
  view.set_rule(finding.rule);
  *view.mutable_remark() = refusal_view(replay::to_refusal(finding.what));
  for (const replay::Remark& line : finding.evidence) {
    view.add_evidence(words_of(line));
    *view.add_evidence_remarks() = refusal_view(replay::to_refusal(line));
  }
  return view;
}

constexpr const char* LAWFUL = "LAWFUL";
constexpr const char* TIMES = "TIMES";

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

// Prints, or keeps for the end, what the auditor says of the checks that are asked for.
class Sink : public replay::AuditSink {
 public:
  Sink(Call& call, const std::vector<std::string>& wanted) : call_(call), wanted_(wanted) {}

  void finding(const replay::AuditFinding& finding) override { add(finding, view_of(finding)); }

  // A record that the rules refuse, and why.
  void unlawful(const replay::AuditFinding& finding, const v1::Refusal& refusal) {
    v1::FindingView shown = view_of(finding);
    *shown.mutable_remark() = refusal_view(refusal);
    add(finding, shown);
  }

  void not_judged(const replay::AuditFinding& what) override {
    if (!is_wanted(what.check)) return;
    if (view.not_judged_size() < OPEN_SHOWN) *view.add_not_judged() = view_of(what);
  }

  void evidence(const replay::AuditFinding& what) override {
    if (call_.out.is_text()) call_.out.text(fmt::format("{}  {}\n", what.check, on_one_line(words_of(what.what))));
    if (call_.out.format() == Format::JSONL) call_.out.json(view_of(what));
    call_.out.flush();
  }

  [[nodiscard]] bool is_wanted(const std::string& check) const {
    return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), check) != wanted_.end();
  }

  v1::FindingsView view;

 private:
  void add(const replay::AuditFinding& finding, const v1::FindingView& shown) {
    if (!is_wanted(finding.check)) return;
    if (call_.out.format() == Format::JSON) *view.add_findings() = shown;
    if (call_.out.format() == Format::JSONL) call_.out.json(shown);
    if (!call_.out.is_text()) return;
    const std::string check = red(finding.check);
    call_.out.text(fmt::format("{}  #{}  {}\n", check, finding.index, on_one_line(words_of(finding.what))));
    for (const replay::Remark& line : finding.evidence) {
      call_.out.text(fmt::format("      {}\n", on_one_line(words_of(line))));
    }
  }

  Call& call_;
  const std::vector<std::string>& wanted_;
};

// Whether every record is a move that the rules allow, by the engine's judgment: one that was put into the ledger past
// it has no effect, and the auditor's books go on without it.
struct Lawful {
  replay::CheckReport report{LAWFUL, {}, 0, 0, 0, 0};

  void see(const replay::Played& played, Sink& sink) {
    const auto refused = std::find_if(played.consequences.begin(), played.consequences.end(),
                                      [](const auto& emitted) { return emitted.has_not_lawful(); });
    if (refused == played.consequences.end()) {
      ++report.held;
      return;
    }
    ++report.broken;
    report.verdict = replay::Verdict::BROKEN;
    sink.unlawful({LAWFUL,
                   played.record.index.value,
                   refused->rule().number(),
                   remark_of(replay::Topic::AUDIT, "shown", {{"shown", paint(sentence_of(*refused), false)}}),
                   {}},
                  refused->not_lawful().refusal());
  }
};

// What rests on a time of day that is not known; and what would have come of records had the game gone by the time at
// which they are said to have happened: by the engine's judgment too.
class Times {
 public:
  // `known`: at the last of the records that are looked at.
  Times(const replay::Game& game, const replay::State& known) : game_(game), known_(known) {}

  Status see(const replay::Played& played, Sink& sink) {
    for (const v1::Consequence& one : played.consequences) {
      const bool open = one.has_cannot_tell() || one.outcome_undetermined().late_or_not() ||
                        one.proposal_adopted().late_or_not() || one.proposal_defeated().late_or_not();
      if (open) {
        leave(played, remark_of(replay::Topic::AUDIT, "shown", {{"shown", paint(sentence_of(one), false)}}), sink);
      }
    }
    NOMIC_TRY(ask(played, sink));
    before_.reset();
    if (is_asked(played.move.index + 1)) before_ = played.after.fork();
    return ledger::Done{};
  }

  // Whether any time was somebody's word.
  [[nodiscard]] bool has_cases() const { return replay::has_times_by_word(known_) || !asked_.empty(); }

  // Finds the records about which will be asked.
  Status look_ahead(replay::Game& game, std::uint64_t size) {
    auto done = game.read(size, [&](const replay::Move& move) {
      if (!replay::said_otherwise(move, known_)) return true;
      asked_.resize(move.index + 1);
      asked_[move.index] = true;
      return true;
    });
    return or_failure(std::move(done));
  }

  replay::CheckReport report{TIMES, {}, 0, 0, 0, 0};

 private:
  [[nodiscard]] bool is_asked(std::uint64_t record) const { return record < asked_.size() && asked_[record]; }

  Status ask(const replay::Played& played, Sink& sink) {
    if (!is_asked(played.move.index) || !before_) {
      if (played.move.event.afterwards()) ++report.held;
      return ledger::Done{};
    }
    const std::int64_t said = *replay::said_otherwise(played.move, known_);
    auto other = replay::at_another_time(*before_, played.move, &played.consequences, said, game_.history());
    if (!other) return failure_of(other.error());
    if (!*other) {
      ++report.held;
      return ledger::Done{};
    }
    const replay::AtAnotherTime& then = **other;
    const replay::Moment time{said};
    if (then.refused) {
      leave(played,
            remark_of(replay::Topic::AUDIT, "refused_then", {{"time", time}, {"shown", words_of(*then.refused).what}}),
            sink);
    } else {
      leave(played,
            remark_of(replay::Topic::AUDIT, "otherwise_then",
                      {{"time", time},
                       {"shown", then.consequences.empty() ? "nothing" : paint(emitted(then.consequences), false)}}),
            sink);
    }
    return ledger::Done{};
  }

  void leave(const replay::Played& played, replay::Remark what, Sink& sink) {
    ++report.not_judged;
    report.verdict = replay::Verdict::NOT_JUDGED;
    sink.not_judged({TIMES, played.record.index.value, 0, std::move(what), {}});
  }

  const replay::Game& game_;
  const replay::State& known_;
  std::vector<bool> asked_;               // by record, up to the last that is asked about
  std::optional<replay::Engine> before_;  // the next record, if it is asked about
};

class Audit : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.list("--rule", "N", "Only the checks of the rule that bears, or bore, this number.", rules_);
    arguments.flag("--verbose", "Prints what shows that a check holds, case by case.", verbose_);
    declare_point(arguments, "--at", "Audits no further than a point. Default: head.", at_);
  }

  Result<Exit> run(Call& call) override {
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    replay::Game& game = **held;
    auto size = size_at(game, at_);
    if (!size) return size.error();
    NOMIC_TRY(choose(game));
    Sink sink(call, wanted_);
    auto report = look(call, game, *size, sink);
    if (!report) return report.error();
    auto hash = hash_at(call, game, *size);
    if (!hash) return hash.error();
    finish(game, *hash, *report, sink);
    print(call, sink);
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
        const bool bore = std::any_of(former.begin(), former.end(), [&](auto n) { return std::to_string(n) == typed; });
        if (std::to_string(rule.number()) == typed || bore) lineage = rule.lineage();
      };
      std::for_each(state.rules().begin(), state.rules().end(), known);
      if (lineage == 0) std::for_each(state.repealed().begin(), state.repealed().end(), known);
      const auto named = "R" + (lineage == 0 ? typed : std::to_string(lineage));
      if (std::find(all.begin(), all.end(), named) == all.end()) {
        return usage(fmt::format("no check is named after rule {}.", typed),
                     "The checks: " + fmt::format("{}", fmt::join(all, " ")) + ".");
      }
      wanted_.push_back(named);
    }
    return ledger::Done{};
  }

  Result<replay::AuditReport> look(Call& call, replay::Game& game, std::uint64_t size, Sink& sink) const {
    replay::AuditOptions options;
    if (verbose_) options.evidence_of = wanted_.empty() ? replay::Auditor::checks() : wanted_;
    options.reader = [&game](std::uint64_t record) -> std::optional<v1::Event> {
      auto move = game.history().at(record);
      return move ? std::optional<v1::Event>(std::move(move->event)) : std::nullopt;
    };
    replay::Auditor auditor(sink, options);
    Lawful lawful;
    auto known = Moment::of(game, size);
    if (!known) return known.error();
    Times times(game, known->engine().state());
    NOMIC_TRY(times.look_ahead(game, size));
    Status looked = ledger::Done{};
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
      looked = times.see(played, sink);
      progress.at(entry.index);
      return static_cast<bool>(looked);
    });
    if (!derived) return failure_of(derived.error());
    NOMIC_TRY(std::move(looked));
    auto report = auditor.finish();
    report.checks.insert(report.checks.begin(), std::move(lawful.report));
    if (times.has_cases()) report.checks.push_back(std::move(times.report));
    return report;
  }

  static void finish(const replay::Game& game, const ledger::Hash& hash, const replay::AuditReport& report,
                     Sink& sink) {
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
  }

  static std::string verdict_words(const v1::CheckView& check) {
    if (check.verdict() == "NOT_IN_FORCE") return fmt::format("not in force since #{}", check.since());
    if (check.verdict() == "BROKEN")
      return fmt::format("BROKEN: {} of {}", check.broken(), check.broken() + check.held());
    if (check.held() == 0 && check.not_judged() == 0) return "holds: no case of it";
    const std::string open = check.not_judged() == 0 ? "" : fmt::format(", {} not judged", check.not_judged());
    return fmt::format("holds: {} {}{}", check.held(), check.held() == 1 ? "case" : "cases", open);
  }

  static void print(Call& call, const Sink& sink) {
    const auto& view = sink.view;
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
      return;
    }
    if (!call.out.is_text()) return;
    constexpr std::size_t COLUMN = 43;
    for (const auto& check : view.checks()) {
      const std::string about = wrap(check.about(), call.out.wrap_width(), COLUMN);
      call.out.text(fmt::format("{:9} {:32} {}", check.check(), verdict_words(check), about.substr(COLUMN)));
    }
    if (view.not_judged_size() != 0) call.out.text("Not judged:\n");
    for (const auto& open : view.not_judged()) {
      call.out.text(fmt::format("  {}  #{}  {}\n", open.check(), open.index(), on_one_line(open.what())));
    }
    if (view.has_afterwards()) call.out.text(wrap(view.afterwards().in_words(), call.out.wrap_width(), 0));
    call.out.text(view.ok() ? fmt::format("{} records: nothing is broken.\n", view.size())
                            : fmt::format("{} records, and not all of it holds.\n", view.size()));
  }

  std::vector<std::string> rules_;
  std::vector<std::string> wanted_;
  bool verbose_ = false;
  std::optional<replay::Point> at_;
};

}  // namespace

const CommandSpec AUDIT = {
    "audit",
    "Check",
    "[--rule N]... [--verbose]",
    "Finds out whether the game was played by its rules: a second opinion.",
    "The auditor keeps books of its own, reads the rules for itself and reckons everything anew; it asks the engine "
    "nothing. Each check holds, is broken (with the records that show it), is not in force, or could not be judged in "
    "every case, and says why. Status 1 if anything is broken. The cases that --verbose prints come as they are found, "
    "in text "
    "and with --format jsonl.",
    "nomic init Ann Bob Cleo\n"
    "nomic audit\n"
    "nomic audit --rule 108 --verbose",
    make_command<Audit>,
};

}  // namespace nomic::tools

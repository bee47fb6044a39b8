// nomic audit: a second opinion on the game, which asks the engine nothing.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/audit.h"
#include "nomic/replay/game.h"
#include "nomic/views/audit_asked.h"
#include "nomic/views/verdict_sink.h"
#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"
#include "render/audit_text.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

// What the auditor says while it reads, kept for the end: an audit's answer begins with its verdict.

// Of the checks that are asked for; `wanted` empty: of all. In JSONL findings and cases go out as they come, and in
// text the cases, which nobody could keep.
class FindingsSink : public VerdictSink {
 public:
  FindingsSink(Call& call, const std::vector<std::string>& wanted) : call_(call), wanted_(wanted) {}

  void evidence(const replay::AuditFinding& what) override;

 private:
  [[nodiscard]] bool is_wanted(const std::string& check) const override;
  void add(v1::FindingView shown) override;

  Call& call_;
  const std::vector<std::string>& wanted_;
};

void FindingsSink::evidence(const replay::AuditFinding& what) {
  if (call_.out.is_text()) call_.out.text(fmt::format("{}  {}\n", what.check, on_one_line(words_of(what.what))));
  if (call_.out.format() == Format::JSONL) call_.out.json(audit_finding_view(what));
  call_.out.flush();
}

bool FindingsSink::is_wanted(const std::string& check) const {
  return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), check) != wanted_.end();
}

void FindingsSink::add(v1::FindingView shown) {
  if (call_.out.format() == Format::JSONL) {
    call_.out.json(shown);
  } else {
    VerdictSink::add(std::move(shown));
  }
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
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, size_at(game, at_));
    NOMIC_ASSIGN(auto wanted, checks_of_rules(game, rules_));
    wanted_ = std::move(wanted);
    FindingsSink sink(call, wanted_);
    NOMIC_ASSIGN(auto ledger, ledger_looked_at(call));
    std::vector<std::string> evidence_of;
    if (cases_) evidence_of = wanted_.empty() ? replay::Auditor::checks() : wanted_;
    Progress progress(call.io, "audit", size);
    NOMIC_TRY(audit_asked(*ledger, game, {size, !wanted_.empty(), std::move(evidence_of)}, sink,
                          [&](std::uint64_t done) { progress.at(done); }));
    add_file(call, game.head().game, sink.view);
    if (call.out.format() == Format::JSON) call.out.json(sink.view);
    if (call.out.is_text()) call.out.text(audit_text(sink.view, verbose_ || cases_, call.out.wrap_width()));
    return sink.view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
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

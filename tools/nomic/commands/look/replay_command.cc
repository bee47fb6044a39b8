// nomic replay: derives the game from its first record.
#include <fmt/format.h>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/digest.h"
#include "nomic/service/rule_views.h"
#include "nomic/service/score_views.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/kept_fault_view.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/views/status_view.h"
#include "nomic/words/terminal_text.h"
#include "render/rule_text.h"
#include "render/score_text.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class Replay : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    declare_point(arguments, "--to", "Up to this point; else to the head.", to_);
    declare_point(arguments, "--at", "The same as --to.", at_);
    when_.declare_reading(arguments);
    arguments.flag("--check", "Compares with every digest and snapshot that was kept while playing.", check_);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    if (at_ && to_) return usage("the point is given twice: by --to and by --at.");
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, when_.size_at(game, at_ ? at_ : to_));
    v1::ReplayView view;
    NOMIC_ASSIGN(auto engine, check_ ? check(call, game, size, view) : derive(call, game, size));
    NOMIC_ASSIGN(auto hash, hash_at(call, game, size));

    view.set_size(static_cast<std::uint32_t>(size));
    view.set_digest(replay::digest_of(engine.state()).hex());
    view.set_head_hash(hash.hex());
    *view.mutable_scores() = scores_view(engine).scores();
    NOMIC_ASSIGN(const auto rules, worded_rules_view(engine, game.history(), {}));
    *view.mutable_rules() = rules.rules();
    NOMIC_ASSIGN(auto status, status_view(engine, game.history(), game.head(), hash));
    *view.mutable_status() = std::move(status);
    view.set_ok(view.findings().empty());
    if (call.out.is_text()) {
      print(call, engine, rules, view);
    } else {
      call.out.json(view);
    }
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  static Result<replay::Engine> derive(Call& call, replay::Game& game, std::uint64_t size) {
    Progress progress(call.io, "replay", size);
    auto engine = game.replay(size, [&](const replay::Played& played) {
      progress.at(played.record.index.value);
      return true;
    });
    if (!engine) return failure_of(engine.error());
    return std::move(*engine);
  }

  // The same, compared on the way with what was kept.
  static Result<replay::Engine> check(Call& call, replay::Game& game, std::uint64_t size, v1::ReplayView& view) {
    Progress progress(call.io, "check", size);
    auto checked = game.check(size, [&](std::uint64_t done) { progress.at(done); });
    if (!checked) return failure_of(checked.error());
    view.set_checked(true);
    view.set_compared(static_cast<std::uint32_t>(checked->compared));
    for (const replay::KeptFault& fault : checked->differences) *view.add_findings() = kept_fault_view(fault);
    return std::move(checked->derived);
  }

  static void print(Call& call, const replay::Engine& engine, const v1::RulesView& rules, const v1::ReplayView& view) {
    call.out.text(fmt::format("Derived from {} records, the last {} {}.\n", view.size(),
                              view.status().has_day() ? "on" : "at", day_or_time(view.status())));
    call.out.text(fmt::format("State:  {}\nRecord: {}\n", view.digest(), view.head_hash()));
    if (view.checked()) {
      call.out.text(view.ok()
                        ? fmt::format("Kept while playing, and the same: {} digests and snapshots.\n", view.compared())
                        : fmt::format("Kept while playing, and different: {} of {} digests and snapshots.\n",
                                      view.findings_size(), view.compared()));
      for (const v1::FindingView& finding : view.findings()) {
        call.out.text(fmt::format("  #{} {}: {}\n", finding.index(), finding.check(), finding.what()));
      }
    }
    call.out.text("\n" + scores_table(engine.state(), call.out.table_width()));
    call.out.text("\n" + rules_table(rules, call.out.table_width()));
  }

  FileWord file_;
  std::optional<replay::Point> to_;
  std::optional<replay::Point> at_;
  MomentOptions when_;
  bool check_ = false;
};

}  // namespace

const CommandSpec REPLAY = {
    "replay",
    "Look",
    "[FILE | -] [--to POINT] [--check]",
    "Derives the game from its first record, and shows its state with the state's digest.",
    "The same records give the same digest on every machine. With --check it is compared with what was kept while "
    "playing: status 1 if anything differs.",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic replay --check\n"
    "nomic replay --to start --format json",
    make_command<Replay>,
};

}  // namespace nomic::tools

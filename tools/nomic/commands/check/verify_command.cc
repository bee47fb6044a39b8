// nomic verify: whether the ledger is what it claims.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "check/verify_page.h"
#include "cli/file_time.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/verification.h"
#include "nomic/service/fault_view.h"
#include "nomic/service/view_values.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/kept_fault_view.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"

namespace nomic::tools {
namespace {

// What a finding is called where it does not come from the ledger's own list.
constexpr const char* CANNOT_OPEN = "OPEN";
constexpr const char* CANNOT_DERIVE = "DERIVE";
constexpr const char* NOT_LAWFUL = "NOT_LAWFUL";

void add_finding(v1::FindingsView& view, const char* check, std::uint64_t index, std::string what) {
  v1::FindingView* finding = view.add_findings();
  finding->set_check(check);
  finding->set_index(count32(index));
  finding->set_what(std::move(what));
}

bool is_damage(const Failure& failure) {
  return failure.exit == Exit::DAMAGED;
}

class Verify : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[FILE]", "A bundle, a backup or a page to verify instead of the ledger; - is standard input.",
                    words_);
    arguments.flag("--ledger-only", "Checks what is stored, and derives no game from it.", ledger_only_);
  }

  Result<Exit> run(Call& call) override {
    v1::FindingsView view;
    if (words_.size() > 1) return usage("one file is verified at a time.", "nomic verify FILE");
    if (words_.empty()) take_file_for_ledger(call);
    if (!words_.empty()) return verify_file(call, view);
    if (auto looked = look(call, view); !looked) {
      if (!is_damage(looked.error())) return looked.error();
      add_finding(view, CANNOT_OPEN, 0, looked.error().what);
    }
    view.set_ok(view.findings().empty());
    print(call, view, ledger_only_);
    return view.ok() ? Exit::DONE : Exit::DAMAGED;
  }

 private:
  // A file that is named as a ledger is verified as a file.
  void take_file_for_ledger(Call& call) {
    auto place = call.session.find_ledger(call.settings.ledger);
    if (place && (*place == STANDARD_STREAM || is_file(*place))) words_.push_back(*std::move(place));
  }

  // Every bundle of the file; the first that is false is the last that is read.
  Result<Exit> verify_file(Call& call, v1::FindingsView& view) const {
    if (is_page(call, words_[0])) return verify_page_file(call, view);
    NOMIC_ASSIGN(auto input, BundleInput::open(call, words_[0], ledger_only_ ? Reading::ONCE : Reading::TWICE));
    std::vector<ledger::BundleReport> bundles;
    do {
      Progress progress(call.io, "verify", 0);
      auto report = ledger::verify_bundle(input->source(), [&](std::uint64_t done) { progress.at(done); });
      if (!report) return failure_of(report.error());
      bundles.push_back(std::move(*report));
      const ledger::BundleReport& bundle = bundles.back();
      if (bundle.fault) {
        const ledger::Error error = ledger::bundle_error(*bundle.fault);
        if (error.code == ledger::ErrorCode::NEWER_FORMAT) return failure_of(error);
        *view.add_findings() = finding_view(*bundle.fault);
      }
      view.set_size(view.size() + count32(bundle.size - bundle.from));
    } while (!bundles.back().fault && bundles.back().following > 0);
    if (bundles.size() == 1) {
      view.set_game(bundles[0].game.hash.hex());
      view.set_head_hash(bundles[0].head_hash.hex());
      view.set_root(bundles[0].root.hex());
    }
    const bool is_whole = std::all_of(bundles.begin(), bundles.end(), [](const auto& each) { return each.from == 0; });
    const bool derives = is_whole && !ledger_only_ && view.findings().empty();
    if (derives) {
      NOMIC_TRY(derive_file(call, *input, view));
    }
    view.set_ok(view.findings().empty());
    if (call.out.is_text()) {
      print_file(call, bundles);
      if (!bundles.back().fault) print_derived(call, view, derives);
    } else {
      print(call, view, /*ledger_only=*/true);
    }
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

  Result<Exit> verify_page_file(Call& call, v1::FindingsView& view) const {
    if (ledger_only_)
      return usage("a page is compared with the game that its records give.", "leave out --ledger-only");
    NOMIC_TRY(verify_page(call, words_[0], view));
    view.set_ok(view.findings().empty());
    if (!call.out.is_text()) {
      print(call, view, /*ledger_only=*/true);
      return view.ok() ? Exit::DONE : Exit::DIFFERENT;
    }
    print_findings(call, view);
    call.out.text(view.ok() ? fmt::format("The page holds: {} records give every figure of it.\nHead: {}\nRoot: {}\n",
                                          view.size(), view.head_hash(), view.root())
                            : "The page is not what its records give.\n");
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

  // The games of a sound file, derived in a ledger that is thrown away. What a file says about its games' names proves
  // nothing, and two may be called the same.
  Status derive_file(Call& call, BundleInput& input, v1::FindingsView& view) const {
    const FileTime time(call.io, size_of_file(call.io, words_[0]));
    NOMIC_TRY(input.again());
    NOMIC_ASSIGN(auto scratch, call.session.scratch(words_[0]));
    for (std::uint64_t number = 1;; ++number) {
      Progress progress(call.io, "derive", 0);
      std::uint64_t derived = 0;
      replay::BundleImport bundle;
      bundle.name = std::to_string(number);
      bundle.keep = false;
      bundle.each = [&](const replay::Played& played) {
        derived = played.record.index.value + 1;
        if (played.move.index == 0 && !view.game().empty()) call.is_about(played.after.state().founding());
        progress.at(derived);
        add_unlawful(played.consequences, view);
        if (played.move.event.afterwards()) {
          *view.mutable_afterwards() = *afterwards_view(played.after.state());
        }
      };
      auto taken = replay::Game::import_from(*scratch, input.source(), bundle);
      if (!taken) {
        const replay::Error& error = taken.error();
        if (!error.because) return failure_of(error);
        add_finding(view, CANNOT_DERIVE, derived, failure_of(*error.because).what);
        return ledger::Done{};
      }
      if (taken->imported.following == 0) return ledger::Done{};
    }
  }

  static void add_unlawful(const replay::Consequences& consequences, v1::FindingsView& view) {
    for (const v1::Consequence& consequence : consequences) {
      if (!consequence.has_not_lawful()) continue;
      add_finding(view, NOT_LAWFUL, consequence.record(), paint(sentence_of(consequence), false));
    }
  }

  void print_derived(Call& call, const v1::FindingsView& view, bool derives) const {
    print_findings(call, view);
    if (view.has_afterwards()) call.out.text(view.afterwards().in_words() + "\n");
    if (ledger_only_) {
      call.out.text("No game was derived from the records.\n");
    } else if (!derives) {
      call.out.text("No game was derived: that takes the records before, which nomic import has.\n");
    } else if (view.findings().empty()) {
      call.out.text("The game can be derived, and every move of it is lawful.\n");
    } else {
      call.out.text("The records are as they were signed and chained, but not all are moves that the rules allow.\n");
    }
  }

  static void print_findings(Call& call, const v1::FindingsView& view) {
    for (const v1::FindingView& finding : view.findings()) {
      call.out.text(fmt::format("{}  #{}  {}\n", red(finding.check()), finding.index(), on_one_line(finding.what())));
    }
  }

  static void print_file(Call& call, const std::vector<ledger::BundleReport>& bundles) {
    for (const ledger::BundleReport& bundle : bundles) {
      if (bundle.fault) {
        const std::string where = bundle.fault->index ? fmt::format("  #{}", bundle.fault->index->value) : "";
        call.out.text(fmt::format("{}{}  {}\nThe file is not what it claims to be.\n", red(bundle.fault->check), where,
                                  on_one_line(bundle.fault->what)));
        return;
      }
      call.out.text(fmt::format("{}: #{} to #{} of {} hold, with {} {} and {} {} of evidence.\nHead: {}\nRoot: {}\n",
                                on_one_line(bundle.label), bundle.from, bundle.size - 1,
                                bundle.game.hash.hex().substr(0, 8), bundle.signatures,
                                bundle.signatures == 1 ? "signature" : "signatures", bundle.evidence,
                                bundle.evidence == 1 ? "piece" : "pieces", bundle.head_hash.hex(), bundle.root.hex()));
      if (bundle.from > 0) {
        call.out.text(fmt::format("What is before #{} is taken as the file says: compare the root with a checkpoint.\n",
                                  bundle.from));
      }
    }
  }

  // Every game of the ledger, unless one is named.
  Status look(Call& call, v1::FindingsView& view) const {
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    auto ledger = call.session.ledger(folder, ledger::Access::READ);
    if (!ledger) return ledger.error();
    std::vector<ledger::Head> games;
    if (call.settings.game.empty()) {
      NOMIC_ASSIGN(auto all, (*ledger)->games());
      games = std::move(all);
    } else {
      NOMIC_ASSIGN(auto one, (*ledger)->find(call.settings.game));
      games.push_back(std::move(one));
    }
    // What belongs to no game is looked at once, and not for one that is named.
    auto scope = call.settings.game.empty() ? ledger::VerifyScope::LEDGER : ledger::VerifyScope::GAME;
    for (const ledger::Head& game : games) {
      if (games.size() == 1) call.is_about(**ledger, game.game);
      const std::string where = games.size() > 1 ? game.name + ": " : "";
      // Records that are not what was recorded say nothing about the game.
      const bool only = ledger_only_ || !view.findings().empty();
      NOMIC_TRY(only ? verify_ledger(call, {**ledger, game, where, scope}, view)
                     : verify(call, {**ledger, game, where, scope}, view));
      scope = ledger::VerifyScope::GAME;
    }
    if (games.size() != 1) {
      view.clear_game();
      view.clear_head_hash();
      view.clear_root();
    }
    return ledger::Done{};
  }

  // One of the games that are verified, and how it is named before what is found in it.
  struct Verified {
    ledger::Ledger& ledger;
    const ledger::Head& game;
    const std::string& where;
    ledger::VerifyScope scope;
  };

  static Status verify_ledger(Call& call, const Verified& of, v1::FindingsView& view) {
    Progress progress(call.io, "verify", of.game.size);
    auto report = of.ledger.verify(
        of.game.game, [&](std::uint64_t done) { progress.at(done); }, of.scope);
    if (!report) return failure_of(report.error());
    show(*report, of.where, view);
    return ledger::Done{};
  }

  static void show(const ledger::VerifyReport& report, const std::string& where, v1::FindingsView& view) {
    view.set_size(view.size() + count32(report.size));
    view.set_game(report.game.hash.hex());
    view.set_head_hash(report.head_hash.hex());
    view.set_root(report.root.hex());
    for (const ledger::Fault& fault : report.faults) {
      v1::FindingView finding = finding_view(fault);
      finding.set_what(where + finding.what());
      *view.add_findings() = std::move(finding);
    }
  }

  // The ledger, and the game that is derived from it.
  static Status verify(Call& call, const Verified& of, v1::FindingsView& view) {
    Progress progress(call.io, "verify", of.game.size);
    auto verified = replay::verify_game(
        of.ledger, of.game.game, [&](std::uint64_t done) { progress.at(done); }, of.scope);
    if (!verified) return failure_of(verified.error());
    show(verified->ledger, of.where, view);
    for (const v1::Consequence& consequence : verified->not_lawful) {
      add_finding(view, NOT_LAWFUL, consequence.record(), of.where + paint(sentence_of(consequence), false));
    }
    if (const auto& underivable = verified->underivable) {
      add_finding(view, CANNOT_DERIVE, underivable->record, of.where + failure_of(underivable->why).what);
    }
    for (const replay::KeptFault& fault : verified->kept) {
      v1::FindingView finding = kept_fault_view(fault);
      finding.set_what(of.where + finding.what());
      *view.add_findings() = std::move(finding);
    }
    return ledger::Done{};
  }

  static void print(Call& call, const v1::FindingsView& view, bool ledger_only) {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
      return;
    }
    if (call.out.format() == Format::JSONL) {
      for (const v1::FindingView& finding : view.findings()) call.out.json(finding);
      return;
    }
    print_findings(call, view);
    if (!view.ok()) {
      call.out.text(fmt::format("The ledger is not what it claims: {} {} found.\n", view.findings_size(),
                                view.findings_size() == 1 ? "fault" : "faults"));
      return;
    }
    call.out.text(
        fmt::format("{} records: {} hold.\n", view.size(), ledger_only ? "chain and tree" : "chain, tree and game"));
    if (!view.head_hash().empty()) call.out.text(fmt::format("Head: {}\nRoot: {}\n", view.head_hash(), view.root()));
    if (ledger_only) call.out.text("No game was derived: moves, states and index were not compared with it.\n");
  }

  std::vector<std::string> words_;
  bool ledger_only_ = false;
};

}  // namespace

const CommandSpec VERIFY = {
    "verify",
    "Check",
    "[FILE | -] [--ledger-only]",
    "Recomputes the ledger's chain and tree, and derives the game from them; or checks a bundle or a page.",
    "Every record is read. Status 4 and what was found where anything stored is not what it claims to be, or where "
    "a record holds a move that the rules do not allow. The game is derived from its records, and the states and "
    "the index that are kept beside them are compared with it. Every game of the ledger is verified, and what belongs "
    "to none: the store's files or settings, rows that lead nowhere; or the game alone that --game names. "
    "--ledger-only leaves out the game, says so, and takes a fraction of the time: records, chain, tree, "
    "signatures, and that what is kept beside them is readable and of records that exist.\n"
    "A bundle or backup is checked without being taken in: records, chain, tree, signatures and notes, up to the "
    "first thing that does not hold; then the game is derived in a temporary ledger, and a move that the rules do "
    "not allow, as an unsigned one is where signatures are required, is a finding as well. From a part (--from) no "
    "game can be derived. Status 1 if anything was found.\n"
    "Of a page (nomic report) the records are taken out and verified as a bundle, the game is derived from them, and "
    "every figure of the page, the text that is readable without a script, and the script itself are compared with "
    "what this program makes of them.",
    "nomic init Ann Bob Cleo\n"
    "nomic verify\n"
    "nomic verify --ledger-only --format json\n"
    "nomic export game.bundle && nomic verify game.bundle",
    make_command<Verify>,
};

}  // namespace nomic::tools

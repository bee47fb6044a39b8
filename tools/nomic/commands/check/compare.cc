// nomic compare: a ledger with another one, with posted scores, with a posted ruleset.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "check/scoreboard.h"
#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/replay/explain.h"
#include "nomic/service/view_values.h"
#include "nomic/words/points_words.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/rule_diff.h"
#include "render/state_diff.h"
#include "shared/bundle_files.h"
#include "shared/moment.h"
#include "shared/rules_compare.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

v1::FindingView& add(v1::FindingsView& view, const std::string& check, std::uint64_t index, std::uint32_t rule,
                     std::string what) {
  auto* finding = view.add_findings();
  finding->set_check(check);
  finding->set_index(count32(index));
  finding->set_rule(rule);
  finding->set_what(std::move(what));
  return *finding;
}

class Compare : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[OTHER]", "Another ledger's folder, or a bundle of the same game.", words_);
    arguments.option("--scores", "FILE", "Posted scores: CSV (player,points; or after,NAME,NAME...) or JSON.", scores_);
    arguments.option("--rules", "FILE", "A posted ruleset: a page, a folder of pages, a ruleset file, or an edition.",
                     rules_);
    arguments.option("--lang", "CODE", "With --rules: the language of a page that does not tell its own.", lang_);
    when_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("a ledger is compared with one other at a time.");
    const int given = static_cast<int>(!words_.empty()) + static_cast<int>(scores_.has_value()) +
                      static_cast<int>(rules_.has_value());
    if (given != 1) {
      return usage(given == 0 ? "with what is it compared?" : "with one thing at a time.",
                   "a ledger's folder, --scores FILE or --rules FILE");
    }
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    replay::Game& game = **held;
    auto size = when_.size(game);
    if (!size) return size.error();
    v1::FindingsView view;
    view.set_game(game.head().game.hash.hex());
    view.set_size(count32(*size));
    auto compared = scores_  ? with_scores(call, game, *size, view)
                    : rules_ ? with_rules(call, *size, view)
                             : with_ledger(call, game, *size, view);
    if (!compared) return compared.error();
    view.set_ok(view.findings().empty());
    print(call, view);
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  // ---- Scores ------------------------------------------------------------------------------------------------------

  struct Moved {
    ScoreEntry entry;
    v1::RuleRef rule;
    std::string in_words;
  };

  Status with_scores(Call& call, replay::Game& game, std::uint64_t size, v1::FindingsView& view) const {
    auto bytes = read_file(call, *scores_);
    if (!bytes) return bytes.error();
    auto boards = parse_scoreboard(*bytes, *scores_);
    if (!boards) return boards.error();
    const auto why =
        replay::explain(game, [](const v1::Consequence& emitted) { return emitted.has_score(); }, size, {});
    if (!why) return failure_of(why.error());
    // What a board was found to leave out stays left out of the later ones: it is reported once.
    std::map<std::string, std::int64_t> known;
    std::uint64_t from = 0;
    for (const PostedScores& posted : *boards) {
      std::uint64_t until = size;
      if (!posted.after.empty()) {
        auto point = replay::parse_point(as_point(posted.after));
        if (!point) return failure_of(point.error());
        auto resolved = game.resolve(*point);
        if (!resolved) return failure_of(resolved.error());
        until = std::min(*resolved, size);
      }
      NOMIC_TRY(compare_board(game, posted, *why, from, until, known, view));
      from = until;
    }
    return ledger::Done{};
  }

  // A row may be headed by a proposal's number alone, as score tables are.
  static std::string as_point(const std::string& after) {
    constexpr std::size_t FEWEST_DIGITS = 3;
    const bool number = after.size() >= FEWEST_DIGITS && after[0] >= '3' && looks_like_number(after);
    return number ? "proposal:" + after : after;
  }

  static Status compare_board(replay::Game& game, const PostedScores& posted, const replay::Explanation& why,
                              std::uint64_t from, std::uint64_t until, std::map<std::string, std::int64_t>& known,
                              v1::FindingsView& view) {
    auto then = game.at(until);
    if (!then) return failure_of(then.error());
    for (const auto& [typed, points] : posted.points) {
      const auto player = game.player(typed);
      if (!player) {
        add(view, "player", 0, 0, fmt::format("{} has a posted score, and nobody in this game is called so.", typed));
        continue;
      }
      std::int64_t here = 0;
      for (const v1::Player& one : then->state().players()) {
        if (one.names().name() == *player) here = one.points();
      }
      const std::int64_t difference = here - points;
      const std::int64_t fresh = difference - known[*player];
      known[*player] = difference;
      if (fresh != 0) report(posted, *player, points, here, fresh, moved(why, *player, from, until), why, view);
    }
    return ledger::Done{};
  }

  static std::vector<Moved> moved(const replay::Explanation& why, const std::string& player, std::uint64_t from,
                                  std::uint64_t until) {
    std::vector<Moved> entries;
    for (const replay::Step& step : why.steps) {
      const bool between = step.emitted.record() >= from && step.emitted.record() < until;
      if (!step.emitted.has_score() || step.emitted.score().player() != player || !between) continue;
      entries.push_back(
          {{step.emitted.record(), step.emitted.score().points()}, step.emitted.rule(), sentence_of(step.emitted)});
    }
    return entries;
  }

  // `fresh`: by how much the ledger's score is ahead of the posted one, beyond what earlier boards have shown.
  static void report(const PostedScores& posted, const std::string& player, std::int64_t points, std::int64_t here,
                     std::int64_t fresh, const std::vector<Moved>& entries, const replay::Explanation& why,
                     v1::FindingsView& view) {
    std::vector<ScoreEntry> scores;
    scores.reserve(entries.size());
    for (const Moved& one : entries) scores.push_back(one.entry);
    const std::string after = posted.after.empty() ? "" : fmt::format(" after {}", posted.after);
    std::string what = fmt::format("{} is posted with {}{}, and the ledger has {}", player, print_points(points), after,
                                   print_points(here));
    const auto left_out = entries_adding_up_to(scores, fresh);
    const auto twice = left_out.empty() ? entries_adding_up_to(scores, -fresh) : std::vector<std::size_t>{};
    const auto& named = left_out.empty() ? twice : left_out;
    if (named.empty() && entries.size() == 1) {
      const Moved& one = entries.front();
      auto& finding = add(view, "scores", one.entry.record, one.rule.number(),
                          fmt::format("{}: it gives {} there, and the ledger has {}", what,
                                      print_points(one.entry.points - fresh), one.in_words));
      if (const std::string law = as_it_stood(why, one.rule); !law.empty()) finding.add_evidence(law);
      return;
    }
    if (named.empty()) {
      auto& finding =
          add(view, "scores", entries.empty() ? 0 : entries.back().entry.record,
              entries.empty() ? 0 : entries.back().rule.number(),
              what + (entries.empty() ? ": nothing moved this score there." : ": all that moved it there follows."));
      for (const Moved& one : entries) finding.add_evidence(fmt::format("#{} {}", one.entry.record, one.in_words));
      return;
    }
    for (const std::size_t at : named) {
      const Moved& one = entries[at];
      const std::string how = left_out.empty() ? "it counts twice" : "it leaves out";
      auto& finding =
          add(view, "scores", one.entry.record, one.rule.number(), fmt::format("{}: {} {}", what, how, one.in_words));
      if (const std::string law = as_it_stood(why, one.rule); !law.empty()) finding.add_evidence(law);
    }
  }

  // "Rule 206 as it stood since #32: the proponent of a defeated proposal loses 10 points"
  static std::string as_it_stood(const replay::Explanation& why, const v1::RuleRef& ref) {
    for (const v1::Rule& rule : why.rules) {
      if (rule.lineage() != ref.lineage() || rule.since() != ref.since()) continue;
      std::vector<std::string> words;
      for (const v1::Provision& provision : rule.provisions()) words.push_back(words_of(provision));
      return fmt::format("Rule {} as it stood since #{}: {}.", rule.number(), rule.since(), fmt::join(words, "; "));
    }
    return "";
  }

  // ---- Rules -------------------------------------------------------------------------------------------------------

  Status with_rules(Call& call, std::uint64_t size, v1::FindingsView& view) const {
    auto posted = rules_named(call, *rules_, lang_.value_or(""));
    if (!posted) return posted.error();
    auto here = rules_named(call, fmt::format("game:{}", size - 1), "");
    if (!here) return here.error();
    const v1::CompareView differences = compare_rules(*posted, *here, "");
    for (const auto& difference : differences.rules()) report_rule(difference, view);
    return ledger::Done{};
  }

  static void report_rule(const v1::CompareView::Rule& difference, v1::FindingsView& view) {
    const std::uint32_t number = difference.number();
    if (!difference.became().empty()) {
      add(view, "rules", difference.since(), number,
          fmt::format("rule {} is posted, and in the game {}.", number, difference.became()));
      return;
    }
    const std::string since = difference.proposal() == 0 ? fmt::format("as it was founded, at #{}", difference.since())
                                                         : fmt::format("as proposal {} made it, at #{}",
                                                                       difference.proposal(), difference.since());
    if (!difference.in_first()) {
      add(view, "rules", difference.since(), number,
          fmt::format("rule {} is not posted, and is in force {}.", number, since));
      return;
    }
    add(view, "rules", difference.since(), number,
        fmt::format("rule {} is posted otherwise than it is in force {}.", number, since))
        .add_evidence(paint(rule_difference_text(difference, 0), false));
  }

  // ---- Another ledger ----------------------------------------------------------------------------------------------

  static Result<ledger::Hash> leaf(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t index) {
    auto record = ledger.record(game, {index});
    if (!record) return failure_of(record.error());
    return record->leaf;
  }

  // The other's folder, or a bundle that came from them.
  Result<ledger::Ledger*> others(Call& call) const {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path_in(call.io, words_[0]), error)) return call.session.copy(words_[0]);
    auto input = BundleInput::open(call, words_[0]);
    if (!input) return input.error();
    return call.session.copy_of_bundles(words_[0], (*input)->source());
  }

  Status with_ledger(Call& call, replay::Game& game, std::uint64_t size, v1::FindingsView& view) const {
    auto folder = call.session.find_ledger(call.settings.ledger);
    if (!folder) return folder.error();
    auto ours = call.session.ledger(*folder, ledger::Access::READ);
    if (!ours) return ours.error();
    auto theirs = others(call);
    if (!theirs) return theirs.error();
    auto found = (*theirs)->games();
    if (!found) return failure_of(found.error());
    const bool there = std::any_of(found->begin(), found->end(),
                                   [&](const ledger::Head& head) { return head.game == game.head().game; });
    if (!there) {
      add(view, "game", 0, 0,
          fmt::format("{} has no game of the identity {}: it is another game.", in_quotes(words_[0]), view.game()));
      return ledger::Done{};
    }
    auto other = call.session.copy_of_game(words_[0], game.head().game.hash.hex());
    if (!other) return other.error();
    return compare_records(**ours, **theirs, game, **other, size, view);
  }

  // Hashes are chained: where two records are the same, all before them are.
  static Status compare_records(ledger::Ledger& ours, ledger::Ledger& theirs, replay::Game& game, replay::Game& other,
                                std::uint64_t size, v1::FindingsView& view) {
    const ledger::GameId id = game.head().game;
    const std::uint64_t common = std::min(size, other.head().size);
    std::uint64_t same = 0;
    std::uint64_t differs = common + 1;
    while (same + 1 < differs) {
      const std::uint64_t middle = same + (differs - same) / 2;
      auto here = leaf(ours, id, middle - 1);
      if (!here) return here.error();
      auto there = leaf(theirs, id, middle - 1);
      if (!there) return there.error();
      (*here == *there ? same : differs) = middle;
    }
    if (same == common) {
      if (size == other.head().size) return ledger::Done{};
      const bool longer = size > other.head().size;
      add(view, "length", common, 0,
          fmt::format("they are the same up to #{}; {} goes on to #{}.", common - 1,
                      longer ? "this ledger" : "the other", std::max(size, other.head().size) - 1));
      return ledger::Done{};
    }
    auto& finding = add(view, "records", same, 0, fmt::format("they part at #{}.", same));
    for (auto* one : {&game, &other}) {
      auto move = one->history().at(same);
      if (!move) return failure_of(move.error());
      finding.add_evidence(
          fmt::format("{}: {}", one == &game ? "here" : "there", sentence_of(move->event, move->author)));
    }
    auto here = game.at(size);
    if (!here) return failure_of(here.error());
    const auto between = diff_view({other.engine(), other.history()}, {*here, game.history()});
    if (!between) return failure_of(between.error());
    finding.add_evidence(paint("from the other to this one:\n" + diff_text(*between, 0), false));
    return ledger::Done{};
  }

  static void print(Call& call, const v1::FindingsView& view) {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else if (call.out.format() == Format::JSONL) {
      for (const auto& finding : view.findings()) call.out.json(finding);
    } else if (view.ok()) {
      call.out.text("They are the same.\n");
    } else {
      for (const auto& finding : view.findings()) call.out.text(finding_text(finding, call.out.wrap_width()));
    }
  }

  static std::string finding_text(const v1::FindingView& finding, std::size_t width) {
    constexpr std::size_t INDENT = 4;
    std::string out = wrap(bold(fmt::format("#{}", finding.index())) + "  " + on_one_line(finding.what()), width, 0);
    for (const std::string& evidence : finding.evidence()) out += wrap(evidence, width, INDENT);
    return out;
  }

  std::vector<std::string> words_;
  std::optional<std::string> scores_;
  std::optional<std::string> rules_;
  std::optional<std::string> lang_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec COMPARE = {
    "compare",
    "Check",
    "OTHER | --scores FILE | --rules FILE [--at POINT]",
    "Compares the ledger with another one, with posted scores or with a posted ruleset.",
    "Two ledgers of one game, or this one and a bundle: where they part, and how rules and scores differ from there. "
    "Posted scores: each difference with the records that make it and the rule that required them. A posted ruleset: "
    "each rule that is posted otherwise than it is in force, with the record since which it is.\n"
    "Scores are CSV or JSON: a row a player after the line player,points; or a row a point of the game after the line "
    "after,NAME,NAME. Ends with 1 if anything differs.",
    "nomic init Ann Bob Cleo\n"
    "printf 'player,points\\nAnn,0\\nBob,0\\n' > scores.csv && nomic compare --scores scores.csv",
    make_command<Compare>,
};

}  // namespace nomic::tools

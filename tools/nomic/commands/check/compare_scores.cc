#include "check/compare_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "check/scoreboard.h"
#include "nomic/replay/explain.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "nomic/service/view_values.h"
#include "nomic/views/entries_view.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// A score that moved, and in words.
struct Moved {
  ScoreEntry entry;
  v1::Consequence emitted;
  std::string in_words;
};

// A row may be headed by a proposal's number alone, as score tables are.
std::string as_point(const std::string& after) {
  constexpr std::size_t FEWEST_DIGITS = 3;
  const bool number = after.size() >= FEWEST_DIGITS && after[0] >= '3' && looks_like_number(after);
  return number ? "proposal:" + after : after;
}

std::vector<Moved> moved(const replay::Explanation& why, const std::string& player, std::uint64_t from,
                         std::uint64_t until) {
  std::vector<Moved> entries;
  for (const replay::Step& step : why.steps) {
    const bool between = step.emitted.record() >= from && step.emitted.record() < until;
    if (!step.emitted.has_score() || step.emitted.score().player() != player || !between) continue;
    entries.push_back(
        {{step.emitted.record(), step.emitted.score().points()}, step.emitted, sentence_of(step.emitted)});
  }
  return entries;
}

// "Rule 206 as it stood since #32: the proponent of a defeated proposal loses 10 points"; empty: it is not known.
std::string as_it_stood(const replay::Explanation& why, const v1::RuleVersion& ref) {
  for (const v1::Rule& rule : why.rules) {
    if (rule.lineage() != ref.lineage() || rule.since() != ref.since()) continue;
    std::vector<std::string> words;
    for (const v1::Provision& provision : rule.provisions()) words.push_back(words_of(provision));
    return fmt::format("Rule {} as it stood since #{}: {}.", replay::numeral(rule.number()), rule.since(),
                       fmt::join(words, "; "));
  }
  return "";
}

// A posted score that differs from the game's.
struct Difference {
  std::string player;
  std::string after;        // the point to which the board belongs; empty: the end
  std::int64_t posted = 0;  // thousandths
  std::int64_t in_game = 0;
  std::int64_t fresh = 0;      // by how much the game is ahead, beyond what earlier boards have shown
  std::vector<Moved> entries;  // what moved the score since the board before
};

class ScoreComparison {
 public:
  ScoreComparison(replay::Game& game, const replay::Explanation& why, v1::FindingsView& view)
      : game_(game), why_(why), view_(view) {}

  // After `until` records; the board before belonged to `from`.
  Status compare(const PostedScores& posted, std::uint64_t from, std::uint64_t until) {
    NOMIC_ASSIGN(auto then, game_.at(until));
    for (const auto& [typed, points] : posted.points) {
      const auto player = game_.player(typed);
      if (!player) {
        add("player", nullptr, fmt::format("{} has a posted score, and nobody in this game is called so.", typed));
        continue;
      }
      std::int64_t here = 0;
      for (const v1::Player& one : then.state().players()) {
        if (one.names().name() == *player) here = one.points();
      }
      // What a board was found to leave out stays left out of the later ones, and is said once; one that puts it right
      // is the same as the game.
      const std::int64_t fresh = here - points - known_[*player];
      known_[*player] = here - points;
      if (fresh == 0 || here == points) continue;
      report({.player = *player,
              .after = posted.after,
              .posted = points,
              .in_game = here,
              .fresh = fresh,
              .entries = moved(why_, *player, from, until)});
    }
    name_missing(posted, then);
    return ledger::Done{};
  }

 private:
  v1::FindingView& add(const std::string& check, const Moved* moved, std::string what) {
    v1::FindingView& finding = *view_.add_findings();
    finding.set_check(check);
    if (moved != nullptr) finding.set_index(count32(moved->entry.record));
    finding.set_rule(replay::reference(moved == nullptr ? 0 : moved->emitted.rule().number()));
    finding.set_what(std::move(what));
    return finding;
  }

  // Who plays and is on no line, once each.
  void name_missing(const PostedScores& posted, const replay::Engine& then) {
    std::set<std::string> on_board;
    for (const auto& [typed, points] : posted.points) {
      if (const auto player = game_.player(typed)) on_board.insert(*player);
    }
    std::vector<std::string> missing;
    for (const v1::Player& one : then.state().players()) {
      const std::string& name = one.names().name();
      if (one.left_at() != 0 || on_board.contains(name) || !missed_.insert(name).second) continue;
      missing.push_back(fmt::format("{}, with {}", name, print_points(one.points())));
    }
    if (missing.empty()) return;
    add("player", nullptr,
        fmt::format("The posted scores{} are not of everybody who plays. The ledger has besides: {}.",
                    posted.after.empty() ? "" : " after " + posted.after, fmt::join(missing, "; ")));
  }

  static void show_entry(const Moved& one, v1::FindingView& finding) {
    *finding.mutable_entries()->add_entries() = entry_view(one.emitted);
  }

  void cite(const Moved& one, v1::FindingView& finding) const {
    if (const std::string law = as_it_stood(why_, one.emitted.rule()); !law.empty()) finding.add_evidence(law);
    show_entry(one, finding);
  }

  void report(const Difference& it) {
    std::vector<ScoreEntry> scores;
    scores.reserve(it.entries.size());
    for (const Moved& one : it.entries) scores.push_back(one.entry);
    const std::string what =
        fmt::format("{} is posted with {}{}, and the ledger has {}", it.player, print_points(it.posted),
                    it.after.empty() ? "" : " after " + it.after, print_points(it.in_game));
    const std::vector<Accounted> accounts = accounts_of(scores, it.fresh);
    if (accounts.size() > 1) {
      several(it, accounts, what);
    } else if (!accounts.empty()) {
      for (const std::size_t at : accounts.front().entries) {
        const Moved& one = it.entries[at];
        cite(one, add("scores", &one,
                      fmt::format("{}: {} {}", what, accounts.front().twice ? "it counts twice" : "it leaves out",
                                  one.in_words)));
      }
    } else if (it.entries.size() == 1) {
      const Moved& one = it.entries.front();
      cite(one, add("scores", &one,
                    fmt::format("{}: it gives {} there, and the ledger has {}", what,
                                print_points(one.entry.points - it.fresh), one.in_words)));
    } else {
      unaccounted(it, what);
    }
  }

  // Records that account for it equally well: which of them it is, the scores do not tell.
  void several(const Difference& it, const std::vector<Accounted>& accounts, const std::string& what) {
    std::vector<std::string> ways;
    for (const Accounted& account : accounts) {
      std::vector<std::string> words;
      for (const std::size_t at : account.entries)
        words.push_back(fmt::format("#{} {}", it.entries[at].entry.record, it.entries[at].in_words));
      ways.push_back(fmt::format("{} {}", account.twice ? "counts twice" : "leaves out", listed(words, "and")));
    }
    const bool records = std::all_of(accounts.begin(), accounts.end(),
                                     [](const Accounted& account) { return account.entries.size() == 1; });
    v1::FindingView& finding = add(
        "scores", &it.entries[accounts.front().entries.front()],
        fmt::format("{}: {}{} {} explain that equally well.", what, accounts.size() == MOST_ACCOUNTS ? "at least " : "",
                    accounts.size(), records ? "records" : "sets of records"));
    for (std::string& way : ways) finding.add_evidence("it " + std::move(way));
    std::set<std::size_t> shown;
    for (const Accounted& account : accounts) shown.insert(account.entries.begin(), account.entries.end());
    for (const std::size_t at : shown) show_entry(it.entries[at], finding);
    for (std::size_t i = 1; i < accounts.size(); ++i) {
      auto* other = finding.mutable_otherwise()->add_explanations();
      for (const std::size_t at : accounts[i].entries) other->add_records(count32(it.entries[at].entry.record));
    }
  }

  void unaccounted(const Difference& it, const std::string& what) {
    v1::FindingView& finding =
        add("scores", it.entries.empty() ? nullptr : &it.entries.back(),
            what + (it.entries.empty() ? ": nothing moved this score there." : ": all that moved it there follows."));
    for (const Moved& one : it.entries) {
      finding.add_evidence(fmt::format("#{} {}", one.entry.record, one.in_words));
      show_entry(one, finding);
    }
  }

  replay::Game& game_;
  const replay::Explanation& why_;
  v1::FindingsView& view_;
  std::set<std::string> missed_;               // who was found to be missing
  std::map<std::string, std::int64_t> known_;  // by how much the game is ahead of a player's posted score
};

}  // namespace

Status compare_scores(const Call& call, replay::Game& game, const std::string& path, std::uint64_t size,
                      v1::FindingsView& view) {
  NOMIC_ASSIGN(auto bytes, read_file(call, path));
  NOMIC_ASSIGN(auto boards, parse_scoreboard(bytes, path));
  const auto why = replay::explain(game, [](const v1::Consequence& emitted) { return emitted.has_score(); }, size, {});
  if (!why) return failure_of(why.error());
  ScoreComparison scores(game, *why, view);
  std::uint64_t from = 0;
  for (const PostedScores& posted : boards) {
    replay::spend_work(replay::WorkStep::LARGE);
    if (posted.points.empty()) continue;
    std::uint64_t until = size;
    if (!posted.after.empty()) {
      NOMIC_ASSIGN(auto point, replay::parse_point(as_point(posted.after)));
      NOMIC_ASSIGN(auto resolved, game.resolve(point));
      until = std::min(resolved, size);
    }
    if (until < from) {
      return usage(fmt::format("line {} of {}: {} is earlier in the game than the row before it.", posted.line,
                               in_quotes(path), in_quotes(posted.after)),
                   "list the rows in the order of the game");
    }
    NOMIC_TRY(scores.compare(posted, from, until));
    from = until;
  }
  return ledger::Done{};
}

}  // namespace nomic::tools

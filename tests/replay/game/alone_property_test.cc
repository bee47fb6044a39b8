// Random games of selfish players, who try to gain by attesting, contesting, correcting, objecting, judging,
// overruling, acting, joining and leaving, in several editions and under house rules. No player alone changes a rule,
// an outcome or another player's score, unless a provision in force gives that player the power (alone.h). What players
// may do alone can be answered by others: each act on others is kept until the next turn and listed by the audit, and
// any other player can object to a correction, which then is as if it had never been. The audit of each game, which is
// lawful, finds nothing.
//
// NOMIC_GAMES says how many games (60), NOMIC_SEED the seed of the first (1), and with NOMIC_BENT=1 the players take
// proposals back and amend awards besides. A failure names the seed, and the fewest of its moves that show it.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "replay/audit/watch.h"
#include "replay/game/alone.h"
#include "replay/game/free_moves.h"
#include "replay/game/random_game.h"
#include "replay/game/selfish_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 260;                     // in one game
constexpr int STUCK_AFTER = 60;                // refusals in a row
constexpr std::uint64_t ALL_KINDS_AFTER = 60;  // games

struct Figures {
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::map<std::string, std::pair<int, int>> moves;  // by kind: tried, and accepted
  std::map<std::string, int> grounds;
  std::map<std::string, int> emitted;

  void tried(const v1::Event& event, bool accepted) {
    for (const auto& kind : kinds_of_move(event)) {
      ++moves[kind].first;
      if (accepted) ++moves[kind].second;
    }
  }
  void print() const {
    fmt::print("{} games, {} records\n", games, records);
    for (const auto& [kind, counts] : moves)
      fmt::print("  {:32} {:6} tried, {:6} accepted\n", kind, counts.first, counts.second);
    for (const auto& [ground, count] : grounds) fmt::print("  rests on {:30} {:6}\n", ground, count);
    for (const auto& [kind, count] : emitted) fmt::print("  {:32} {:6}\n", kind, count);
  }
};

// Derives records one by one beside the ledger and the auditor.
class Watched {
 public:
  explicit Watched(Table& table) : table_(table) {
    Engine again;
    for (const auto& move : table.moves) {
      auto emitted = again.replay(move, table);
      EXPECT_TRUE(emitted);
      if (emitted) watch.see({move, *emitted, again.state()});
    }
  }

  // Whether the move is made; then what is wrong with it is in `complaints`.
  bool make(const Move& move, Figures* figures) {
    const State before = table_.state();
    auto made = table_.engine.move(move, table_);
    if (!made) return false;
    take(move, before, *made, figures);
    return true;
  }

  // A record in the place of a move, which brings nothing about.
  void make_nothing(const Move& move) {
    const State before = table_.state();
    Move instead = move;
    instead.author.clear();
    instead.event.Clear();
    instead.event.mutable_time_passed();
    instead.payload = instead.event.SerializeAsString();
    const auto made = table_.engine.replay(instead, table_);
    EXPECT_TRUE(made);
    if (made) take(instead, before, *made, nullptr);
  }

  // By any other player, and all is as before.
  void can_be_objected_to(const Move& corrected, const State& before) {
    for (const auto& player : before.players()) {
      const auto& name = player.names().name();
      if (player.left_at() != 0 || name == corrected.author) continue;
      auto fork = table_.engine.fork();
      const auto objected = fork.move(table_.move_of(name, object_to(corrected.index)), table_);
      if (!objected) {
        complaints.push_back(fmt::format("objection: {} cannot object (#{})", name, corrected.index));
        return;
      }
      for (const auto& was : before.rules()) {
        const auto* is = by_lineage(fork.state(), was.lineage());
        // What fell due before the correction is another matter.
        if (is == nullptr || is->since() != was.since()) continue;
        const bool same = was.number() == is->number() && was.title() == is->title() &&
                          was.sources_size() == is->sources_size() &&
                          (was.sources().empty() || was.sources(was.sources_size() - 1).SerializeAsString() ==
                                                        is->sources(is->sources_size() - 1).SerializeAsString());
        if (!same)
          complaints.push_back(fmt::format("objection: rule {} is not as before (#{})", was.number(), corrected.index));
      }
    }
  }

  // After the last record.
  void look_at_audit() {
    const auto report = watch.finish();
    // A record that brings nothing about, in the place of a move that is left out, is one that the rules refuse.
    const auto& all = watch.findings;
    const bool any = std::any_of(all.begin(), all.end(), [](const auto& one) { return one.check != "LAWFUL"; });
    if (any || (!report.ok() && all.empty())) complaints.push_back("audit: it finds " + watch.words());
    std::map<std::uint64_t, std::set<Alone::Effect>> listed;
    for (const auto& act : watch.acts) {
      if (listed.count(act.record) != 0) complaints.push_back(fmt::format("act: #{} is listed twice", act.record));
      listed[act.record].insert(act.effects.begin(), act.effects.end());
    }
    for (const auto& [record, effects] : alone.acts) {
      if (listed[record] != effects)
        complaints.push_back(fmt::format("act: the audit does not list #{} as it is", record));
    }
    std::set<std::uint64_t> alone_corrected;
    for (const auto& one : watch.open) {
      if (one.what.variant == "corrected_alone") alone_corrected.insert(one.index);
    }
    for (const auto record : alone.corrections) {
      if (alone_corrected.count(record) == 0)
        complaints.push_back(fmt::format("correction: the audit does not list #{}", record));
    }
  }

  Alone alone;
  Watch watch;
  std::vector<std::string> complaints;
  Consequences emitted;  // by the last record

 private:
  void take(const Move& move, const State& before, const Consequences& all, Figures* figures) {
    emitted = all;
    table_.moves.push_back(move);
    const State& now = table_.state();
    for (const auto& what : alone.see(move, emitted, before, now))
      complaints.push_back(fmt::format("{} (#{})", what, move.index));
    watch.see({move, emitted, now});
    if (figures != nullptr) {
      for (const auto& one : emitted) ++figures->emitted[kind_name(one.kind_case())];
    }
    if (move.event.has_record_corrected()) can_be_objected_to(move, before);
  }

  Table& table_;
};

SelfishGame game_of(std::uint64_t seed) {
  using Bent = SelfishGame::Bent;
  return SelfishGame(seed, std::getenv("NOMIC_BENT") != nullptr ? Bent::WITHDRAWALS_AND_AWARDS : Bent::NONE);
}

std::string sort_of(const std::string& complaint) {
  return complaint.substr(0, complaint.find(':'));
}

// The first complaint of that sort where the moves marked are left out, each replaced by a tick; empty: none.
std::string complaint_without(std::uint64_t seed, const std::vector<Move>& moves, const std::vector<bool>& left_out,
                              const std::string& sort) {
  SelfishGame game = game_of(seed);
  game.table().lawful = false;
  Watched watched(game.table());
  for (std::size_t at = game.table().moves.size(); at < moves.size(); ++at) {
    if (left_out[at] || !watched.make(moves[at], nullptr)) watched.make_nothing(moves[at]);
    for (const auto& one : watched.complaints) {
      if (sort_of(one) == sort) return one;
    }
  }
  watched.look_at_audit();
  for (const auto& one : watched.complaints) {
    if (sort_of(one) == sort) return one;
  }
  return {};
}

// The moves without which the complaint is not made.
std::string fewest_moves(std::uint64_t seed, const std::vector<Move>& moves, const std::string& complaint) {
  const auto sort = sort_of(complaint);
  const auto founding = moves[0].event.game_founded().founding_records();
  std::vector<bool> left_out(moves.size(), false);
  const auto leave_out = [&](std::size_t size) {
    const auto were = left_out;
    for (std::size_t at = founding; at < moves.size(); at += size) {
      auto tried = left_out;
      for (auto one = at; one < std::min(at + size, moves.size()); ++one) tried[one] = true;
      if (tried != left_out && !complaint_without(seed, moves, tried, sort).empty()) left_out = tried;
    }
    return left_out != were;
  };
  for (auto size = moves.size() / 2; size > 1; size /= 2) leave_out(size);
  while (leave_out(1)) {
  }
  std::string words = complaint_without(seed, moves, left_out, sort);
  SelfishGame game = game_of(seed);
  game.table().lawful = false;
  Watched watched(game.table());
  for (std::size_t at = founding; at < moves.size(); ++at) {
    if (left_out[at] || !watched.make(moves[at], nullptr)) {
      watched.make_nothing(moves[at]);
      continue;
    }
    const bool contests = moves[at].event.has_move_contested();
    words += fmt::format("\n  #{} {} {}{}", at, moves[at].author, contests ? "contests " : "",
                         event_in(moves[at]).ShortDebugString());
    for (const auto& one : watched.emitted) words += "\n      " + one.ShortDebugString();
  }
  SelfishGame again = game_of(seed);
  again.table().lawful = false;
  for (const auto& rule : again.table().state().rules()) {
    for (const auto& one : rule.provisions()) {
      if (rule.number() >= 201) words += fmt::format("\n  rule {}: {}", rule.number(), one.ShortDebugString());
    }
  }
  return words;
}

void play(std::uint64_t seed, Figures& figures) {
  SelfishGame game = game_of(seed);
  auto& table = game.table();
  table.lawful = false;  // it is audited here
  Watched watched(table);
  int refused = 0;
  for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !game.over(); ++tries) {
    const auto one = game.next_try();
    const bool made = watched.make(table.move_of(one.author, one.event), &figures);
    figures.tried(one.event, made);
    refused = made ? 0 : refused + 1;
    if (!made) game.refused(one);
    if (!watched.complaints.empty()) break;
  }
  if (watched.complaints.empty()) watched.look_at_audit();
  for (const auto& [ground, count] : watched.alone.grounds) figures.grounds[ground] += count;
  ++figures.games;
  figures.records += table.moves.size();
  if (watched.complaints.empty()) return;
  const auto& first = watched.complaints.front();
  if (from_environment("NOMIC_FEWEST", 1) == 0)
    ADD_FAILURE() << first;
  else
    ADD_FAILURE() << first << "\n" << fewest_moves(seed, table.moves, first);
}

TEST(SelfishPlayers, NoneChangesAnythingAloneThatNoProvisionLetsThemChange) {
  const auto games = from_environment("NOMIC_GAMES", 60);
  const auto first = from_environment("NOMIC_SEED", 1);
  Figures figures;
  for (auto seed = first; seed < first + games; ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    play(seed, figures);
  }
  figures.print();
  if (games < ALL_KINDS_AFTER) return;
  for (const auto& kind : all_kinds_of_move()) {
    EXPECT_GT(figures.moves[kind].second, 0) << "never accepted: " << kind << ", tried " << figures.moves[kind].first;
  }
  for (const auto* ground :
       {"ballots", "the word of enough players", "a Judgment", "an overruling", "an upheld move", "a rule by adoption",
        "a rule by Judgment", "a rule by itself", "a rule by an act", "words by correction", "points by Judgment",
        "points by an act", "points by an award", "points by a throw", "points by the turn", "a victory by points"}) {
    EXPECT_GT(figures.grounds[ground], 0) << ground;
  }
}

}  // namespace
}  // namespace nomic::replay::test

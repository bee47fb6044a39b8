// A long game, made quickly: through the engine, and into a ledger in large batches with everything that playing it would
// have kept. What looks at a long past is measured on it (tests/bench/questions.sh).
//
//     long_game make DIR RECORDS [without-index]      three players; one rule with 20 versions over the whole game
//     long_game append DIR COUNT                      one append after the other, with index rows and without, in turn
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "index_rows.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game.h"
#include "nomic/replay/text.h"
#include "snapshots.h"

namespace {

using namespace nomic::replay;
namespace ledger = nomic::ledger;
namespace v1 = nomic::v1;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t FOUNDED_AT = 1'338'372'000 * SECOND;
constexpr std::uint64_t AT_ONCE = 1024;
constexpr std::uint64_t VERSIONS = 20;
const std::vector<std::string> PLAYERS = {"Ann", "Bob", "Cyd"};

[[noreturn]] void give_up(const std::string& what) {
  fmt::print(stderr, "{}\n", what);
  std::exit(1);
}

Founding founding() {
  Founding founding;
  founding.name = "long";
  founding.ruleset = *edition("1990");
  // Nobody ever wins it.
  for (auto& rule : *founding.ruleset.mutable_rules()) {
    for (v1::Provision& provision : *rule.mutable_provisions()) {
      if (provision.has_victory()) provision.mutable_victory()->set_points(1'000'000'000'000);
    }
  }
  for (const std::string& name : PLAYERS) founding.players.push_back(*player_names(name, {}, {}));
  founding.nonce = "sixteen bytes...";
  founding.now = FOUNDED_AT;
  return founding;
}

// The moves made so far, as the engine may ask for them.
class Moves : public History {
 public:
  Result<Move> at(std::uint64_t index) const override { return moves_.at(index); }
  void add(const Move& move) { moves_.push_back(move); }

 private:
  std::deque<Move> moves_;
};

// What is recorded next: each turn a proposal, three votes and a throw.
class Script {
 public:
  explicit Script(std::uint64_t records) : turns_between_(std::max<std::uint64_t>(2, records / 5 / VERSIONS)) {}

  Move next(const State& state) {
    Move move;
    move.index = state.size();
    move.recorded_at = FOUNDED_AT + static_cast<std::int64_t>(move.index) * SECOND;
    const std::string& mover = PLAYERS[turn_ % PLAYERS.size()];
    const bool adopted = turn_ % turns_between_ == 1;
    if (step_ == 0) {
      number_ = state.next_number();
      move.author = mover;
      v1::ProposalMade& proposal = *move.event.mutable_proposal_made();
      proposal.set_call_vote(true);
      v1::RuleChange& change = *proposal.add_changes();
      change.set_kind(v1::AMEND);
      change.set_rule(adopted ? target_ : 209);
      change.add_texts()->set_text(fmt::format("A player may forfeit, as said for the {}th time.", turn_));
    } else if (step_ <= PLAYERS.size()) {
      move.author = PLAYERS[step_ - 1];
      move.event.mutable_vote_cast()->set_proposal(number_);
      move.event.mutable_vote_cast()->set_choice(adopted ? v1::VoteCast::FOR : v1::VoteCast::AGAINST);
    } else {
      move.author = mover;
      move.event.mutable_dice_thrown()->add_faces(1);
      move.event.mutable_dice_thrown()->set_source(v1::DiceThrown::HAND);
    }
    if (adopted && step_ == PLAYERS.size()) target_ = number_;
    if (++step_ == PLAYERS.size() + 2) {
      step_ = 0;
      ++turn_;
    }
    move.payload = move.event.SerializeAsString();
    return move;
  }

 private:
  std::uint64_t turns_between_;
  std::uint64_t turn_ = 0;
  std::size_t step_ = 0;
  std::uint32_t number_ = 0;
  std::uint32_t target_ = 206;  // as it is numbered by now
};

int make(const std::string& folder, std::uint64_t records, bool with_index) {
  auto opened = ledger::Ledger::create(folder, {});
  if (!opened) give_up(opened.error().what);
  ledger::Ledger& kept = **opened;
  auto founded = Game::found(kept, founding());
  if (!founded) give_up(founded.error().what);
  if (!with_index) {
    if (auto done = kept.reindex(founded->game, {}); !done) give_up(done.error().what);
  }
  auto game = Game::open(kept, "long");
  if (!game) give_up(game.error().what);
  Engine engine(game->engine().state());
  Moves moves;
  auto read = game->read(game->head().size, [&](const Move& move) {
    moves.add(move);
    return true;
  });
  if (!read) give_up(read.error().what);

  Script script(records);
  IndexRows rows(engine.state());
  while (engine.state().size() < records) {
    ledger::AppendRequest append;
    append.game = founded->game;
    append.expected_size = engine.state().size();
    std::vector<ledger::IndexRow> index;
    do {
      const Move move = script.next(engine.state());
      auto told = engine.move(move, moves);
      if (!told) give_up(fmt::format("#{}: {}", move.index, told.error().what));
      for (ledger::IndexRow& row : rows.of(move, *told, engine.state())) index.push_back(std::move(row));
      append.said.push_back({move.author, move.payload});
      append.recorded_at = {move.recorded_at};
      moves.add(move);
    } while (engine.state().size() % AT_ONCE != 0 && engine.state().size() < records);
    append.derived = derived_from(engine.state(), true);
    if (with_index) append.derived.index = std::move(index);
    if (auto done = kept.append(append); !done) give_up(done.error().what);
  }
  return 0;
}

// Two games side by side, each append synced: what the rows of the index add to it.
int append(const std::string& folder, std::uint64_t count) {
  auto opened = ledger::Ledger::create(folder, {});
  if (!opened) give_up(opened.error().what);
  std::vector<ledger::GameId> games;
  for (const std::string name : {"with", "without"}) {
    Founding one = founding();
    one.name = name;
    one.nonce = fmt::format("{:16}", name);
    auto founded = Game::found(**opened, one);
    if (!founded) give_up(founded.error().what);
    games.push_back(founded->game);
  }
  auto game = Game::open(**opened, "with");
  Engine engine(game->engine().state());
  Moves moves;
  static_cast<void>(game->read(game->head().size, [&](const Move& move) {
    moves.add(move);
    return true;
  }));
  Script script(count);
  IndexRows rows(engine.state());
  Clock::duration spent[2] = {};
  for (std::uint64_t i = 0; i < count; ++i) {
    const Move move = script.next(engine.state());
    auto told = engine.move(move, moves);
    if (!told) give_up(told.error().what);
    moves.add(move);
    for (const std::size_t which : {i % 2, 1 - i % 2}) {
      const auto began = Clock::now();
      ledger::AppendRequest append;
      append.game = games[which];
      append.expected_size = move.index;
      append.said = {{move.author, move.payload}};
      append.recorded_at = {move.recorded_at};
      append.derived = derived_from(engine.state(), false);
      if (which == 0) append.derived.index = rows.of(move, *told, engine.state());
      if (auto done = (*opened)->append(append); !done) give_up(done.error().what);
      spent[which] += Clock::now() - began;
    }
  }
  const auto micros = [&](Clock::duration all) {
    return std::chrono::duration<double, std::micro>(all).count() / static_cast<double>(count);
  };
  fmt::print("an append: {:.1f} us with index rows, {:.1f} us without: {:.3f}\n", micros(spent[0]), micros(spent[1]),
             micros(spent[0]) / micros(spent[1]));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 3) give_up("long_game make DIR RECORDS [without-index] | append DIR COUNT");
  const std::uint64_t count = std::strtoull(words[2].c_str(), nullptr, 10);
  if (words[0] == "make") return make(words[1], count, words.size() == 3);
  if (words[0] == "append") return append(words[1], count);
  give_up("make or append");
}

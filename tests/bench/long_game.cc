// Makes long games quickly, with everything that playing them would have kept: a digest of the state with each record,
// a snapshot now and then, index rows. tests/bench/table.py measures on them. The shapes are in shape.h.
//
//     long_game shapes                              their names
//     long_game make DIR SHAPE RECORDS [OPTION...]  without-index: no rows; in-batches: 1,024 records an append, and a
//                                                   digest and a snapshot only with these, for very long games
//     long_game sizes DIR                           bytes of the state and of its newest snapshot
//     long_game append DIR COUNT                    appends, each synced, with index rows and without by turns
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index_rows.h"
#include "nomic/replay/digest.h"
#include "shape.h"
#include "snapshots.h"

namespace {

// A game that is made to be measured and then dropped need not outlive a power failure, and syncing would be most of
// the time that it takes to make it.
bool g_sync = true;

}  // namespace

extern "C" {
int fsync(int fd) {
  return g_sync ? static_cast<int>(::syscall(SYS_fsync, fd)) : 0;
}
int fdatasync(int fd) {
  return g_sync ? static_cast<int>(::syscall(SYS_fdatasync, fd)) : 0;
}
}

namespace {

using namespace nomic::replay;
using namespace nomic::bench;
namespace ledger = nomic::ledger;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t BATCH = 1024;

[[noreturn]] void give_up(const std::string& what) {
  fmt::print(stderr, "{}\n", what);
  std::exit(1);
}

std::string why(const ledger::Error& error) {
  return error.what;
}
std::string why(const Error& error) {
  return error.ledger ? error.ledger->what : label_of(error);
}

template <class Result>
auto must(Result result) {
  if (!result) give_up(why(result.error()));
  return *std::move(result);
}

// The moves made so far, as the engine may ask for them: read from the ledger, and those of the present batch kept.
class Moves : public History {
 public:
  explicit Moves(const Game& game) : recorded_(game.history()) {}
  Result<Move> at(std::uint64_t index) const override {
    const auto found = waiting_.find(index);
    return found == waiting_.end() ? recorded_.at(index) : Result<Move>(found->second);
  }
  void add(const Move& move) { waiting_.emplace(move.index, move); }
  void recorded() { waiting_.clear(); }

 private:
  const History& recorded_;
  std::map<std::uint64_t, Move> waiting_;
};

struct Options {
  bool with_index = true;
  bool in_batches = false;
};

int make(const std::string& folder, const Shape& shape, std::uint64_t records, const Options& options) {
  g_sync = false;
  const auto opened = must(ledger::Ledger::create(folder, {}));
  ledger::Ledger& kept = *opened;
  const ledger::GameId id = must(Game::found(kept, founding_of(shape, "long"))).game;
  if (!options.with_index) {
    must(kept.reindex(id, {}));
    must(kept.reindexed(id));  // as if it were: the next command is to answer without an index
  }
  const Game game = must(Game::open(kept, "long"));
  Engine engine(game.engine().state());
  Moves moves(game);
  Script script(shape, records);
  IndexRows rows(engine.state());
  std::uint64_t snapshot = engine.state().size();
  while (engine.state().size() < records) {
    ledger::AppendRequest append;
    append.game = id;
    append.expected_size = engine.state().size();
    std::vector<ledger::IndexRow> index;
    std::optional<std::int64_t> recorded_at;
    do {
      Move move = script.next(engine.state());
      // Records of one append bear one time, and what the engine derives depends on it.
      if (!recorded_at) recorded_at = move.recorded_at;
      move.recorded_at = *recorded_at;
      const auto made = engine.move(move, moves);
      if (!made) give_up(fmt::format("#{}: {}", move.index, why(made.error())));
      for (ledger::IndexRow& row : rows.of(move, *made, engine.state())) index.push_back(std::move(row));
      append.records.push_back({move.author, move.payload});
      append.recorded_at = {move.recorded_at};
      moves.add(move);
    } while (options.in_batches && engine.state().size() % BATCH != 0 && engine.state().size() < records);
    const bool with_snapshot = engine.state().size() - snapshot >= SNAPSHOT_EVERY;
    if (with_snapshot) snapshot = engine.state().size();
    append.derived = derived_from(engine.state(), with_snapshot);
    if (options.with_index) append.derived.index = std::move(index);
    must(kept.append(append));
    moves.recorded();
  }
  return 0;
}

int sizes(const std::string& folder) {
  const auto opened = must(ledger::Ledger::open(folder, ledger::Access::READ, {}));
  const ledger::Head head = must(opened->find(""));
  const auto snapshot = must(opened->snapshot(head.game, head.size, maker()));
  const Game game = must(Game::open(*opened, ""));
  fmt::print("{} {}\n", game.engine().state().to_wire().ByteSizeLong(), snapshot ? snapshot->body.size() : 0);
  return 0;
}

// Two games side by side: what the rows of the index add to an append.
int append(const std::string& folder, std::uint64_t count) {
  const auto opened = must(ledger::Ledger::create(folder, {}));
  const Shape shape = shapes().front();
  std::vector<ledger::GameId> games;
  for (const std::string name : {"with", "without"}) {
    games.push_back(must(Game::found(*opened, founding_of(shape, name))).game);
  }
  const Game game = must(Game::open(*opened, "with"));
  Engine engine(game.engine().state());
  Moves moves(game);
  Script script(shape, count);
  std::vector<Clock::duration> spent[2];
  for (std::uint64_t i = 0; i < count; ++i) {
    const Engine before = engine.fork();
    const Move move = script.next(engine.state());
    const Consequences made = must(engine.move(move, moves));
    for (const std::size_t which : {i % 2, 1 - i % 2}) {
      const auto began = Clock::now();
      ledger::AppendRequest append;
      append.game = games[which];
      append.expected_size = move.index;
      append.records = {{move.author, move.payload}};
      append.recorded_at = {move.recorded_at};
      append.derived = derived_from(engine.state(), false);
      if (which == 0) append.derived.index = index_rows(move, made, before.state(), engine.state());
      must(opened->append(append));
      spent[which].push_back(Clock::now() - began);
    }
  }
  // Medians: now and then a sync waits for whatever else the disk is doing.
  const auto median = [](std::vector<Clock::duration>& all) {
    std::sort(all.begin(), all.end());
    return std::chrono::duration<double, std::micro>(all[all.size() / 2]).count();
  };
  const double with = median(spent[0]);
  const double without = median(spent[1]);
  fmt::print("{:.1f} {:.1f}\n", with, without);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](std::size_t at) { return std::strtoull(words[at].c_str(), nullptr, 10); };
  if (words.size() == 1 && words[0] == "shapes") {
    for (const Shape& shape : shapes()) fmt::print("{}\n", shape.name);
    return 0;
  }
  if (words.size() == 2 && words[0] == "sizes") return sizes(words[1]);
  if (words.size() == 3 && words[0] == "append") return append(words[1], number(2));
  const auto shape = words.size() >= 4 && words[0] == "make" ? shape_named(words[2]) : std::nullopt;
  if (!shape)
    give_up("long_game shapes | make DIR SHAPE RECORDS [without-index] [in-batches] | sizes DIR | append DIR COUNT");
  Options options;
  for (std::size_t i = 4; i < words.size(); ++i) {
    if (words[i] == "without-index") options.with_index = false;
    if (words[i] == "in-batches") options.in_batches = true;
  }
  return make(words[1], *shape, number(3), options);
}

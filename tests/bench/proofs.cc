// How much a proof costs in a large game: tiles read and time of the processor, at a size given.
//
//     proofs [RECORDS [PROOFS]]      10,000,000 and 2,000 unless said otherwise
//
// The records are made when they are read, so that only the tiles take memory; what is read is counted by the store.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string_view>
#include <vector>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/proofs/prover.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace {

namespace ledger = nomic::ledger;

// Of this thread, so that other work on the machine does not count.
double processor_us() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

std::string record_of(std::uint64_t index) {
  return "record " + std::to_string(index);
}

// The records from..until-1, made one by one.
class MadeRecords final : public ledger::Cursor {
 public:
  MadeRecords(const ledger::GameId& game, std::uint64_t from, std::uint64_t until)
      : game_(game), at_(from), until_(until) {
    make();
  }
  [[nodiscard]] bool valid() const override { return at_ < until_; }
  [[nodiscard]] std::string_view key() const override { return key_; }
  [[nodiscard]] std::string_view value() const override { return value_; }
  void next() override {
    ++at_;
    make();
  }
  ledger::Status status() const override { return ledger::Done{}; }

 private:
  void make() {
    key_ = ledger::record_key(game_, at_);
    value_ = record_of(at_);
  }
  ledger::GameId game_;
  std::uint64_t at_;
  std::uint64_t until_;
  std::string key_;
  std::string value_;
};

// Tiles in memory, records made; counts what is read.
class CountingStore final : public ledger::Store {
 public:
  ledger::Result<std::optional<std::string>> get(ledger::Table table, std::string_view key) override {
    ++reads;
    if (table == ledger::Table::RECORDS) return std::optional<std::string>{record_of(index_of(key))};
    return tiles.get(table, key);
  }
  std::unique_ptr<ledger::Cursor> scan(ledger::Table table, std::string_view from, std::string_view until) override {
    ++reads;
    if (table != ledger::Table::RECORDS) return tiles.scan(table, from, until);
    return std::make_unique<MadeRecords>(game, index_of(from), index_of(until));
  }
  ledger::Result<std::optional<ledger::Row>> last(ledger::Table table, std::string_view from,
                                                  std::string_view until) override {
    return tiles.last(table, from, until);
  }
  ledger::Status write_group(std::span<const ledger::Batch> group) override { return tiles.write_group(group); }
  ledger::Result<std::vector<ledger::Fault>> check() override { return std::vector<ledger::Fault>{}; }

  ledger::MemoryStore tiles;
  ledger::GameId game{ledger::sha256("game")};
  std::size_t reads = 0;

 private:
  static std::uint64_t index_of(std::string_view key) {
    return ledger::from_big_endian(key.substr(ledger::Hash::SIZE));
  }
};

struct Cost {
  std::size_t most_reads = 0;
  double total_us = 0;
  double most_us = 0;
};

// Makes and verifies proofs at places spread over the game.
template <class MakeProof>
Cost measure(CountingStore& store, std::uint64_t size, std::uint64_t count, const MakeProof& make) {
  Cost cost;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t index = (i * 0x9E3779B97F4A7C15U) % size;
    store.reads = 0;
    const double begin = processor_us();
    ledger::Prover prover(store, store.game, size);
    make(prover, index);
    const double us = processor_us() - begin;
    cost.total_us += us;
    cost.most_us = std::max(cost.most_us, us);
    cost.most_reads = std::max(cost.most_reads, store.reads);
  }
  return cost;
}

std::uint64_t number(int argc, char** argv, int at, std::uint64_t otherwise) {
  if (argc <= at) return otherwise;
  const std::string_view typed = argv[at];
  std::from_chars(typed.data(), typed.data() + typed.size(), otherwise);
  return std::max<std::uint64_t>(otherwise, 1);
}

void must(bool holds, const char* what) {
  if (holds) return;
  fmt::print(stderr, "proofs: {}\n", what);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t size = number(argc, argv, 1, 10'000'000);
  const std::uint64_t count = number(argc, argv, 2, 2'000);
  CountingStore store;
  auto& rows = store.tiles.rows(ledger::Table::TILES);
  const auto keep = [&](const ledger::Tile& tile) { rows[ledger::tile_key(store.game, tile.id)] = tile.bytes; };
  ledger::TileBuilder builder(keep);
  for (std::uint64_t index = 0; index < size; ++index) builder.add(ledger::leaf_hash(record_of(index)));
  for (const ledger::Tile& tile : builder.unfinished()) keep(tile);
  const ledger::Hash root = builder.frontier().root();
  fmt::print("{} records, {} tiles\n", size, rows.size());

  const Cost inclusion = measure(store, size, count, [&](ledger::Prover& prover, std::uint64_t index) {
    const auto path = prover.inclusion(index, size);
    must(path && ledger::verify_inclusion(ledger::leaf_hash(record_of(index)), index, size, *path, root).ok(),
         "an inclusion proof does not hold");
  });
  const Cost consistency = measure(store, size, count, [&](ledger::Prover& prover, std::uint64_t first) {
    const auto before = prover.root(first);
    const auto path = prover.consistency(first, size);
    must(before && path && ledger::verify_consistency(first, *before, size, root, *path).ok(),
         "a consistency proof does not hold");
  });
  for (const auto& [name, cost] : {std::pair{"inclusion", inclusion}, std::pair{"consistency", consistency}}) {
    fmt::print("{}: at most {} reads, {:.0f} us on average, {:.0f} us at most\n", name, cost.most_reads,
               cost.total_us / static_cast<double>(count), cost.most_us);
  }
  // Two tiles a level of 256, and the records of an unfinished one.
  const std::size_t levels = (static_cast<std::size_t>(std::bit_width(size)) + 7) / 8;
  must(inclusion.most_reads <= 2 * levels + 1, "an inclusion proof reads more than two tiles a level");
  must(consistency.most_reads <= 3 * levels + 1, "a consistency proof and its root read more than three tiles a level");
  return 0;
}

// A ledger in files without names: it is a ledger as any other, and nothing of it can be seen, or is left.
#include "nomic/ledger/store/rocks/scratch_store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/scratch.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;
using test::found_game;
using test::in_child;
using test::payloads;
using test::say_many;
using test::TempFolder;

// More than RocksDB keeps in memory before it writes a table.
constexpr std::uint64_t MANY = 3000;
constexpr std::size_t PAYLOAD_BYTES = 3000;

Status record_much(Ledger& ledger, const GameId& game) {
  auto head = ledger.head(game);
  if (!head) return std::move(head).error();
  AppendRequest request;
  request.game = game;
  request.expected_size = head->size;
  request.recorded_at = head->recorded_at;
  for (std::uint64_t i = 0; i < MANY; ++i) {
    // No two alike, so that nothing is compressed away.
    std::string payload;
    for (std::uint64_t n = i * PAYLOAD_BYTES; payload.size() < PAYLOAD_BYTES; ++n) payload += std::to_string(n * n);
    request.records.push_back({"Ann", std::move(payload)});
  }
  auto done = ledger.append(request);
  if (!done) return std::move(done).error();
  return Done{};
}

TEST(ScratchStore, NothingOfItCanBeSeen) {
  const TempFolder temp;
  auto ledger = scratch_ledger(temp.path());
  ASSERT_OK(ledger);
  auto game = found_game(**ledger, "friday", 3);
  ASSERT_OK(game);
  ASSERT_OK(record_much(**ledger, game->game));
  EXPECT_TRUE(fs::is_empty(temp.path()));
  ledger->reset();
  EXPECT_TRUE(fs::is_empty(temp.path()));
}

TEST(ScratchStore, GivesBackWhatDoesNotFitIntoMemory) {
  const TempFolder temp;
  auto ledger = scratch_ledger(temp.path());
  ASSERT_OK(ledger);
  auto game = found_game(**ledger, "friday", 3);
  ASSERT_OK(game);
  ASSERT_OK(record_much(**ledger, game->game));
  const auto all = payloads(**ledger, game->game);
  ASSERT_EQ(all.size(), 3 + MANY);
  EXPECT_TRUE(all.back().starts_with(std::to_string((MANY - 1) * PAYLOAD_BYTES * (MANY - 1) * PAYLOAD_BYTES)));
  EXPECT_TRUE(test::faults_of(**ledger, game->game).empty());
}

TEST(ScratchStore, AProcessThatIsKilledLeavesNothing) {
  const TempFolder temp;
  const int ended = in_child([&] {
    auto ledger = scratch_ledger(temp.path());
    if (!ledger) return 1;
    auto game = found_game(**ledger, "friday", 3);
    if (!game || !record_much(**ledger, game->game)) return 2;
    ::kill(::getpid(), SIGKILL);
    return 3;
  });
  EXPECT_EQ(ended, 128 + SIGKILL);
  EXPECT_TRUE(fs::is_empty(temp.path()));
}

TEST(ScratchStore, TakesInABundleAsAnyLedgerDoes) {
  const TempFolder temp;
  auto from = Ledger::in_memory();
  auto game = found_game(*from, "friday", 3);
  ASSERT_OK(game);
  ASSERT_OK(say_many(*from, game->game, 600));
  std::string bytes;
  ExportRequest request;
  request.game = game->game;
  ASSERT_OK(from->export_to(
      [&](std::string_view more) {
        bytes += more;
        return 0;
      },
      request, {}));
  auto ledger = scratch_ledger(temp.path());
  ASSERT_OK(ledger);
  const auto take_in = [&](const std::string& bundle, const ImportRequest& how) {
    std::size_t at = 0;
    BundleSource source([&bundle, &at](char* into, std::size_t count) -> std::ptrdiff_t {
      const std::size_t got = bundle.copy(into, count, at);
      at += got;
      return static_cast<std::ptrdiff_t>(got);
    });
    return (*ledger)->import_from(source, how, {});
  };
  std::string damaged = bytes;
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_REFUSED(take_in(damaged, {}), BAD_BUNDLE);
  auto taken = take_in(bytes, {});
  ASSERT_OK(taken);
  EXPECT_EQ(taken->head.size, 603U);
  EXPECT_EQ(payloads(**ledger, game->game), payloads(*from, game->game));
}

TEST(ScratchStore, NeedsAFolder) {
  EXPECT_FALSE(scratch_ledger("/nonexistent/folder"));
}

}  // namespace
}  // namespace nomic::ledger

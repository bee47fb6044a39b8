// Copies: a game's first records under another identity, chained anew.
#include "nomic/ledger/copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/key.h"

namespace nomic::ledger {
namespace {

using namespace test;

struct Copied {
  std::string bytes;
  BundleReport report;
};

Result<Copied> copied(Ledger& ledger, const CopyRequest& request) {
  Copied copy;
  auto done = export_copy(ledger, request,
                          [&](std::string_view bytes) {
                            copy.bytes += bytes;
                            return 0;
                          },
                          {});
  if (!done) return done.error();
  copy.report = *done;
  return copy;
}

Result<Imported> taken(Ledger& ledger, const std::string& bytes) {
  auto at = std::make_shared<std::size_t>(0);
  BundleSource source([&bytes, at](char* into, std::size_t count) -> std::ptrdiff_t {
    const std::size_t given = std::min(count, bytes.size() - *at);
    std::memcpy(into, bytes.data() + *at, given);
    *at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  return ledger.import_from(source, {}, {});
}

std::vector<StoredRecord> records_of(Ledger& ledger, const GameId& game) {
  std::vector<StoredRecord> all;
  EXPECT_OK(ledger.read(game, {0}, ledger.head(game)->size, [&](const StoredRecord& record) {
    all.push_back(record);
    return true;
  }));
  return all;
}

TEST(Copy, HasTheRecordsOfTheGameUnderAnIdentityOfItsOwn) {
  const auto ledger = Ledger::in_memory();
  const GameId game = found_game(*ledger, "club", 3, "founding")->game;
  ASSERT_OK(say_many(*ledger, game, 40));
  ASSERT_OK(say(*ledger, game, "asked", {"mail-7", sha256("mail-7")}));
  const auto copy = copied(*ledger, {game, 44, "another", "practice"});
  ASSERT_OK(copy);
  EXPECT_NE(copy->report.game, game);
  EXPECT_EQ(copy->report.size, 44U);

  const auto other = Ledger::in_memory();
  ASSERT_OK(taken(*other, copy->bytes));
  const Head head = *other->find("practice");
  EXPECT_EQ(head.game, copy->report.game);
  EXPECT_EQ(head.head_hash, copy->report.head_hash);
  EXPECT_EQ(head.root, copy->report.root);
  EXPECT_EQ(faults_of(*other, head.game), std::vector<std::string>());

  const auto ours = records_of(*ledger, game);
  const auto theirs = records_of(*other, head.game);
  ASSERT_EQ(theirs.size(), 44U);
  EXPECT_EQ(theirs[0].payload, "another");
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    EXPECT_NE(theirs[i].leaf, ours[i].leaf) << i;
    EXPECT_EQ(theirs[i].payload, i == 0 ? "another" : ours[i].payload) << i;
    EXPECT_EQ(theirs[i].author, ours[i].author) << i;
    EXPECT_EQ(theirs[i].recorded_at, ours[i].recorded_at) << i;
    EXPECT_EQ(theirs[i].request_id, ours[i].request_id) << i;
    EXPECT_EQ(theirs[i].seen_size, ours[i].seen_size) << i;
  }
  // What was asked once is answered with what it recorded then.
  const auto known = other->request(head.game, "Ann", {"mail-7", sha256("mail-7")});
  ASSERT_OK(known);
  ASSERT_TRUE(known->has_value());
  EXPECT_EQ((*known)->first.value, 43U);
}

TEST(Copy, OfAPartIsThatPart) {
  const auto ledger = Ledger::in_memory();
  const GameId game = found_game(*ledger, "club", 3)->game;
  ASSERT_OK(say_many(*ledger, game, 10));
  for (const std::uint64_t size : {1U, 2U, 3U, 12U}) {
    const auto copy = copied(*ledger, {game, size, "another", "practice"});
    ASSERT_OK(copy);
    const auto other = Ledger::in_memory();
    ASSERT_OK(taken(*other, copy->bytes));
    EXPECT_EQ(other->find("practice")->size, size);
  }
  EXPECT_REFUSED(copied(*ledger, {game, 0, "another", "practice"}), BAD_INPUT);
  EXPECT_REFUSED(copied(*ledger, {game, 14, "another", "practice"}), NO_SUCH_RECORD);
  EXPECT_REFUSED(copied(*ledger, {game, 3, std::string(65'536, 'x'), "practice"}), TOO_LARGE);
}

TEST(Copy, BearsNoSignature) {
  const auto ledger = Ledger::in_memory();
  const GameId game = found_game(*ledger, "club", 3)->game;
  const PrivateKey key = PrivateKey::generate();
  AppendRequest request;
  request.game = game;
  request.expected_size = 3;
  request.records.push_back({.author = "Ann", .payload = "signed", .keys = {&key}});
  request.recorded_at = ledger->head(game)->recorded_at;
  ASSERT_OK(ledger->append(request));
  const auto copy = copied(*ledger, {game, 4, "another", "practice"});
  ASSERT_OK(copy);
  EXPECT_EQ(copy->report.signatures, 0U);
  const auto other = Ledger::in_memory();
  ASSERT_OK(taken(*other, copy->bytes));
  const auto records = records_of(*other, copy->report.game);
  EXPECT_EQ(records[3].payload, "signed");
  EXPECT_TRUE(records[3].signers.empty());
}

// What the sink says is what the copy says, at whatever part of it.
TEST(Copy, AFullDiskEndsIt) {
  const auto ledger = Ledger::in_memory();
  const GameId game = found_game(*ledger, "club", 3)->game;
  const auto done = export_copy(*ledger, {game, 3, "another", "practice"}, [](std::string_view) { return ENOSPC; }, {});
  EXPECT_REFUSED(done, FULL);
}

}  // namespace
}  // namespace nomic::ledger

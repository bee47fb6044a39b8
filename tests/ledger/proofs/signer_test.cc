// The memory of one who signs: no rollback and no second history gets a signature.
#include "nomic/ledger/signer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ledger/support/by_the_book.h"
#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::Book;
using test::files_in;
using test::some_leaves;

class Signer : public ::testing::Test {
 protected:
  CheckpointNote note(std::size_t size, const std::string& origin = "o") {
    CheckpointNote made;
    made.checkpoint = {origin, size, book_.root(0, size), {}};
    made.note.text = made.checkpoint.text();
    made.note.add(sign_note(made.note.text, origin, key_));
    return made;
  }
  static CheckpointNote forked(CheckpointNote note) {
    note.checkpoint.root.bytes[0] ^= 1U;
    note.note.text = note.checkpoint.text();
    return note;
  }
  Result<SignerMemory> take() { return SignerMemory::take(key_file_, 0); }
  AskConsistency prove() {
    return
        [this](std::uint64_t first, std::uint64_t second) -> Result<ProofPath> { return book_.proof(first, second); };
  }
  static AskConsistency prove_nothing() {
    return [](std::uint64_t, std::uint64_t) -> Result<ProofPath> { return ProofPath{}; };
  }

  test::TempFolder temp_;
  std::string key_file_ = temp_.path("ann.key");
  PrivateKey key_ = PrivateKey::generate();
  Book book_{some_leaves(50)};
};

TEST_F(Signer, FirstSignsAnythingAndThenRemembers) {
  {
    auto memory = take();
    ASSERT_OK(memory);
    EXPECT_FALSE(memory->recall("o"));
    EXPECT_OK(memory->allow(note(20), {}, prove_nothing()));
    ASSERT_OK(memory->remember(note(20), {}));
    ASSERT_OK(memory->remember(note(7, "another origin"), {}));
  }
  auto memory = take();
  ASSERT_OK(memory);
  const auto before = memory->recall("o");
  ASSERT_TRUE(before);
  EXPECT_EQ(before->size, 20U);
  EXPECT_EQ(before->root, book_.root(0, 20));
  EXPECT_EQ(before->note, note(20).note.encode());
  EXPECT_EQ(memory->recall("another origin")->size, 7U);
  EXPECT_EQ(memory->file(), key_file_ + ".seen");
}

TEST_F(Signer, SignsWhatGoesOnFromItAndNothingElse) {
  auto memory = take();
  ASSERT_OK(memory);
  ASSERT_OK(memory->remember(note(20), {}));
  EXPECT_OK(memory->allow(note(20), {}, prove_nothing()));
  EXPECT_OK(memory->allow(note(33), {}, prove()));
  EXPECT_REFUSED(memory->allow(note(19), {}, prove()), WITNESS_REFUSES);
  EXPECT_REFUSED(memory->allow(note(33), {}, prove_nothing()), WITNESS_REFUSES);
  EXPECT_REFUSED(memory->allow(note(33), {},
                               [](std::uint64_t, std::uint64_t) -> Result<ProofPath> {
                                 return Error{ErrorCode::NO_SUCH_RECORD, "there is none", "", {}};
                               }),
                 NO_SUCH_RECORD);
  EXPECT_OK(memory->allow(note(3, "another origin"), {}, prove_nothing()));
}

TEST_F(Signer, KeepsBothNotesOfAFork) {
  auto memory = take();
  ASSERT_OK(memory);
  ASSERT_OK(memory->remember(note(20), {}));
  const auto refused = memory->allow(forked(note(20)), {}, prove());
  EXPECT_REFUSED(refused, WITNESS_REFUSES);
  std::vector<std::string> kept;
  for (const std::string& name : files_in(temp_.path())) {
    if (name.find(".fork-") != std::string::npos) kept.push_back(name);
  }
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_NE(refused.error().hint.find(kept[0]), std::string::npos);
  const std::string both = test::slurp(temp_.path(kept[0]));
  EXPECT_EQ(both, SignerMemory::fork_evidence(note(20).note.encode(), forked(note(20)).note.encode()));
  EXPECT_NE(both.find(note(20).note.text), std::string::npos);
  EXPECT_NE(both.find(forked(note(20)).note.text), std::string::npos);
  EXPECT_REFUSED(memory->allow(forked(note(33)), {}, prove()), WITNESS_REFUSES);
}

// An origin is a name: a second history under a second name is a fork all the same.
TEST_F(Signer, NoticesTwoHistoriesOfOneGameUnderTwoOrigins) {
  const Hash game = sha256("record 0");
  {
    auto memory = take();
    ASSERT_OK(memory);
    ASSERT_OK(memory->remember(note(20, "club.example"), game));
  }
  auto memory = take();
  ASSERT_OK(memory);
  EXPECT_EQ(memory->recall("club.example")->game, game);
  EXPECT_REFUSED(memory->allow(forked(note(20, "another")), game, prove()), WITNESS_REFUSES);
  EXPECT_REFUSED(memory->allow(forked(note(33, "another")), game, prove()), WITNESS_REFUSES);
  EXPECT_REFUSED(memory->allow(note(33, "another"), game, prove_nothing()), WITNESS_REFUSES);
  EXPECT_REFUSED(memory->allow(note(19, "another"), game, prove()), WITNESS_REFUSES);
  std::size_t kept = 0;
  for (const std::string& name : files_in(temp_.path())) kept += name.find(".fork-") != std::string::npos ? 1U : 0U;
  EXPECT_EQ(kept, 3U);
  // The origin alone says which game it is.
  EXPECT_REFUSED(memory->allow(forked(note(20, default_origin(game))), {}, prove()), WITNESS_REFUSES);
  EXPECT_OK(memory->allow(note(20, "another"), game, prove_nothing()));
  EXPECT_OK(memory->allow(note(33, "another"), game, prove()));
  // Another game, and one of which nobody knows which it is.
  EXPECT_OK(memory->allow(forked(note(20, "another")), sha256("another game"), prove_nothing()));
  EXPECT_OK(memory->allow(forked(note(20, "another")), {}, prove_nothing()));
  // What is known of an origin once stays known.
  ASSERT_OK(memory->remember(note(33, "club.example"), {}));
  EXPECT_EQ(memory->recall("club.example")->game, game);
}

TEST_F(Signer, KnowsTheGameThatAnOriginSignedBeforeNames) {
  const Hash game = sha256("record 0");
  auto memory = take();
  ASSERT_OK(memory);
  ASSERT_OK(memory->remember(note(20, default_origin(game)), {}));
  EXPECT_FALSE(memory->recall(default_origin(game))->game);
  EXPECT_REFUSED(memory->allow(forked(note(20, "another")), game, prove()), WITNESS_REFUSES);
  EXPECT_EQ(game_of_origin(default_origin(game)), game);
  EXPECT_FALSE(game_of_origin("nomic.invalid/" + std::string(64, 'A')));
  EXPECT_FALSE(game_of_origin("nomic.invalid/" + game.hex() + "0"));
  EXPECT_FALSE(game_of_origin("club.example/" + game.hex()));
}

TEST_F(Signer, OneProcessAtATime) {
  auto memory = take();
  ASSERT_OK(memory);
  EXPECT_REFUSED(take(), IN_USE);
}

TEST_F(Signer, AMemoryThatCannotBeReadSignsNothing) {
  {
    auto memory = take();
    ASSERT_OK(memory);
    ASSERT_OK(memory->remember(note(20), sha256("record 0")));
  }
  const std::string file = key_file_ + ".seen";
  const std::string whole = test::slurp(file);
  // Cut at every length: read as it was only when whole, and as empty never.
  for (std::size_t length = 0; length < whole.size(); length += length < 40 ? 1 : 23) {
    test::spill(file, whole.substr(0, length));
    auto memory = take();
    if (memory.ok()) {
      EXPECT_EQ(length, std::string("nomic signer 1\n").size());
    } else {
      EXPECT_REFUSED(memory, DAMAGED);
    }
  }
  test::spill(file, whole + "x");
  EXPECT_REFUSED(take(), DAMAGED);
}

// What was not remembered must not be signed: the caller is told before a signature leaves.
TEST_F(Signer, SaysWhenItCannotRemember) {
  auto memory = take();
  ASSERT_OK(memory);
  ASSERT_TRUE(std::filesystem::create_directory(memory->file()));
  EXPECT_REFUSED(memory->remember(note(20), {}), IO_FAILED);
  EXPECT_FALSE(memory->recall("o"));
}

}  // namespace
}  // namespace nomic::ledger

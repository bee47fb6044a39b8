// What is kept with a game beside its records.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

struct Kept {
  MemoryStore* store = nullptr;
  std::unique_ptr<Ledger> ledger;
  GameId game;
  PrivateKey key = PrivateKey::generate();
  PrivateKey witness = PrivateKey::generate();

  Kept() {
    auto made = std::make_unique<MemoryStore>();
    store = made.get();
    ledger = *Ledger::over(std::move(made), {});
    game = test::found_game(*ledger, "friday", 20)->game;
  }
  [[nodiscard]] std::string text(std::uint64_t size) const {
    return Checkpoint{"log.example", size, *ledger->root_at(game, size), {}}.text();
  }
  [[nodiscard]] BundleEvidence note(std::uint64_t size) const {
    Note note{text(size), {}};
    note.add(sign_note(note.text, "log.example", key));
    return {"note", size, note.encode()};
  }
  [[nodiscard]] BundleEvidence cosigned(std::uint64_t size) const {
    Note note{text(size), {}};
    note.add(cosign_note(note.text, "w", witness, 5));
    return {"note", size, note.encode()};
  }
  std::string& row(std::uint64_t size) {
    const std::string prefix = "E" + game.hash.raw() + big_endian(size);
    return store->rows(Table::CATALOG).lower_bound(prefix)->second;
  }
};

TEST(Evidence, IsKeptByAscendingSizeAndOnce) {
  Kept kept;
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(7)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, "token"}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, "another"}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"fork", 900, "two notes"}));
  const auto found = kept.ledger->evidence(kept.game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 5U);
  EXPECT_EQ((*found)[0].size, 7U);
  EXPECT_EQ((*found)[0].bytes, kept.note(7).bytes);
  EXPECT_EQ((*found)[4].kind, "fork");
  EXPECT_TRUE(test::faults_of(*kept.ledger, kept.game).empty());
}

TEST(Evidence, SignaturesOfOneTextComeTogether) {
  Kept kept;
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.cosigned(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  const auto found = kept.ledger->evidence(kept.game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 1U);
  const auto note = Note::parse(found->front().bytes);
  ASSERT_OK(note);
  EXPECT_EQ(note->signatures.size(), 2U);
  EXPECT_OK(verify_note(*note, {{"w", KeyType::COSIGNATURE, kept.witness.public_key()},
                                {"log.example", KeyType::ED25519, kept.key.public_key()}}));
}

// As many signatures as a note can bear, by keys that nobody knows.
BundleEvidence full_of_junk(const Kept& kept, std::uint64_t size) {
  Note note{kept.text(size), {}};
  for (std::size_t i = 0; i < MAX_NOTE_SIGNATURES; ++i) note.signatures.push_back({fmt::format("junk{}", i), 7, "x"});
  return {"note", size, note.encode()};
}

std::vector<NoteSignature> kept_signatures(const Kept& kept) {
  const auto found = kept.ledger->evidence(kept.game);
  EXPECT_EQ(found->size(), 1U);
  return Note::parse(found->front().bytes)->signatures;
}

TEST(Evidence, SignaturesOfUnknownKeysDoNotCrowdOutThoseThatWereVerified) {
  Kept kept;
  const VerifierKey log{"log.example", KeyType::ED25519, kept.key.public_key()};
  const VerifierKey witness{"w", KeyType::COSIGNATURE, kept.witness.public_key()};
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, full_of_junk(kept, 12)));
  ASSERT_OK(kept.ledger->keep_note(kept.game, *CheckpointNote::parse(kept.note(12).bytes), {log}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, full_of_junk(kept, 12)));
  ASSERT_OK(kept.ledger->keep_note(kept.game, *CheckpointNote::parse(kept.cosigned(12).bytes), {witness}));
  const auto signatures = kept_signatures(kept);
  ASSERT_EQ(signatures.size(), MAX_NOTE_SIGNATURES);
  EXPECT_EQ(signatures[0].name, "w");
  EXPECT_EQ(signatures[1].name, "log.example");
  EXPECT_EQ(signatures[2].name, "junk0");
  EXPECT_EQ(signatures[63].name, "junk61");
  EXPECT_OK(verify_note({kept.text(12), signatures}, {log, witness}));
  EXPECT_TRUE(test::faults_of(*kept.ledger, kept.game).empty());
}

// The name and ID of a key can be put under a note by anybody.
TEST(Evidence, ASignatureThatNobodyVerifiedTakesNoOthersPlace) {
  Kept kept;
  const VerifierKey log{"log.example", KeyType::ED25519, kept.key.public_key()};
  Note forged{kept.text(12), {{log.name, log.id(), std::string(64, 'x')}}};
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"note", 12, forged.encode()}));
  EXPECT_OK(verify_note({kept.text(12), kept_signatures(kept)}, {log}));

  // Where the forged one came first.
  Kept other;
  const VerifierKey its_log{"log.example", KeyType::ED25519, other.key.public_key()};
  forged = {other.text(12), {{its_log.name, its_log.id(), std::string(64, 'x')}}};
  ASSERT_OK(other.ledger->keep_evidence(other.game, {"note", 12, forged.encode()}));
  ASSERT_OK(other.ledger->keep_note(other.game, *CheckpointNote::parse(other.note(12).bytes), {its_log}));
  EXPECT_OK(verify_note({other.text(12), kept_signatures(other)}, {its_log}));
  EXPECT_REFUSED(other.ledger->keep_note(other.game, *CheckpointNote::parse(forged.encode()), {its_log}),
                 BAD_SIGNATURE);
  EXPECT_REFUSED(other.ledger->keep_note(other.game, *CheckpointNote::parse(other.cosigned(12).bytes), {its_log}),
                 BAD_SIGNATURE);
}

// Junk may be long as well as many.
TEST(Evidence, ANoteFullOfBytesKeepsWhatWasVerified) {
  Kept kept;
  const VerifierKey log{"log.example", KeyType::ED25519, kept.key.public_key()};
  Note junk{kept.text(12), {{"junk", 7, std::string(196'530, 'x')}}};
  ASSERT_OK(Note::parse(junk.encode()));
  ASSERT_GT(junk.encode().size() + 200, MAX_NOTE_BYTES);
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, {"note", 12, junk.encode()}));
  ASSERT_OK(kept.ledger->keep_note(kept.game, *CheckpointNote::parse(kept.note(12).bytes), {log}));
  ASSERT_OK(kept.ledger->keep_evidence(kept.game, kept.cosigned(12)));
  const auto signatures = kept_signatures(kept);
  ASSERT_EQ(signatures.size(), 2U);
  EXPECT_EQ(signatures[0].name, "log.example");
  EXPECT_EQ(signatures[1].name, "w");
}

TEST(Evidence, MustFitTheGame) {
  Kept kept;
  Checkpoint other{"log.example", 12, sha256("another history"), {}};
  Note note{other.text(), {}};
  note.add(sign_note(note.text, "log.example", kept.key));
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 12, note.encode()}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 13, kept.note(12).bytes}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 12, "no note"}), BAD_NOTE);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"note", 21, kept.note(12).bytes}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"timestamp", 21, "token"}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"Time stamp", 12, "token"}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence(kept.game, {"timestamp", 12, ""}), BAD_INPUT);
  EXPECT_REFUSED(kept.ledger->keep_evidence({sha256("no game")}, kept.note(12)), NO_SUCH_GAME);
  EXPECT_TRUE(kept.ledger->evidence(kept.game)->empty());
}

TEST(Evidence, DamageToItIsFound) {
  const auto faults_after = [](const std::function<void(Kept&)>& damage) {
    Kept kept;
    EXPECT_OK(kept.ledger->keep_evidence(kept.game, kept.note(12)));
    damage(kept);
    return test::faults_of(*kept.ledger, kept.game);
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(faults_after([](Kept& kept) { kept.row(12) = "x"; }), Words{"evidence"});
  EXPECT_EQ(faults_after([](Kept& kept) {
              kept.row(12) = encode(EvidenceRow{"note", kept.note(11).bytes});
            }),
            Words{"evidence"});
  EXPECT_EQ(faults_after([](Kept& kept) {
              kept.store->rows(Table::CATALOG)["E" + kept.game.hash.raw() + big_endian(3)] = kept.row(12);
            }),
            Words{"evidence"});
  EXPECT_EQ(
      faults_after([](Kept& kept) { kept.store->rows(Table::CATALOG)["E" + sha256("no game").raw()] = kept.row(12); }),
      Words{"foreign"});
  EXPECT_EQ(
      faults_after([](Kept& kept) {
        const Hash id = sha256("timestamp\ntoken");
        kept.store->rows(Table::CATALOG)[evidence_key(kept.game, 21, id)] = encode(EvidenceRow{"timestamp", "token"});
      }),
      Words{"beyond"});
  // A note at its place that names another root.
  EXPECT_EQ(
      faults_after([](Kept& kept) {
        Note note{Checkpoint{"log.example", 12, sha256("x"), {}}.text(), {}};
        note.add(sign_note(note.text, "log.example", kept.key));
        const Hash id = sha256("note\n" + note.text);
        kept.store->rows(Table::CATALOG)[evidence_key(kept.game, 12, id)] = encode(EvidenceRow{"note", note.encode()});
      }),
      Words{"evidence"});
}

TEST(Evidence, IsDurable) {
  test::Place place;
  GameId game;
  std::string note;
  {
    auto ledger = place.make();
    ASSERT_OK(ledger);
    game = test::found_game(**ledger, "friday", 3)->game;
    Note signed_note{Checkpoint{"o", 3, (*ledger)->head(game)->root, {}}.text(), {}};
    signed_note.add(sign_note(signed_note.text, "o", PrivateKey::generate()));
    note = signed_note.encode();
    ASSERT_OK((*ledger)->keep_evidence(game, {"note", 3, note}));
    ASSERT_OK(test::say(**ledger, game, "a move after it"));
  }
  auto ledger = place.read();
  ASSERT_OK(ledger);
  const auto found = (*ledger)->evidence(game);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().bytes, note);
  EXPECT_TRUE(test::faults_of(**ledger, game).empty());
}

}  // namespace
}  // namespace nomic::ledger

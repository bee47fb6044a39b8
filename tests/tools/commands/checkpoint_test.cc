// checkpoint, prove and verify-proof, as a keeper, a witness and a player who trusts nobody use them.
#include "nomic/ledger/checkpoint.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "nomic/ledger/key.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using ::testing::HasSubstr;

// A game, a keeper's key and a witness's.
class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() {
    desk_.founded("Ann Bob Cleo");
    keeper_ = key("keeper.key", "club.example", ledger::KeyType::ED25519);
    witness_ = key("ann.key", "w.example/ann", ledger::KeyType::COSIGNATURE);
  }
  // Makes a key file; the verifier key of that name.
  std::string key(const std::string& file, const std::string& name, ledger::KeyType type) {
    const auto made = ledger::PrivateKey::generate();
    EXPECT_TRUE(made.save(desk_.folder() + "/" + file, {}).ok());
    return ledger::VerifierKey{name, type, made.public_key()}.text();
  }
  std::string make(const std::string& file) {
    return desk_.ok("checkpoint make --key keeper.key --origin club.example -o " + file);
  }
  void move() { desk_.ok("propose enact --text 'A rule.' --as Ann"); }
  [[nodiscard]] bool is_there(const std::string& file) const {
    return std::filesystem::exists(desk_.folder() + "/" + file);
  }

  Desk desk_;
  std::string keeper_;
  std::string witness_;
};

TEST_F(Checkpoints, AreMadeCosignedAndVerified) {
  EXPECT_THAT(make("note"), HasSubstr(keeper_));
  EXPECT_EQ(desk_.ok("checkpoint show"), desk_.ok("checkpoint make --key keeper.key --origin club.example"));
  EXPECT_THAT(desk_.ok("checkpoint sign note --key ann.key --name w.example/ann --vkey " + keeper_),
              HasSubstr(witness_));
  const std::string both = fmt::format(" --vkey {} --vkey {}", keeper_, witness_);
  EXPECT_THAT(desk_.ok("checkpoint verify note" + both), HasSubstr("The ledger here holds these records"));
  EXPECT_THAT(desk_.ok("checkpoint verify note --format json" + both), HasSubstr(R"("role":"WITNESS")"));
  desk_.write("policy", fmt::format("log {}\nwitness ann {}\nquorum ann\n", keeper_, witness_));
  desk_.ok("checkpoint verify note --policy policy");
  desk_.ok("verify");
}

TEST_F(Checkpoints, AreNotGoodForWhoeverTrustsAnother) {
  make("note");
  const std::string other = key("eve.key", "club.example", ledger::KeyType::ED25519);
  const Ran judged = desk_.run("checkpoint verify note --vkey " + other);
  EXPECT_EQ(judged.status, 1);
  EXPECT_THAT(judged.out, HasSubstr("Not good"));
  EXPECT_EQ(desk_.run(fmt::format("checkpoint verify note --vkey {} --vkey {}", keeper_, witness_)).status, 1);
  EXPECT_EQ(desk_.run("checkpoint verify - --vkey " + keeper_, "no note\n").status, 1);
  EXPECT_EQ(desk_.run("checkpoint verify note").status, 2);
  EXPECT_EQ(desk_.run("checkpoint verify note --vkey nonsense").status, 2);
  EXPECT_EQ(desk_.run("checkpoint verify note --policy p --vkey " + keeper_).status, 2);
  desk_.write("policy", "log x\n");
  EXPECT_EQ(desk_.run("checkpoint verify note --policy policy").status, 2);
  EXPECT_EQ(desk_.run("checkpoint verify nowhere --vkey " + keeper_).status, 2);
}

TEST_F(Checkpoints, FindALedgerThatWasCutBack) {
  namespace fs = std::filesystem;
  make("before");
  fs::copy(desk_.folder() + "/.nomic", desk_.folder() + "/older", fs::copy_options::recursive);
  move();
  make("note");
  fs::remove_all(desk_.folder() + "/.nomic");
  fs::rename(desk_.folder() + "/older", desk_.folder() + "/.nomic");
  // Nor does this user remember.
  desk_.environment["XDG_STATE_HOME"] = desk_.folder() + "/another state";
  const Ran judged = desk_.run("checkpoint verify note --vkey " + keeper_);
  EXPECT_EQ(judged.status, 1);
  EXPECT_THAT(judged.out, HasSubstr("older copy"));
  desk_.ok("checkpoint verify before --vkey " + keeper_);
  // The keeper's own key remembers.
  const Ran made = desk_.run("checkpoint make --key keeper.key --origin club.example");
  EXPECT_EQ(made.status, 3);
  // Another history of the same length: both notes are kept.
  desk_.ok("propose enact --text 'Another rule.' --as Ann");
  const Ran forked = desk_.run("checkpoint make --key keeper.key --origin club.example");
  EXPECT_EQ(forked.status, 3);
  EXPECT_THAT(forked.err, HasSubstr("keeper.key.fork-"));
  EXPECT_EQ(forked.out, "");
  const Ran witnessed = desk_.run("checkpoint sign note --key ann.key --name w.example/ann --game club.example");
  EXPECT_NE(witnessed.status, 0);
}

// An origin is a name; the key remembers the game.
TEST_F(Checkpoints, AForkIsNotSignedUnderAnotherOrigin) {
  namespace fs = std::filesystem;
  fs::copy(desk_.folder() + "/.nomic", desk_.folder() + "/fork", fs::copy_options::recursive);
  move();
  make("note");
  const std::string state = desk_.environment["XDG_STATE_HOME"];
  const std::string forgetful = desk_.folder() + "/another state";
  desk_.environment["XDG_STATE_HOME"] = forgetful;
  desk_.ok("propose enact --text 'Another rule.' --as Ann --ledger fork");
  const std::string elsewhere = "checkpoint make --ledger fork --key keeper.key";
  for (const std::string origin : {" --origin other.example", ""}) {
    const Ran forked = desk_.run(elsewhere + origin);
    EXPECT_EQ(forked.status, 3);
    EXPECT_THAT(forked.err, HasSubstr("this key signed 'club.example'"));
    EXPECT_THAT(forked.err, HasSubstr("keeper.key.fork-"));
    EXPECT_EQ(forked.out, "");
  }
  // A witness with a copy of the game likewise.
  desk_.environment["XDG_STATE_HOME"] = state;
  desk_.ok("checkpoint sign note --key ann.key --name w.example/ann");
  desk_.environment["XDG_STATE_HOME"] = forgetful;
  key("other.key", "other.example", ledger::KeyType::ED25519);
  desk_.ok("checkpoint make --ledger fork --key other.key --origin other.example -o forked");
  const Ran witnessed = desk_.run("checkpoint sign forked --ledger fork --key ann.key --name w.example/ann");
  EXPECT_EQ(witnessed.status, 3);
  EXPECT_THAT(witnessed.err, HasSubstr("ann.key.fork-"));
  // The same history may bear two names.
  desk_.environment["XDG_STATE_HOME"] = state;
  desk_.ok("checkpoint make --key keeper.key --origin other.example");
  desk_.ok("debate 'Why not?' --as Bob");
  desk_.ok("checkpoint make --key keeper.key");
}

// Signatures can be put under a note by anybody through whose hands it goes.
TEST_F(Checkpoints, ANoteFullOfJunkIsNoObstacle) {
  make("note");
  std::ifstream file(desk_.folder() + "/note");
  const std::string note(std::istreambuf_iterator<char>(file), {});
  std::string junk = note.substr(0, note.find("\n\n") + 2);
  for (int i = 0; i < 64; ++i) junk += fmt::format("\xE2\x80\x94 junk{} AAAAAAAA\n", i);
  desk_.write("junk", junk);
  EXPECT_EQ(desk_.run("checkpoint verify junk --vkey " + keeper_).status, 1);
  // Cosigned, it loses a signature of nobody's, and can be read.
  desk_.ok("checkpoint sign junk --key ann.key --name w.example/ann");
  desk_.ok("checkpoint verify junk --vkey " + witness_);
  // The keeper's stands last: whoever verifies it keeps it.
  const std::string signature = note.substr(note.find("\n\n") + 2);
  desk_.write("full", junk.substr(0, junk.find("\xE2\x80\x94 junk63")) + signature);
  desk_.ok("checkpoint sign full --key ann.key --name w.example/ann --vkey " + keeper_);
  desk_.ok(fmt::format("checkpoint verify full --vkey {} --vkey {}", keeper_, witness_));
  desk_.write("shown", desk_.ok("checkpoint show"));
  desk_.ok(fmt::format("checkpoint verify shown --vkey {} --vkey {}", keeper_, witness_));
  desk_.ok("verify");
}

TEST_F(Checkpoints, AWitnessWithoutTheLedgerAsksForAProof) {
  const std::string elsewhere = " --key ann.key --name w.example/ann";
  make("old");
  std::filesystem::rename(desk_.folder() + "/.nomic", desk_.folder() + "/kept");
  desk_.ok("checkpoint sign old" + elsewhere);
  desk_.ok("propose enact --text 'A rule.' --as Ann --ledger kept");
  desk_.ok("checkpoint make --ledger kept --key keeper.key --origin club.example -o new");
  const Ran refused = desk_.run("checkpoint sign new" + elsewhere);
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("nomic prove consistency"));
  const std::string sizes = refused.err.substr(refused.err.find("consistency") + 12);
  const std::string pair = sizes.substr(0, sizes.find(';'));
  desk_.ok("prove consistency " + pair + " --ledger kept -o grown");
  desk_.ok("checkpoint sign new --proof grown" + elsewhere);
  EXPECT_EQ(desk_.run("checkpoint sign old --proof grown" + elsewhere).status, 3);
  EXPECT_THAT(desk_.ok("verify-proof grown --since old --vkey " + keeper_), HasSubstr("Proven"));
  EXPECT_EQ(desk_.run("verify-proof grown --since new --vkey " + keeper_).status, 1);
  EXPECT_EQ(desk_.run("verify-proof grown --vkey " + keeper_).status, 2);
}

TEST_F(Checkpoints, ARecordIsProvenWithoutTheLedger) {
  make("note");
  desk_.ok("prove inclusion 5 -o proof");
  const std::string view = desk_.ok("prove inclusion 5 --format json");
  const std::string leaf = view.substr(view.find(R"("leaf":")") + 8, 64);
  std::filesystem::remove_all(desk_.folder() + "/.nomic");
  const std::string trust = " --vkey " + keeper_;
  EXPECT_THAT(desk_.ok("verify-proof proof --leaf " + leaf + trust), HasSubstr("record #5"));
  std::string other = leaf;
  other[0] = other[0] == 'a' ? 'b' : 'a';
  EXPECT_EQ(desk_.run("verify-proof proof --leaf " + other + trust).status, 1);
  EXPECT_EQ(desk_.run("verify-proof proof --leaf " + leaf + " --vkey " + witness_).status, 2);
  EXPECT_EQ(desk_.run("verify-proof proof --leaf xyz" + trust).status, 2);
  EXPECT_EQ(desk_.run("verify-proof proof" + trust).status, 2);
  EXPECT_EQ(desk_.run("verify-proof proof --leaf " + leaf).status, 2);
  EXPECT_EQ(desk_.run("verify-proof note --leaf " + leaf + trust).status, 1);
  desk_.write("record", "not the record");
  EXPECT_EQ(desk_.run("verify-proof proof --record record" + trust).status, 1);
}

TEST_F(Checkpoints, WhatCannotBeProvenOrSignedIsRefused) {
  EXPECT_EQ(desk_.run("prove inclusion 5").status, 3);  // no checkpoint is kept
  EXPECT_EQ(desk_.run("checkpoint show").status, 3);
  make("note");
  EXPECT_EQ(desk_.run("prove inclusion 100000").status, 2);
  EXPECT_EQ(desk_.run("prove inclusion x").status, 2);
  EXPECT_EQ(desk_.run("prove consistency 5 4").status, 2);
  EXPECT_EQ(desk_.run("prove consistency 5 100000").status, 2);
  EXPECT_EQ(desk_.run("prove everything").status, 2);
  EXPECT_EQ(desk_.run("checkpoint").status, 2);
  EXPECT_EQ(desk_.run("checkpoint mkae").status, 2);
  EXPECT_EQ(desk_.run("checkpoint make").status, 2);
  EXPECT_EQ(desk_.run("checkpoint make --key keeper.key --origin 'two words'").status, 2);
  EXPECT_EQ(desk_.run("checkpoint make --key note").status, 2);
  EXPECT_EQ(desk_.run("checkpoint sign note --key ann.key").status, 2);
  EXPECT_FALSE(is_there("ann.key.seen"));
}

// The keeper's signature, checked by a program that nobody here wrote.
TEST_F(Checkpoints, OpensslVerifiesTheSignature) {
  make("note");
  const std::string script =
      "cd '" + desk_.folder() +
      "' && sed '/^$/,$d' note >text && tail -n 1 note | sed 's/.* //' | base64 -d | tail -c 64 >signature && "
      "openssl pkey -in keeper.key -pubout -out public 2>/dev/null && "
      "openssl pkeyutl -verify -rawin -pubin -inkey public -in text -sigfile signature >/dev/null 2>&1";
  EXPECT_EQ(std::system(script.c_str()), 0);
  EXPECT_NE(
      std::system(("cd '" + desk_.folder() +
                   "' && echo more >>text && "
                   "openssl pkeyutl -verify -rawin -pubin -inkey public -in text -sigfile signature >/dev/null 2>&1")
                      .c_str()),
      0);
}

}  // namespace
}  // namespace nomic::tools

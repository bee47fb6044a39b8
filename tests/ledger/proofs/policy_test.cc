// Policies: the grammar of C2SP tlog-policy, and whom they let through.
#include "nomic/ledger/policy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

constexpr const char* ORIGIN = "log.example";

// A log and four witnesses, each with a key.
struct Parties {
  PrivateKey log = PrivateKey::generate();
  std::vector<PrivateKey> witnesses;

  Parties() {
    for (int i = 0; i < 4; ++i) witnesses.push_back(PrivateKey::generate());
  }
  [[nodiscard]] std::string log_key(const std::string& name = ORIGIN) const {
    return VerifierKey{name, KeyType::ED25519, log.public_key()}.text();
  }
  [[nodiscard]] static std::string name(std::size_t i) { return fmt::format("w{}.example", i); }
  [[nodiscard]] VerifierKey witness(std::size_t i) const {
    return {name(i), KeyType::COSIGNATURE, witnesses[i].public_key()};
  }
  [[nodiscard]] std::string lines() const {
    std::string text = fmt::format("log {}\n", log_key());
    for (std::size_t i = 0; i < 4; ++i) text += fmt::format("witness W{} {}\n", i, witness(i).text());
    return text;
  }
  // A checkpoint signed by the log, unless not, and by the witnesses that are listed.
  [[nodiscard]] CheckpointNote signed_by(const std::vector<std::size_t>& who, bool by_log = true) const {
    CheckpointNote note;
    note.checkpoint = {ORIGIN, 7, sha256("root"), {}};
    note.note.text = note.checkpoint.text();
    if (by_log) note.note.add(sign_note(note.note.text, ORIGIN, log));
    for (const std::size_t i : who) note.note.add(cosign_note(note.note.text, name(i), witnesses[i], 1000 + i));
    return note;
  }
};

Policy read(const std::string& text) {
  auto policy = Policy::parse(text);
  EXPECT_OK(policy);
  return *std::move(policy);
}

TEST(Policy, CountsWitnessesByGroups) {
  const Parties all;
  const Policy policy = read(all.lines() +
                             "# two levels, as in the specification's example\n\n"
                             "group X 2 W0 W1 W2\n"
                             "\tgroup Y any W3  \n"
                             "group both all X Y\n"
                             "quorum both\n");
  EXPECT_OK(policy.check(all.signed_by({0, 1, 3})));
  EXPECT_OK(policy.check(all.signed_by({0, 1, 2, 3})));
  EXPECT_REFUSED(policy.check(all.signed_by({0, 1, 2})), BAD_SIGNATURE);
  EXPECT_REFUSED(policy.check(all.signed_by({0, 3})), BAD_SIGNATURE);
  EXPECT_REFUSED(policy.check(all.signed_by({0, 1, 3}, false)), BAD_SIGNATURE);
  const auto good = policy.check(all.signed_by({2, 1, 3}));
  ASSERT_OK(good);
  ASSERT_EQ(good->size(), 4U);
  EXPECT_EQ((*good)[1].key, all.witness(2));
  EXPECT_EQ((*good)[1].time, 1002U);
}

TEST(Policy, MayAskForOneWitnessOrNone) {
  const Parties all;
  EXPECT_OK(read(all.lines() + "quorum none\n").check(all.signed_by({})));
  EXPECT_OK(read(all.lines() + "quorum W2\n").check(all.signed_by({2})));
  EXPECT_REFUSED(read(all.lines() + "quorum W2\n").check(all.signed_by({1})), BAD_SIGNATURE);
  // A cosignature of a known witness must hold, needed or not.
  CheckpointNote forged = all.signed_by({1});
  forged.note.signatures[1].bytes[20] ^= 1;
  EXPECT_REFUSED(read(all.lines() + "quorum none\n").check(forged), BAD_SIGNATURE);
}

TEST(Policy, ALogSpeaksForItsOriginAlone) {
  const Parties all;
  const Policy policy = read(fmt::format("log {}\nquorum none\n", all.log_key("other.example")));
  CheckpointNote note = all.signed_by({}, false);
  note.note.add(sign_note(note.note.text, "other.example", all.log));
  EXPECT_REFUSED(policy.check(note), BAD_SIGNATURE);
}

TEST(Policy, OfKeysEachMustHaveSigned) {
  const Parties all;
  const VerifierKey log = *VerifierKey::parse(all.log_key());
  const auto policy = Policy::of({log, all.witness(0), all.witness(1)});
  ASSERT_OK(policy);
  EXPECT_TRUE(policy->has_log());
  EXPECT_OK(policy->check(all.signed_by({0, 1})));
  EXPECT_REFUSED(policy->check(all.signed_by({0})), BAD_SIGNATURE);
  EXPECT_REFUSED(policy->check(all.signed_by({0, 1}, false)), BAD_SIGNATURE);
  const auto witness_only = Policy::of({all.witness(0)});
  ASSERT_OK(witness_only);
  EXPECT_FALSE(witness_only->has_log());
  EXPECT_OK(witness_only->check(all.signed_by({0}, false)));
  EXPECT_REFUSED(Policy::of({log, log}), BAD_NOTE);
  EXPECT_REFUSED(Policy::of({}), BAD_NOTE);
}

TEST(Policy, OnlyItsGrammarIsRead) {
  const Parties all;
  const std::string key = all.witness(0).text();
  const std::string lines = all.lines();
  const std::vector<std::string> bad = {
      "",
      lines,
      lines + "quorum none",
      lines + "quorum none\nquorum none\n",
      lines + "quorum nobody\n",
      lines + "quorum\n",
      lines + "quorum W0 W1\n",
      lines + "quorum none\r\n",
      lines + "quorum none\n\x01\n",
      lines + "quorum none\n\x7F\n",
      lines + "limit 3\nquorum none\n",
      lines + "Quorum none\n",
      lines + "group G 0 W0\nquorum G\n",
      lines + "group G 2 W0\nquorum G\n",
      lines + "group G 01 W0\nquorum G\n",
      lines + "group G -1 W0\nquorum G\n",
      lines + "group G most W0\nquorum G\n",
      lines + "group G all\nquorum G\n",
      lines + "group G all W9\nquorum G\n",
      lines + "group G all G\nquorum G\n",
      lines + "group G all none\nquorum G\n",
      lines + "group G all W0 W0\nquorum G\n",
      lines + "group G all W0\ngroup H all W0\nquorum G\n",
      lines + "group W0 all W1\nquorum W0\n",
      lines + "group none all W1\nquorum none\n",
      "quorum G\ngroup G all W0\n" + lines,
      lines + lines + "quorum none\n",
      fmt::format("log {}\nquorum none\n", key),
      fmt::format("witness W {}\nquorum W\n", all.log_key()),
      fmt::format("witness W {}\nwitness V {}\nquorum W\n", key, key),
      fmt::format("log {}\nlog {}\nquorum none\n", all.log_key(), all.log_key("another.name")),
      "log x\nquorum none\n",
      "log\nquorum none\n",
      fmt::format("witness {}\nquorum none\n", key),
      fmt::format("witness W {} https x\nquorum none\n", key),
      std::string((1U << 18U) + 1, '\n'),
  };
  for (const std::string& each : bad) {
    SCOPED_TRACE(each.substr(each.size() < 60 ? 0 : each.size() - 60));
    EXPECT_REFUSED(Policy::parse(each), BAD_NOTE);
  }
  EXPECT_OK(Policy::parse("quorum none\n"));
  EXPECT_OK(Policy::parse(fmt::format("witness \xE2\x84\xAA {} an-address\nquorum \xE2\x84\xAA\n", key)));
}

// At least 32 of each.
TEST(Policy, MayBeLong) {
  std::string text;
  std::string names;
  for (int i = 0; i < 40; ++i) {
    const PrivateKey log = PrivateKey::generate();
    const PrivateKey witness = PrivateKey::generate();
    text += fmt::format("log {}\n", VerifierKey{"log", KeyType::ED25519, log.public_key()}.text());
    text += fmt::format("witness W{} {}\n", i, VerifierKey{"w", KeyType::COSIGNATURE, witness.public_key()}.text());
    text += fmt::format("group G{} any W{}\n", i, i);
    names += fmt::format(" G{}", i);
  }
  EXPECT_OK(Policy::parse(text + "group all-of-them 20" + names + "\nquorum all-of-them\n"));
}

}  // namespace
}  // namespace nomic::ledger

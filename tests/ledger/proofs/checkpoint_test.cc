#include "nomic/ledger/checkpoint.h"

#include <gtest/gtest.h>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

constexpr const char* ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";

// The example of C2SP tlog-checkpoint.
TEST(Checkpoint, ReadsTheExampleOfItsSpecification) {
  const std::string text = std::string("example.com/behind-the-sofa\n20852163\n") + ROOT + "\n";
  const auto read = Checkpoint::parse(text);
  ASSERT_OK(read);
  EXPECT_EQ(read->origin, "example.com/behind-the-sofa");
  EXPECT_EQ(read->size, 20852163U);
  EXPECT_EQ(read->root.hex(), "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62");
  EXPECT_FALSE(read->head());
  EXPECT_EQ(read->text(), text);
}

TEST(Checkpoint, SaysTheHeadInALineOfItsOwn) {
  const Hash head = sha256("head");
  const Checkpoint said{"o", 3, sha256("root"), {"head " + head.hex()}};
  const auto read = Checkpoint::parse(said.text());
  ASSERT_OK(read);
  EXPECT_EQ(read->head(), head);
  EXPECT_EQ(read->text(), said.text());
  for (const std::string& line : {std::string("head"), "head " + head.hex().substr(1), "head  " + head.hex(),
                                  "head " + head.hex() + " ", std::string("heads ") + head.hex()}) {
    const Checkpoint other{"o", 3, sha256("root"), {line}};
    ASSERT_OK(Checkpoint::parse(other.text()));
    EXPECT_FALSE(Checkpoint::parse(other.text())->head()) << line;
  }
}

TEST(Checkpoint, OnlyOneFormIsRead) {
  const std::string root = std::string(ROOT) + "\n";
  for (const std::string& bad :
       {std::string(), std::string("o\n"), std::string("o\n5\n"), "\n5\n" + root, "o\n\n" + root, "o\n05\n" + root,
        "o\n-5\n" + root, "o\n+5\n" + root, "o\n 5\n" + root, "o\n5 \n" + root, "o\n0x5\n" + root, "o\n5.0\n" + root,
        "o\n18446744073709551616\n" + root, "o\n5\n" + root.substr(1), "o\n5\n" + root + "\n", "o\n5\n" + root + "x",
        "o\n5\n" + root.substr(0, 43) + "\n", std::string("o\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n")}) {
    SCOPED_TRACE(bad);
    EXPECT_REFUSED(Checkpoint::parse(bad), BAD_NOTE);
  }
  EXPECT_OK(Checkpoint::parse("o\n0\n" + root));
  EXPECT_OK(Checkpoint::parse("an origin with spaces\n18446744073709551615\n" + root + "more\nand more\n"));
}

}  // namespace
}  // namespace nomic::ledger

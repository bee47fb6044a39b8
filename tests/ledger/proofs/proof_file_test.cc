// Proofs as files: one form, and everything else refused.
#include "nomic/ledger/proof_file.h"

#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/base/base64.h"

namespace nomic::ledger {
namespace {

std::string line_of(const std::string& text) {
  return base64(sha256(text).raw()) + "\n";
}

// Line by line as C2SP tlog-proof has it.
TEST(InclusionFile, IsTheSharedText) {
  const std::string note = "o\n9\nroot\n\n\xE2\x80\x94 o AAAAAAA=\n";
  const InclusionFile file{std::nullopt, 4, {sha256("a"), sha256("b")}, note};
  const std::string text = "c2sp.org/tlog-proof@v1\nindex 4\n" + line_of("a") + line_of("b") + "\n" + note;
  EXPECT_EQ(file.encode(), text);
  const auto read = InclusionFile::parse(text);
  ASSERT_OK(read);
  EXPECT_EQ(read->index, 4U);
  EXPECT_EQ(read->path, file.path);
  EXPECT_EQ(read->checkpoint, note);
  EXPECT_FALSE(read->extra);
  const auto with_extra = InclusionFile::parse("c2sp.org/tlog-proof@v1\nextra eHl6\nindex 0\n\n" + note);
  ASSERT_OK(with_extra);
  EXPECT_EQ(with_extra->extra, "xyz");
  EXPECT_TRUE(with_extra->path.empty());
  EXPECT_EQ(with_extra->encode(), "c2sp.org/tlog-proof@v1\nextra eHl6\nindex 0\n\n" + note);
}

TEST(InclusionFile, NothingElseIsRead) {
  const std::string first = "c2sp.org/tlog-proof@v1\n";
  std::string too_many = first + "index 4\n";
  for (int i = 0; i < 66; ++i) too_many += line_of("x");
  for (const std::string& bad : std::vector<std::string>{"",
                                                         first,
                                                         "c2sp.org/tlog-proof@v2\nindex 4\n\nnote",
                                                         "c2sp.org/tlog-proof@v1\r\nindex 4\n\nnote",
                                                         " " + first + "index 4\n\nnote",
                                                         first + "\nindex 4\n\nnote",
                                                         first + "index\n\nnote",
                                                         first + "index \n\nnote",
                                                         first + "index 04\n\nnote",
                                                         first + "index -4\n\nnote",
                                                         first + "index 4 \n\nnote",
                                                         first + "index 18446744073709551616\n\nnote",
                                                         first + "index 4",
                                                         first + "index 4\n",
                                                         first + "index 4\n" + line_of("a"),
                                                         first + "index 4\nx\n\nnote",
                                                         first + "index 4\n" + line_of("a").substr(1) + "\nnote",
                                                         first + "index 4\nAAAA\n\nnote",
                                                         first + "index 4\n " + line_of("a") + "\nnote",
                                                         first + "extra ****\nindex 4\n\nnote",
                                                         first + "index 4\nextra eHl6\n\nnote",
                                                         first + "extra eHl6\nextra eHl6\nindex 4\n\nnote",
                                                         too_many + "\nnote",
                                                         std::string(MAX_PROOF_FILE_BYTES + 1, 'x')}) {
    SCOPED_TRACE(bad.substr(0, 100));
    EXPECT_REFUSED(InclusionFile::parse(bad), BAD_PROOF);
  }
}

TEST(ConsistencyFile, IsOurOwnText) {
  const ConsistencyFile file{12, 42, {sha256("a")}, "the note\n"};
  const std::string text = "nomic/consistency-proof@v1\nold 12\nnew 42\n" + line_of("a") + "\nthe note\n";
  EXPECT_EQ(file.encode(), text);
  EXPECT_TRUE(is_consistency_file(text));
  EXPECT_FALSE(is_consistency_file("c2sp.org/tlog-proof@v1\n"));
  const auto read = ConsistencyFile::parse(text);
  ASSERT_OK(read);
  EXPECT_EQ(read->first, 12U);
  EXPECT_EQ(read->second, 42U);
  EXPECT_EQ(read->path, file.path);
  EXPECT_EQ(read->checkpoint, "the note\n");
  const std::string first = "nomic/consistency-proof@v1\n";
  for (const std::string& bad : std::vector<std::string>{
           "", first, first + "old 12\n\nnote", first + "new 42\nold 12\n\nnote", first + "old 12\nnew 042\n\nnote",
           first + "old 12\nnew 42\nx\n\nnote", first + "old 12\nnew 42\n" + line_of("a"), "x" + text}) {
    SCOPED_TRACE(bad);
    EXPECT_REFUSED(ConsistencyFile::parse(bad), BAD_PROOF);
  }
}

}  // namespace
}  // namespace nomic::ledger

// What `nomic --version` says.
#include "cli/version.h"

#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <iterator>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

TEST(Version, SaysFormatsSemanticsAndParts) {
  EXPECT_EQ(version_text(version_view("0123456789ab", {{"server", true}, {"page", false}})),
            "nomic " + std::string(program_version()) +
                "\n"
                "commit     0123456789ab\n"
                "ledgers    reads format 3, writes 3\n"
                "bundles    reads format 1, writes 1\n"
                "games      plays semantics 1 to 2, founds 2\n"
                "built in   server\n"
                "left out   page\n");
}

TEST(Version, SaysNothingOfACommitThatNobodyKnows) {
  const std::string text = version_text(version_view("", {{"server", true}, {"page", true}}));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("commit")));
  EXPECT_THAT(text, testing::HasSubstr("built in   server, page\n"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("left out")));
}

TEST(Version, SaysTheSameAsJson) {
  Desk desk;
  for (const char* form : {"json", "jsonl"}) {
    const std::string said = desk.ok(std::string("--version --format ") + form);
    v1::VersionView view;
    ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(said, &view).ok()) << said;
    EXPECT_EQ(view.version(), program_version());
    EXPECT_EQ(version_text(view), desk.ok("--version"));
  }
  const v1::VersionView view = version_view("", {{"server", true}, {"page", false}});
  EXPECT_EQ(view.ledgers().reads_from(), 3);
  EXPECT_EQ(view.games().reads_to(), 2);
  EXPECT_EQ(view.games().writes(), 2);
  EXPECT_THAT(view.built_in(), testing::ElementsAre("server"));
  EXPECT_THAT(view.left_out(), testing::ElementsAre("page"));
}

// The formats are those that docs/format.md describes.
TEST(Version, FormatsAreThoseOfTheDocument) {
  std::ifstream file(NOMIC_SOURCE_DIR "/docs/format.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(document, testing::HasSubstr("Format 3 of the ledger; format 1 of bundles; engine semantics 2."));
}

}  // namespace
}  // namespace nomic::tools

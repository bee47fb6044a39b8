// Which files of a repository hold the rules, version by version.
#include "rule_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <map>

namespace nomic::tools {
namespace {

using testing::HasSubstr;

// Files by their paths; the blob of each stands for what is in it.
class Tree {
 public:
  std::vector<CommittedFile> files;

  void put(const std::string& path, const std::string& bytes) {
    const std::string blob = fmt::format("blob {}", blobs_.size());
    blobs_[blob] = bytes;
    std::erase_if(files, [&](const CommittedFile& file) { return file.path == path; });
    files.push_back({path, blob});
    std::sort(files.begin(), files.end(), [](const auto& one, const auto& other) { return one.path < other.path; });
  }

  void drop(const std::string& path) {
    std::erase_if(files, [&](const CommittedFile& file) { return file.path == path; });
  }

  [[nodiscard]] RuleFiles::Bytes bytes() const {
    return [this](const CommittedFile& file) -> PastResult<std::optional<std::string>> {
      return std::optional(blobs_.at(file.blob));
    };
  }

 private:
  std::map<std::string, std::string> blobs_;
};

std::string page_of(std::initializer_list<int> numbers) {
  std::string page = "# The rules of our game\n";
  for (const int number : numbers) {
    page += fmt::format("\n## {}\n\nThe players who are asked by rule {} have to answer within {} days.\n", number,
                        number, number - 95);
  }
  return page;
}

// Null: none can be read.
const RulePage* found(RuleFiles& files, const Tree& tree) {
  auto page = files.find(tree.files, tree.bytes());
  EXPECT_TRUE(page);
  return page ? *page : nullptr;
}

TEST(RuleFiles, AreThePageWithTheMostRulesAndStayIt) {
  Tree tree;
  tree.put("README.md", "# A game\n\nWe play on Sundays.\n");
  tree.put("old.md", page_of({101, 102, 103, 104, 105}));
  tree.put("rules.md", page_of({101, 102, 103, 104, 105, 106}));
  RuleFiles files({}, {});
  const RulePage* page = found(files, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "rules.md");
  EXPECT_EQ(page->posted.rules.size(), 6U);
  // The other has more by now: it is still not the one that was followed.
  tree.put("old.md", page_of({101, 102, 103, 104, 105, 106, 107, 108}));
  page = found(files, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "rules.md");
  // They moved: to what is like them most, and not to what has the most rules.
  tree.drop("rules.md");
  tree.put("law/rules.md", page_of({101, 102, 103, 104, 105, 106}));
  tree.put("old.md", page_of({201, 202, 203, 204, 205, 206, 207, 208}));
  page = found(files, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "law/rules.md");
}

TEST(RuleFiles, OfAFewRulesAreReadIfTheyAreNamedAndElseItIsSaidWhyNot) {
  Tree tree;
  tree.put("rules.md", page_of({101, 102, 103}));
  RuleFiles sought({}, {});
  EXPECT_EQ(found(sought, tree), nullptr);
  EXPECT_THAT(sought.why_not(), HasSubstr("\"rules.md\" has 3 rules"));
  RuleFiles named({"*.md"}, {});
  const RulePage* page = found(named, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->posted.rules.size(), 3U);
}

TEST(RuleFiles, InAFolderAStatusAreOneSetWithTheStatusesOfTheirFolders) {
  Tree tree;
  for (const int number : {101, 102, 103}) tree.put(fmt::format("immutable_rules/{}.md", number), page_of({number}));
  for (const int number : {201, 202}) tree.put(fmt::format("mutable_rules/{}.md", number), page_of({number}));
  RuleFiles files({}, {});
  const RulePage* page = found(files, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "*mutable*/");
  ASSERT_EQ(page->posted.rules.size(), 5U);
  for (const auto& rule : page->posted.rules) {
    EXPECT_EQ(rule.status, rule.number < 200 ? v1::IMMUTABLE : v1::MUTABLE) << rule.number;
  }
}

TEST(RuleFiles, MoveToACopyWhereTheirPageHasLostThem) {
  Tree tree;
  tree.put("README.md", page_of({101, 102, 103, 104, 105, 106}));
  RuleFiles files({}, {});
  ASSERT_NE(found(files, tree), nullptr);
  tree.put("rules.md", page_of({101, 102, 103, 104, 105, 106}));
  tree.put("README.md", "# A game\n\nThe rules stand in rules.md.\n");
  const RulePage* page = found(files, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "rules.md");
  // To nothing else: a page that cannot be read is passed over, and read again in the next version.
  tree.put("rules.md", "Being rewritten.\n");
  tree.put("old.md", page_of({101, 102, 103}));
  EXPECT_EQ(found(files, tree), nullptr);
  tree.put("rules.md", page_of({101, 102, 103, 104, 105}));
  ASSERT_NE(found(files, tree), nullptr);
  EXPECT_EQ(found(files, tree)->where, "rules.md");
}

// A game of few rules stays one: in its folder, and where it moves.
TEST(RuleFiles, MayBecomeFew) {
  Tree tree;
  const auto put = [&](int number) { tree.put(fmt::format("rules/{}.md", number), page_of({number})); };
  for (const int number : {101, 102, 103, 104, 105}) put(number);
  RuleFiles files({}, {});
  ASSERT_NE(found(files, tree), nullptr);
  tree.drop("rules/104.md");
  tree.drop("rules/105.md");
  const RulePage* few = found(files, tree);
  ASSERT_NE(few, nullptr);
  EXPECT_EQ(few->posted.rules.size(), 3U);
  for (const int number : {101, 102, 103}) tree.drop(fmt::format("rules/{}.md", number));
  tree.put("README.md", page_of({101, 102}));
  const RulePage* moved = found(files, tree);
  ASSERT_NE(moved, nullptr);
  EXPECT_EQ(moved->where, "README.md");
}

TEST(RuleFiles, SpeakOfRulesPlayersOrVotes) {
  std::string manual = "# How to install it\n\n";
  manual += "1. Fetch the archive.\n2. Unpack it.\n3. Build it.\n4. Install it.\n5. Run it.\n";
  Tree tree;
  tree.put("README.md", manual);
  RuleFiles sought({}, {});
  EXPECT_EQ(found(sought, tree), nullptr);
  EXPECT_THAT(sought.why_not(),
              HasSubstr("\"README.md\" has 5 numbered items, and they do not speak of rules, players and votes"));
  // Whoever names them knows.
  RuleFiles named({"README.md"}, {});
  EXPECT_NE(found(named, tree), nullptr);
  // Another page is taken instead, if it does.
  tree.put("regole.md",
           "1. Ogni giocatore segue le regole.\n2. Chi muove offre il tè.\n3. Si gioca a turni.\n"
           "4. Una regola si cambia con un voto.\n5. Vince chi ha cento punti.\n");
  RuleFiles again({}, {});
  const RulePage* page = found(again, tree);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->where, "regole.md");
}

TEST(RuleFiles, AreToldAnewForEachVersion) {
  Tree tree;
  tree.put("a.md", page_of({101, 102, 103, 104, 105}));
  tree.put("b.md", page_of({101, 102, 103, 104, 105, 106}));
  RuleFiles files({}, {});
  files.look_in({"a.md"});
  ASSERT_NE(found(files, tree), nullptr);
  EXPECT_EQ(found(files, tree)->where, "a.md");
  files.look_in({"b.md"});
  EXPECT_EQ(found(files, tree)->where, "b.md");
  // Of versions that nobody tells of they are those of the version before.
  files.look_in({});
  EXPECT_EQ(found(files, tree)->where, "b.md");
}

TEST(RuleFiles, ThatAreNoneAreNull) {
  Tree tree;
  RuleFiles files({}, {});
  EXPECT_EQ(found(files, tree), nullptr);
  EXPECT_EQ(files.why_not(), "");
  RuleFiles named({"rules/*.md"}, {});
  EXPECT_EQ(found(named, tree), nullptr);
  EXPECT_EQ(named.why_not(), "no file is named as \"rules/*.md\" says");
  tree.put("rules/page.md", "Nothing of the kind.\n");
  EXPECT_EQ(found(named, tree), nullptr);
  EXPECT_THAT(named.why_not(), HasSubstr("rules/*.md holds no rules"));
}

}  // namespace
}  // namespace nomic::tools

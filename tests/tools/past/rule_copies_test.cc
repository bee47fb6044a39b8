// Other pages with the same rules, compared version by version.
#include "rule_copies.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "../../replay/past_versions.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Texts = std::map<int, std::string>;

Texts texts_of(int count) {
  Texts texts;
  for (int i = 0; i < count; ++i) texts[101 + i] = fmt::format("The players answer question {} within a day.", i);
  return texts;
}

std::string page_with(const Texts& texts) {
  std::string page = "# Rules\n";
  for (const auto& [number, text] : texts) page += fmt::format("\n## {}\n\n{}\n", number, text);
  return page;
}

// Versions of a repository: what is in rules.md, and in the other files.
class Copies {
 public:
  void version(const Texts& rules, const std::map<std::string, std::string>& others) {
    std::map<std::string, std::string> files = others;
    files["rules.md"] = page_with(rules);
    std::vector<CommittedFile> committed;
    for (const auto& [path, bytes] : files) committed.push_back({path, bytes});
    const RuleFiles::Bytes bytes = [](const CommittedFile& file) -> PastResult<std::optional<std::string>> {
      return std::optional(file.blob);
    };
    auto page = files_.find(committed, bytes);
    ASSERT_TRUE(page);
    ASSERT_NE(*page, nullptr);
    ASSERT_EQ((*page)->where, "rules.md");
    const auto& posted = (*page)->posted.rules;
    ASSERT_TRUE(copies_.note(versions_++, committed, **page, posted, bytes));
  }

  [[nodiscard]] std::vector<std::string> slips() const {
    replay::Past past;
    past.slips = copies_.slips();
    return replay::slips(past);
  }
  [[nodiscard]] std::vector<std::string> places() const { return copies_.places(); }

 private:
  RuleFiles files_{{"rules.md"}, {}};
  RuleCopies copies_{files_};
  std::size_t versions_ = 0;
};

TEST(RuleCopies, ThatDifferForAWhileAreNamed) {
  Copies copies;
  const Texts first = texts_of(10);
  Texts changed = first;
  changed[103] = "Nobody answers question 2.";
  changed[111] = "Whoever moves makes tea.";
  copies.version(first, {{"all.md", page_with(first)}});
  copies.version(changed, {{"all.md", page_with(first)}});
  copies.version(changed, {{"all.md", page_with(first)}});
  copies.version(changed, {{"all.md", page_with(changed)}});
  EXPECT_THAT(copies.places(), ElementsAre("all.md"));
  EXPECT_THAT(copies.slips(), ElementsAre("1 COPY_DIFFERS 103 111 until 3"));
}

TEST(RuleCopies, ThatAreGoneOrStayBehindAreNamedToo) {
  Copies copies;
  const Texts first = texts_of(10);
  Texts changed = first;
  changed.erase(104);
  copies.version(first, {{"a.md", page_with(first)}, {"b.md", page_with(first)}});
  copies.version(changed, {{"a.md", page_with(first)}, {"b.md", page_with(first)}});
  copies.version(changed, {{"a.md", page_with(first)}});
  EXPECT_THAT(copies.slips(), testing::UnorderedElementsAre("1 COPY_DIFFERS 104", "1 COPY_DIFFERS 104 until 2"));
}

TEST(RuleCopies, AreNoneWhereTheyNeverWereTheSame) {
  Copies copies;
  Texts older = texts_of(10);
  older[101] = "Question 0 is not asked.";
  older[102] = "Question 1 is not asked.";
  copies.version(texts_of(10), {{"initial.md", page_with(older)}, {"notes.md", "We play on Sundays.\n"}});
  EXPECT_THAT(copies.places(), IsEmpty());
  EXPECT_THAT(copies.slips(), IsEmpty());
}

TEST(RuleCopies, LayoutIsNoDifference) {
  Copies copies;
  const Texts first = texts_of(10);
  std::string laid_out = page_with(first);
  laid_out.replace(laid_out.find("players answer"), 14, "players\n*answer*");
  copies.version(first, {{"all.md", laid_out}});
  EXPECT_THAT(copies.places(), ElementsAre("all.md"));
  EXPECT_THAT(copies.slips(), IsEmpty());
}

}  // namespace
}  // namespace nomic::tools

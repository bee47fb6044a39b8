// A page's rules as it stands, without an edition and without provisions.
#include "nomic/replay/posted_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/replay/edition.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

using testing::ElementsAre;

// "101i <Title> text"; "?" where the page does not say the status, no title where it does not tell it.
std::vector<std::string> posted_as(const Result<PostedRules>& posted) {
  EXPECT_TRUE(posted.ok()) << why(posted);
  std::vector<std::string> all;
  if (!posted) return all;
  for (const RuleCopy& rule : posted->rules) {
    std::string& out = all.emplace_back(std::to_string(rule.number));
    out += rule.status == v1::IMMUTABLE ? "i" : rule.status == v1::MUTABLE ? "m" : "?";
    if (rule.title) out += " <" + *rule.title + ">";
    out += ' ' + rule.text;
  }
  return all;
}

TEST(Posted, HasWhatThePageSays) {
  const auto posted = read_posted(
      "## Immutable Rules\n\n### 101: Obedience\n\nAll the players obey the rules of it.\n\n## Mutable Rules\n\n### "
      "201: "
      "Turns\n\nThe players take turns, and\nthey may pass.\n\n### 202\n\nThe vote is secret for all of them.\n",
      "page.md", {});
  EXPECT_THAT(posted_as(posted), ElementsAre("101i <Obedience> All the players obey the rules of it.",
                                             "201m <Turns> The players take turns, and they may pass.",
                                             "202m <> The vote is secret for all of them."));
  EXPECT_EQ(posted->lang, "en");
  EXPECT_EQ(posted->places[1].line, 9U);
}

TEST(Posted, AsksForNoStatusTitleOrEdition) {
  // Nothing says which rules are mutable; none need be.
  EXPECT_THAT(
      posted_as(read_posted("101. All the players obey the rules.\n\n102. Their number is as it is.\n", "p.txt", {})),
      ElementsAre("101? All the players obey the rules.", "102? Their number is as it is."));
  // One number over two texts.
  EXPECT_THAT(
      posted_as(read_posted("# Mutable rules\n\n201. They take the turns as they are.\n\n201. They may not pass for "
                            "it is so.\n",
                            "p.md", {})),
      ElementsAre("201m They take the turns as they are.", "201m They may not pass for it is so."));
}

TEST(Posted, IsReadInOneLanguage) {
  const std::string page =
      "101\n\xE7\xAB\xB6\xE6\x8A\x80\xE8\x80\x85\xE3\x81\xAF\xE8\xA6\x8F\xE5\x89\x87\xE3\x82\x92\xE5\xAE\x88\xE3\x82"
      "\x8B"
      "\xE3\x80\x82\nAll the players obey the rules that there are.\n\n102\nThe rules are as they are and so it is.\n";
  ImportOptions options;
  options.langs = {"fi", "ja"};
  EXPECT_EQ(read_posted(page, "p.txt", options)->lang, "ja");
  EXPECT_EQ(read_posted(page, "p.txt", {})->lang, "en") << "most rules are in it";
  // A language that is not known here is as good as another.
  const auto finnish = read_posted("201. Pelaajat pelaavat vuorotellen.\n\n202. Pelaaja saa pisteen.\n", "p.txt", {});
  EXPECT_THAT(posted_as(finnish), ElementsAre("201? Pelaajat pelaavat vuorotellen.", "202? Pelaaja saa pisteen."));
  EXPECT_EQ(finnish->lang, "");
}

// What `show-rules` prints, posted.
TEST(Posted, HasTheStatusBehindTheNumber) {
  EXPECT_THAT(posted_as(read_posted("Rule 101, immutable: Obedience\n    All the players obey the rules.\n\nRule 102, "
                                    "immutable: Numbers\n    They have the numbers that they have.\n\nRule 201, "
                                    "mutable: Turns\n    The players take turns, and they may pass.\n",
                                    "p.txt", {})),
              ElementsAre("101i <Obedience> All the players obey the rules.",
                          "102i <Numbers> They have the numbers that they have.",
                          "201m <Turns> The players take turns, and they may pass."));
}

TEST(Posted, SaysWhyThereAreNone) {
  EXPECT_EQ(read_posted("Nothing at all.\n", "p.txt", {}).error().code, ErrorCode::PAGE_NO_RULES);
  EXPECT_EQ(read_posted(std::string("\0\1", 2), "p.txt", {}).error().code, ErrorCode::PAGE_NOT_TEXT);
}

TEST(Posted, OfAFolderIsARuleAFile) {
  const auto posted = read_posted_folder({{"rule101.md", "---\nType: Immutable\n---\n# Rule\n\nAll players obey.\n"},
                                          {"rule102.md", "---\nType: Mutable\n---\n# Rule\n\nThe others too.\n"}},
                                         "rules", {});
  EXPECT_THAT(posted_as(posted), ElementsAre("101i All players obey.", "102m The others too."));
}

TEST(Posted, OfARulesetIsTheRuleset) {
  const auto ruleset = edition("1990", {"en", "ja"});
  ASSERT_TRUE(ruleset.ok());
  const PostedRules posted = posted_of(*ruleset, "ja");
  EXPECT_EQ(posted.lang, "ja");
  ASSERT_EQ(posted.rules.size(), static_cast<std::size_t>(ruleset->rules_size()));
  EXPECT_EQ(posted.rules[0].text, ruleset->rules(0).texts(1).text());
  EXPECT_EQ(posted_of(*ruleset, "").lang, "en");
  EXPECT_EQ(posted_of(*ruleset, "it").rules[0].text, "") << "it has no text in that language";
}

}  // namespace
}  // namespace nomic::replay

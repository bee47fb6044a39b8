// The page's own words: each language has them all, and parts stand where they belong.
#include "nomic/words/page_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;

// What stands in braces.
std::set<std::string> places_in(const std::string& words) {
  std::set<std::string> places;
  for (std::size_t at = words.find('{'); at != std::string::npos; at = words.find('{', at + 1)) {
    places.insert(words.substr(at, words.find('}', at) - at));
  }
  return places;
}

TEST(PageWords, TheLanguagesAreThoseOfTheEditions) {
  EXPECT_THAT(page_languages(), ElementsAre("en", "es", "it", "ja", "nl"));
  EXPECT_EQ(page_language("ja-JP"), "ja");
  EXPECT_EQ(page_language("nl"), "nl");
  EXPECT_EQ(page_language("pt-BR"), "");
  EXPECT_EQ(page_language(""), "");
}

TEST(PageWords, EachLanguageHasThemAllWithTheirParts) {
  const PageWords english("en");
  for (const std::string& lang : page_languages()) {
    const PageWords words(lang);
    EXPECT_EQ(words.all().size(), english.all().size()) << lang;
    for (const auto& [key, said] : english.all()) {
      ASSERT_TRUE(words.all().contains(key)) << lang << ": " << key;
      EXPECT_EQ(places_in(words(key)), places_in(said)) << lang << ": " << key;
    }
  }
}

TEST(PageWords, WhatIsTranslatedIsNotEnglish) {
  const PageWords english("en");
  for (const std::string& lang : page_languages()) {
    if (lang == "en") continue;
    const PageWords words(lang);
    int same = 0;
    for (const auto& [key, said] : english.all()) same += words(key) == said ? 1 : 0;
    // "Score", "Debate" and {lang} are the same in some.
    EXPECT_LT(same, 12) << lang;
  }
}

TEST(PageWords, EveryPhaseAndStatusHasItsWords) {
  for (const std::string& lang : page_languages()) {
    const PageWords words(lang);
    const auto* phases = v1::StatusView::Phase_descriptor();
    for (int at = 1; at < phases->value_count(); ++at) EXPECT_NE(words("phase." + phases->value(at)->name()), "");
    EXPECT_NE(words("status.IMMUTABLE"), words("status.MUTABLE"));
  }
}

TEST(PageWords, PartsArePutInAsTheyAre) {
  const PageWords words("en");
  EXPECT_EQ(words.filled("votes.one", {{"player", "{choice} {player}"}, {"choice", "for"}}), "{choice} {player} for");
  EXPECT_EQ(words.filled("now.next", {{"player", ""}}), "Next: .");
  EXPECT_EQ(words.filled("view.now", {}), "Now");
}

TEST(PageWords, NamesInARow) {
  EXPECT_EQ(PageWords("en").row({"Ann", "Bob", "Cleo"}), "Ann, Bob and Cleo");
  EXPECT_EQ(PageWords("it").row({"Ann", "Bob"}), "Ann e Bob");
  EXPECT_EQ(PageWords("ja").row({"Aiko", "Botan", "Chie"}), "Aiko、Botan、Chie");
  EXPECT_EQ(PageWords("en").row({"Ann"}), "Ann");
  EXPECT_EQ(PageWords("en").row({}), "");
}

TEST(PageWords, AKeyThatTheCatalogueHasNotIsAMistake) {
  EXPECT_THROW(static_cast<void>(PageWords("en")("view.nothing")), std::out_of_range);
  EXPECT_THROW(PageWords("xx"), std::out_of_range);
}

}  // namespace
}  // namespace nomic::tools

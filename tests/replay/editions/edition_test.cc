#include "nomic/replay/edition.h"

#include <fstream>
#include <iterator>
#include <set>

#include "nomic/replay/reference.h"
#include "nomic/replay/rules/embedded.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

TEST(Editions, AreThoseOfTheInitialSet) {
  EXPECT_EQ(edition_names(), (std::vector<std::string>{"1982", "1990"}));
}

// The generator writes bytes; what comes out of the compiler must be the file, byte for byte.
TEST(Editions, AreCompiledInAsTheyStandInTheirFiles) {
  ASSERT_GE(embedded_editions().size(), 2U);
  for (const EmbeddedFile& one : embedded_editions()) {
    std::ifstream file(NOMIC_SOURCE_DIR "/replay/rules/data/" + std::string(one.stem) + ".txtpb", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    EXPECT_FALSE(bytes.empty());
    EXPECT_EQ(one.text, bytes) << one.stem;
  }
}

// The figures of two digits and more, once each.
std::set<std::string> figures_of(const std::string& text) {
  std::set<std::string> figures;
  std::string digits;
  for (const char c : text + " ") {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else {
      if (digits.size() > 1) figures.insert(digits);
      digits.clear();
    }
  }
  return figures;
}

std::size_t paragraphs_of(const std::string& text) {
  std::size_t breaks = 0;
  for (std::size_t at = text.find("\n\n"); at != std::string::npos; at = text.find("\n\n", at + 2)) ++breaks;
  return breaks + 1;
}

// A translation that lost a paragraph or a figure would be another rule.
TEST(Editions, AreTheSameRulesInFiveLanguages) {
  for (const std::string& name : edition_names()) {
    const std::vector<std::string> langs = edition_languages(name);
    EXPECT_EQ(langs, (std::vector<std::string>{"en", "es", "it", "ja", "nl"}));
    const Result<v1::Ruleset> all = edition(name, langs);
    ASSERT_TRUE(all.ok()) << why(all);
    for (const v1::RuleBody& rule : all->rules()) {
      ASSERT_EQ(rule.texts_size(), 5);
      for (const v1::Text& text : rule.texts()) {
        SCOPED_TRACE(name + ", rule " + std::to_string(number_in(rule.number())) + " in " + text.lang());
        EXPECT_EQ(paragraphs_of(text.text()), paragraphs_of(rule.texts(0).text()));
        EXPECT_EQ(figures_of(text.text()), figures_of(rule.texts(0).text()));
      }
    }
  }
}

TEST(Editions, HaveTheProvisionsOfTheirEditionInEveryLanguage) {
  for (const std::string& name : edition_names()) {
    const Result<v1::Ruleset> english = edition(name);
    for (const std::string& lang : edition_languages(name)) {
      const Result<v1::Ruleset> other = edition(name, {lang});
      ASSERT_TRUE(other.ok()) << why(other);
      EXPECT_TRUE(check_ruleset(*other).ok());
      EXPECT_EQ(other->authoritative_lang(), lang);
      for (int i = 0; i < english->rules_size(); ++i) {
        EXPECT_EQ(other->rules(i).texts(0).lang(), lang);
        EXPECT_FALSE(other->rules(i).title().empty());
        ASSERT_EQ(other->rules(i).provisions_size(), english->rules(i).provisions_size());
        for (int k = 0; k < english->rules(i).provisions_size(); ++k) {
          EXPECT_EQ(print_provision(other->rules(i).provisions(k)), print_provision(english->rules(i).provisions(k)));
        }
      }
    }
  }
}

TEST(Editions, CanFoundAGame) {
  for (const std::string& name : edition_names()) {
    const Result<v1::Ruleset> ruleset = edition(name);
    ASSERT_TRUE(ruleset.ok()) << why(ruleset);
    const Status checked = check_ruleset(*ruleset);
    EXPECT_TRUE(checked.ok()) << why(checked);
    EXPECT_EQ(ruleset->edition(), name);
    EXPECT_EQ(ruleset->authoritative_lang(), "en");
    std::set<std::uint32_t> numbers;
    for (const v1::RuleBody& rule : ruleset->rules()) numbers.insert(number_in(rule.number()));
    std::set<std::uint32_t> expected;
    for (std::uint32_t number = 101; number <= 116; ++number) expected.insert(number);
    for (std::uint32_t number = 201; number <= 213; ++number) expected.insert(number);
    EXPECT_EQ(numbers, expected) << name;
  }
}

TEST(Editions, NameTheModesTheyHaveParagraphsFor) {
  EXPECT_EQ(edition("1982")->modes_size(), 1);
  EXPECT_EQ(edition("1982")->modes(0), v1::TABLE);
  EXPECT_EQ(edition("1990")->modes_size(), 2);
}

TEST(Editions, SuggestTheNearest) {
  expect_refused(edition("1992"), ErrorCode::BAD_RULESET, {"no edition \"1992\"", "did you mean 1982?"});
  expect_refused(edition("first"), ErrorCode::BAD_RULESET, {"1982 and 1990"});
  expect_refused(edition(""), ErrorCode::BAD_RULESET, {"1982 and 1990"});
}

struct Refused {
  std::string text;
  std::vector<std::string> expected;
};

TEST(ParseRuleset, NamesThePlaceOfWhatItCannotRead) {
  const std::vector<Refused> cases = {
      {"rules {\n  numbr: 1\n}", {"mine, line 2, column 8", "no field \"numbr\" in RuleBody", "did you mean number?"}},
      {"rules {\n  number: -1\n}", {"line 2"}},
      {"rules {\n  number: 010\n}", {"line 2, column 11", "\"010\"", "decimal"}},
      {"rules {\n  number: 0x10\n}", {"line 2, column 11", "decimal"}},
      {"rules {\n  number: 4294967296\n}", {"line 2", "column 11", "quotation marks"}},
      {"rules { status: MUTABEL }", {"line 1", "no value \"MUTABEL\" for status", "did you mean MUTABLE?"}},
      {"rules { status: X }", {"MUTABLE, IMMUTABLE"}},
      {"rules { number: '1' number: '2' }", {"line 1", "number"}},
      {"rules { number: 1", {"line 1"}},
      {"# nothing\nhello", {"line 2"}},
      {"rules { texts { text: \"\" } }", {"rule 0's text is empty"}},
      {"rules { number: '7' texts { text: \"a\\033b\" } }", {"rule 7's text", "U+001B"}},
      {"rules { number: '7' texts { text: \"\\377\" } }", {"rule 7's text", "not UTF-8"}},
      {"rules { number: '7' title: \"a\\nb\" texts { text: \"x\" } }", {"rule 7's title"}},
      {"rules { provisions { forfeit { always: true } debate { caller: ANYONE } } }", {"line 1"}},
  };
  for (const Refused& one : cases)
    expect_refused(parse_ruleset(one.text, "mine"), ErrorCode::BAD_RULESET, one.expected);
}

TEST(ParseRuleset, NormalisesTexts) {
  const Result<v1::Ruleset> ruleset = parse_ruleset(
      "rules { number: '7' title: \" A title \" texts { text: \"\\n\\ne\\314\\201\\r\\nsecond\\n\" } }", "mine");
  ASSERT_TRUE(ruleset.ok()) << why(ruleset);
  EXPECT_EQ(ruleset->rules(0).title(), "A title");
  EXPECT_EQ(ruleset->rules(0).texts(0).text(), "\xC3\xA9\nsecond");
}

TEST(ParseRuleset, DoesNotTakeNumbersInCommentsAndStringsForOctal) {
  EXPECT_TRUE(parse_ruleset("# 010\nrules { number: '7' texts { text: \"010\" } }", "mine").ok());
}

}  // namespace
}  // namespace nomic::replay

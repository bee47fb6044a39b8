#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

// Two rules, with which a game can be founded.
v1::Ruleset small() {
  return *parse_ruleset(R"(
      modes: [TABLE]
      rules { number: '101' status: IMMUTABLE title: "First" texts { lang: "en" text: "Obey." } }
      rules { number: '201' status: MUTABLE texts { text: "Take turns." } provisions { forfeit { always: true } } })",
                        "small");
}

TEST(CheckRuleset, AcceptsWhatCanFoundAGame) {
  const Status checked = check_ruleset(small());
  EXPECT_TRUE(checked.ok()) << why(checked);
}

// 340, 340a, 341: as they are typed, and in the order that is meant.
TEST(CheckRuleset, TakesNumbersWithLetters) {
  const std::string of = " status: MUTABLE texts { text: \"Obey rule 340a. \\\" number: 7a\" } ";
  const auto three = [&](const std::string& first, const std::string& second, const std::string& third) {
    return parse_ruleset("modes: [TABLE] # number: 9a\nrules { number: '" + first + "'" + of + "} rules { number: '" +
                             second + "'" + of + "}\nrules { number: '" + third + "'" + of +
                             "provisions { precedence_claim { relation: PREVAILS rules: ['340', '340a'] } } }",
                         "three");
  };
  const auto ruleset = three("340", "340a", "341");
  ASSERT_TRUE(ruleset) << why(ruleset);
  EXPECT_EQ(number_in(ruleset->rules(1).number()), 3'000'340'001U);
  EXPECT_EQ(ruleset->rules(1).texts(0).text(), "Obey rule 340a. \" number: 7a");
  EXPECT_EQ(number_in(ruleset->rules(2).provisions(0).precedence_claim().rules(1)), 3'000'340'001U);
  EXPECT_TRUE(check_ruleset(*ruleset).ok());
  EXPECT_FALSE(check_ruleset(*three("340a", "340", "341")).ok());
  EXPECT_THAT(why(check_ruleset(*three("340a", "340a", "341"))), testing::HasSubstr("two rules bear the number 340a"));
  for (const char* none : {"3000340001", "1000000a", "0341", "340A", "#57", ""}) {
    EXPECT_THAT(why(check_ruleset(*three("340", none, "2000000"))), testing::HasSubstr(fmt::format("\"{}\"", none)));
  }
  EXPECT_THAT(why(parse_ruleset("rules { number: 340 }", "bare")),
              testing::HasSubstr("line 1, column 17: 340 stands without quotation marks"));
  EXPECT_FALSE(parse_provision("turn_order { starting_points: 5a }"));
  // Places are those of what was typed: the sign behind '340a' is at column 24.
  const auto wrong = parse_ruleset("rules { number: '340a' ?}", "wrong");
  EXPECT_THAT(why(wrong), testing::HasSubstr("24"));
}

struct Refused {
  const char* what;
  std::function<void(v1::Ruleset&)> spoil;
  std::vector<std::string> expected;
};

TEST(CheckRuleset, RefusesTheRest) {
  const std::vector<Refused> cases = {
      {"no mode", [](v1::Ruleset& r) { r.clear_modes(); }, {"no mode"}},
      {"a mode twice", [](v1::Ruleset& r) { r.add_modes(v1::TABLE); }, {"TABLE twice"}},
      {"an unknown mode", [](v1::Ruleset& r) { r.set_modes(0, static_cast<v1::Mode>(9)); }, {"unknown mode"}},
      {"no rules", [](v1::Ruleset& r) { r.clear_rules(); }, {"no mutable rule"}},
      {"nothing mutable", [](v1::Ruleset& r) { r.mutable_rules(1)->set_status(v1::IMMUTABLE); }, {"no mutable rule"}},
      {"no status", [](v1::Ruleset& r) { r.mutable_rules(1)->clear_status(); }, {"rule 201 has no status"}},
      {"number 0", [](v1::Ruleset& r) { r.mutable_rules(0)->set_number(""); }, {"999,999,999"}},
      {"ten digits", [](v1::Ruleset& r) { r.mutable_rules(1)->set_number("1000000000"); }, {"1000000000"}},
      {"a number twice",
       [](v1::Ruleset& r) { r.mutable_rules(1)->set_number("101"); },
       {"two rules bear the number 101"}},
      {"out of order",
       [](v1::Ruleset& r) { r.mutable_rules(1)->set_number("100"); },
       {"rule 100 stands after rule 101"}},
      {"no text", [](v1::Ruleset& r) { r.mutable_rules(1)->clear_texts(); }, {"rule 201 has no text"}},
      {"an empty text",
       [](v1::Ruleset& r) { r.mutable_rules(1)->mutable_texts(0)->set_text(""); },
       {"rule 201's text"}},
      {"not NFC",
       [](v1::Ruleset& r) { r.mutable_rules(1)->mutable_texts(0)->set_text("e\xCC\x81"); },
       {"rule 201's text", "normal form"}},
      {"a control",
       [](v1::Ruleset& r) { r.mutable_rules(1)->mutable_texts(0)->set_text("\x1B"); },
       {"rule 201's text", "U+001B"}},
      {"a language twice",
       [](v1::Ruleset& r) { *r.mutable_rules(0)->add_texts() = r.rules(0).texts(0); },
       {"two texts"}},
      {"a bad language",
       [](v1::Ruleset& r) { r.mutable_rules(0)->mutable_texts(0)->set_lang("en_US"); },
       {"en_US", "pt-BR"}},
      {"a long title",
       [](v1::Ruleset& r) { r.mutable_rules(0)->set_title(std::string(201, 'a')); },
       {"rule 101's title", "200"}},
      {"a title of two lines", [](v1::Ruleset& r) { r.mutable_rules(0)->set_title("a\nb"); }, {"rule 101's title"}},
      {"a bad provision",
       [](v1::Ruleset& r) { r.mutable_rules(1)->mutable_provisions(0)->mutable_forfeit()->clear_always(); },
       {"rule 201: forfeit says nothing"}},
      {"too many languages",
       [](v1::Ruleset& r) {
         r.mutable_rules(0)->mutable_texts(0)->set_text(std::string(40'000, 'a'));
         v1::Text& other = *r.mutable_rules(0)->add_texts();
         other.set_lang("ja");
         other.set_text(std::string(40'000, 'b'));
       },
       {"rule 101 takes", "65000"}},
      {"a source of two lines", [](v1::Ruleset& r) { r.set_source("a\nb"); }, {"source"}},
      {"a bad authoritative language", [](v1::Ruleset& r) { r.set_authoritative_lang("-"); }, {"language tag"}},
  };
  for (const Refused& one : cases) {
    SCOPED_TRACE(one.what);
    v1::Ruleset ruleset = small();
    one.spoil(ruleset);
    expect_refused(check_ruleset(ruleset), ErrorCode::BAD_RULESET, one.expected);
  }
}

}  // namespace
}  // namespace nomic::replay

// The built-in Initial Sets: what each rule regulates, by a table made from the rules themselves, and wording of our
// own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

using Provisions = std::map<std::uint32_t, std::vector<std::string>>;

// What both editions regulate alike.
Provisions in_both() {
  return {
      {101, {}},
      {102, {}},
      {104, {"voting_duty { every_proposal: true }"}},
      {105, {"franchise { electorate: PLAYERS }", "voting_duty { every_voter: true }"}},
      {106, {}},
      {107, {"effectiveness { not_before: VOTE_COMPLETE retroactive: false }"}},
      {108, {"numbering { first: 301 changed_rule: TAKES_PROPOSALS }"}},
      {112, {"victory_bound { points_only: true }"}},
      {113, {"forfeit { always: true }"}},
      {114, {"ruleset_bounds { min_mutable: 1 }"}},
      {115, {}},
      {116, {"permission { unregulated: true }"}},
      {204,
       {"award { occasion: ADOPTED recipient: VOTERS_AGAINST amount { fixed_thousandths: 10000 } reckoned: "
        "BEFORE_EFFECT }"}},
      {205, {"effectiveness { when: VOTE_COMPLETE }"}},
      {206,
       {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -10000 } reckoned: "
        "BEFORE_EFFECT }"}},
      {207, {"franchise { votes_per_player: 1 }"}},
      {209, {"ruleset_bounds { max_mutable: 25 }"}},
      {211, {"precedence_method { same_status: CLAIMS_THEN_LOWEST }"}},
      {212,
       {"judgment { seat: PRECEDING pass_over_team_mates: true overrule { numerator: 1 denominator: 1 base: ELIGIBLE } "
        "consent { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } consent_among: OTHERS_THAN_NEXT "
        "one_judge_a_turn: true }"}},
      {213,
       {"victory { unable_to_complete_turn: true }", "precedence_claim { relation: PREVAILS type: VICTORY_RULES }"}},
  };
}

const std::string ALL_KINDS =
    "kinds: ENACT kinds: AMEND kinds: REPEAL kinds: TRANSMUTE_TO_MUTABLE kinds: TRANSMUTE_TO_IMMUTABLE kinds: REENACT "
    "kinds: RESTORE";
const std::string UNANIMOUS_TO_MUTABLE =
    "scope { changes: TRANSMUTE_TO_MUTABLE } adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }";
const std::string ONE_DIE =
    "turn_parts { parts { proposal { } } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }";

// 1990: with paragraphs for games by mail or computer, and 203 that changes by itself.
Provisions in_1990() {
  Provisions table = in_both();
  table[103] = {"rule_change_kinds { " + ALL_KINDS + " restore_mutable_only: true }"};
  table[109] = {UNANIMOUS_TO_MUTABLE,
                "transmutation { explicit_kinds: TRANSMUTE_TO_MUTABLE explicit_kinds: TRANSMUTE_TO_IMMUTABLE }"};
  table[110] = {"precedence_method { statuses: MUTABLE_VOID }"};
  table[111] = {"debate { caller: PROPONENT judge_may_be_asked: true }"};
  table[201] = {"scope { mode: TABLE } turn_order { order: SEATING starting_points_thousandths: 0 }",
                "scope { mode: MAIL } turn_order { order: SURNAME starting_points_thousandths: 0 }"};
  table[202] = {"scope { mode: TABLE } " + ONE_DIE,
                "scope { mode: MAIL } turn_parts { parts { proposal { } } parts { award { amount { popularity { minus: "
                "291 } } reckoned: AFTER_EFFECT } } }",
                "rule_change_kinds { per_proposal: 1 }"};
  table[203] = {
      "adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } later { after_circuit: 2 quota { numerator: 1 "
      "denominator: 2 strict: true base: ELIGIBLE } } }"};
  table[208] = {"scope { mode: TABLE } victory { points_thousandths: 100000 }",
                "scope { mode: MAIL } victory { points_thousandths: 200000 }"};
  table[210] = {"scope { mode: TABLE } consultation { team_mates_only: true }"};
  return table;
}

// 1982: around a table only; 110 and not 109 asks that a transmutation be explicit, and that of immutable rules only.
Provisions in_1982() {
  Provisions table = in_both();
  table[103] = {"rule_change_kinds { " + ALL_KINDS + " restore_mutable_only: false }"};
  table[109] = {UNANIMOUS_TO_MUTABLE};
  table[110] = {"precedence_method { statuses: MUTABLE_VOID }",
                "transmutation { explicit_kinds: TRANSMUTE_TO_MUTABLE }"};
  table[111] = {"debate { caller: PROPONENT judge_may_be_asked: false }"};
  table[201] = {"turn_order { order: SEATING starting_points_thousandths: 0 }"};
  table[202] = {ONE_DIE, "rule_change_kinds { per_proposal: 1 }"};
  table[203] = {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }"};
  table[208] = {"victory { points_thousandths: 100000 }"};
  table[210] = {"consultation { team_mates_only: true }"};
  return table;
}

// As print_provision has it, so that spelling (lists, spaces) does not matter.
std::vector<std::string> printed(const std::vector<std::string>& provisions) {
  std::vector<std::string> lines;
  for (const std::string& text : provisions) {
    auto provision = parse_provision(text);
    EXPECT_TRUE(provision.ok()) << text << ": " << why(provision);
    if (provision) lines.push_back(print_provision(*provision));
  }
  return lines;
}

void expect_ruleset(const std::string& name, const Provisions& table, const std::vector<v1::Mode>& modes) {
  auto ruleset = edition(name);
  ASSERT_TRUE(ruleset.ok()) << why(ruleset);
  EXPECT_EQ(ruleset->edition(), name);
  EXPECT_EQ(ruleset->authoritative_lang(), "en");
  EXPECT_EQ(std::vector<int>(ruleset->modes().begin(), ruleset->modes().end()),
            std::vector<int>(modes.begin(), modes.end()));
  EXPECT_TRUE(check_ruleset(*ruleset).ok()) << why(check_ruleset(*ruleset));

  std::vector<std::uint32_t> numbers;
  for (const v1::RuleBody& rule : ruleset->rules()) {
    SCOPED_TRACE("rule " + std::to_string(number_in(rule.number())) + " of " + name);
    numbers.push_back(number_in(rule.number()));
    EXPECT_EQ(rule.status(), number_in(rule.number()) < 200 ? v1::IMMUTABLE : v1::MUTABLE);
    EXPECT_FALSE(rule.title().empty());
    ASSERT_EQ(rule.texts_size(), 1);
    EXPECT_EQ(rule.texts(0).lang(), "en");
    EXPECT_GT(rule.texts(0).text().size(), 40U);
    std::vector<std::string> found;
    for (const v1::Provision& provision : rule.provisions()) found.push_back(print_provision(provision));
    const auto wanted = table.find(number_in(rule.number()));
    ASSERT_NE(wanted, table.end());
    EXPECT_EQ(found, printed(wanted->second));
  }
  std::vector<std::uint32_t> wanted_numbers;
  for (std::uint32_t number = 101; number <= 116; ++number) wanted_numbers.push_back(number);
  for (std::uint32_t number = 201; number <= 213; ++number) wanted_numbers.push_back(number);
  EXPECT_EQ(numbers, wanted_numbers);
}

TEST(Editions, TwoOfThemAreBuiltIn) {
  EXPECT_THAT(edition_names(), testing::UnorderedElementsAre("1982", "1990"));
}

TEST(Editions, TheRulesOf1990RegulateWhatTheySay) {
  expect_ruleset("1990", in_1990(), {v1::TABLE, v1::MAIL});
}

TEST(Editions, TheRulesOf1982RegulateWhatTheySay) {
  expect_ruleset("1982", in_1982(), {v1::TABLE});
}

const v1::RuleBody* find(const v1::Ruleset& ruleset, std::uint32_t number) {
  for (const v1::RuleBody& rule : ruleset.rules()) {
    if (number_in(rule.number()) == number) return &rule;
  }
  return nullptr;
}

std::string text_of(const v1::Ruleset& ruleset, std::uint32_t number) {
  const v1::RuleBody* rule = find(ruleset, number);
  return rule == nullptr ? std::string() : rule->texts(0).text();
}

// The figures that a rule states to people are those that its provisions state to the engine.
TEST(Editions, TheWordingStatesTheFigures) {
  const std::map<std::uint32_t, std::vector<std::string>> figures = {
      {101, {"101", "116", "201", "213"}},
      {108, {"301"}},
      {202, {"291"}},
      {204, {"10 points"}},
      {206, {"10 points"}},
      {208, {"100", "200"}},
      {209, {"25"}},
  };
  auto ruleset = edition("1990");
  ASSERT_TRUE(ruleset.ok()) << why(ruleset);
  for (const auto& [number, words] : figures) {
    for (const std::string& word : words) EXPECT_THAT(text_of(*ruleset, number), testing::HasSubstr(word)) << number;
  }
}

// Only the edition of 1990 speaks of mail and computers, of the Judge's part in debate, and of the change of 203.
TEST(Editions, OnlyWhatDiffersIsWordedDifferently) {
  auto later = edition("1990");
  auto earlier = edition("1982");
  ASSERT_TRUE(later.ok() && earlier.ok());
  std::set<std::uint32_t> differing;
  for (const v1::RuleBody& rule : later->rules()) {
    if (rule.texts(0).text() != text_of(*earlier, number_in(rule.number()))) differing.insert(number_in(rule.number()));
  }
  EXPECT_EQ(differing, (std::set<std::uint32_t>{103, 108, 109, 110, 111, 116, 201, 202, 203, 208, 210, 212}));
  for (const v1::RuleBody& rule : earlier->rules()) {
    EXPECT_THAT(rule.texts(0).text(), testing::Not(testing::HasSubstr("mail"))) << number_in(rule.number());
  }
  for (const std::uint32_t number : {201U, 202U, 208U, 210U}) {
    EXPECT_THAT(text_of(*later, number), testing::HasSubstr("mail")) << number;
  }
  EXPECT_THAT(text_of(*later, 203), testing::HasSubstr("majority"));
  EXPECT_THAT(text_of(*earlier, 203), testing::Not(testing::HasSubstr("majority")));
  EXPECT_THAT(text_of(*earlier, 116), testing::HasSubstr("explicitly forbids"));
}

// ---- Wording of our own ---------------------------------------------------------------------------------------------

// Words in lower case, letters only: numbers and punctuation are nobody's wording.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c == '-' && !word.empty());
    if (letter) {
      word.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

// The longest run of words that two texts share is at most this.
constexpr std::ptrdiff_t SHARED_RUN = 6;

std::string run_at(const std::vector<std::string>& words, std::ptrdiff_t at) {
  std::string run;
  for (std::ptrdiff_t i = at; i <= at + SHARED_RUN; ++i) run += words[static_cast<std::size_t>(i)] + ' ';
  return run;
}

std::set<std::string> runs_of(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  std::set<std::string> runs;
  for (std::ptrdiff_t at = 0; at + SHARED_RUN < std::ssize(words); ++at) runs.insert(run_at(words, at));
  return runs;
}

// No sentence, and no run of seven words, is taken from a published page.
TEST(Editions, TheWordingIsOurs) {
  const std::filesystem::path pages = std::filesystem::path(NOMIC_SHARED_DIR) / "seeds";
  if (!std::filesystem::is_directory(pages)) GTEST_SKIP() << "the published pages are not here to compare with";
  std::set<std::string> published;
  for (const auto& page : std::filesystem::directory_iterator(pages)) {
    std::ifstream file(page.path(), std::ios::binary);
    published.merge(runs_of(std::string(std::istreambuf_iterator<char>(file), {})));
  }
  ASSERT_GT(published.size(), 1000U);
  for (const std::string& name : edition_names()) {
    auto ruleset = edition(name);
    ASSERT_TRUE(ruleset.ok());
    for (const v1::RuleBody& rule : ruleset->rules()) {
      for (const std::string& run : runs_of(rule.texts(0).text())) {
        EXPECT_EQ(published.count(run), 0U) << name << ", rule " << number_in(rule.number()) << ": " << run;
      }
    }
  }
}

}  // namespace
}  // namespace nomic::replay

// Provisions by text, not by number: the built-in wordings under other numbers, changed, and mapped by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "nomic/replay/edition.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

const v1::RuleBody& body_of(const v1::Ruleset& ruleset, std::uint32_t number) {
  for (const v1::RuleBody& rule : ruleset.rules()) {
    if (number_in(rule.number()) == number) return rule;
  }
  ADD_FAILURE() << "no rule " << number;
  return ruleset.rules(0);
}

// The edition of 1990 in English as a page, its mutable rules under numbers one higher.
std::string shifted_page() {
  std::string page;
  const v1::Ruleset original = *edition("1990");
  for (const v1::RuleBody& rule : original.rules()) {
    const std::uint32_t number =
        number_in(rule.number()) < 200 ? number_in(rule.number()) : number_in(rule.number()) + 1;
    page += std::to_string(number) + ". " + rule.texts(0).text() + "\n\n";
  }
  return page;
}

std::string replaced(std::string page, const std::string& from, const std::string& to) {
  const std::size_t at = page.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? page : page.replace(at, from.size(), to);
}

Imported provided(const std::string& page, const ImportOptions& options = {}) {
  auto imported = import_page(page, "page.txt", options);
  EXPECT_TRUE(imported) << (imported ? "" : tools::words_of(imported.error()).what);
  return imported ? *imported : Imported();
}

const TakenFor& report_of(const Imported& imported, std::uint32_t rule) {
  for (const TakenFor& one : imported.report.taken) {
    if (one.rule == rule) return one;
  }
  ADD_FAILURE() << "no line for rule " << rule;
  return imported.report.taken.front();
}

std::string provisions_of(const v1::RuleBody& rule) {
  std::string all;
  for (const v1::Provision& provision : rule.provisions()) all += print_provision(provision) + "\n";
  return all;
}

TEST(Provisions, GoWithTheTextUnderAnyNumber) {
  const Imported imported = provided(shifted_page());
  const v1::Ruleset original = *edition("1990");
  EXPECT_EQ(imported.report.edition, "1990");
  ASSERT_EQ(imported.report.taken.size(), 29U);
  for (const v1::RuleBody& rule : original.rules()) {
    const std::uint32_t number =
        number_in(rule.number()) < 200 ? number_in(rule.number()) : number_in(rule.number()) + 1;
    if (rule.number() == "101") continue;  // it names the numbers of the set
    EXPECT_EQ(provisions_of(body_of(imported.ruleset, number)), provisions_of(rule)) << number;
    EXPECT_EQ(report_of(imported, number).known, number_in(rule.number()));
  }
}

TEST(Provisions, AWordThatDiffersLeavesARuleWithoutThem) {
  const std::string original = edition("1990")->rules(4).texts(0).text();  // 105
  const Imported imported = provided(replaced(shifted_page(), original, "Active: " + original));
  EXPECT_THAT(body_of(imported.ruleset, 105).provisions(), IsEmpty());
  const TakenFor& report = report_of(imported, 105);
  EXPECT_EQ(report.known, 105U);
  EXPECT_EQ(report.why, TakenFor::Why::DIFFERS);
  EXPECT_GE(report.alike, 80U);
  EXPECT_THAT(report.more, Contains("active"));
  EXPECT_THAT(report.fewer, IsEmpty());
}

TEST(Provisions, FiguresAreRead) {
  // 208, here 209: 100 points win at the table, 200 by mail.
  const Imported imported = provided(replaced(shifted_page(), " 100 ", " 150 "));
  const TakenFor& report = report_of(imported, 209);
  EXPECT_EQ(report.known, 208U);
  EXPECT_EQ(report.why, TakenFor::Why::FIGURES_READ);
  EXPECT_EQ(body_of(imported.ruleset, 209).provisions(0).victory().points_thousandths(), 150'000);
}

TEST(Provisions, AreGivenByHand) {
  ImportOptions options;
  options.map = {{301, 206}};
  const Imported imported =
      provided(shifted_page() + "301. Whoever fails pays for it, as all of them agreed.\n", options);
  EXPECT_EQ(report_of(imported, 301).why, TakenFor::Why::MAPPED);
  const v1::Ruleset original = *edition("1990");
  EXPECT_EQ(provisions_of(body_of(imported.ruleset, 301)), provisions_of(body_of(original, 206)));
  options.map = {{302, 206}};
  expect_refused(import_page(shifted_page(), "page.txt", options), ErrorCode::BAD_RULESET, {"302"});
  options.map = {{101, 299}};
  expect_refused(import_page(shifted_page(), "page.txt", options), ErrorCode::BAD_RULESET, {"101", "299"});
}

TEST(Provisions, OtherTextsUnderTheNumbersOfTheSetHaveNone) {
  std::string page;
  const v1::Ruleset original = *edition("1990");
  for (const v1::RuleBody& rule : original.rules())
    page += std::to_string(number_in(rule.number())) + ". The players may sing together when it is the day of rule " +
            std::to_string(number_in(rule.number()) * 3) + ".\n\n";
  const Imported imported = provided(page);
  EXPECT_EQ(imported.report.edition, "");
  for (const v1::RuleBody& rule : imported.ruleset.rules()) EXPECT_THAT(rule.provisions(), IsEmpty());
}

}  // namespace
}  // namespace nomic::replay

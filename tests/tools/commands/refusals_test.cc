// Bad input: its status, and a message that says what is wrong and what to do. Nothing is recorded.
#include <fcntl.h>

#include <filesystem>

#include "nomic/ledger/ledger.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;

struct Bad {
  const char* line;
  int status;
  std::vector<const char*> says;
};

void expect_bad(Desk& desk, const Bad& bad) {
  SCOPED_TRACE(bad.line);
  const Ran ran = desk.run(bad.line);
  EXPECT_EQ(ran.status, bad.status) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, testing::StartsWith("nomic: "));
  EXPECT_LE(std::count(ran.err.begin(), ran.err.end(), '\n'), 3) << ran.err;
  for (const char* words : bad.says) EXPECT_THAT(ran.err, HasSubstr(words));
}

// Ann's proposal 301 is being voted on, and Ann has voted.
class Refusals : public testing::Test {
 protected:
  Refusals() {
    desk.founded("Ann Bob 'Cleo Dane'");
    desk.ok("propose enact --text T --call-vote --as Ann");
    desk.ok("vote for --as Ann");
  }
  ~Refusals() override { EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":35")); }
  Refusals(const Refusals&) = delete;
  Refusals& operator=(const Refusals&) = delete;

  Desk desk;
};

TEST_F(Refusals, UnknownWordsNameTheNearest) {
  const std::vector<Bad> table = {
      {"vtoe for --as Bob", 2, {"no command \"vtoe\"", "did you mean nomic vote?"}},
      {"conquer", 2, {"no command \"conquer\"", "nomic --help"}},
      {"vote for --as Bbo", 2, {"Bbo", "Bob"}},
      {"vote fro --as Bob", 2, {"\"fro\"", "did you mean for?"}},
      {"vote abstain --as Bob", 3, {"rule 105"}},
      {"vote for --az Bob", 2, {"no option --az", "--as"}},
      {"vote for -3x --as Bob", 2, {"-3x"}},
      {"propose amned 203 --text T --as Ann", 2, {"\"amned\"", "amend"}},
      {"--game nomci status", 2, {"nomci", "nomic"}},
      {"show-rules 230", 3, {"no rule 230", "203"}},
      {"show-rules 301", 3, {"301", "proposal"}},
      {"scores --at trun:1", 2, {"trun", "did you mean turn:1?"}},
      {"scores --at 99", 2, {"#99", "#34"}},
      {"scores --at turn:7", 2, {"turn"}},
      {"status --format xml", 2, {"no format \"xml\"", "json"}},
      {"help vtoe", 2, {"did you mean nomic vote?"}},
  };
  for (const Bad& bad : table) expect_bad(desk, bad);
}

TEST_F(Refusals, NumbersAreNotBent) {
  for (const char* number : {"-3", "010", "2e3", "18446744073709551616", "0", "+301", "0x12d", "301.0"}) {
    const std::string typed = number;
    expect_bad(desk, {("vote for " + typed + " --as Bob").c_str(), 2, {"is not a proposal's number"}});
    expect_bad(desk, {("show-rules " + typed).c_str(), 2, {"is not a rule's number"}});
    expect_bad(desk, {("propose amend " + typed + " --text T --as Ann").c_str(), 2, {"is not a rule's number"}});
    if (typed != "0")
      expect_bad(desk, {("vote for --as Bob --expect " + typed).c_str(), 2, {"is not a number for --expect"}});
    if (typed != "0") expect_bad(desk, {("log --limit " + typed).c_str(), 2, {"is not a number for --limit"}});
    expect_bad(desk, {("roll " + typed + " --as Ann").c_str(), 2, {"is not a face of a die"}});
  }
  for (const char* point : {"-3", "010", "2e3", "18446744073709551616", "turn:-1", "proposal:0301"}) {
    expect_bad(desk, {("scores --at " + std::string(point)).c_str(), 2, {point}});
  }
}

TEST_F(Refusals, WhatTheGameDoesNotAllowCitesItsRules) {
  const std::vector<Bad> table = {
      {"vote for --as Ann", 3, {"Ann has voted on proposal 301 already", "207"}},
      {"vote for 302 --as Bob", 3, {"302"}},
      {"propose enact --text T --as Bob", 3, {"201"}},
      {"roll 3 --as Ann", 3, {"202"}},
      {"call-vote --as Ann", 3, {"301"}},
      {"revise --text T --as Bob", 3, {"301"}},
      {"join Dora", 3, {"turn"}},
      {"debate hello --as Bob", 3, {"301"}},
  };
  for (const Bad& bad : table) expect_bad(desk, bad);
}

TEST_F(Refusals, TextsThatNoLedgerCouldHold) {
  desk.write("long.txt", std::string(60'001, 'x'));
  desk.write("latin1.txt", "caf\xe9");
  desk.write("escape.txt", "a\x1b[2J");
  const std::vector<Bad> table = {
      {"propose enact --text '' --as Ann", 2, {"empty"}},
      {"propose enact --text '  ' --as Ann", 2, {"empty"}},
      {"propose enact --as Ann", 2, {"--text"}},
      {"propose enact --file long.txt --as Ann", 2, {"60,001", "60,000"}},
      {"propose enact --file latin1.txt --as Ann", 2, {"UTF-8"}},
      {"propose enact --file escape.txt --as Ann", 2, {"U+001B"}},
      {"propose enact --file missing.txt --as Ann", 2, {"missing.txt", "No such file"}},
      {"propose enact --file . --as Ann", 2, {"cannot be read"}},
      {"propose enact --text T --file long.txt --as Ann", 2, {"two ways"}},
      {"propose --as Ann", 2, {"what is proposed?"}},
      {"propose amend --text T --as Ann", 2, {"which rule"}},
      {"propose enact 205 --text T --as Ann", 2, {"names no rule"}},
      {"propose enact --text T --provision 'gravity {}' --as Ann", 2, {"gravity"}},
      {"vote for --as Bob --request-id", 2, {"--request-id needs a value"}},
      {"vote for --as Bob --as Ann", 2, {"--as is given twice"}},
      {"vote --as Bob", 2, {"for or against?"}},
      {"vote for 301 301 --as Bob", 2, {"one proposal"}},
      {"debate --as Bob", 2, {"what is said?"}},
      {"debate two words --as Bob", 2, {"quotes"}},
      {"status now", 2, {"\"now\" is one word too many"}},
      {"play", 2, {"which file"}},
      {"play missing.txt", 2, {"missing.txt"}},
  };
  for (const Bad& bad : table) expect_bad(desk, bad);
}

TEST_F(Refusals, NamesThatNoGameCouldHold) {
  const std::vector<Bad> table = {
      {"init --ledger other Ann", 2, {"two players"}},
      {"init --ledger other", 2, {"two players"}},
      {"init --ledger other Ann ANN", 2, {"ANN"}},
      // The same name in two Unicode forms: e with an accent, and e followed by one.
      {"init --ledger other Zo\xc3\xab Zoe\xcc\x88", 2, {"Zo"}},
      {"init --ledger other Ann ''", 2, {"empty"}},
      {"init --ledger other Ann '   '", 2, {"name"}},
      {"init --ledger other Ann 12", 2, {"12"}},
      {"init --ledger other -- -x Bob", 2, {"-x"}},
      {"init --ledger other -x Bob", 2, {"no option -x", "--"}},
      {"init --ledger other Ann Bob --surname Bbo=Lee", 2, {"Bbo", "Bob"}},
      {"init --ledger other Ann Bob --surname Lee", 2, {"NAME=VALUE"}},
      {"init --ledger other Ann Bob --edition 1991", 2, {"1991", "1990"}},
      {"init --ledger other Ann Bob --mode tabel", 2, {"tabel", "table"}},
      {"init --ledger other Ann Bob --edition 1982 --mode mail", 2, {"1982"}},
      {"init --ledger other Ann Bob --rules missing.txtpb", 2, {"missing.txtpb"}},
      {"init Ann Bob", 3, {"nomic", "--game"}},
  };
  for (const Bad& bad : table) expect_bad(desk, bad);
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/other")) << "what was refused leaves no folder behind";
  expect_bad(desk, {"join bob", 3, {"bob"}});
}

TEST(RefusedRuleChanges, ReachTheRulesAsTheyAre) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::vector<Bad> table = {
      {"propose repeal 203 204 --as Ann", 3, {"2 rule-changes", "202"}},
      {"propose transmute 105 --text T --as Ann", 3, {"109", "202"}},
      {"propose amend 105 --text T --as Ann", 3, {"immutable", "transmute", "103", "109"}},
      {"propose reenact 203 --as Ann", 3, {"203"}},
      {"propose restore 203 --as Ann", 3, {"203"}},
      {"propose repeal 999 --as Ann", 3, {"999"}},
  };
  for (const Bad& bad : table) expect_bad(desk, bad);
}

TEST(RefusedRuleChanges, AFaceTheDieDoesNotHave) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  expect_bad(desk, {"roll 7 --as Ann", 2, {"7"}});
  expect_bad(desk, {"roll 3 3 --as Ann", 2, {"2"}});
  expect_bad(desk, {"roll 3 --as Bob", 3, {"Bob"}});
}

TEST(RefusedLedgers, NothingWhereALedgerShouldBe) {
  Desk desk;
  desk.write("plain.txt", "hello");
  std::filesystem::create_directory(desk.folder() + "/empty");
  expect_bad(desk, {"status", 2, {"there is no ledger", "nomic init"}});
  expect_bad(desk, {"--ledger missing status", 2, {"missing", "nomic init"}});
  expect_bad(desk, {"--ledger empty status", 2, {"empty"}});
  expect_bad(desk, {"--ledger plain.txt status", 4, {"plain.txt", "is no bundle"}});
  expect_bad(desk, {"--ledger . init Ann Bob", 2, {"ledger"}});
}

TEST(RefusedLedgers, SeveralGamesAndNoneNamed) {
  Desk desk;
  desk.founded("--game one Ann Bob");
  desk.founded("--game two Ann Bob");
  expect_bad(desk, {"status", 2, {"one", "two", "--game"}});
  desk.environment["NOMIC_GAME"] = "two";
  EXPECT_THAT(desk.ok("status"), HasSubstr("two: turn 1"));
  EXPECT_THAT(desk.ok("verify --game one"), HasSubstr("32 records"));
  desk.environment.clear();
  EXPECT_THAT(desk.ok("verify"), HasSubstr("64 records"));
}

TEST(RefusedLedgers, ANewerFormat) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string format = desk.folder() + "/.nomic/format";
  ASSERT_TRUE(std::filesystem::exists(format));
  desk.write(".nomic/format", "nomic-ledger 99\n");
  for (const char* line : {"status", "propose repeal 209 --as Ann", "verify"}) {
    EXPECT_EQ(desk.run(line).status, 4) << line;
  }
}

TEST(RefusedLedgers, AnotherProcessWrites) {
  Desk desk;
  desk.founded("Ann Bob");
  ledger::OpenOptions options;
  options.command = "nomic play evening.txt";
  auto held = ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, options);
  ASSERT_TRUE(held);
  expect_bad(desk, {"propose repeal 209 --as Ann", 5, {"nomic play evening.txt"}});
  EXPECT_THAT(desk.ok("status"), HasSubstr("turn 1")) << "readers do not wait";
}

TEST(RefusedLedgers, AFolderThatCannotBeMade) {
  Desk desk;
  desk.write("plain.txt", "hello");
  EXPECT_EQ(desk.run("init --ledger plain.txt/deeper Ann Bob").status, 5);
}

}  // namespace
}  // namespace nomic::tools

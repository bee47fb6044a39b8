// Where output goes, and what happens when it cannot go there; where ledgers are found.
#include <cerrno>
#include <filesystem>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;

TEST(Streams, AReaderThatLeavesIsNoFailureAndTheWorkIsDone) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.out_error = EPIPE;
  EXPECT_EQ(desk.run("log").status, 0);
  EXPECT_EQ(desk.play("propose repeal 209 --call-vote --as Ann\nvote for --as Ann\n").status, 0);
  desk.out_error = 0;
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"size\":34"));
}

TEST(Streams, AnAnswerThatCannotBeWrittenSaysWhetherTheMoveIsRecorded) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.out_error = ENOSPC;
  const Ran move = desk.run("propose repeal 209 --as Ann");
  EXPECT_EQ(move.status, 5);
  EXPECT_THAT(move.err, HasSubstr("No space left on device"));
  EXPECT_THAT(move.err, HasSubstr("it is #32"));
  EXPECT_EQ(desk.run("scores").status, 5);
  const Ran dry = desk.run("debate hm --as Ann --dry-run");
  EXPECT_EQ(dry.status, 5);
  EXPECT_THAT(dry.err, testing::Not(HasSubstr("was recorded all the same")));
}

TEST(Streams, ErrorsGoToStandardErrorMadeSafe) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run_words({"vote", "for", "--as", "a\x1b[2J\xff"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, testing::Not(HasSubstr("\x1b")));
  const Ran name = desk.run_words({"vote", "for", "--as",
                                   "\xe2\x80\xae"
                                   "nnA"});
  EXPECT_EQ(name.status, 2);
  EXPECT_THAT(name.err, testing::Not(HasSubstr("\xe2\x80\xae")));
}

TEST(Ledgers, AreFoundHereOrAboveOrWhereTheyAreSaidToBe) {
  namespace fs = std::filesystem;
  Desk desk;
  desk.founded("Ann Bob");
  desk.founded("--ledger other --game far Ann Bob");
  fs::create_directories(desk.folder() + "/a/b");
  desk.environment["NOMIC_LEDGER"] = desk.folder() + "/other";
  EXPECT_THAT(desk.ok("status"), HasSubstr("far: turn 1"));
  EXPECT_THAT(desk.ok("status --ledger .nomic"), HasSubstr("nomic: turn 1"));
  EXPECT_THAT(desk.ok("--ledger .nomic status"), HasSubstr("nomic: turn 1"));
}

TEST(Ledgers, AnEnvironmentWithoutAHomeWorksAndSaysWhatIsNotRemembered) {
  Desk desk;
  desk.environment.clear();
  const Ran founded = desk.run("init Ann Bob");
  EXPECT_EQ(founded.status, 0);
  EXPECT_THAT(founded.err, HasSubstr("could not be remembered"));
  EXPECT_THAT(founded.err, HasSubstr("XDG_STATE_HOME"));
  desk.ok("propose repeal 209 --as Ann");
  desk.ok("verify");
}

TEST(Ledgers, AMemoryThatCannotBeKeptIsSaidOnceAndFailsNothing) {
  Desk desk;
  desk.write("file", "in the way");
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/file";
  const std::string words = "could not be remembered";
  const Ran founded = desk.run("init Ann Bob");
  EXPECT_EQ(founded.status, 0);
  EXPECT_THAT(founded.err, HasSubstr(words));
  const Ran move = desk.run("propose repeal 209 --as Ann --format json");
  EXPECT_EQ(move.status, 0);
  EXPECT_THAT(move.err, HasSubstr("warning: "));
  EXPECT_THAT(move.err, HasSubstr(desk.folder() + "/file: "));
  EXPECT_THAT(move.out, testing::Not(HasSubstr(words)));
  const Ran played = desk.play("debate why --as Ann\ndebate 'why not' --as Bob\nstatus\n");
  EXPECT_EQ(played.status, 0);
  const auto first = played.err.find(words);
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(played.err.find(words, first + 1), std::string::npos) << played.err;
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/state";
  EXPECT_EQ(desk.run("status").err, "");
}

TEST(Options, MayStandBeforeTheCommand) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("--as Ann --format json propose repeal 209 --call-vote");
  desk.ok("--color never --game nomic vote for --as Bob");
  EXPECT_EQ(desk.run("--ledgr x status").status, 2);
  EXPECT_EQ(desk.run("-x").status, 2);
  EXPECT_EQ(desk.run("-").status, 2);
  EXPECT_EQ(desk.run("''").status, 2);
  EXPECT_EQ(desk.run("--game").status, 2);
  EXPECT_EQ(desk.run("--dry-run=false vote for").status, 2);
  EXPECT_THAT(desk.run("vote for --dry-run=false --as Ann").err, HasSubstr("--dry-run takes no value"));
}

TEST(Founding, SaysWhatATwoPlayerGameMeans) {
  Desk desk;
  const Ran two = desk.run("init Ann Bob --format json");
  EXPECT_THAT(two.err, HasSubstr("note: in a game of two"));
  EXPECT_THAT(two.out, HasSubstr("rule 212"));
  EXPECT_EQ(desk.run("init --game three Ann Bob Cleo").err, "");
}

TEST(Founding, OnceForARequest) {
  Desk desk;
  const std::string first = desk.ok("init Ann Bob --request-id found --format json");
  EXPECT_EQ(desk.ok("init Ann Bob --request-id found --format json"), first);
  EXPECT_EQ(desk.run("init Ann Cleo --request-id found").status, 3);
}

TEST(Founding, ADryRunMakesNoFolder) {
  Desk desk;
  desk.ok("init Ann Bob --dry-run");
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/.nomic"));
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("init Ann Bob --dry-run").status, 3);
  EXPECT_EQ(desk.run("init --game second Ann Bob --dry-run").status, 0);
}

TEST(Founding, OnRulesOfOnesOwn) {
  Desk desk;
  desk.write("rules.txtpb",
             "modes: TABLE\nauthoritative_lang: \"en\"\n"
             "rules { number: '1' status: MUTABLE texts { text: \"Anything goes.\" } }\n");
  desk.ok("init --rules rules.txtpb Ann Bob");
  EXPECT_THAT(desk.ok("show-rules"), HasSubstr("Anything goes."));
  EXPECT_EQ(desk.run("init --game g --rules rules.txtpb --edition 1990 Ann Bob").status, 2);
}

}  // namespace
}  // namespace nomic::tools

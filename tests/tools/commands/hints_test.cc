// What is said to somebody who typed nearly the right thing: where they meant something, what it is called.
#include <filesystem>

#include "nomic/words/provision_line.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Hints : public testing::Test {
 protected:
  Hints() { desk.founded("Ann Bob Cleo"); }
  std::string said(const std::string& line, int status = 2) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, status) << line << "\n" << ran.out;
    return ran.err;
  }
  void with_a_rule(const std::string& provision) {
    desk.ok("propose enact --text T. --provision " + provision + " --as Ann --dry-run");
  }
  Desk desk;
};

TEST_F(Hints, AWordWhereAFileIsTaken) {
  EXPECT_THAT(said("scores Ann"), HasSubstr("nomic explain score NAME"));
  EXPECT_THAT(said("status Ann"), HasSubstr("nomic status --player NAME"));
  EXPECT_THAT(said("log Ann"), HasSubstr("nomic log --player NAME"));
  EXPECT_THAT(said("log 37"), HasSubstr("nomic explain record N"));
  EXPECT_THAT(said("audit 107"), HasSubstr("nomic audit --rule N"));
  for (const char* look : {"audit", "scores", "status", "log", "replay"}) {
    EXPECT_THAT(said(std::string(look) + " nosuch.bundle"),
                AllOf(HasSubstr("there is no file \"nosuch.bundle\""), Not(HasSubstr("one word too many"))))
        << look;
  }
}

TEST_F(Hints, WhatIsToBeExplained) {
  EXPECT_THAT(said("explain 37"), AllOf(HasSubstr("nomic explain record 37"), HasSubstr("nomic explain rule 37")));
  EXPECT_THAT(said("explain Ann"), HasSubstr("nomic explain score Ann"));
  EXPECT_THAT(said("explain scroe Ann"), HasSubstr("did you mean score?"));
  EXPECT_THAT(said("explain score"), HasSubstr("nomic explain score Ann"));
}

TEST_F(Hints, WordsInAnotherOrder) {
  EXPECT_THAT(said("vote 301 for --as Ann"), HasSubstr("did you mean nomic vote for 301?"));
  EXPECT_THAT(said("vote 301 --as Ann"), HasSubstr("nomic vote for 301"));
  EXPECT_THAT(said("vote yes 301 --as Ann"), HasSubstr("did you mean for?"));
  EXPECT_THAT(said("attest adopted 301 --as Ann"), HasSubstr("did you mean nomic attest 301 adopted?"));
}

TEST_F(Hints, OfDiceAndOptions) {
  EXPECT_THAT(said("roll 0 --as Ann"), AllOf(HasSubstr("what the die shows"), Not(HasSubstr("999999999"))));
  EXPECT_THAT(said("verify --verbose"), HasSubstr("see: nomic verify --help"));
  EXPECT_THAT(said("debate -zzz --as Ann"), HasSubstr("a word that begins with - is given after a --"));
  EXPECT_THAT(said("log --rule 999", 0), HasSubstr("no record fits that"));
  EXPECT_EQ(said("log --rule 203", 0), "");
}

TEST_F(Hints, AFileThatIsNoBundle) {
  desk.write("game.html", "<!DOCTYPE html>\n<html></html>\n");
  desk.write("s.csv", "player,points\nAnn,0\n");
  constexpr int NOT_WHAT_IT_CLAIMS = 4;
  for (const char* look : {"scores ", "audit ", "status --ledger ", "import ", "compare "}) {
    const std::string page = said(std::string(look) + "game.html", NOT_WHAT_IT_CLAIMS);
    EXPECT_THAT(page, AllOf(HasSubstr("is no bundle"), Not(HasSubstr("claims")), Not(HasSubstr("sent again")))) << look;
    EXPECT_THAT(page, HasSubstr("nomic verify")) << look;
    const std::string table = said(std::string(look) + "s.csv", NOT_WHAT_IT_CLAIMS);
    EXPECT_THAT(table, AllOf(HasSubstr("is no bundle"), Not(HasSubstr("claims")))) << look;
    EXPECT_THAT(table, HasSubstr("nomic compare --scores")) << look;
  }
  // What begins as a bundle does is one, and damaged.
  desk.ok("export game.bundle");
  fs::resize_file(desk.folder() + "/game.bundle", 300);
  EXPECT_THAT(said("scores game.bundle", NOT_WHAT_IT_CLAIMS), HasSubstr("not what it claims to be"));
}

// Who plays and stands in no line is a difference: the sum of what is posted could not be seen to be right.
TEST_F(Hints, PostedScoresThatLeaveAPlayerOut) {
  desk.write("some.csv", "player,points\nAnn,0\nBob,0\n");
  const Ran ran = desk.run("compare --scores some.csv");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "The posted scores are not of everybody who plays. The ledger has besides: Cleo, with 0.\n");
  desk.write("one.csv", "player,points\nBob,0\n");
  EXPECT_EQ(desk.run("compare --scores one.csv").out,
            "The posted scores are not of everybody who plays. The ledger has besides: Ann, with 0; Cleo, with 0.\n");
  desk.write("who.csv", "player,points\nAnn,0\nBob,0\nCleo,0\nDora,3\n");
  EXPECT_EQ(desk.run("compare --scores who.csv").out,
            "Dora has a posted score, and nobody in this game is called so.\n");
  desk.write("all.csv", "player,points\nAnn,0\nBob,0\nCleo,0\n");
  EXPECT_EQ(desk.ok("compare --scores all.csv"), "They are the same.\n");
  // Who has left need not be posted.
  desk.ok("forfeit --as Cleo --yes");
  EXPECT_EQ(desk.ok("compare --scores some.csv"), "They are the same.\n");
}

TEST_F(Hints, AProvisionThatIsGivenTwice) {
  const std::string award = "'award: occasion=defeated, recipient=the_proponent, points=-5, reckoned=before_effect'";
  const std::string same =
      "'award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-5\" } reckoned: BEFORE_EFFECT }'";
  with_a_rule(award);
  const std::string begin = "propose enact --text T. --as Ann --dry-run --provision " + award + " --provision ";
  EXPECT_THAT(said(begin + award), HasSubstr("a provision is given twice: award"));
  EXPECT_THAT(said(begin + same), HasSubstr("given twice")) << "however it is written";
  EXPECT_THAT(said("propose amend 206 --text T. --as Ann --dry-run --keep-provisions --provision "
                   "'award: occasion=defeated, recipient=the_proponent, points=-10, reckoned=before_effect'"),
              HasSubstr("given twice"))
      << "beside those that are kept";
  EXPECT_THAT(said("propose enact --recipe quorum --provision quorum --as Ann --dry-run"), HasSubstr("given twice"));
}

// A file of rules says each once, as a proposal does: however it is written.
TEST_F(Hints, AProvisionThatStandsTwiceInARuleOfAFile) {
  const auto file = [&](const std::string& second) {
    desk.write("own.txtpb",
               "modes: TABLE authoritative_lang: \"en\"\n"
               "rules { number: '1' status: MUTABLE texts { lang: \"en\" text: \"Tea.\" }\n"
               "  provisions { victory { points: \"50\" } }\n  provisions { " +
                   second +
                   " }\n}\n"
                   "rules { number: '2' status: MUTABLE texts { lang: \"en\" text: \"Milk.\" }\n"
                   "  provisions { victory { points: \"50\" } }\n}\n");
    return desk.run("init --ledger own --rules own.txtpb Ann Bob --dry-run");
  };
  for (const char* same : {"victory { points: \"50\" }", "victory { points_thousandths: 50000 }"}) {
    const Ran ran = file(same);
    EXPECT_EQ(ran.status, 2) << same;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("rule 1: it has a provision twice: victory"), HasSubstr("leave one out")));
  }
  const Ran other = file("victory { last_player: true }");
  EXPECT_EQ(other.status, 0) << other.err << "in two rules it may stand";
}

TEST_F(Hints, ARecipeIsAProvisionToo) {
  with_a_rule("'voting-award: points=2'");
  with_a_rule("voting-award");
  const Ran by_recipe = desk.run("propose enact --text T. --recipe voting-award --set points=2 --as Ann --dry-run");
  const Ran by_line = desk.run("propose enact --text T. --provision 'voting-award: points=2' --as Ann --dry-run");
  EXPECT_EQ(by_recipe.out, by_line.out);
  EXPECT_THAT(said("propose enact --text T. --provision 'voting-awrd: points=2' --as Ann"),
              HasSubstr("did you mean voting-award"));
}

// Whoever writes lines is answered in lines: none of the text format's braces, quotes, colons and capitals.
TEST_F(Hints, OfALineAreInTheWordsOfLines) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"award", "occasion"},
      {"award: occasion=defeated, points=-5", "the_proponent"},
      {"award: occasion=circuit_ended, recipient=voters, points=1", "everyone"},
      {"voting_period: vote=0 days", "7 days"},
      {"voting_period: at_end=count_cast", "vote=7 days"},
      {"turn_parts: parts=throw(dice=2, faces=6, points_per_pip=1)", "parts=proposal and throw"},
      {"joining: open=false, approval=2/3 of eligible", "open=yes"},
      {"judgment: seat=named", "judge=Ann"},
      {"effectiveness: when=after_delay", "delay=2 days"},
      {"victory: who=first", "points=50"},
      {"adoption: quota=0/1 of eligible", ""},
      {"self_repeal", "after_circuit"},
  };
  for (const auto& [line, hint] : lines) {
    const Ran ran = desk.run_words({"propose", "enact", "--text", "T.", "--provision", line, "--as", "Ann"});
    EXPECT_EQ(ran.status, 2) << line << "\n" << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(hint)) << line;
    for (const char* sign :
         {"{", "}", ": \"", "_THE", "THE_", "NAMED", "AFTER_DELAY", "open: ", "protobuf", "line 1"}) {
      EXPECT_THAT(ran.err, Not(HasSubstr(sign))) << line;
    }
  }
}

TEST_F(Hints, ALanguageThatThereIsNot) {
  EXPECT_THAT(said("config language zz"), HasSubstr("no language with the code \"zz\""));
  desk.ok("config language ja");
  desk.ok("config language pt-BR");
}

TEST_F(Hints, WhereThereIsNoFolder) {
  desk.ok("export game.bundle");
  EXPECT_THAT(said("config --here player Ann --ledger game.bundle"), HasSubstr("is a file and no ledger"));
  EXPECT_THAT(said("init --ledger - Dora Eve"), HasSubstr("\"-\" is what standard input is called"));
  EXPECT_THAT(said("import game.bundle --ledger -"), HasSubstr("what standard input is called"));
  EXPECT_THAT(said("init --ledger game.bundle Dora Eve"), HasSubstr("is a file"));
  EXPECT_FALSE(fs::exists(desk.folder() + "/-"));
}

// What is written takes the place of a link, and of no file that the link leads to.
TEST_F(Hints, AFileInPlaceOfALinkIsSaid) {
  desk.write("kept.txt", "mine");
  fs::create_symlink("kept.txt", desk.folder() + "/out");
  EXPECT_THAT(said("export out"), HasSubstr("is there already"));
  EXPECT_THAT(said("export out --force", 0), HasSubstr("\"out\" was a link"));
  EXPECT_EQ(fs::file_size(desk.folder() + "/kept.txt"), 4U);
  EXPECT_FALSE(fs::is_symlink(desk.folder() + "/out"));
}

TEST_F(Hints, NotesAndProofsOverwriteNothing) {
  desk.ok("key new k.key");
  desk.ok("checkpoint make --key k.key -o note");
  const std::string made = "checkpoint make --key k.key -o note";
  EXPECT_THAT(said(made), AllOf(HasSubstr("is there already"), HasSubstr("--force")));
  desk.ok(made + " --force");
  desk.ok("prove inclusion 1 -o proof");
  EXPECT_THAT(said("prove inclusion 2 -o proof"), HasSubstr("is there already"));
  desk.ok("prove inclusion 2 -o proof --force");
  desk.ok("checkpoint stamp-request note -o request");
  EXPECT_THAT(said("checkpoint stamp-request note -o request"), HasSubstr("is there already"));
  EXPECT_EQ(desk.ok("prove inclusion 1 -o -"), desk.ok("prove inclusion 1")) << "and - is standard output";
  EXPECT_FALSE(fs::exists(desk.folder() + "/-"));
}

// The last attestation settled it; what is attested beside it later is a remark.
TEST_F(Hints, ARemarkMovesNoOutcome) {
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("attest 301 adopted --yes --as ") + who);
  const std::string before = desk.ok("proposals 301");
  EXPECT_THAT(before, HasSubstr("attested by Ann, Bob and Cleo at #36"));
  desk.ok("attest 301 defeated --as Bob --yes");
  desk.ok("attest 301 adopted --for 3 --against 0 --as Cleo --yes");
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("attested by Ann, Bob and Cleo at #36"));
}

TEST_F(Hints, ScoresAreExplainedInATableAndTheirRulesInShort) {
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  const std::string shown = desk.ok("explain score Ann");
  EXPECT_THAT(shown, HasSubstr("Rule 202 as it stood since #"));
  EXPECT_THAT(shown, HasSubstr("nomic show-rules 202 --at"));
  EXPECT_THAT(shown, Not(HasSubstr("Played by:")));
  // A summary that is too long for its line goes on; no word of it is lost.
  EXPECT_THAT(desk.ok("recipes"), Not(HasSubstr("...")));
  desk.terminal = true;
  EXPECT_THAT(desk.ok("recipes"), Not(HasSubstr("...")));
}

TEST_F(Hints, WhatWasStruckIsNamed) {
  desk.ok("propose repeal 209 --call-vote --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + who);
  desk.ok("roll 6 --as Ann");
  desk.ok("judgment invoke 'A six?' --about 37 --as Bob");
  desk.ok("judgment deliver 'No.' --reasons 'A two.' --strike 37 --as Cleo");
  const std::string shown = desk.ok("explain score Ann");
  EXPECT_THAT(shown, HasSubstr("#37 (Ann throws 6 by hand) being struck"));
}

// An editor may take away the file that it was given.
TEST_F(Hints, WhatIsGoneIsNotCalledKept) {
  desk.environment["EDITOR"] = "ed";
  desk.editor = [](const std::string& path) {
    fs::remove(path);
    return 0;
  };
  const std::string err = said("propose enact --edit --as Ann");
  EXPECT_THAT(err, Not(HasSubstr("what you wrote is kept")));
  EXPECT_THAT(err, HasSubstr("not kept"));
}

}  // namespace
}  // namespace nomic::tools

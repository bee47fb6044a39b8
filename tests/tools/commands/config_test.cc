// The configuration: what need not be typed every time, and what a folder that came from elsewhere may not say.
#include "cli/config.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Configured : public testing::Test {
 protected:
  Configured() {
    desk.founded("Ann Bob --lang en,ja");
    fs::create_directories(desk.folder() + "/.config/nomic");
  }
  void user(const std::string& text) const { desk.write(".config/nomic/config", text); }
  void own(const std::string& text) const { desk.write(".nomic/config", text); }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream file(desk.folder() + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Desk desk;
  int games_ = 0;
};

TEST_F(Configured, SaysWhoMoves) {
  user("player = Bob\n");
  EXPECT_EQ(desk.run("propose repeal 209").status, 3) << "it is Ann's turn";
  own("player = ann\n");
  EXPECT_EQ(desk.run("propose repeal 209 --dry-run").status, 0) << "the ledger's own prevails over the user's";
  desk.environment["NOMIC_PLAYER"] = "Bob";
  EXPECT_EQ(desk.run("propose repeal 209 --dry-run").status, 3) << "the environment over both";
  EXPECT_EQ(desk.run("propose repeal 209 --as Ann --dry-run").status, 0) << "what is typed over all";
}

TEST_F(Configured, HoldsForAPlay) {
  user("player = Ann\nalias.p = propose repeal 209\n");
  EXPECT_EQ(desk.play("p\n").status, 2) << "a play is the same wherever it is played";
  EXPECT_EQ(desk.play("propose repeal 209\n").status, 0);
}

TEST_F(Configured, IsNotChangedByAPlay) {
  for (const char* line : {"config pager 'touch ran; cat'", "config editor evil", "config player Bob",
                           "config --here player Bob", "config alias.p 'config pager evil'", "config --unset player"}) {
    user("player = Ann\n");
    const Ran ran = desk.play(std::string(line) + "\n");
    EXPECT_EQ(ran.status, 2) << line;
    EXPECT_THAT(ran.err, HasSubstr("a play does not change settings")) << line;
    EXPECT_EQ(text_of(".config/nomic/config"), "player = Ann\n") << line;
    EXPECT_FALSE(fs::exists(desk.folder() + "/.nomic/config")) << line;
  }
  EXPECT_EQ(desk.play("config player\n").status, 0) << "they may be looked at";
}

TEST_F(Configured, SaysColourAndLanguage) {
  const char* escape = "\x1b[";
  const std::string plain = desk.ok("show-rules 203");
  user("color = always\nlanguage = ja\n");
  EXPECT_THAT(desk.ok("status"), HasSubstr(escape));
  EXPECT_THAT(desk.ok("status --color never"), Not(HasSubstr(escape)));
  desk.environment["NO_COLOR"] = "1";
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr(escape)));
  EXPECT_EQ(desk.ok("show-rules 203"), desk.ok("show-rules 203 --lang ja"));
  EXPECT_NE(desk.ok("show-rules 203"), desk.ok("show-rules 203 --lang en"));
  // It is a wish: where no text is in it all is as without it, and programs are told the same everywhere.
  user("language = it\n");
  EXPECT_EQ(desk.ok("show-rules 203"), plain);
  EXPECT_EQ(desk.run("show-rules 203 --lang it").status, 3);
  const std::string json = desk.ok("show-rules 203 --format json");
  user("language = ja\n");
  EXPECT_EQ(desk.ok("show-rules 203 --format json"), json);
}

TEST_F(Configured, SaysTheLanguageOfRulesThatAreFounded) {
  const auto lang_of = [&](const std::string& options) {
    const std::string founded = desk.ok("init --game " + std::to_string(++games_) + " " + options + " Cleo Dora");
    return desk.ok("--game " + std::to_string(games_) + " show-rules 203");
  };
  const std::string english = lang_of("--lang en");
  const std::string japanese = lang_of("--lang ja");
  EXPECT_EQ(lang_of(""), english);
  user("language = ja\n");
  EXPECT_EQ(lang_of(""), japanese);
  EXPECT_THAT(desk.run("init --game told Cleo Dora").err, HasSubstr("the rules are in ja"));
  EXPECT_EQ(lang_of("--lang en"), english) << "what is typed over all";
  user("language = tlh\n");
  EXPECT_EQ(lang_of(""), english) << "a wish: no edition is built in in it";
  // A play is the same wherever it is played.
  user("language = ja\n");
  EXPECT_EQ(desk.play("init --game played Cleo Dora\n").status, 0);
  EXPECT_EQ(desk.ok("--game played show-rules 203"), english);
}

TEST_F(Configured, SaysThePager) {
  desk.terminal = true;
  desk.environment["TERM"] = "xterm";
  user("pager = less -S\n");
  desk.environment["PAGER"] = "more";
  desk.run("log");
  EXPECT_EQ(desk.pager, "less -S");
  desk.environment["NOMIC_PAGER"] = "most";
  desk.run("log");
  EXPECT_EQ(desk.pager, "most");
  desk.environment.erase("NOMIC_PAGER");
  user("pager =\n");
  desk.pager.clear();
  EXPECT_THAT(desk.ok("log"), HasSubstr("#31"));
  EXPECT_EQ(desk.pager, "") << "none is a choice";
}

TEST_F(Configured, HasAliases) {
  user("alias.mine = log --player Ann --limit 1\nalias.last = mine\nalias.a = b\nalias.b = a\nalias.log = scores\n");
  EXPECT_EQ(desk.ok("mine"), desk.ok("log --player Ann --limit 1"));
  EXPECT_EQ(desk.ok("last --format jsonl"), desk.ok("log --player Ann --limit 1 --format jsonl"));
  EXPECT_THAT(desk.run("a").err, HasSubstr("comes back to itself"));
  EXPECT_THAT(desk.ok("log --limit 1"), StartsWith("#31")) << "a command stays one";
}

// Somebody was mailed a folder: it may say whose seat it is, and run nothing.
TEST_F(Configured, ALedgerRunsNoPrograms) {
  desk.terminal = true;
  desk.environment["TERM"] = "xterm";
  own("pager = touch ran\nalias.status = forfeit --as Ann\nalias.go = forfeit --as Ann\nplayer = Ann\n");
  desk.run("log");
  EXPECT_EQ(desk.pager, "less");
  EXPECT_EQ(desk.run("go").status, 2);
  EXPECT_THAT(desk.ok("config --no-pager"), HasSubstr("a ledger runs no programs"));
  EXPECT_EQ(desk.ok("config player"), "Ann\n");
  EXPECT_EQ(desk.run("config pager").status, 1);
  EXPECT_EQ(desk.run("config --here pager less").status, 2);
  EXPECT_EQ(desk.run("config --here alias.x status").status, 2);
}

// What is wrong in it is not this user's, and does not stand in the way.
TEST_F(Configured, ALedgersOwnIsReadAsFarAsItCanBe) {
  own("this is no setting\nplayer = Ann\ncolor = pink\n\xff\xfe\n");
  EXPECT_EQ(desk.run("propose repeal 209 --dry-run").status, 0);
  // Nobody waits for a pipe in the user's place either.
  ASSERT_EQ(::mkfifo((desk.folder() + "/.config/nomic/config").c_str(), 0600), 0);
  EXPECT_THAT(desk.run("status").err, HasSubstr("cannot be read"));
}

TEST_F(Configured, AUsersOwnIsRightOrItIsSaid) {
  const auto err = [&](const std::string& text) {
    user(text);
    const Ran ran = desk.run("status");
    EXPECT_EQ(ran.status, 2) << text;
    EXPECT_EQ(desk.run("status --help").status, 0) << text;
    EXPECT_EQ(desk.run("--version").status, 0) << text;
    return ran.err;
  };
  EXPECT_THAT(err("# mine\n\nplayr = Ann\n"), HasSubstr("/config:3: there is no setting \"playr\""));
  EXPECT_THAT(err("playr = Ann\n"), HasSubstr("did you mean player?"));
  EXPECT_THAT(err("player\n"), HasSubstr("write: key = value"));
  EXPECT_THAT(err("player =\n"), HasSubstr("player is given no value"));
  EXPECT_THAT(err("color = pink\n"), HasSubstr("no choice for color \"pink\""));
  EXPECT_THAT(err("language = a b\n"), HasSubstr("is no language"));
  EXPECT_THAT(err("alias.A = log\n"), HasSubstr("is no name for an alias"));
  EXPECT_THAT(err("alias.x = --limit 3\n"), HasSubstr("stands for no command"));
  EXPECT_THAT(err("alias.x = log 'open\n"), HasSubstr("config:1: "));
  EXPECT_THAT(err(std::string(1 << 17, '#')), HasSubstr("cannot be read"));
}

TEST_F(Configured, IsWrittenByTheCommand) {
  user("# keep me\nplayer = Bob\n\ncolor = never\n");
  desk.ok("config player 'Cleo Dane'");
  desk.ok("config alias.mine 'log --limit 1'");
  EXPECT_EQ(text_of(".config/nomic/config"),
            "# keep me\nplayer = Cleo Dane\n\ncolor = never\nalias.mine = log --limit 1\n");
  EXPECT_EQ(desk.ok("config player"), "Cleo Dane\n");
  desk.ok("config --unset color");
  EXPECT_EQ(text_of(".config/nomic/config"), "# keep me\nplayer = Cleo Dane\n\nalias.mine = log --limit 1\n");
  EXPECT_EQ(desk.run("config color").status, 1);
  EXPECT_EQ(desk.ok("config --unset color"), "") << "once more does no harm";
  desk.ok("config --here player Ann");
  EXPECT_EQ(text_of(".nomic/config"), "player = Ann\n");
  EXPECT_EQ(desk.ok("config player"), "Ann\n");
  EXPECT_THAT(desk.ok("config"), HasSubstr("which another prevails over"));
  EXPECT_THAT(desk.ok("config --format json"), HasSubstr("\"key\":\"player\",\"value\":\"Cleo Dane\""));
  EXPECT_THAT(desk.ok("config --format json"), HasSubstr("\"inForce\":false,\"whyNot\":\"OVERRIDDEN\""));
  EXPECT_EQ(desk.run("verify").status, 0) << "it is no part of the game";
}

TEST_F(Configured, WhatIsNoSettingIsNotWritten) {
  const std::vector<std::vector<std::string>> wrong = {{"playr", "Ann"},       {"color", "pink"},     {"language", "?"},
                                                       {"alias.vote", "log"},  {"alias.x", ""},       {"player", ""},
                                                       {"player", "A\nB = c"}, {"player", "Ann", "B"}};
  for (std::vector<std::string> words : wrong) {
    words.insert(words.begin(), "config");
    EXPECT_EQ(desk.run_words(words).status, 2) << words[1];
  }
  EXPECT_EQ(text_of(".config/nomic/config"), "");
  EXPECT_THAT(desk.run("config alias.vote log").err, HasSubstr("vote is a command, and stays one"));
  desk.environment.erase("HOME");
  EXPECT_EQ(desk.run("config player Ann").status, 2);
}

TEST(Config, IsMadeWhereThereIsNone) {
  Desk desk;
  desk.environment["XDG_CONFIG_HOME"] = desk.folder() + "/settings";
  EXPECT_THAT(desk.ok("config"), HasSubstr("Nothing is set"));
  desk.ok("config player Ann");
  EXPECT_TRUE(fs::exists(desk.folder() + "/settings/nomic/config"));
  EXPECT_EQ(desk.ok("config player"), "Ann\n");
  EXPECT_EQ(desk.run("config --here player Ann").status, 2) << "there is no ledger here";
}

}  // namespace
}  // namespace nomic::tools

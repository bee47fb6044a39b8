// Rules written in an editor: propose --edit, revise --edit.
#include <filesystem>
#include <fstream>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_whole(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class Edit : public testing::Test {
 protected:
  Edit() {
    desk.founded("Ann Bob");
    desk.environment["EDITOR"] = "ed";
  }
  // The editor replaces words, the first place of each; what it saw is in `seen`, a file a time.
  void editor_replaces(const std::vector<std::pair<std::string, std::string>>& words, int status = 0) {
    desk.editor = [this, words, status](const std::string& path) {
      std::string text = read_whole(path);
      seen.push_back(text);
      for (const auto& [from, to] : words) {
        if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
      }
      write_whole(path, text);
      return status;
    };
  }
  // The files that are kept, by their paths.
  std::vector<std::string> kept() const {
    std::vector<std::string> paths;
    const fs::path folder = desk.folder() + "/state/nomic/edit";
    if (!fs::exists(folder)) return paths;
    for (const auto& file : fs::directory_iterator(folder)) paths.push_back(file.path().string());
    return paths;
  }
  std::string size() {
    const std::string json = desk.ok("status --format json");
    return json.substr(json.find("\"size\":"), 10);
  }

  Desk desk;
  std::vector<std::string> seen;
};

TEST_F(Edit, AnEnactmentBeginsWithATemplate) {
  editor_replaces({{"title: ", "title: Tea"},
                   {"text:\n", "text:\nWhoever moves makes tea.\n"},
                   {"provisions:\n", "provisions:\naward: occasion=turn_ended, recipient=the_player, points=1\n"}});
  const std::string out = desk.ok("propose enact --edit --as Ann");
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_THAT(seen[0], StartsWith("# A new rule: the text is for people"));
  EXPECT_THAT(seen[0], HasSubstr("\ntitle: \nreason: \n\ntext:\n\nprovisions:\n\n# ---"));
  EXPECT_THAT(seen[0], HasSubstr("#   award  (points)\n#       occasion=adopted | defeated |"));
  EXPECT_THAT(out, StartsWith("The new rule, if this is adopted:\n  + played by: whenever a turn ends"));
  EXPECT_THAT(desk.ok("proposals 301"), AllOf(HasSubstr("Tea"), HasSubstr("Whoever moves makes tea.")));
  EXPECT_TRUE(kept().empty()) << "what is recorded need not be kept";
}

TEST_F(Edit, AnAmendmentBeginsWithTheRuleAsItIs) {
  editor_replaces({{"10 points", "5 points"}, {"points=-10", "points=-5"}});
  desk.ok("propose amend 206 --edit --as Ann");
  EXPECT_THAT(seen.at(0), HasSubstr("provisions:\naward: occasion=defeated, recipient=the_proponent, points=-10, "
                                    "reckoned=before_effect\n"));
  EXPECT_THAT(seen[0], HasSubstr("# What its provisions say:\n#   award: occasion=defeated,"));
  EXPECT_THAT(seen[0], HasSubstr("#     the proponent of a defeated proposal loses 10 points"));
  const std::string shown = desk.ok("proposals 301");
  EXPECT_THAT(shown, HasSubstr("{+5+}"));
  EXPECT_THAT(shown, HasSubstr("+ played by: the proponent of a defeated proposal loses 5 points"));
}

TEST_F(Edit, ARevisionBeginsWithTheForm) {
  desk.ok("propose enact --title Tea --text 'Tea is had.' --provision 'debate: caller=anyone' --as Ann");
  editor_replaces({{"Tea is had.", "Cake is had."}, {"debate: caller=anyone\n", ""}});
  const std::string out = desk.ok("revise --edit --as Ann");
  EXPECT_THAT(seen.at(0), HasSubstr("title: Tea\n"));
  EXPECT_THAT(seen[0], HasSubstr("text:\nTea is had.\n\nprovisions:\ndebate: caller=anyone\n"));
  EXPECT_THAT(desk.ok("proposals 301"),
              AllOf(HasSubstr("Cake is had."), HasSubstr("Tea"), Not(HasSubstr("Played by"))));
}

// An amendment keeps the rule's title until it is given another, and a form the one that it gives.
TEST_F(Edit, TitlesStayWhereTheyAreNotWritten) {
  editor_replaces({{"10 points", "9 points"}});
  desk.ok("propose amend 206 --edit --as Ann");
  EXPECT_THAT(desk.ok("proposals 301"), Not(HasSubstr("Title: ")));
  editor_replaces({{"9 points", "8 points"}, {"title: ", "title: New "}});
  desk.ok("revise --edit --as Ann");
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("{+New "));
  editor_replaces({{"8 points", "7 points"}});
  desk.ok("revise --edit --as Ann");
  EXPECT_THAT(seen.back(), HasSubstr("title: New "));
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("{+New "));
}

TEST_F(Edit, WhatIsTypedIsInTheFile) {
  editor_replaces({});
  desk.ok(
      "propose enact --text 'Tea is had.' --title Tea --reason why --provision 'debate: caller=anyone' --edit --as "
      "Ann");
  EXPECT_THAT(seen.at(0),
              HasSubstr("title: Tea\nreason: why\n\ntext:\nTea is had.\n\nprovisions:\ndebate: caller=anyone\n"));
  EXPECT_EQ(size(), "\"size\":33,") << "it needs no other word";
}

TEST_F(Edit, AllLanguagesAreInIt) {
  Desk two;
  two.founded("--lang en,ja Ann Bob");
  std::string text;
  two.editor = [&](const std::string& path) {
    text = read_whole(path);
    std::string other = text;
    other.replace(other.find("reason: "), 8, "reason: fines");
    write_whole(path, other);
    return 0;
  };
  two.environment["EDITOR"] = "ed";
  const Ran ran = two.run("propose amend 206 --edit --as Ann");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(text, AllOf(HasSubstr("\ntext:\n"), HasSubstr("\ntext (ja):\n")));
  EXPECT_THAT(ran.err, Not(HasSubstr("--translation")));
}

TEST_F(Edit, UnchangedOrEmptyIsNothing) {
  editor_replaces({});
  Ran ran = desk.run("propose amend 206 --edit --as Ann");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "nomic: nothing was changed: nothing was done\n");
  ran = desk.run("propose enact --edit --as Ann");
  EXPECT_EQ(ran.err, "nomic: the text is empty: nothing was done\n");
  desk.editor = [](const std::string& path) {
    write_whole(path, "");
    return 0;
  };
  EXPECT_EQ(desk.run("propose amend 206 --edit --as Ann").err, "nomic: the text is empty: nothing was done\n");
  EXPECT_EQ(size(), "\"size\":32,");
  EXPECT_TRUE(kept().empty());
}

TEST_F(Edit, TheFileIsOpenedAgainAtWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> steps[] = {
      {{"text:\n", "text:\nTea is had.\n"}, {"provisions:\n", "provisions:\n\ndebate: calle=anyone\n"}},
      {{"calle=", "caller="}, {"anyone", "anyon"}},
      {{"caller=anyon\n", "caller=anyone\n"}}};
  desk.editor = [&](const std::string& path) {
    std::string text = read_whole(path);
    for (const auto& [from, to] : steps[seen.size()]) text.replace(text.find(from), from.size(), to);
    seen.push_back(read_whole(path));
    write_whole(path, text);
    return 0;
  };
  desk.environment["EDITOR"] = "/usr/bin/vim -n";
  desk.ok("propose enact --edit --as Ann");
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_THAT(seen[1], HasSubstr("\n#! debate has no \"calle\"\n#!   did you mean caller?\ndebate: calle=anyone\n"));
  EXPECT_THAT(seen[2], HasSubstr("\n#! caller is \"anyon\"\n#!   did you mean anyone?\ndebate: caller=anyon\n"));
  EXPECT_THAT(seen[2], Not(HasSubstr("calle=")));
  EXPECT_EQ(desk.editor_command, "/usr/bin/vim -n");
  ASSERT_EQ(desk.editor_arguments.size(), 2U);
  EXPECT_EQ(desk.editor_arguments[0].front(), '+') << "at its line";
  EXPECT_TRUE(kept().empty());
}

// What is wrong, and stays: {replaced by, what is said}.
TEST_F(Edit, WhatStaysWrongIsKept) {
  struct Wrong {
    std::string from;
    std::string to;
    std::string said;
  };
  const std::vector<Wrong> wrong = {
      {"points=-10", "points=ten", "points is \"ten\""},
      {"award:", "awrd:", "there is no kind of provision \"awrd\""},
      {"before_effect", "then", "reckoned is \"then\""},
      {", reckoned=before_effect", "", "award.reckoned is missing"},
      {"award:", "award {", "line 1, column"},
      {"title: ", "titel: ", "stands above the text"},
      {"title: ", "title: \x1b[2J", "U+001B"},
      {"text:\n", "text:\n\x07", "U+0007"},
      {"text:\n", "text (ja):\n", ""},
  };
  for (const Wrong& one : wrong) {
    seen.clear();
    int opened = 0;
    desk.editor = [&](const std::string& path) {
      std::string text = read_whole(path);
      if (opened++ == 0) text.replace(text.find(one.from), one.from.size(), one.to);
      write_whole(path, text);
      return 0;
    };
    const Ran ran = desk.run("propose amend 206 --edit --as Ann --dry-run");
    if (one.said.empty()) {
      EXPECT_EQ(ran.status, 0) << one.to;
    } else {
      EXPECT_EQ(ran.status, 2) << one.to << ran.out;
      EXPECT_EQ(opened, 2) << one.to;
      EXPECT_THAT(ran.err, HasSubstr(one.said)) << one.to;
      EXPECT_THAT(ran.err, HasSubstr("what you wrote is kept: nomic propose amend 206 --edit --edited ")) << one.to;
    }
    ASSERT_EQ(kept().size(), 1U) << one.to;
    fs::remove(kept().front());
  }
}

TEST_F(Edit, ARefusalKeepsTheText) {
  editor_replaces({{"text:\n", "text:\nTea is had.\n"}});
  desk.ok("propose enact --edit --dry-run --as Ann");
  ASSERT_EQ(kept().size(), 1U) << "a dry run records nothing";
  fs::remove(kept().front());
  // Bob proposes while Ann writes.
  desk.ok("propose repeal 209 --call-vote --as Ann");
  const Ran early = desk.run("propose enact --edit --as Bob");
  EXPECT_EQ(early.status, 3);
  EXPECT_EQ(seen.size(), 1U) << "what is refused whatever it says is not written first";
  EXPECT_TRUE(kept().empty());
}

TEST_F(Edit, TheGameIsPlayedMeanwhile) {
  Desk* const seat = &desk;
  desk.editor = [seat](const std::string& path) {
    // The editor is taken away meanwhile, and what it holds with it.
    Desk* const here = seat;
    const auto editor = std::exchange(here->editor, {});
    EXPECT_EQ(here->run("propose repeal 209 --as Ann").status, 0) << "the ledger is not held";
    here->editor = editor;
    std::string text = read_whole(path);
    text.replace(text.find("text:\n"), 6, "text:\nTea is had.\n");
    write_whole(path, text);
    return 0;
  };
  const Ran ran = desk.run("propose enact --edit --as Ann");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("note: the game went on to #32 meanwhile\n"));
  ASSERT_EQ(kept().size(), 1U);
  EXPECT_THAT(ran.err, HasSubstr("what you wrote is kept: nomic propose enact --edit --edited " + kept().front()));
  EXPECT_THAT(read_whole(kept().front()), HasSubstr("Tea is had."));
}

TEST_F(Edit, WhatIsAnotherByNowIsNotWrittenOver) {
  desk.ok("propose enact --text 'Tea is had.' --as Ann");
  Desk* const seat = &desk;
  desk.editor = [seat](const std::string& path) {
    // The editor is taken away meanwhile, and what it holds with it.
    Desk* const here = seat;
    const auto editor = std::exchange(here->editor, {});
    EXPECT_EQ(here->run("revise --text 'Cake is had.' --as Ann").status, 0);
    here->editor = editor;
    std::string text = read_whole(path);
    text.replace(text.find("Tea"), 3, "Milk");
    write_whole(path, text);
    return 0;
  };
  const Ran ran = desk.run("revise 301 --edit --as Ann");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("the game went on to #33 meanwhile, and what you began with is another by now\n"));
  EXPECT_THAT(ran.err, HasSubstr("nomic revise 301 --edit --edited "));
  ASSERT_EQ(kept().size(), 1U);
  desk.editor = {};
  EXPECT_EQ(desk.run("revise 301 --as Ann --edited " + kept().front()).status, 0);
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("Milk is had."));
}

TEST_F(Edit, AFileIsTakenAsItIs) {
  desk.write("tea.txt", "title: Tea\ntext:\nTea is had.\nprovisions:\nself-repeal: after-circuit=3\n");
  EXPECT_THAT(desk.ok("propose enact --edited tea.txt --as Ann"),
              HasSubstr("+ played by: this rule repeals itself when circuit 3 is complete."));
  EXPECT_TRUE(fs::exists(desk.folder() + "/tea.txt")) << "it is nobody's but theirs";
  desk.write("milk.txt", "text:\nMilk is had.\n");
  EXPECT_EQ(desk.run("play -", "revise --edited milk.txt --as Ann\nvote for --as Bob\n").status, 3);
  EXPECT_THAT(desk.ok("proposals 301"), HasSubstr("Milk is had.")) << "a play opens no editor, and reads files";
  desk.write("bad.txt", "text:\nTea.\nprovisions:\n\nself-repeal: soon\n");
  const Ran bad = desk.run("revise --edited bad.txt --as Ann");
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.err, StartsWith("nomic: line 5 of \"" + desk.folder() + "/bad.txt\": self_repeal has no \"soon\""));
  EXPECT_EQ(desk.run("revise --edited none.txt --as Ann").status, 2);
}

TEST_F(Edit, AnEditorThatFailsIsSaid) {
  editor_replaces({}, 1);
  Ran ran = desk.run("propose enact --edit --as Ann");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "nomic: the editor \"ed\" ended with status 1\n");
  EXPECT_TRUE(kept().empty()) << "nothing was written";
  editor_replaces({{"text:\n", "text:\nTea is had.\n"}}, 128 + 9);
  ran = desk.run("propose enact --edit --as Ann");
  EXPECT_THAT(ran.err, AllOf(StartsWith("nomic: the editor \"ed\" was killed by signal 9\n"), HasSubstr("is kept: ")));
  ASSERT_EQ(kept().size(), 1U);
  fs::remove(kept().front());
  editor_replaces({}, 127);
  ran = desk.run("propose enact --edit --as Ann");
  EXPECT_THAT(ran.err, HasSubstr("the editor \"ed\" could not be run\n  name another: NOMIC_EDITOR=nano"));
  EXPECT_TRUE(kept().empty());
}

TEST_F(Edit, TheEditorIsTheOneThatIsAskedFor) {
  editor_replaces({});
  const auto used = [&] {
    desk.run("propose amend 206 --edit --as Ann");
    return desk.editor_command;
  };
  EXPECT_EQ(used(), "ed");
  desk.environment["VISUAL"] = "visual -x";
  EXPECT_EQ(used(), "visual -x");
  desk.ok("config editor 'mine --wait'");
  EXPECT_EQ(used(), "mine --wait");
  desk.environment["NOMIC_EDITOR"] = "now";
  EXPECT_EQ(used(), "now");
  desk.environment["NOMIC_EDITOR"] = " ";
  EXPECT_EQ(used(), "mine --wait");
  // A folder may come from anywhere, and must not run programs.
  const Ran here = desk.run("config --here editor evil");
  EXPECT_EQ(here.status, 2);
  write_whole(desk.folder() + "/.nomic/config", "editor = evil\n");
  EXPECT_EQ(used(), "mine --wait");
}

TEST_F(Edit, TheUsualEditorNeedsATerminal) {
  editor_replaces({});
  desk.environment.erase("EDITOR");
  Ran ran = desk.run("propose amend 206 --edit --as Ann");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("there is no terminal for an editor\n"));
  EXPECT_TRUE(kept().empty());
  desk.err_terminal = desk.in_terminal = true;
  desk.run("propose amend 206 --edit --as Ann");
  EXPECT_EQ(desk.editor_command, "vi");
  desk.editor = {};
  EXPECT_THAT(desk.run("propose amend 206 --edit --as Ann").err, HasSubstr("no editor can be opened here"));
}

TEST_F(Edit, IsForOneRule) {
  editor_replaces({});
  for (const char* line : {"propose repeal 209 --edit", "propose transmute 101 --edit", "propose nothing --edit"}) {
    const Ran ran = desk.run(std::string(line) + " --as Ann");
    EXPECT_EQ(ran.status, 2) << line;
    EXPECT_THAT(ran.err, HasSubstr("--edit writes one rule")) << line;
  }
  desk.ok("propose repeal 209 --as Ann");
  EXPECT_THAT(desk.run("revise --edit --as Ann").err, HasSubstr("what is proposed has no text of its own"));
  EXPECT_EQ(desk.run("propose amend 999 --edit --as Ann").status, 3);
  EXPECT_THAT(desk.run("play -", "propose enact --edit --as Ann\n").err, HasSubstr("a line of a play opens no editor"));
  EXPECT_TRUE(seen.empty());
}

}  // namespace
}  // namespace nomic::tools

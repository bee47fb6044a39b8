// What the tab key gives at each place of a command line: commands, options, values, and the words of the game at hand.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "commands/all.h"
#include "complete/command_words.h"
#include "complete/typed_line.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

class Completing : public testing::Test {
 protected:
  // What is given behind the line, as bash would put it there.
  std::vector<std::string> after(const std::string& line) {
    const std::string whole = "nomic " + line;
    const Ran ran = desk.run_words({"complete", "bash", std::to_string(whole.size()), whole});
    EXPECT_EQ(ran.status, 0) << line << "\n" << ran.err;
    EXPECT_EQ(ran.err, "") << line;
    std::vector<std::string> words;
    std::istringstream lines(ran.out);
    for (std::string word; std::getline(lines, word);) words.push_back(word);
    return words;
  }
  void at_a_vote() {
    desk.founded("Ann 'Bob Miller' Cleo");
    desk.ok("propose repeal 209 --call-vote --as Ann");
  }

  Desk desk;
};

TEST_F(Completing, CommandsAndTheirOptions) {
  EXPECT_THAT(after("vo"), ElementsAre("vote"));
  EXPECT_THAT(after("pro"), ElementsAre("propose", "proposals", "prove"));
  EXPECT_THAT(after("complet"), ElementsAre("completion")) << "what shells ask is no command for people";
  EXPECT_THAT(after("propose --ti"), ElementsAre("--title"));
  EXPECT_THAT(after("vote --as Ann --dr"), ElementsAre("--dry-run"));
  EXPECT_THAT(after("vote --dry-run --dr"), IsEmpty()) << "it is given once";
  EXPECT_THAT(after("propose --provision x --provisio"), ElementsAre("--provision", "--provisions"));
  EXPECT_THAT(after("--form"), ElementsAre("--format"));
  EXPECT_THAT(after("--color never sta"), ElementsAre("status"));
  EXPECT_THAT(after("nosuch "), IsEmpty());
}

TEST_F(Completing, ValuesOfOptions) {
  EXPECT_THAT(after("status --format "), ElementsAre("text", "json", "jsonl", "md"));
  EXPECT_THAT(after("--color n"), ElementsAre("never"));
  EXPECT_THAT(after("status --format=js"), ElementsAre("json", "jsonl")) << "bash keeps what is before the sign";
  EXPECT_THAT(after("propose --recipe voting-"), ElementsAre("voting-award"));
  EXPECT_THAT(after("propose --recipe voting-award --set po"), ElementsAre("points="));
  EXPECT_THAT(after("recipes voting-award --set po"), ElementsAre("points="));
  EXPECT_THAT(after("log --kind vote_c"), IsSupersetOf({"vote_cast", "vote_called"}));
  EXPECT_THAT(after("init --edition 19"), ElementsAre("1990", "1982"));
  EXPECT_THAT(after("init --mode m"), ElementsAre("mail"));
  EXPECT_THAT(after("propose enact --file "), ElementsAre(":files"));
  EXPECT_THAT(after("propose enact --text "), IsEmpty());
}

TEST_F(Completing, ProvisionsItemByItem) {
  const auto kinds = after("propose enact --provision 'vot");
  EXPECT_THAT(kinds, UnorderedElementsAre("voting_duty: ", "vote_changes: ", "voting_period: ", "voting-award: "));
  // One is left: its items are told at once.
  EXPECT_THAT(after("propose enact --provision 'awa"),
              IsSupersetOf({"award: occasion=", "award: recipient=", "award: points="}));
  EXPECT_THAT(after("propose enact --provision 'award: occasion=def"),
              ElementsAre("award: occasion=defeated", "award: occasion=defeated, "));
  EXPECT_THAT(after("propose enact --provision 'award: occasion=defeated, "), Not(Contains(HasSubstr("occasion=,"))));
  EXPECT_THAT(after("propose enact --provision 'award: occasion=defeated, rec"),
              Contains("award: occasion=defeated, recipient="));
  EXPECT_THAT(after("propose enact --provision 'voting-award: po"), ElementsAre("voting-award: points="));
}

TEST_F(Completing, WordsOfTheGame) {
  at_a_vote();
  EXPECT_THAT(after("vote --as "), ElementsAre("Ann", "Bob\\ Miller", "Cleo"));
  EXPECT_THAT(after("vote --as bo"), ElementsAre("Bob\\ Miller")) << "names compare without case";
  EXPECT_THAT(after("vote --as 'Bo"), ElementsAre("Bob Miller")) << "within quotes nothing is to be quoted";
  EXPECT_THAT(after("vote --as Bob\\ M"), ElementsAre("Bob\\ Miller"));
  EXPECT_THAT(after("vote for "), ElementsAre("301"));
  EXPECT_THAT(after("vote for 301 "), IsEmpty());
  EXPECT_THAT(after("explain proposal "), ElementsAre("301"));
  EXPECT_THAT(after("explain score B"), ElementsAre("Bob\\ Miller"));
  EXPECT_THAT(after("propose amend 20"), ElementsAre("201", "202", "203", "204", "205", "206", "207", "208", "209"));
  EXPECT_THAT(after("judgment deliver Yes --void 11"), Contains("110"));
  EXPECT_THAT(after("judgment deliver Yes --ballot 301 A"), ElementsAre("Ann"));
  EXPECT_THAT(after("judgment deliver Yes --ballot 301 Ann f"), ElementsAre("for"));
  EXPECT_THAT(after("act --points A"), ElementsAre("Ann="));
  EXPECT_THAT(after("contest vote f"), ElementsAre("for"));
  EXPECT_THAT(after("attest 301 "), ElementsAre("adopted", "defeated"));
}

// The first turn: 301 is adopted by all three, and its vote lies behind; the turn ends when Bob proposes.
TEST_F(Completing, PointsOfTheGame) {
  at_a_vote();
  EXPECT_THAT(after("scores --at "), ElementsAre("start", "head")) << "the vote on 301 is not complete, nor is turn 1";
  for (const char* name : {"Ann", "'Bob Miller'", "Cleo"}) desk.ok(std::string("vote for --as ") + name);
  desk.ok("roll 3 --as Ann");
  desk.ok("propose repeal 205 --as 'Bob Miller'");
  EXPECT_THAT(after("scores --at "), ElementsAre("start", "head", "proposal:301", "turn:1"));
  EXPECT_THAT(after("scores --at proposal:"), ElementsAre("301")) << "bash keeps what is before the sign";
  EXPECT_THAT(after("scores --at ^^tu"), ElementsAre("^^turn:1"));
  EXPECT_THAT(after("diff sta"), ElementsAre("start"));
  EXPECT_THAT(after("diff start turn:"), ElementsAre("1"));
  EXPECT_THAT(after("diff start turn:1 "), IsEmpty());
  EXPECT_THAT(after("log --from he"), ElementsAre("head"));
}

// The game is the one that the line names.
TEST_F(Completing, OfTheLedgerThatIsNamed) {
  desk.ok("init --ledger other Dora Eve");
  EXPECT_THAT(after("vote --as "), IsEmpty());
  EXPECT_THAT(after("vote --ledger other --as "), ElementsAre("Dora", "Eve"));
  EXPECT_THAT(after("--ledger=other vote --as E"), ElementsAre("Eve"));
  desk.ok("init --ledger other --game second Fay Gus");
  EXPECT_THAT(after("status --ledger other --game "), UnorderedElementsAre("nomic", "second"));
  EXPECT_THAT(after("vote --ledger other --game second --as F"), ElementsAre("Fay"));
  EXPECT_THAT(after("vote --ledger nosuch --as "), IsEmpty());
  desk.write("game.csv", "Ann,1\n");
  EXPECT_THAT(after("vote --ledger game.csv --as "), IsEmpty()) << "and nothing is said of it";
}

// Nothing changes by looking: not the ledger, and not the memory of games met.
TEST_F(Completing, WritesNothing) {
  at_a_vote();
  const auto everything = [&] {
    std::set<std::string> all;
    for (const auto& file : std::filesystem::recursive_directory_iterator(desk.folder())) {
      const bool plain = file.is_regular_file();
      all.insert(file.path().string() + (plain ? " " + std::to_string(file.file_size()) : "") + " " +
                 std::to_string(file.last_write_time().time_since_epoch().count()));
    }
    return all;
  };
  std::filesystem::remove_all(desk.folder() + "/state");
  const auto before = everything();
  after("vote --as ");
  after("vote for ");
  EXPECT_EQ(everything(), before);
}

// Whoever adds a command that takes words says what they are.
TEST_F(Completing, KnowsWhatTheWordsOfEachCommandAre) {
  const auto known = commands_with_words();
  const std::set<std::string> of_files = {"import-history", "rehearse", "submit", "play", "status", "scores", "log",
                                          "replay", "verify", "audit", "compare", "export", "import", "backup",
                                          "verify-proof", "check-references",
                                          // Left out with the server, whose words these are.
                                          "serve"};
  for (const CommandSpec* spec : all_commands()) {
    const auto command = spec->make();
    Arguments arguments;
    command->declare(arguments);
    const std::string name(spec->name);
    const bool has_row = std::find(known.begin(), known.end(), name) != known.end();
    EXPECT_TRUE(arguments.words_value().empty() || has_row || of_files.contains(name)) << name;
  }
  for (const std::string& name : known) EXPECT_NE(find_command(all_commands(), name), nullptr) << name;
}

TEST_F(Completing, WordsForOtherShellsBearWhatTheyAreAbout) {
  at_a_vote();
  EXPECT_EQ(desk.ok("complete words vote --as Bo"), "Bob Miller\tplayer\n");
  EXPECT_EQ(desk.run_words({"complete", "words", "vote", "--as", "'Bo"}).out, "Bob Miller\tplayer\n");
  EXPECT_EQ(desk.ok("complete words vote for ''"), "301\tby Ann\n");
  EXPECT_THAT(desk.ok("complete words sta"), HasSubstr("status\tSays who must act"));
}

TEST(TypedLine, ReadsQuotesThatAreOpen) {
  const TypedLine open = read_typed_line("nomic propose --text 'a b");
  EXPECT_THAT(open.before, ElementsAre("nomic", "propose", "--text"));
  EXPECT_EQ(open.word, "a b");
  EXPECT_EQ(open.quote, OpenQuote::SINGLE);
  EXPECT_EQ(as_bash_inserts("a 'b' c", open), "a '\\''b'\\'' c");
  const TypedLine twice = read_typed_line("nomic say \"a \\\"b");
  EXPECT_EQ(twice.word, "a \"b");
  EXPECT_EQ(as_bash_inserts("a \"b$", twice), "a \\\"b\\$");
  const TypedLine none = read_typed_line("nomic vote ");
  EXPECT_THAT(none.before, ElementsAre("nomic", "vote"));
  EXPECT_EQ(none.word, "");
  EXPECT_EQ(as_bash_inserts("O'Neil & Co", none), "O\\'Neil\\ \\&\\ Co");
  const TypedLine sign = read_typed_line("nomic x --set points=");
  EXPECT_EQ(as_bash_inserts("points=2", sign), "2");
}

TEST(Completion, PrintsAScriptForEachShell) {
  Desk desk;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_THAT(desk.ok(std::string("completion ") + shell), HasSubstr(" complete ")) << shell;
  }
  EXPECT_THAT(desk.run("completion csh").err, HasSubstr("there is no shell \"csh\""));
  EXPECT_EQ(desk.run("completion").status, 2);
}

}  // namespace
}  // namespace nomic::tools

// What is said of a word that is none of ours: by what people mean with it, and the mistake that matters first.
#include <algorithm>
#include <sstream>

#include "commands/all.h"
#include "nomic/views/same_meaning.h"
#include "nomic/views/suggest.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

// The hint that stands under the message.
std::string hint_of(Desk& desk, const std::string& line) {
  const Ran ran = desk.run(line);
  EXPECT_EQ(ran.status, 2) << line;
  EXPECT_EQ(ran.out, "") << line;
  const std::size_t end = ran.err.find('\n');
  return ran.err.substr(std::min(end + 1, ran.err.size()));
}

TEST(Meant, AWordOfTheLanguageIsTakenForWhatItMeans) {
  Desk desk;
  EXPECT_EQ(hint_of(desk, "leave"), "  to leave the game for good: nomic forfeit\n");
  EXPECT_EQ(hint_of(desk, "enact"), "  did you mean nomic propose enact --text TEXT?\n");
  EXPECT_EQ(hint_of(desk, "amend 206"), "  did you mean nomic propose amend N --text TEXT?\n");
  EXPECT_EQ(hint_of(desk, "ammend 206"), "  did you mean nomic propose amend N --text TEXT?\n");
  EXPECT_EQ(hint_of(desk, "undo"), "  what is recorded stays; nomic mend says what can be done about it\n");
  EXPECT_EQ(hint_of(desk, "oops"), "  did you mean nomic mend?\n");
  EXPECT_EQ(hint_of(desk, "sandbox"), "  did you mean nomic rehearse DIR?\n");
  EXPECT_THAT(hint_of(desk, "next"), HasSubstr("nomic status says who must act"));
  EXPECT_EQ(hint_of(desk, "YES"), "  did you mean nomic vote for?\n") << "case does not count";
  EXPECT_EQ(hint_of(desk, "help amend"), "  did you mean nomic propose amend N --text TEXT?\n");
  EXPECT_EQ(hint_of(desk, "contest amend 206"), "  did you mean nomic propose amend N --text TEXT?\n");
}

// The words that a hint tells one to type are commands.
TEST(Meant, NamesCommandsThatThereAre) {
  for (const Meant& meant : all_commands().meant) {
    std::istringstream words{std::string(meant.hint)};
    bool named = false;
    bool any = false;
    for (std::string word; words >> word;) {
      if (named && word[0] != '-') {
        word.erase(std::find_if(word.begin(), word.end(), [](char c) { return c == '?' || c == ',' || c == ';'; }),
                   word.end());
        EXPECT_NE(find_command(all_commands(), word), nullptr) << meant.word << ": " << meant.hint;
        any = true;
      }
      named = word == "nomic";
    }
    EXPECT_TRUE(any || meant.hint.find("--") != std::string_view::npos ||
                meant.hint.find("nothing") != std::string_view::npos)
        << meant.word << " is told to type nothing";
    EXPECT_FALSE(meant.hint.ends_with(".")) << meant.word;
  }
}

TEST(Meant, EachWordStandsOnce) {
  std::vector<std::string_view> words;
  for (const Meant& meant : all_commands().meant) words.push_back(meant.word);
  std::sort(words.begin(), words.end());
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
}

// Whatever letter is missing, doubled, wrong or changed with its neighbour: nobody is told to leave the game.
TEST(Meant, NobodyIsToldToForfeitForASlipOfTheFinger) {
  const std::string name = "forfeit";
  std::vector<std::string> slips = {"forf", "forfiet", "fro", "format", "forget"};
  for (std::size_t i = 0; i < name.size(); ++i) {
    slips.push_back(name.substr(0, i) + name.substr(i + 1));
    slips.push_back(name.substr(0, i) + name[i] + name.substr(i));
    slips.push_back(name.substr(0, i) + "x" + name.substr(i + 1));
    if (i + 1 < name.size()) slips.push_back(name.substr(0, i) + name[i + 1] + name[i] + name.substr(i + 2));
  }
  Desk desk;
  for (const std::string& slip : slips) {
    EXPECT_THAT(desk.run(slip).err, Not(HasSubstr("nomic forfeit"))) << slip;
    EXPECT_THAT(desk.run("help " + slip).err, Not(HasSubstr("nomic forfeit"))) << slip;
  }
  // Other commands are.
  EXPECT_EQ(hint_of(desk, "porpose"), "  did you mean nomic propose?\n");
}

TEST(Meant, ClosedSetsGoByMeaningToo) {
  EXPECT_EQ(nearest_to("yes", {"for", "against", "abstain", "withdraw"}), "for");
  EXPECT_EQ(nearest_to("NO", {"for", "against", "abstain", "withdraw"}), "against");
  EXPECT_EQ(nearest_to("fro", {"for", "against"}), "for") << "a slip is one all the same";
  EXPECT_EQ(nearest_to("yes", {"Ann", "Bob"}), "");
  EXPECT_EQ(same_in_meaning("for", {"for", "against"}), "") << "the word itself is not another";
  EXPECT_EQ(same_in_meaning(std::string(500, 'y'), {"for"}), "");
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(hint_of(desk, "vote yes --as Ann"), "  did you mean for?\n");
  EXPECT_EQ(hint_of(desk, "propose change 206 --text T --as Ann"), "  did you mean amend?\n");
  EXPECT_EQ(hint_of(desk, "propose delete 206 --as Ann"), "  did you mean repeal?\n");
}

// The words have to be typed again whoever moves: they are looked at first.
TEST(MistakeThatMatters, IsInTheWordsBeforeWhoMoves) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string slip = desk.run("propose ammend").err;
  EXPECT_THAT(slip, HasSubstr("no kind of rule-change \"ammend\""));
  EXPECT_THAT(slip, HasSubstr("did you mean amend?"));
  EXPECT_THAT(slip, Not(HasSubstr("who moves?")));
  EXPECT_THAT(desk.run("vote fro").err, HasSubstr("did you mean for?"));
  EXPECT_THAT(desk.run("join").err, HasSubstr("who joins?"));
  EXPECT_THAT(desk.run("join Cleo Dora").err, HasSubstr("one player joins at a time"));
  EXPECT_THAT(desk.run("propose repeal 209").err, HasSubstr("who moves?")) << "nothing else is wrong with it";
}

TEST(MistakeThatMatters, ATextGoesWithItsOption) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("propose enact 'Say please'").err,
            "nomic: a rule's text goes with --text, and \"Say please\" stands without it\n"
            "  write: enact --text 'Say please'\n");
  EXPECT_EQ(hint_of(desk, "propose enact Please --as Ann"), "  write: enact --text Please\n");
  EXPECT_EQ(hint_of(desk, "propose amend 206 'Lose five.' --as Ann"), "  write: amend 206 --text 'Lose five.'\n");
  EXPECT_EQ(hint_of(desk, "propose amend 'Lose five.' --as Ann"), "  write: amend N --text 'Lose five.'\n");
  EXPECT_EQ(hint_of(desk, "propose 'Say please' --as Ann"), "  write: enact --text 'Say please'\n");
  EXPECT_EQ(hint_of(desk, "try propose enact 'Say please'"), "  write: enact --text 'Say please'\n");
  // A long one is not said again.
  const std::string text = "Whoever moves makes tea for everybody at the table, and says please.";
  EXPECT_EQ(hint_of(desk, "propose enact '" + text + "' --as Ann"), "  write: enact --text '...'\n");
  // What is meant as a number is one still.
  EXPECT_THAT(desk.run("propose amend 2o6 --text T --as Ann").err, HasSubstr("is not a rule's number"));
  EXPECT_THAT(desk.run("propose enact 206 --text T --as Ann").err, HasSubstr("an enactment names no rule"));
}

}  // namespace
}  // namespace nomic::tools

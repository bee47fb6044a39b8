// What a shell makes of variables that are not set: --option= and words that are empty.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "commands/all.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using Words = std::vector<std::string>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Of these an empty value says that there is none, or has a refusal of its own.
const std::set<std::string> MAY_BE_EMPTY = {"--after",   "--player", "--reason", "--reasons",
                                            "--surname", "--team",   "--text",   "--title"};

class EmptyValuesOf : public testing::TestWithParam<const CommandSpec*> {};

TEST_P(EmptyValuesOf, AreRefusedAndTakeNoOtherWord) {
  const auto command = GetParam()->make();
  Arguments known;
  command->declare(known);
  Settings settings;
  declare_common(known, settings);
  for (const Arguments::Option& option : known.options()) {
    Desk desk;
    const Ran ran = desk.run_words({std::string(GetParam()->name), option.name + "=", "word", "word", "word"});
    EXPECT_EQ(ran.status, 2) << option.name << ran.err;
    EXPECT_THAT(ran.out, IsEmpty());
    const std::string refused = option.value.empty() ? " takes no value" : " is given an empty value";
    if (option.may_be_empty) {
      EXPECT_TRUE(MAY_BE_EMPTY.contains(option.name)) << option.name;
      EXPECT_THAT(ran.err, testing::Not(HasSubstr(refused)));
    } else {
      EXPECT_THAT(ran.err, HasSubstr(option.name + refused));
    }
    if (option.value.empty()) continue;
    Words typed = {std::string(GetParam()->name), option.name};
    typed.resize(typed.size() + option.width);
    const Ran apart = desk.run_words(typed);
    EXPECT_EQ(apart.status, 2) << option.name << apart.err;
    EXPECT_EQ(apart.err.find(option.name + refused) == std::string::npos, option.may_be_empty) << apart.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, EmptyValuesOf, testing::ValuesIn(all_commands()), [](const auto& tested) {
  std::string name(tested.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

struct Taken {
  Status done = ledger::Done{};
  std::string text = "none";
  Words pair;
  Words words;
};

Taken taken_of(const Words& args) {
  Taken taken;
  Arguments arguments;
  arguments.words("[WORD...]", "Words.", taken.words);
  arguments.option("--text", "TEXT", "A text.", taken.text);
  arguments.may_be_empty();
  arguments.several("--pair", "A B", "Two words.", 2, [&](const Words& typed) -> Status {
    taken.pair = typed;
    return ledger::Done{};
  });
  arguments.may_be_empty();
  taken.done = arguments.parse(args);
  return taken;
}

TEST(EmptyValues, StandForThemselves) {
  Taken taken = taken_of({"--text=", "Bob"});
  EXPECT_EQ(taken.text, "");
  EXPECT_THAT(taken.words, ElementsAre("Bob"));
  taken = taken_of({"Bob", "--text="});
  EXPECT_EQ(taken.text, "");
  EXPECT_THAT(taken.words, ElementsAre("Bob"));
  taken = taken_of({"--pair=", "B", "C"});
  EXPECT_THAT(taken.pair, ElementsAre("", "B"));
  EXPECT_THAT(taken.words, ElementsAre("C"));
  taken = taken_of({"--pair", "--text=", "--pair=", "--text=", "C"});
  EXPECT_THAT(taken.pair, ElementsAre("--text=", "--pair="));
  EXPECT_EQ(taken.text, "");
  // What is a value, or a word, is no option.
  taken = taken_of({"--text", "--pair=", "C"});
  EXPECT_EQ(taken.text, "--pair=");
  EXPECT_THAT(taken.pair, IsEmpty());
  taken = taken_of({"--", "--text=", "C"});
  EXPECT_EQ(taken.text, "none");
  EXPECT_THAT(taken.words, ElementsAre("--text=", "C"));
}

TEST(EmptyValues, NeverChangeWhoMovesOrWhatIsAsked) {
  Desk desk;
  EXPECT_EQ(desk.run_words({"init", "--game=", "Ann", "Bob", "Cleo"}).status, 2);
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  EXPECT_EQ(desk.run_words({"vote", "for", "--as=", "Bob"}).status, 2);
  EXPECT_EQ(desk.run_words({"--as=", "vote", "for"}).status, 2);
  desk.ok("config player Ann");
  EXPECT_EQ(desk.run_words({"vote", "for", "--as="}).status, 2) << "and not Ann, whom the configuration names";
  EXPECT_EQ(desk.run_words({"status", "--ledger="}).status, 2);
  // Of a rest of words only the options before it are one's own.
  EXPECT_THAT(desk.run_words({"contest", "vote", "for", "--as="}).err, HasSubstr("--as is given an empty value"));
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("#33"));
}

TEST(EmptyValues, OfWordsAreRefusedToo) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  for (const Words& typed : std::vector<Words>{{"store", "copy", "", "other"},
                                               {"store", "copy", ".nomic", ""},
                                               {"store", "check", ""},
                                               {"status", ""},
                                               {"log", ""},
                                               {"compare", ""},
                                               {"verify", ""},
                                               {"import", ""}}) {
    const Ran ran = desk.run_words(typed);
    EXPECT_EQ(ran.status, 2) << typed[0] << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("one of the words is empty")) << typed[0];
  }
}

}  // namespace
}  // namespace nomic::tools

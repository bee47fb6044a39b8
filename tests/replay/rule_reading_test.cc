// How a text reads: words, without what lays them out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "nomic/replay/rule_matching.h"
#include "replay/lines.h"

namespace nomic::replay {
namespace {

struct Reads {
  const char* text;
  const char* reads;
};

TEST(Reading, LeavesOutWhatLaysOut) {
  const std::vector<Reads> rows = {
      {"The players\nvote.", "The players vote."},
      {"The\tplayers   vote.\n\n\nThey do.\n", "The players vote. They do."},
      {"The **players** *vote* in `turn`.", "The players vote in turn."},
      {"The __players__ _vote_.", "The players vote."},
      {"un*frigging*believable", "unfriggingbelievable"},
      {"The ''players'' '''vote'''.", "The players vote."},
      {"See [rule 105](#rule-105).", "See rule 105."},
      {"See [rule 105](http://a.b/c_(d) \"The rule\").", "See rule 105."},
      {"![A die](die.png) is thrown.", "A die is thrown."},
      {"See [[Rule 105|rule 105]] and [[Rule 106]].", "See rule 105 and Rule 106."},
      {"## Items\n\n- one\n- two\n\n* three", "Items one two three"},
      {"== Items ==\n\xE2\x80\xA2 one", "Items one"},
      {"### Items ###", "Items"},
      {"> quoted\n> > twice", "quoted twice"},
      {"Before\n```text\nif a then b\n```\nafter", "Before if a then b after"},
      {"Title\n=====\ntext\n\n---\n\n* * *\nmore", "Title text more"},
      {"| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"},
      {"It is <b>so</b>.<br>And <a href=\"x\">so</a>.", "It is so. And so."},
      {"\xE2\x80\x9CSo\xE2\x80\x9D it\xE2\x80\x99s \xC2\xABso\xC2\xBB", "\"So\" it's \"so\""},
      {"all\xE2\x80\x94of them\xE2\x80\xA6 -- vote", "all - of them... - vote"},
      {"rules 101\xE2\x80\x93"
       "116",
       "rules 101-116"},
      {"5\\* and \\_so\\_", "5 and so"},
      {"so\xC2\xADme\xE2\x80\x8B words", "some words"},
      {"\xE7\xAB\xB6\xE6\x8A\x80\n\xE8\x80\x85", "\xE7\xAB\xB6\xE6\x8A\x80\xE8\x80\x85"},
      {"", ""},
      {"\n***\n", ""},
  };
  for (const Reads& row : rows) EXPECT_EQ(reading_of(row.text), row.reads) << row.text;
}

TEST(Reading, KeepsWhatSaysSomething) {
  for (const char* text : {
           "3*2 and 3 * 2",
           "a_name_of it",
           "a [rule] of [1]",
           "[12](the first one)",
           "1. one",
           "a <player> votes",
           "it is <del>not</del> so",
           "#5 votes",
           "3 - 2",
           "a ] b [ c",
           "they (all) vote",
           "= 5",
           "a|b",
           "it's",
           "see [a](b",
           "[[a",
           "<b",
       }) {
    EXPECT_EQ(reading_of(text), text);
  }
  EXPECT_NE(reading_of("They vote."), reading_of("they vote."));
  EXPECT_NE(reading_of("They vote, all."), reading_of("They vote all."));
}

// Words laid out at random read the same.
RC_GTEST_PROP(ReadingProperty, LayoutIsNothing, ()) {
  const auto one_of = [](const std::vector<std::string>& all) {
    return all[*rc::gen::inRange<std::size_t>(0, all.size())];
  };
  static const std::vector<std::string> WORDS = {"the",    "players", "105.", "(2)", "vote,",
                                                 "\"so\"", "it's",    "Rule", "#5"};
  std::string plain;
  std::string laid_out;
  const auto count = *rc::gen::inRange<std::size_t>(1, 30);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string word = i == 0 ? "All" : one_of(WORDS);
    if (i > 0) {
      plain += ' ';
      laid_out += one_of({" ", "  ", "\t", "\n", "\n\n", " \n> ", "\n- ", "\n\n```\n", "<br>", "\n---\n"});
    }
    plain += word;
    const std::string mark = one_of({"", "", "*", "**", "`", "_", "***"});
    const bool link = *rc::gen::inRange(0, 5) == 0;
    laid_out += mark;
    laid_out += link ? "[" + word + "](http://a.b/c)" : word;
    laid_out += mark;
  }
  RC_ASSERT(reading_of(laid_out) == plain);
}

TEST(Reading, TakesNoLongTime) {
  using import::times;
  constexpr std::size_t MANY = 100'000;
  const auto begun = std::chrono::steady_clock::now();
  for (const char* piece :
       {"[", "](", "[[", "[a](", "<b ", "*", "`", "> ", "[[a|", "\\", "'", "--", "- ", "![", "]("}) {
    EXPECT_LE(reading_of(times(MANY, piece)).size(), MANY * 8) << piece;
    EXPECT_LE(reading_of(times(MANY, std::string(piece) + "\n")).size(), MANY * 8) << piece;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30));
}

}  // namespace
}  // namespace nomic::replay

// nomic log, narrowed down and followed.
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>

#include "nomic/views/log_asked.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The records that a line of `log` shows, by number.
std::vector<int> shown_by(Desk& desk, const std::string& line) {
  std::istringstream lines(desk.ok("log " + line));
  std::vector<int> numbers;
  for (std::string each; std::getline(lines, each);) {
    if (each.starts_with('#')) numbers.push_back(std::stoi(each.substr(1)));
  }
  return numbers;
}

// A circuit of two: records 0 to 31 found the game, which Ann and Bob play. The rules of 1990 number 101 to 213.
//     #32 Ann proposes to repeal 209 (301)   #33, #34 adopted with the votes of Ann and Bob   #35 Ann throws a 3
//     #36 Bob proposes to amend 206 (302)    #37 Ann votes against: defeated with #38         #39 Bob throws a 4
class LogOfATurn : public testing::Test {
 protected:
  LogOfATurn() {
    desk.founded("Ann Bob");
    for (const char* line : {"propose repeal 209 --call-vote --as Ann", "vote for --as Ann", "vote for --as Bob",
                             "roll 3 --as Ann", "propose amend 206 --text 'Lose five.' --call-vote --as Bob",
                             "vote against --as Ann", "vote for --as Bob", "roll 4 --as Bob"}) {
      desk.ok(line);
    }
  }
  Desk desk;
};

TEST_F(LogOfATurn, IsNarrowedDownByKind) {
  EXPECT_THAT(shown_by(desk, "--kind vote_cast"), ElementsAre(33, 34, 37, 38));
  EXPECT_THAT(shown_by(desk, "--kind Vote-Cast --limit 2"), ElementsAre(37, 38)) << "the last, spelt as one likes";
  EXPECT_THAT(shown_by(desk, "--kind proposal_made --kind dice_thrown"), ElementsAre(32, 35, 36, 39));
  // By what it brought about, too.
  EXPECT_THAT(shown_by(desk, "--kind proposal_adopted"), ElementsAre(34));
  EXPECT_THAT(shown_by(desk, "--kind proposal_defeated"), ElementsAre(38));
  // A word of kinds: proposal_made, and what came of it.
  EXPECT_THAT(shown_by(desk, "--kind proposal"), ElementsAre(32, 34, 36, 38));
  EXPECT_THAT(shown_by(desk, "--kind seated"), ElementsAre(30, 31));
}

TEST_F(LogOfATurn, IsNarrowedDownByProposal) {
  EXPECT_THAT(shown_by(desk, "--proposal 301 --kind vote_cast"), ElementsAre(33, 34));
  EXPECT_THAT(shown_by(desk, "--proposal 302 --kind vote_cast"), ElementsAre(37, 38));
  EXPECT_EQ(shown_by(desk, "--proposal 302").front(), 36);
  EXPECT_THAT(shown_by(desk, "--proposal 777"), IsEmpty());
}

TEST_F(LogOfATurn, IsNarrowedDownByRule) {
  // Founded as record 1 + its place among the rules; proposed and repealed here.
  const auto of_209 = shown_by(desk, "--rule 209");
  ASSERT_EQ(of_209.size(), 3U);
  EXPECT_THAT(std::vector<int>(of_209.begin() + 1, of_209.end()), ElementsAre(32, 34));
  EXPECT_THAT(shown_by(desk, "--rule 206 --since start"), ElementsAre(36)) << "not where it took Bob's points";
  EXPECT_THAT(shown_by(desk, "--rule 206 --since 2012-05-30 --kind rule_founded"), testing::SizeIs(1));
}

TEST_F(LogOfATurn, IsNarrowedDownByPlayer) {
  const auto of_ann = shown_by(desk, "--player ann --since start");
  for (const int own : {32, 33, 35, 37}) EXPECT_THAT(of_ann, testing::Contains(own));
  EXPECT_THAT(shown_by(desk, "--player Bob --kind vote_cast"), ElementsAre(34, 38));
  EXPECT_EQ(desk.run("log --player Bbo").status, 2);
  EXPECT_THAT(desk.run("log --player Bbo").err, HasSubstr("Bob"));
}

TEST_F(LogOfATurn, BeginsAfterAPoint) {
  EXPECT_THAT(shown_by(desk, "--since 37"), ElementsAre(38, 39));
  EXPECT_THAT(shown_by(desk, "--since 39"), IsEmpty());
  EXPECT_THAT(shown_by(desk, "--since proposal:301 --to 36"), ElementsAre(35, 36));
  EXPECT_THAT(shown_by(desk, "--since 35 --limit 2"), ElementsAre(38, 39)) << "the last of them";
  EXPECT_THAT(shown_by(desk, "--from 35 --limit 2"), ElementsAre(35, 36)) << "the first of them";
  EXPECT_THAT(shown_by(desk, "--from 35 --limit 1 --kind vote"), ElementsAre(36)) << "which calls the vote";
  // A day is meant with all of it, and what was before the founding is nothing.
  EXPECT_EQ(shown_by(desk, "--since 2012-05-30").size(), 40U);
  EXPECT_EQ(shown_by(desk, "--since 2001-01-01").size(), 40U);
  EXPECT_THAT(shown_by(desk, "--since 2012-05-31"), IsEmpty());
  EXPECT_EQ(desk.run("log --since 40").status, 2);
  EXPECT_EQ(desk.run("log --since 3 --from 3").status, 2);
  EXPECT_EQ(desk.run("log --since 3 --by occurred").status, 2);
}

TEST_F(LogOfATurn, NarrowedDownIsTheSameInEveryForm) {
  const std::string lines = desk.ok("log --kind vote_cast --format jsonl");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
  const std::string document = desk.ok("log --kind vote_cast --format json");
  EXPECT_THAT(document, testing::StartsWith("{\"records\":[{\"index\":33,"));
  EXPECT_EQ(desk.ok("log --proposal 777 --format json"), "{\"records\":[]}\n");
  EXPECT_THAT(shown_by(desk, "--by occurred --kind vote_cast --limit 3"), ElementsAre(34, 37, 38));
}

TEST_F(LogOfATurn, KnowsWhichKindsThereAre) {
  const Ran ran = desk.run("log --kind vote_cats");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("did you mean vote_cast?"));
  EXPECT_THAT(desk.run("log --kind conquest").err, HasSubstr("no kind of record \"conquest\""));
  EXPECT_EQ(desk.run("log --kind ''").status, 2);
}

// What another process records comes as it is recorded, and nothing twice.
TEST_F(LogOfATurn, IsFollowed) {
  int pauses = 0;
  desk.meanwhile = [&] {
    ++pauses;
    if (pauses == 2) desk.ok("propose repeal 210 --as Ann");
    if (pauses == 4) desk.ok("call-vote --as Ann");
    return pauses < 7;
  };
  EXPECT_THAT(shown_by(desk, "--follow --since 38"), ElementsAre(39, 40, 41));
  EXPECT_EQ(pauses, 7) << "it waited until it was told to end";

  pauses = 0;
  desk.meanwhile = [&] {
    if (++pauses == 1) desk.ok("vote for --as Ann");
    return pauses < 3;
  };
  const std::string lines = desk.ok("log --follow --limit 0 --format jsonl");
  EXPECT_THAT(lines, testing::StartsWith("{\"index\":42,"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1);

  pauses = 0;
  desk.meanwhile = [&] {
    if (++pauses == 1) desk.ok("vote for --as Bob");
    return pauses < 3;
  };
  EXPECT_THAT(shown_by(desk, "--follow --limit 0 --kind dice"), IsEmpty()) << "narrowed down as ever";
}

TEST_F(LogOfATurn, FollowedShowsTheLastTenFirst) {
  EXPECT_THAT(shown_by(desk, "--follow"), ElementsAre(30, 31, 32, 33, 34, 35, 36, 37, 38, 39));
  EXPECT_THAT(shown_by(desk, "--follow --limit 1"), ElementsAre(39));
}

TEST_F(LogOfATurn, WhatHasAnEndIsNotFollowed) {
  EXPECT_THAT(desk.run("log --follow --format json").err, HasSubstr("jsonl"));
  for (const char* bounded : {"--to 39", "--at head", "--by occurred", "--known 35", "--format json"}) {
    EXPECT_EQ(desk.run(std::string("log --follow ") + bounded).status, 2) << bounded;
  }
  EXPECT_EQ(desk.play("log --follow\n").status, 2) << "a play would never go on";
}

// A reader that has enough (head) ends it.
TEST_F(LogOfATurn, IsFollowedAsLongAsItIsRead) {
  desk.out_error = EPIPE;
  int pauses = 0;
  desk.meanwhile = [&] { return ++pauses < 100; };
  EXPECT_EQ(desk.run("log --follow").status, 0);
  EXPECT_EQ(pauses, 0);
}

TEST_F(LogOfATurn, WhatBecameShorterIsNotFollowed) {
  namespace fs = std::filesystem;
  const fs::path ledger = desk.folder() + "/.nomic";
  const fs::path old = desk.folder() + "/old";
  fs::copy(ledger, old, fs::copy_options::recursive);
  int pauses = 0;
  desk.meanwhile = [&] {
    if (++pauses == 1) {
      fs::remove_all(ledger);
      fs::copy(old, ledger, fs::copy_options::recursive);
    }
    return pauses < 3;
  };
  desk.ok("propose repeal 210 --as Ann");
  // Whoever remembers no games finds out by what was shown.
  desk.environment.erase("XDG_STATE_HOME");
  desk.environment.erase("HOME");
  const Ran ran = desk.run("log --follow");
  EXPECT_EQ(ran.status, 4) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("had 41 records while it was followed, and has 40 now"));
}

// An act that sets 600 values of the game and gives 600 things has 1,201 consequences, itself among them.
TEST(LogLines, ALineForFollowersHasTheFirstThousandConsequences) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  std::vector<std::string> act{"act", "--as", "Ann", "--yes", "--cite", "210", "We deal the cards."};
  for (int at = 0; at < 600; ++at) {
    act.insert(act.end(), {"--set", "card" + std::to_string(at) + "=down"});
    act.insert(act.end(), {"--give", "Bob:card" + std::to_string(at) + "=+1"});
  }
  const Ran ran = desk.run_words(act);
  ASSERT_EQ(ran.status, 0) << ran.err;
  auto ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
  auto game = *replay::Game::open(*ledger, "game");
  const std::uint64_t size = game.head().size;
  std::vector<v1::LogView> told;
  ASSERT_TRUE(log_lines(game, size - 2, size, [&](std::uint64_t, const std::string& line) {
    return google::protobuf::util::JsonStringToMessage(line, &told.emplace_back()).ok();
  }));
  ASSERT_EQ(told.size(), 2U);
  EXPECT_FALSE(told[0].has_consequences_left_out());
  EXPECT_EQ(told[1].consequences_size(), 1'000);
  EXPECT_EQ(told[1].consequences_left_out(), 201U);
}

}  // namespace
}  // namespace nomic::tools

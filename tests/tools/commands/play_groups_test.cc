// The moves of a play become durable together, and no answer comes before what it rests on.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/run.h"
#include "commands/all.h"
#include "nomic/ledger/ledger.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A play whose input comes piece by piece, with something done at each piece and at each look at the clock.
class Typed {
 public:
  explicit Typed(const Desk& desk) : desk_(desk) {}

  int play(const std::vector<std::string>& pieces, std::vector<std::string> arguments = {}) {
    std::size_t next = 0;
    Io io;
    io.out = [&](std::string_view bytes) {
      if (out_error == 0) all += bytes;
      return out_error;
    };
    io.err = [&](std::string_view bytes) {
      all += bytes;
      return 0;
    };
    io.in = [&](char* buffer, std::size_t size) -> std::ptrdiff_t {
      if (before_piece) before_piece(next);
      if (next == pieces.size()) return 0;
      const std::string& piece = pieces[next++];
      EXPECT_LE(piece.size(), size);
      std::memcpy(buffer, piece.data(), piece.size());
      return static_cast<std::ptrdiff_t>(piece.size());
    };
    io.env = [&](const char* name) {
      const auto found = desk_.environment.find(name);
      return found == desk_.environment.end() ? std::nullopt : std::optional<std::string>(found->second);
    };
    io.now = [&] {
      if (at_clock) at_clock();
      return now += 1'000'000;
    };
    io.cwd = desk_.folder();
    arguments.insert(arguments.begin(), {"play", "-"});
    return run(arguments, io, all_commands());
  }

  std::function<void(std::size_t piece)> before_piece;
  std::function<void()> at_clock;
  int out_error = 0;
  std::string all;  // standard output and standard error, as they come
  std::int64_t now = 1'338'400'000'000'000;

 private:
  const Desk& desk_;
};

// How many records a reader finds now.
std::uint64_t durable(const Desk& desk) {
  auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
  EXPECT_TRUE(ledger.ok());
  return ledger ? (*ledger)->find("")->size : 0;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PlayGroups, MovesBecomeDurableTogetherAndNoSoonerAnswered) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  Typed typed(desk);
  std::vector<std::uint64_t> at_moves;
  typed.at_clock = [&] {
    at_moves.push_back(durable(desk));
    EXPECT_EQ(typed.all, "");
  };
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\ndebate one --as Bob\ndebate two --as Ann\n"}), 0) << typed.all;
  EXPECT_EQ(at_moves, std::vector<std::uint64_t>(at_moves.size(), founded));
  EXPECT_EQ(durable(desk), founded + 3);
  EXPECT_EQ(std::count(typed.all.begin(), typed.all.end(), '#'), 3) << typed.all;
  // The founding was the store's first write, and the group is its second.
  EXPECT_THAT(slurp(desk.folder() + "/.nomic/mark"), StartsWith("nomicmk3" + std::string(7, '\0') + '\2'));
  EXPECT_THAT(desk.ok("verify"), HasSubstr("chain, tree and game hold"));
}

TEST(PlayGroups, WhoWaitsForTheNextLineHasTheAnswerToTheLast) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  Typed typed(desk);
  std::vector<std::string> seen;
  typed.before_piece = [&](std::size_t piece) {
    seen.push_back(typed.all);
    EXPECT_EQ(durable(desk), founded + piece);
  };
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\n", "debate one --as Bob\n"}), 0);
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0], "");
  EXPECT_THAT(seen[1], HasSubstr("is made by Ann"));
  EXPECT_THAT(seen[2], HasSubstr("Bob has spoken"));
}

TEST(PlayGroups, AnswersAndRefusalsComeInTheOrderOfTheLines) {
  Desk desk;
  desk.founded("Ann Bob");
  Typed typed(desk);
  EXPECT_EQ(typed.play({"propose repeal 209 --call-vote --as Ann\n!3 propose repeal 210 --as Bob\nvote for --as Ann\n"
                        "!3 vote against --as Ann\nstatus\nvote for --as Bob\n"}),
            0);
  std::vector<std::size_t> at;
  for (const char* part :
       {"is made by Ann", "input:2: status 3", "Ann votes for", "input:4: status 3", "turn 1", "adopted"}) {
    at.push_back(typed.all.find(part, at.empty() ? 0 : at.back()));
    EXPECT_NE(at.back(), std::string::npos) << part << "\n" << typed.all;
  }
}

TEST(PlayGroups, WhatLooksOrLeavesSeesOnlyWhatIsDurable) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("key new bob.key");
  desk.ok("key register --as Bob --key bob.key");
  const std::uint64_t founded = durable(desk);
  Typed typed(desk);
  typed.at_clock = [] {};
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\ndebate one --as Bob --key bob.key --prepare one.txt\n"
                        "export game.bundle\n"}),
            0)
      << typed.all;
  EXPECT_EQ(durable(desk), founded + 1);
  EXPECT_THAT(typed.all, HasSubstr("is made by Ann"));
  EXPECT_TRUE(fs::exists(desk.folder() + "/one.txt"));
}

TEST(PlayGroups, AFailureIsToldAfterWhatCameBefore) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  Typed typed(desk);
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\ndebate one --as Bob\nvote for --as Ann\ndebate two --as Bob\n"}),
            3);
  EXPECT_EQ(durable(desk), founded + 2);
  EXPECT_LT(typed.all.find("Bob has spoken"), typed.all.find("input:3: ")) << typed.all;
}

TEST(PlayGroups, AnswersThatCannotBeWrittenAreOfMovesThatAreRecorded) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  Typed typed(desk);
  typed.out_error = ENOSPC;
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\ndebate one --as Bob\n"}), 5);
  EXPECT_THAT(typed.all, HasSubstr("input:1 to 2: the answer could not be written to standard output: No space left"));
  EXPECT_THAT(typed.all, HasSubstr("is recorded all the same"));
  EXPECT_EQ(durable(desk), founded + 2);
}

// The mark goes while moves wait, so that the group reaches the log and nobody can say more.
class LostMark {
 public:
  explicit LostMark(const Desk& desk) : path_(desk.folder() + "/.nomic/mark"), bytes_(slurp(path_)) {}
  void take() const { fs::rename(path_, path_ + "-away"); }
  void put_back() const {
    std::error_code ignored;
    fs::rename(path_ + "-away", path_, ignored);
  }

 private:
  std::string path_;
  std::string bytes_;
};

TEST(PlayGroups, OfALostGroupNothingIsAnsweredAndItsLinesAreNamed) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  const LostMark mark(desk);
  Typed typed(desk);
  int looks = 0;
  typed.at_clock = [&] {
    if (++looks == 2) mark.take();
  };
  EXPECT_EQ(typed.play({"\n# two moves\npropose repeal 209 --as Ann\ndebate one --as Bob\nstatus\n"}), 5);
  EXPECT_THAT(typed.all, HasSubstr("input:3 to 4: writing failed half way"));
  EXPECT_THAT(typed.all, HasSubstr("may or may not be recorded"));
  EXPECT_THAT(typed.all, HasSubstr("the play stops here"));
  EXPECT_THAT(typed.all, Not(HasSubstr("is made by")));
  mark.put_back();
  EXPECT_EQ(durable(desk), founded);
  // The next writer finds them whole.
  desk.ok("debate two --as Bob");
  EXPECT_EQ(durable(desk), founded + 3);
  EXPECT_THAT(desk.ok("verify"), HasSubstr("chain, tree and game hold"));
}

TEST(PlayGroups, ToldToGoOnItGoesOnFromWhatIsThere) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::uint64_t founded = durable(desk);
  const LostMark mark(desk);
  Typed typed(desk);
  int looks = 0;
  typed.at_clock = [&] {
    if (++looks == 2) mark.take();
  };
  typed.before_piece = [&](std::size_t piece) {
    if (piece == 1) mark.put_back();
  };
  EXPECT_EQ(typed.play({"propose repeal 209 --as Ann\ndebate one --as Bob\n", "debate two --as Ann\nstatus\n"},
                       {"--keep-going"}),
            5);
  EXPECT_THAT(typed.all, HasSubstr("input:1 to 2: writing failed half way"));
  EXPECT_THAT(typed.all, HasSubstr("Ann has spoken"));
  EXPECT_THAT(typed.all, HasSubstr("2 lines of standard input failed, the first of them line 1"));
  EXPECT_EQ(durable(desk), founded + 3);
}

}  // namespace
}  // namespace nomic::tools

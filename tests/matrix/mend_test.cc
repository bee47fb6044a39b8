// Every way out of a record that `mend` offers is one: in games that were played at random, cut off somewhere, each way
// is walked to its end on a rehearsal of its own, and then the record has no such effect any more.
//
//     NOMIC_MATRIX_GAME=games.random-004      only that game
//     NOMIC_MATRIX_ALL=1                      all random games, and not a sample
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "golden/play_file.h"
#include "nomic/v1/view.pb.h"
#include "nomic/words/shell_word.h"

namespace nomic::matrix {
namespace {

constexpr std::size_t ONE_IN = 8;           // of the random games
constexpr std::uint64_t RECORDS_TRIED = 7;  // of each, the last ones

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

template <class View>
View answer_of(golden::Seat& seat, const std::string& line) {
  View view;
  const auto ended = seat.ask(line + " --format json");
  EXPECT_EQ(ended.status, 0) << line << ": " << ended.err;
  google::protobuf::util::JsonParseOptions others;
  others.ignore_unknown_fields = true;  // a rehearsal says that it is one
  const auto read = google::protobuf::util::JsonStringToMessage(ended.out, &view, others);
  EXPECT_TRUE(read.ok()) << line << ": " << read.ToString();
  return view;
}

class Walk {
 public:
  Walk(golden::Seat& seat, std::string name) : seat_(seat), name_(std::move(name)) {}

  // The ways out of the record, each on a rehearsal; which kinds there were.
  void all(std::uint32_t record, std::map<std::string, int>& walked) {
    const std::string first = rehearsal();
    const auto view = answer_of<v1::MendView>(seat_, fmt::format("mend {} --ledger {}", record, first));
    for (const v1::MendView::Way& way : view.ways()) {
      SCOPED_TRACE(fmt::format("{} #{}: {}", name_, record, way.DebugString()));
      if (walk(record, way)) ++walked[way.kind()];
    }
  }

 private:
  std::string rehearsal() {
    std::string folder = fmt::format("walk-{}", ++made_);
    const auto ended = seat_.ask("rehearse " + folder);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return folder;
  }

  // The record whose words a correction puts right: of an earlier form those that are in force now.
  static std::uint64_t corrects(std::uint32_t record, const v1::MendView::Way& way) {
    const std::string in_force = "The words in force are those of #";
    for (const std::string& note : way.notes()) {
      if (note.rfind(in_force, 0) == 0) return std::stoull(note.substr(in_force.size()));
    }
    return record;
  }

  // Whether it could be walked: what only people know is guessed at.
  bool walk(std::uint32_t record, const v1::MendView::Way& way) {
    const std::string folder = rehearsal();
    const auto before = answer_of<v1::ScoresView>(seat_, "scores --ledger " + folder);
    for (const v1::MendView::Step& step : way.steps()) {
      if (std::find(step.blanks().begin(), step.blanks().end(), "KIND") != step.blanks().end()) return false;
      if (!give(step, folder)) return false;
    }
    const auto again = answer_of<v1::MendView>(seat_, fmt::format("mend {} --ledger {}", record, folder));
    if (way.kind() == "CORRECT") {
      const auto log = seat_.ask(fmt::format("log --from {} --limit 1 --ledger {}", corrects(record, way), folder));
      EXPECT_NE(log.out.find("corrected by"), std::string::npos) << log.out;
    } else if (way.kind() == "FIND") {
      expect_scores_moved(before, folder);
    } else if (way.kind() == "STRIKE" || way.kind() == "OVERRULE" || way.kind() == "OBJECT") {
      EXPECT_TRUE(again.ways().empty()) << again.DebugString();
      EXPECT_FALSE(again.notes().empty() || again.notes(0).find("no effect") == std::string::npos)
          << again.DebugString();
    } else {
      for (const auto& other : again.ways()) EXPECT_NE(other.kind(), way.kind()) << again.DebugString();
    }
    return true;
  }

  // One of the fillings is admitted: a vote is for or against, a die has a face.
  bool give(const v1::MendView::Step& step, const std::string& folder) {
    std::string errors;
    for (const std::string& line : filled(step, folder)) {
      const auto ended = seat_.ask(line + " --ledger " + folder);
      if (ended.status == 0) return true;
      errors += line + ": " + ended.err;
    }
    ADD_FAILURE() << errors;
    return false;
  }

  std::vector<std::string> filled(const v1::MendView::Step& step, const std::string& folder) {
    constexpr std::size_t PROGRAM = 6;  // "nomic "
    const std::string line = step.command().substr(PROGRAM);
    const std::set<std::string> blanks(step.blanks().begin(), step.blanks().end());
    if (blanks.count("WRONG") != 0) return {corrected(line, folder)};
    if (blanks.count("CHOICE") != 0) return {put(line, "CHOICE", "for"), put(line, "CHOICE", "against")};
    if (blanks.count("FACE") != 0) return {put(line, "FACE", "1"), put(line, "FACE", "2")};
    for (const auto& [blank, with] : std::map<std::string, std::string>{{"TEXT", "'Something else.'"},
                                                                        {"TITLE", "'Something else'"},
                                                                        {"NAME", "'Zeno Quill'"},
                                                                        {"TIME", "2001-02-03T04:05Z"}}) {
      if (blanks.count(blank) != 0) return {put(line, blank, with)};
    }
    if (blanks.count("DIFFERENCE") != 0) {
      std::string told = line;
      const std::string blank = "=DIFFERENCE";
      return {told.replace(told.find(blank), blank.size(), "=-1")};
    }
    EXPECT_TRUE(blanks.empty()) << step.DebugString();
    return {line};
  }

  // Every occurrence.
  static std::string put(std::string line, const std::string& blank, const std::string& with) {
    for (auto at = line.find(" " + blank); at != std::string::npos; at = line.find(" " + blank, at + with.size())) {
      line.replace(at + 1, blank.size(), with);
    }
    return line;
  }

  // The whole text is the slip.
  std::string corrected(const std::string& line, const std::string& folder) {
    const auto at = line.find("--rule ") + 7;
    const std::string number = line.substr(at, line.find(' ', at) - at);
    const auto rules = answer_of<v1::RulesView>(seat_, fmt::format("show-rules {} --ledger {}", number, folder));
    const std::string text = rules.rules(0).text();
    return put(put(line, "WRONG", tools::as_shell_word(text)), "RIGHT", tools::as_shell_word(text + " So it is."));
  }

  void expect_scores_moved(const v1::ScoresView& before, const std::string& folder) {
    const auto after = answer_of<v1::ScoresView>(seat_, "scores --ledger " + folder);
    EXPECT_NE(after.SerializeAsString(), before.SerializeAsString());
  }

  golden::Seat& seat_;
  std::string name_;
  int made_ = 0;
};

void cut_and_walk(const std::string& name, const std::filesystem::path& path, std::size_t share,
                  std::map<std::string, int>& walked) {
  golden::Seat counted;
  std::size_t lines = 0;
  golden::read_play(path, counted, [&](const std::string&, int) { ++lines; });
  golden::Seat seat;
  // Somewhere in its second half, another place in each game.
  const std::size_t end = lines / 2 + share * 7 % std::max<std::size_t>(lines / 2, 1);
  std::size_t played = 0;
  golden::read_play(path, seat, [&](const std::string& line, int) {
    if (played++ < end) seat.ask(line);
  });
  if (seat.ask("status").status != 0) return;  // several games, or none yet
  const auto status = answer_of<v1::StatusView>(seat, "status");
  Walk walk(seat, name);
  for (std::uint32_t back = 1; back <= std::min<std::uint64_t>(RECORDS_TRIED, status.size()); ++back) {
    walk.all(status.size() - back, walked);
  }
}

TEST(Mend, EveryWayThatIsOfferedCanBeWalkedToItsEnd) {
  const std::string only = environment("NOMIC_MATRIX_GAME");
  const bool everything = !environment("NOMIC_MATRIX_ALL").empty();
  std::map<std::string, int> walked;
  std::size_t share = 0;
  for (const auto& [name, path] : golden::all_plays()) {
    if (path.extension() == ".bundle" || name.find("games.") != 0) continue;
    if (!only.empty() ? name != only : !everything && ++share % ONE_IN != 0) continue;
    cut_and_walk(name, path, share, walked);
    if (testing::Test::HasFailure()) FAIL() << name;
  }
  if (!only.empty()) return;
  // Rules that let votes be changed are rare: that way, and some others, only all of the games have.
  std::vector<const char*> kinds = {"STRIKE", "CORRECT", "FIND"};
  if (everything) kinds.insert(kinds.end(), {"VOTE_AGAIN", "TAKE_BACK", "REVISE", "UNDO", "OBJECT", "OVERRULE"});
  for (const char* kind : kinds) EXPECT_GT(walked[kind], 0) << kind;
  for (const auto& [kind, times] : walked) RecordProperty(kind, times);
}

}  // namespace
}  // namespace nomic::matrix

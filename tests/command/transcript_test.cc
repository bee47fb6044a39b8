// The games of tests/transcripts, played by the real command and looked at after every record.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "command/transcript_expected.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/view.pb.h"

namespace nomic {
namespace {

namespace fs = std::filesystem;

const fs::path TRANSCRIPTS = fs::path(NOMIC_SOURCE_DIR) / "tests" / "transcripts";

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

// A game played in a folder of its own, by one process; further processes look at it.
class PlayedGame {
 public:
  explicit PlayedGame(const fs::path& play) {
    std::string pattern = (fs::temp_directory_path() / "nomic-transcript-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    played_ = nomic("--format json play '" + play.string() + "'");
  }
  ~PlayedGame() { fs::remove_all(folder_); }
  PlayedGame(const PlayedGame&) = delete;
  PlayedGame& operator=(const PlayedGame&) = delete;

  [[nodiscard]] const Ran& played() const { return played_; }

  // Runs the command in a clean environment.
  [[nodiscard]] Ran nomic(const std::string& arguments) const {
    const fs::path out = folder_ / "out";
    const fs::path err = folder_ / "err";
    const std::string line = "cd '" + folder_.string() + "' && env -i HOME='" + folder_.string() + "' NOMIC_LEDGER='" +
                             (folder_ / "ledger").string() + "' '" NOMIC_COMMAND "' " + arguments + " >'" +
                             out.string() + "' 2>'" + err.string() + "'";
    const int ended = std::system(line.c_str());
    return {WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, read_file(out), read_file(err)};
  }

  // The answers to many looks, a line of JSON each, of one process.
  [[nodiscard]] std::vector<std::string> looks(const std::vector<std::string>& commands) const {
    const fs::path path = folder_ / "looks.play";
    std::ofstream file(path);
    for (const std::string& command : commands) file << command << '\n';
    file.close();
    const Ran ran = nomic("--format json play '" + path.string() + "'");
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::vector<std::string> answers = lines_of(ran.out);
    EXPECT_EQ(answers.size(), commands.size());
    answers.resize(commands.size());
    return answers;
  }

 private:
  fs::path folder_;
  Ran played_;
};

template <class View>
View view_of(const std::string& json) {
  View view;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;  // an event is shown in its own form
  const auto read = google::protobuf::util::JsonStringToMessage(json, &view, options);
  EXPECT_TRUE(read.ok()) << json.substr(0, 200);
  return view;
}

// Looks at each record of an expected game, from its start to its head.
template <class View>
std::vector<View> at_every_record(const PlayedGame& game, const ExpectedGame& expected, const std::string& look) {
  std::vector<std::string> commands;
  for (std::uint32_t record = expected.start; record <= expected.head(); ++record) {
    commands.push_back(look + " " + std::to_string(record));
  }
  std::vector<View> views;
  for (const std::string& answer : game.looks(commands)) views.push_back(view_of<View>(answer));
  return views;
}

template <class Range>
std::map<std::string, double> points_in(const Range& scores) {
  std::map<std::string, double> points;
  for (const v1::ScoresView::Score& score : scores) points[score.player()] = score.points();
  return points;
}

// ---- What is shown, against what is expected
// -------------------------------------------------------------------------

// The texts of the founding rules, by number, as the game shows them at its start.
using InitialTexts = std::map<std::uint32_t, std::string>;

template <class Range>
InitialTexts texts_in(const Range& rules) {
  InitialTexts texts;
  for (const v1::RulesView::Rule& rule : rules) texts[replay::number_in(rule.number())] = rule.text();
  return texts;
}

template <class Range>
void expect_rules(const Range& shown, const Standing& wanted, const InitialTexts& initial) {
  std::set<std::uint32_t> numbers;
  std::set<std::uint32_t> void_rules;
  for (const v1::RulesView::Rule& rule : shown) {
    SCOPED_TRACE("rule " + std::to_string(replay::number_in(rule.number())));
    EXPECT_TRUE(numbers.insert(replay::number_in(rule.number())).second) << "is shown twice";
    if (rule.is_void()) void_rules.insert(replay::number_in(rule.number()));
    const auto found = wanted.rules.find(replay::number_in(rule.number()));
    if (found == wanted.rules.end()) continue;
    const ExpectedRule& expected = found->second;
    EXPECT_EQ(replay::number_in(rule.lineage()), expected.lineage);
    EXPECT_EQ(rule.status(), expected.mutable_ ? v1::RulesView::MUTABLE : v1::RulesView::IMMUTABLE);
    EXPECT_EQ(rule.since(), expected.since);
    EXPECT_EQ(replay::number_in(rule.proposal()), expected.proposal);
    EXPECT_EQ(rule.text(), expected.initial == 0 ? expected.text : initial.at(expected.initial));
  }
  std::set<std::uint32_t> wanted_numbers;
  for (const auto& [number, rule] : wanted.rules) wanted_numbers.insert(number);
  EXPECT_EQ(numbers, wanted_numbers);
  EXPECT_EQ(void_rules, wanted.void_rules);
}

void expect_status(const v1::StatusView& shown, const Standing& wanted) {
  EXPECT_EQ(shown.turn(), wanted.turn);
  EXPECT_EQ(shown.circuit(), wanted.circuit);
  EXPECT_EQ(v1::StatusView::Phase_Name(shown.phase()), wanted.phase);
  EXPECT_EQ(shown.turn_of(), wanted.mover);
  EXPECT_EQ(shown.next(), wanted.next);
  EXPECT_EQ(replay::number_in(shown.next_number()), wanted.next_number);
  std::set<std::string> missing;
  for (const v1::StatusView::OpenProposal& proposal : shown.proposals()) {
    if (proposal.phase() == v1::StatusView::VOTING)
      missing.insert(proposal.missing().begin(), proposal.missing().end());
  }
  EXPECT_EQ(missing, wanted.missing);
  std::set<std::string> winners;
  for (const v1::StatusView::Winner& winner : shown.winners()) winners.insert(winner.player());
  EXPECT_EQ(winners, wanted.winners);
}

// A new text is shown from the record that completes its vote, under its proposal's number, and never before (107,
// 108).
void expect_no_text_before_it_is_in_force(const std::vector<v1::RulesView>& rules, const ExpectedGame& expected) {
  std::set<std::string> shown;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::uint32_t record = expected.start + static_cast<std::uint32_t>(i);
    for (const v1::RulesView::Rule& rule : rules[i].rules()) {
      EXPECT_LE(rule.since(), record) << replay::number_in(rule.number());
      if (!shown.insert(rule.text()).second || i == 0) continue;
      EXPECT_EQ(rule.since(), record) << "rule " << replay::number_in(rule.number()) << " shows a new text";
      EXPECT_EQ(replay::number_in(rule.number()), replay::number_in(rule.proposal()));
    }
  }
  for (const Standing& standing : expected.standings) {
    for (const auto& [number, rule] : standing.rules) {
      EXPECT_TRUE(rule.initial != 0 || shown.count(rule.text) == 1) << "never shown: the text of rule " << number;
    }
  }
}

// Points under one rule may be listed in any order; the rules follow each other as they pay.
std::vector<ExpectedEntry> rule_by_rule(std::vector<ExpectedEntry> entries) {
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto end = std::find_if(begin, entries.end(), [&](const ExpectedEntry& e) { return e.rule != begin->rule; });
    std::sort(begin, end);
    begin = end;
  }
  return entries;
}

std::vector<ExpectedEntry> entries_in(const v1::LogView& record) {
  std::vector<ExpectedEntry> entries;
  for (const v1::ConsequenceView& consequence : record.consequences()) {
    if (consequence.has_score()) {
      entries.push_back(
          {replay::number_in(consequence.rule()), consequence.score().player(), consequence.score().points()});
    }
  }
  return entries;
}

// ---- The tests
// -------------------------------------------------------------------------------------------------------

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(TRANSCRIPTS)) {
    if (entry.path().extension() == ".play") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Transcript : public testing::TestWithParam<std::string> {
 protected:
  Transcript()
      : game_(TRANSCRIPTS / (GetParam() + ".play")),
        expected_(read_expected((TRANSCRIPTS / (GetParam() + ".expected")).string())) {}

  void SetUp() override {
    ASSERT_EQ(game_.played().status, 0) << game_.played().err;
    ASSERT_FALSE(expected_.standings.empty());
  }

  const PlayedGame game_;
  const ExpectedGame expected_;
};

// Every line ends as the transcript says, only the moves that are made are recorded, and every point is given under the
// rule that pays it.
TEST_P(Transcript, IsPlayedToItsEnd) {
  EXPECT_EQ(game_.nomic("verify").status, 0);
  EXPECT_EQ(game_.nomic("replay --check").status, 0);
  const Ran log = game_.nomic("--format jsonl log");
  ASSERT_EQ(log.status, 0) << log.err;
  const std::vector<std::string> lines = lines_of(log.out);
  ASSERT_EQ(lines.size(), expected_.head() + 1);
  std::map<std::string, double> sums;
  for (std::uint32_t record = expected_.start; record <= expected_.head(); ++record) {
    SCOPED_TRACE(GetParam() + " at " + std::to_string(record));
    const auto entries = entries_in(view_of<v1::LogView>(lines[record]));
    for (const ExpectedEntry& entry : entries) sums[entry.player] += entry.points;
    EXPECT_EQ(rule_by_rule(entries), rule_by_rule(expected_.at(record).entries));
  }
  for (const auto& [player, points] : expected_.standings.back().scores)
    EXPECT_DOUBLE_EQ(sums[player], points) << player;
}

TEST_P(Transcript, StandsAtEveryRecordAsWasReckoned) {
  const auto scores = at_every_record<v1::ScoresView>(game_, expected_, "scores --at");
  const auto rules = at_every_record<v1::RulesView>(game_, expected_, "show-rules --at");
  const auto statuses = at_every_record<v1::StatusView>(game_, expected_, "status --at");
  const InitialTexts initial = texts_in(rules.at(0).rules());
  for (std::uint32_t record = expected_.start; record <= expected_.head(); ++record) {
    SCOPED_TRACE(GetParam() + " at " + std::to_string(record));
    const std::size_t i = record - expected_.start;
    EXPECT_EQ(points_in(scores[i].scores()), expected_.at(record).scores);
    expect_rules(rules[i].rules(), expected_.at(record), initial);
    EXPECT_EQ(statuses[i].size(), record + 1);
    expect_status(statuses[i], expected_.at(record));
    if (HasFailure()) return;  // what follows from it is no news
  }
  expect_no_text_before_it_is_in_force(rules, expected_);
}

TEST_P(Transcript, IsReplayedToTheSameAtEveryRecord) {
  const auto scores = at_every_record<v1::ScoresView>(game_, expected_, "scores --at");
  const auto rules = at_every_record<v1::RulesView>(game_, expected_, "show-rules --at");
  const auto replayed = at_every_record<v1::ReplayView>(game_, expected_, "replay --to");
  const InitialTexts initial = texts_in(replayed.at(0).rules());
  for (std::uint32_t record = expected_.start; record <= expected_.head(); ++record) {
    SCOPED_TRACE(GetParam() + " at " + std::to_string(record));
    const std::size_t i = record - expected_.start;
    EXPECT_EQ(replayed[i].size(), record + 1);
    v1::ScoresView replayed_scores;
    *replayed_scores.mutable_scores() = replayed[i].scores();
    EXPECT_EQ(replayed_scores.DebugString(), scores[i].DebugString());
    v1::RulesView replayed_rules;
    *replayed_rules.mutable_rules() = replayed[i].rules();
    EXPECT_EQ(replayed_rules.DebugString(), rules[i].DebugString());
    EXPECT_EQ(points_in(replayed[i].scores()), expected_.at(record).scores);
    expect_rules(replayed[i].rules(), expected_.at(record), initial);
    if (HasFailure()) return;
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& transcript) {
  std::string name = transcript.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Games, Transcript, testing::ValuesIn(transcripts()), test_name);

// The issue asks for a game of 300 lines.
TEST(Transcripts, HoldThreeHundredLinesAndMore) {
  std::size_t lines = 0;
  for (const std::string& name : transcripts()) {
    for (const std::string& line : lines_of(read_file(TRANSCRIPTS / (name + ".play")))) {
      lines += !line.empty() && line[0] != '#' ? 1U : 0U;
    }
  }
  EXPECT_GE(lines, 300U);
}

// What is expected is what the rules give by the other road, and agrees with every figure worked out by hand.
TEST(Transcripts, ExpectWhatIsReckonedWithoutTheEngine) {
  if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "python3 is not here to reckon";
  const std::string line = "cd '" + TRANSCRIPTS.string() + "' && python3 -B reckon.py --check *.play";
  EXPECT_EQ(std::system(line.c_str()), 0);
}

// The scores that the players of a real game agreed on.
TEST(Transcripts, ARealGameComesOutAsItDid) {
  const PlayedGame game(TRANSCRIPTS / "forum-2010-award.play");
  ASSERT_EQ(game.played().status, 0) << game.played().err;
  const auto answers = game.looks({"scores --at proposal:301", "scores --at proposal:302", "scores --at proposal:303",
                                   "scores --at ^proposal:302"});
  const auto points = [&](std::size_t i) { return points_in(view_of<v1::ScoresView>(answers[i]).scores()); };
  using Points = std::map<std::string, double>;
  const Points after_301 = {{"Baker", -1}, {"Barrett", 0},   {"Leek", 0},     {"Lynch", 0},
                            {"Miles", 0},  {"Symington", 0}, {"Titmarsh", 0}, {"Young", 0}};
  EXPECT_EQ(points(0), after_301);
  Points after_302 = after_301;
  after_302["Barrett"] = 11;
  EXPECT_EQ(points(1), after_302);
  EXPECT_EQ(points(2), (Points{{"Baker", 0},
                               {"Barrett", 12},
                               {"Leek", 12},
                               {"Lynch", 1},
                               {"Miles", 1},
                               {"Symington", 1},
                               {"Titmarsh", 1},
                               {"Young", 1}}));
  EXPECT_EQ(points(3), after_301);
}

// By hand: 301 is defeated with 3 of 4, so 10 x 3/4 = 8 (7.5 goes up) less 10; 302 gives 11 x 4/4; 303 gives 12 x 3/4,
// and 10 to the vote against it.
TEST(Examples, TheGameByMailComesOutAsItsCommentsSay) {
  const PlayedGame game(fs::path(NOMIC_SOURCE_DIR) / "examples" / "mail-game.nomic");
  ASSERT_EQ(game.played().status, 0) << game.played().err;
  const auto scores = view_of<v1::ScoresView>(game.looks({"scores"}).at(0));
  EXPECT_EQ(points_in(scores.scores()),
            (std::map<std::string, double>{
                {"Mei Abe", -2}, {"Bruno Costa", 21}, {"Noor Visser", 9}, {"Tomasz Zielinski", 0}}));
}

// By hand: throws of 4, 6 and 1; Bob's defeat costs 10, as the rule stood then.
TEST(Examples, TheGameAtATableComesOutAsItsCommentsSay) {
  const PlayedGame game(fs::path(NOMIC_SOURCE_DIR) / "examples" / "table-game.nomic");
  ASSERT_EQ(game.played().status, 0) << game.played().err;
  const auto scores = view_of<v1::ScoresView>(game.looks({"scores"}).at(0));
  EXPECT_EQ(points_in(scores.scores()),
            (std::map<std::string, double>{{"Ann", 4}, {"Bob", -4}, {"Cleo", 1}, {"Dora", 0}}));
}

}  // namespace
}  // namespace nomic

// Random games written down as plays. The plays of tests/golden/games were made by it:
//
//     NOMIC_PLAYS_OUT=tests/golden/games nomic_replay_tests --gtest_filter='RecordedPlays.*'
//
// They are kept as files, so that what is played does not change with what is tested. Without the variable a few games
// are written nowhere.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>

#include "nomic/replay/point.h"
#include "replay/game/command_line.h"
#include "replay/game/free_moves.h"
#include "replay/game/random_dispute.h"

namespace nomic::replay::test {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t STEP = 10'000;  // from one command of a play to the next
constexpr int STUCK_AFTER = 25;        // refusals in a row

// A random game of either kind.
class Source {
 public:
  virtual ~Source() = default;
  virtual Move next_try() = 0;
  virtual void made(const Move& /*move*/, const Consequences& /*emitted*/) {}
  virtual void refused(const Move& /*move*/) {}
  virtual Table& table() = 0;
  virtual Choices& choose() = 0;
  virtual bool over() = 0;
};

class GameSource : public Source {
 public:
  template <class... How>
  explicit GameSource(std::uint64_t seed, How... how) : game_(seed, how...) {}
  Move next_try() override { return game_.next_try(); }
  Table& table() override { return game_.table(); }
  Choices& choose() override { return game_.choose(); }
  bool over() override { return game_.over(); }

 private:
  RandomGame game_;
};

class DisputeSource : public Source {
 public:
  explicit DisputeSource(std::uint64_t seed) : game_(seed) {}
  Move next_try() override { return game_.next_try(); }
  void made(const Move& move, const Consequences& emitted) override { game_.made(move, emitted); }
  void refused(const Move& move) override { game_.refused(move); }
  Table& table() override { return game_.table(); }
  Choices& choose() override { return game_.choose(); }
  bool over() override { return game_.over(); }

 private:
  RandomDispute game_;
};

// ---- What the random games do not do by themselves -----------------------------------------------------------------

std::string somebody(Source& game) {
  const auto& players = game.table().state().players();
  return players[static_cast<int>(game.choose().below(static_cast<std::size_t>(players.size())))].names().name();
}

v1::Event some_act(Source& game) {
  static const std::vector<std::string> THINGS = {"gold", "fish"};
  auto& choose = game.choose();
  auto done = act(choose.one_of(game.table().numbers()));
  for (auto left = choose.below(4); left > 0; --left) {
    const auto amount = static_cast<std::int64_t>(choose.below(8)) - 2;
    switch (choose.below(3)) {
      case 0:
        done = std::move(done).points(somebody(game), amount);
        break;
      case 1:
        done = std::move(done).holding(somebody(game), choose.one_of(THINGS), amount);
        break;
      default:
        done = std::move(done).attribute(choose.percent(50) ? "" : somebody(game), choose.one_of(THINGS),
                                         choose.percent(30) ? "" : std::to_string(choose.below(9)));
    }
  }
  if (choose.percent(15)) done = std::move(done).change(enact("A rule of an act."));
  return done;
}

v1::Event some_correction(Source& game) {
  auto& choose = game.choose();
  const auto& state = game.table().state();
  const auto recent = state.size() - 1 - choose.below(5);
  switch (choose.below(4)) {
    case 0:
      return correct_name(state.founding().founding_records() - 1 - choose.below(4),
                          "Name " + std::to_string(choose.below(5)));
    case 1:
      return correct_time(recent, state.recorded_at() - static_cast<std::int64_t>(choose.below(60)) * SECOND);
    default: {
      const auto& rule = state.rules(static_cast<int>(choose.below(static_cast<std::size_t>(state.rules_size()))));
      return correct_text(rule.sources().rbegin()->record(), rule.number(), choose.percent(50) ? "Text" : "Rule",
                          "Wording");
    }
  }
}

v1::Event some_free_move(Source& game) {
  auto& choose = game.choose();
  const auto& state = game.table().state();
  const auto open = state.proposals().empty() ? 301 : state.proposals(0).number();
  switch (choose.below(12)) {
    case 0:
    case 1:
      // Often what somebody attests already, so that players come to agree.
      if (!state.proposals().empty() && !state.proposals(0).attestations().empty() && choose.percent(70)) {
        v1::Event event;
        *event.mutable_outcome_attested() = state.proposals(0).attestations(0).outcome();
        return event;
      }
      return attest(open, choose.percent(60), choose.percent(50) ? std::optional<std::uint32_t>(3) : std::nullopt);
    case 2:
      return object_to(state.corrections().empty() ? state.size() - 1 : state.corrections(0).record());
    case 3:
      return team(choose.percent(70) ? "Blue" : "");
    case 4:
    case 5:
    case 6:
      return some_correction(game);
    default:
      return some_act(game);
  }
}

// ---- One play ------------------------------------------------------------------------------------------------------

class Recorder {
 public:
  explicit Recorder(std::unique_ptr<Source> game) : game_(std::move(game)) {}

  std::string play(int tries) {
    clock_ = game_->table().state().recorded_at();
    text_ = "#@ " + print_time(clock_ - STEP) + "\n";
    put(lines_.founding(game_->table()));
    int refused = 0;
    for (int i = 0; i < tries && refused < STUCK_AFTER && !game_->over() && !game_->table().state().rules().empty();
         ++i) {
      refused = step() ? 0 : refused + 1;
    }
    return text_;
  }

  [[nodiscard]] std::uint64_t records() { return game_->table().state().size(); }

 private:
  bool step() {
    auto& table = game_->table();
    Move move = game_->next_try();
    if (game_->choose().percent(10)) move.event = some_free_move(*game_);
    const bool past = move.event.proposal_made().has_effect_from() || move.event.proposal_revised().has_effect_from();
    if (past && table.state().retroactions_size() >= 2) return false;
    if (move.event.has_player_joined()) move.author = move.event.player_joined().player().name();
    const auto seconds = std::max<std::int64_t>(0, (move.recorded_at - clock_ - STEP + SECOND - 1) / SECOND);
    move.recorded_at = clock_ + seconds * SECOND + STEP;
    table.say_time(move);
    const auto line = lines_.of(move);
    if (line.empty()) return false;
    if (seconds != 0) text_ += fmt::format("#@ +{}s\n", seconds);
    clock_ = move.recorded_at;
    put(line);
    auto done = table.engine.move(move, table);
    if (!done) {
      game_->refused(move);
      return false;
    }
    table.moves.push_back(move);
    game_->made(move, *done);
    return true;
  }

  void put(const std::vector<std::string>& lines) {
    for (const auto& line : lines) text_ += line + "\n";
  }

  std::unique_ptr<Source> game_;
  CommandLines lines_;
  std::int64_t clock_ = 0;
  std::string text_;
};

// As a file of that name, if a folder is given.
void write_play(const std::string& name, const std::string& text) {
  EXPECT_NE(text.find("init "), std::string::npos);
  const char* folder = std::getenv("NOMIC_PLAYS_OUT");
  if (folder == nullptr) return;
  std::ofstream(fmt::format("{}/{}.play", folder, name), std::ios::binary) << text;
}

std::uint64_t games_to_play(std::uint64_t written, std::uint64_t tested) {
  return from_environment("NOMIC_GAMES", std::getenv("NOMIC_PLAYS_OUT") == nullptr ? tested : written);
}

TEST(RecordedPlays, AreWrittenOfRandomGames) {
  const auto games = games_to_play(200, 4);
  std::uint64_t records = 0;
  for (std::uint64_t i = 0; i < games; ++i) {
    // Every third seed throws by secrets, which the command makes anew each time.
    const std::uint64_t seed = i + i / 2 + 1;
    const bool disputed = i % 5 < 2;
    Recorder recorder(disputed ? std::unique_ptr<Source>(std::make_unique<DisputeSource>(seed))
                               : std::unique_ptr<Source>(std::make_unique<GameSource>(seed)));
    const auto text = recorder.play(i % 20 == 0 ? 300 : 70);
    records += recorder.records();
    write_play(fmt::format("{}{:03}", disputed ? "dispute-" : "random-", seed), text);
  }
  EXPECT_GT(records, games * 10);
}

// The first of the lines with which a game is told afterwards that no play has, if any.
std::string_view unsaid_afterwards(const std::string& plays) {
  for (const std::string_view line : {"init --rules", "--retrospective --occurred-at", "--number ", "--rule-number ",
                                      "--text-unknown", "propose nothing"}) {
    if (plays.find(line) == std::string::npos) return line;
  }
  return "";
}

// Compilers make the arguments of a call in different orders, and so play different games of one seed: how many it
// takes until each line was used is not the same for all.
TEST(RecordedPlays, AreWrittenOfGamesThatAreRecordedAfterwards) {
  const auto games = games_to_play(8, 3);
  std::string all;
  for (std::uint64_t i = 0; i < games || (i < 24 && !unsaid_afterwards(all).empty()); ++i) {
    const std::uint64_t seed = i + i / 2 + 1;
    Recorder recorder(std::make_unique<GameSource>(seed, Table::Afterwards()));
    const auto text = recorder.play(70);
    all += text;
    write_play(fmt::format("kept-{:03}", seed), text);
  }
  EXPECT_EQ(unsaid_afterwards(all), "");
}

}  // namespace
}  // namespace nomic::replay::test

// The log of a game: the records that are asked for, each as it is shown.
//
//     LogAsked asked{.limit = 10};
//     auto span = span_of(game, asked);
//     auto marks = replay::marks_of(game, game.head().size, *span);
//     each_logged(game, *span, asked, {print, show, goes_on});
//
// What of it is shown, and how, is for whoever asks to say: text, or log_entry() as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "nomic/replay/marks.h"
#include "nomic/views/log_filter.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

struct LogAsked {
  std::optional<replay::Point> from = {};   // the first record
  std::optional<replay::Point> since = {};  // only what came after it, or after the beginning of a day
  std::optional<replay::Point> to = {};     // the last record
  std::optional<std::uint64_t> limit = {};  // so many of those that fit: the last, or with `from` the first
  LogFilter filter = {};
  Viewpoint when = {};
};

// The records from `from` to just before `to`, as far as that is known before they are read.
struct LogSpan {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};
Result<LogSpan> span_of(replay::Game& game, const LogAsked& asked);

// What is done with those that fit, in order.
struct LogShown {
  // What is shown of one; it is kept until it is known whether it is among the last.
  std::function<std::string(const replay::Played&)> print;
  std::function<void(const std::string&)> show;
  // Whether more is wanted.
  std::function<bool()> goes_on;
  // Told of each record, whether it fits or not; may be empty.
  std::function<void(std::uint64_t)> progress = {};
};
Status each_logged(replay::Game& game, const LogSpan& span, const LogAsked& asked, const LogShown& shown);

// What became of a record.
replay::Mark mark_of(const replay::Played& played, const replay::Marks& marks);

// A record as JSON has it, with the rule-changes that it proposes beside those that they are about. `known`: the state
// as far as records are known. Fails as the history does.
replay::Result<v1::LogView> log_entry(const replay::Played& played, const replay::Marks& marks,
                                      const replay::State& known, const replay::History& history);

// A line with more consequences would not fit into what the server keeps for a follower.
constexpr int MOST_CONSEQUENCES_OF_LINE = 1'000;
// Lines of `nomic log --format jsonl`, without their end, until `each` returns false: for those who follow a game. A
// line has the first consequences, and says how many more there are.
replay::Status log_lines(replay::Game& game, std::uint64_t from, std::uint64_t to,
                         const std::function<bool(std::uint64_t index, std::string line)>& each);

}  // namespace nomic::tools

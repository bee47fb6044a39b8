// Feed: what is recorded in games, told to whoever follows one, once it is durable.
//
//     Feed feed({open, mark, [&] { return views.view(); }}, lines);
//     const auto grown = [&](const ledger::GameId& game, std::uint64_t size) { feed.durable(game, size); };
//     Committer committer(open_for_writing, clock, {}, {.durable = grown});
//     auto stream = feed.subscribe(game, 42);      // an HttpAnswer's: from record 42 on
//
// Each follower is told each record of the game from an index on, once, in order: as a server-sent event whose id is
// the record's index and whose data is one line. So whoever lost the connection says which was the last
// (Last-Event-ID), and goes on with the next: nothing is lost and nothing comes twice.
//
// What is told is read from the ledger as any reader does (durable_reader.h), beside the committer, by a thread of the
// feed's own: what a group that fails would have recorded is never seen. A game is read once for all who are at the
// same place, as it is known at that time; a long past is read in pieces, no faster than its reader takes them.
//
// Who takes nothing for `patience` though something waits is cut off, and may come again. Where nothing happens a
// comment is sent every `heartbeat`, so that a connection that is dead is found, and a proxy keeps one that is not. A
// game that cannot be read ends its streams: who comes again is told why by whoever answers there.
//
// Games take turns. A game that takes too much work in one round is slow: a second thread tells it from then on, beside
// other slow games, and ends its streams where even that takes too long.
//
// Cost: a look at what became durable since the last, whoever follows; and the line of each record, once for all who
// are up to date.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/durable_reader.h"
#include "nomic/server/http.h"

namespace nomic::tools {

class Feed {
 public:
  using Open = decltype(DurableReader::Means::open);
  // Takes the line of a record, without an end of line; false: no more for now.
  using Each = std::function<bool(std::uint64_t index, std::string line)>;
  // Makes the lines of the records from..to-1, in order, until `each` returns false.
  using Tell =
      std::function<replay::Status(replay::Game& game, std::uint64_t from, std::uint64_t to, const Each& each)>;
  // HttpAnswer::stream.
  using Stream = std::function<std::shared_ptr<void>(std::shared_ptr<HttpSink>)>;

  struct Limits {
    std::size_t followers = 4096;               // of all games
    std::size_t ahead = std::size_t{1} << 16U;  // bytes that wait to be taken; beyond, nothing more is sent
    std::chrono::milliseconds patience{30'000};
    std::chrono::milliseconds heartbeat{15'000};
    // How often, while anybody follows, it is looked whether others have recorded something: by Means::mark. 0: nobody
    // else records.
    std::chrono::milliseconds watch{0};
    // Processor time of a game in each round, or as much as the way to its first record took. It may end one record
    // later.
    std::chrono::milliseconds turn{100};
    std::chrono::milliseconds slow_after{1'000};  // of processor time in a round: then the game is slow
    std::chrono::milliseconds slow_time{50'000};  // of a slow game in a round: then its streams end
    std::chrono::milliseconds slow_for{600'000};  // streams that begin until then are told by the second thread at once
  };

  Feed(DurableReader::Means reading, Tell tell) : Feed(std::move(reading), std::move(tell), Limits()) {}
  Feed(DurableReader::Means reading, Tell tell, Limits limits);
  // Of a ledger that nobody shares.
  Feed(Open open, Tell tell) : Feed(std::move(open), std::move(tell), Limits()) {}
  Feed(Open open, Tell tell, Limits limits)
      : Feed(DurableReader::Means{.open = std::move(open)}, std::move(tell), limits) {}
  // Closes every stream.
  ~Feed();
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  // The game has so many records, durably. From any thread; it does not wait.
  void durable(const ledger::GameId& game, std::uint64_t size);

  // A place among the followers, from record `from` on, which may be one that is not there yet. It is given back when
  // the stream and what it returned are gone. Nothing: there are as many as may be. From any thread.
  [[nodiscard]] std::optional<Stream> subscribe(const ledger::GameId& game, std::uint64_t from);

  // The answer's headers: what it is, and that nobody is to keep it or to wait until there is more of it.
  static std::vector<std::pair<std::string, std::string>> headers();

 private:
  class Self;
  const std::shared_ptr<Self> slow_;   // of slow games
  const std::shared_ptr<Self> quick_;  // of all others; streams share both
  std::thread slow_thread_;
  std::thread quick_thread_;
};

}  // namespace nomic::tools

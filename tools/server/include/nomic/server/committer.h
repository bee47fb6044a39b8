// Committer: the one writer of a ledger, for moves that come from many at once.
//
//     Committer committer([&] { return ledger::Ledger::open(folder, ledger::Access::WRITE, options); }, clock);
//     committer.post({.game = "friday", .request = vote}, [](replay::Result<Outcome> answer) { ... });
//
// Moves of all games queue, and clients take turns (client_turns.h). A thread of its own takes what waits, makes one
// move after the other, each on the state that those before it leave, and has the ledger write them as one group
// (Ledger::begin_group); while that is synced, the next group gathers. So the more come at once, the fewer syncs each
// costs, and a move that comes alone does not wait.
//
// A group ends after 50 ms. A client whose last move took longer is slow. A move of a slow client is the first of its
// group, and the group after it holds only moves of other clients, if any wait. So they wait for one slow move at most.
//
// Nobody is answered before the group is durable, whatever the answer is: a refusal, too, may rest on a move that is on
// no disk yet. If a group is not written, everybody in it is told so and nothing else; the ledger is opened again, and
// the games go on from what it holds then. Whoever was told OUTCOME_UNKNOWN asks again under the same request ID. A
// ledger that others write too stays open where it is known that nothing was recorded: only the group's games are
// derived anew.
//
// Whoever is to know what became durable, a feed, is told so by Duties::durable. With Duties::ticks the committer makes
// a move of its own as well: what falls due in any game of the ledger, because its time has come, is recorded then.
//
// What post() takes is answered, once, whatever happens. The moves of one client are answered in the order in which
// they came. After end() no more moves begin: those that wait are refused.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/shared_ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/client_turns.h"
#include "nomic/server/opened_games.h"
#include "nomic/service/service.h"

namespace nomic::tools {

class Metrics;
class RateLimit;
class Timetable;
class WorkCredit;

class Committer {
 public:
  // Opens the ledger for writing: at the first move, and anew after a group that was not written.
  using Open = std::function<ledger::Result<std::unique_ptr<ledger::Ledger>>()>;
  // Microseconds since 1970-01-01T00:00:00Z.
  using Clock = std::function<std::int64_t()>;

  struct Limits {
    std::size_t waiting = 1024;                           // moves that are taken and not answered
    std::size_t group_moves = 256;                        // moves of a group
    std::size_t games = 1024;                             // that are kept derived
    std::uint64_t group_bytes = std::uint64_t{1} << 20U;  // after so many the group is written
    std::size_t waiting_of_client = 128;                  // moves of one client that wait
    std::chrono::milliseconds group_time{50};             // after so long the group is written; a longer move is slow
    std::chrono::milliseconds move_time{5'000};           // a move that takes longer is given up
    // To open a game is given up after so long: its state is kept soon after each slow move (replay/history).
    std::chrono::milliseconds open_time{30'000};
    // So much processor time the moves of a client, and of a game, may take at once; and in the long run a tenth, and a
    // quarter, of all time (work_credit.h). Then its moves are refused for a while.
    std::chrono::milliseconds client_credit{10'000};
    std::chrono::milliseconds game_credit{20'000};
    // So many records of a game may be a player's at once, and in the long run one in a second, wherever the player
    // comes from; but not what the folder's owner records. Else one of them could fill the game for good: nothing
    // takes a record away, and a page of a game holds 100,000. Each 4 KiB of a move count as one. 0: any number.
    std::size_t player_records = 2'000;
  };

  // What it does besides.
  struct Duties {
    // Told that a game has so many records, durably: after each group in which something was recorded, before anybody
    // in it is answered, by the committer's thread. What a group of unknown outcome recorded is told with the next.
    std::function<void(const ledger::GameId& game, std::uint64_t size)> durable = {};
    // Given what others may look into, when the ledger is opened, and null before it is shut (durable_reader.h).
    std::function<void(std::shared_ptr<ledger::SharedLedger> shared)> shared = {};
    // Which is told how groups fare.
    Metrics* metrics = nullptr;
    // Why the ledger cannot be reached at present (ledger_watch.h): then everybody is told so, and it is not tried.
    std::function<std::optional<ledger::Error>()> away = {};
    // Whether what falls due by time is recorded when it is due, by a tick that is nobody's. The ledger is opened at
    // once then, and each of its games looked at. What cannot be recorded is tried again, ever more rarely.
    bool ticks = false;
    // With `ticks`: whether the clock is right enough for it (clock_check.h). Left out: it is.
    std::function<bool()> may_tick = {};
    // With `ticks`: how often it looks at the clock, which may be set.
    std::chrono::milliseconds look_every{1000};
    // With `ticks`, where others write the ledger too: how often it looks which games they have moved on.
    std::chrono::milliseconds survey_every{20'000};
  };

  // Why a move is not made.
  enum class NotMade : std::uint8_t {
    FULL,        // as many wait as may; or it waited, and a client with fewer moves took its place
    SHARE_USED,  // as many of that client wait as may
    ENDING,      // the committer ends
  };
  // A move, and what it needs beside its words; its time is that at which it is made.
  struct Ask {
    std::string game;  // name or identity; empty: the only one
    v1::Request request;
    Means means = {};
    // With whose moves it takes turns, and whose share it uses; empty: a client without a share.
    std::string client = {};
    // Called in place of the answer, once, where the move is not made: by the thread that posts it, or that ends the
    // committer. It does not throw.
    std::function<void(NotMade)> not_made = {};
  };
  // Called by the committer's thread. It does not throw, and does not wait: everybody else waits for it.
  using Answer = std::function<void(replay::Result<Outcome>)>;

  Committer(Open open, Clock clock) : Committer(std::move(open), std::move(clock), Limits()) {}
  Committer(Open open, Clock clock, Limits limits) : Committer(std::move(open), std::move(clock), limits, Duties()) {}
  Committer(Open open, Clock clock, Limits limits, Duties duties);
  // What was taken is answered first; after end() there is nothing.
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  // From any thread. False: it is not made, and `answer` is never called.
  [[nodiscard]] bool post(Ask ask, Answer answer);

  // Refuses the moves that wait, and all that come. The move at work is made, and answered with its group.
  void end();
  // Whether no move is at work any more, by that time at the latest; after end().
  bool is_done_by(std::chrono::steady_clock::time_point until);

 private:
  struct Waiting {
    Ask ask;
    Answer answer;
    bool is_tick = false;  // the committer's own
  };
  struct Group {
    std::vector<Waiting> moves;  // that have begun
    std::size_t most = 0;        // how many may: those that waited when the group began
    std::deque<Waiting> ticks;   // that follow them
  };
  using Answers = std::vector<replay::Result<Outcome>>;

  void run();
  // How many of those that wait may go into a group, and some of the ticks that are due; it waits until there is
  // something, or until it is time to look at the clock. Where others write too, ticks go by themselves, by turns with
  // what waits: of a group all is made anew where another server was faster in one of its games, and with ticks that is
  // common. False: nothing will come any more.
  bool take(Group& group);
  // Adds the move of the client whose turn it is; false: the group has all that it may.
  bool add_next(Group& group);
  // Under mutex_. That move; of a slow client only where one may go.
  std::optional<Waiting> next_waiting(const Group& group);
  // Makes a move, and notes whether its client is slow.
  replay::Result<Outcome> make_timed(Waiting& each);
  // Adds all that it may have.
  void add_all(Group& group);
  std::optional<NotMade> place(Ask& ask, Answer& answer, std::optional<Waiting>& crowded);
  // Makes the moves of a group, and makes them durable. Where another writer was faster in one of its games, all of it
  // is made anew.
  Answers commit(Group& group);
  ledger::Status make_all(Group& group, Answers& answers);
  ledger::Status write();
  // They are derived anew when they are asked for next.
  void forget_touched();
  void measure(const Answers& answers, bool is_durable, std::chrono::nanoseconds making,
               std::chrono::nanoseconds writing);
  void count_waiting(std::int64_t more);
  void tell_durable();
  void tell_durable(const ledger::GameId& id, const replay::Game& game);
  [[nodiscard]] std::optional<ledger::Error> away() const;
  ledger::Status open_ledger();
  // By name or identity; empty: the only one. Within the time for it.
  replay::Result<replay::Game*> open_game(const std::string& name);
  replay::Result<replay::Game*> find_game(const Ask& ask);
  [[nodiscard]] std::optional<replay::Error> too_many_records(const std::string& player) const;
  replay::Result<Outcome> make(Waiting& each);
  void close_ledger();
  [[nodiscard]] bool has_other_writers() const { return ledger_ && ledger_->has_other_writers(); }

  [[nodiscard]] bool may_tick() const { return !duties_.may_tick || duties_.may_tick(); }
  // Ticks that are due now, a lot of them.
  std::deque<Waiting> ticks();
  // When it falls due, of a game that has been looked at.
  void put_in_timetable(const ledger::Head& head, const replay::Game& game);
  // How long this server waits in that game, where others may tick too.
  [[nodiscard]] std::int64_t delay_of(const ledger::GameId& game) const;
  // How long nothing is due, at the most.
  std::chrono::microseconds until_due();
  // Looks when something falls due in each game, if that is not known and nobody waits.
  void survey();
  ledger::Status survey_games(bool& is_broken_off);
  bool somebody_waits();

  const Open open_;
  const Clock clock_;
  const Limits limits_;
  const Duties duties_;
  const std::string server_;  // which of those that write one ledger: a random name

  // Of the committer's thread.
  std::unique_ptr<ledger::Ledger> ledger_;
  OpenedGames games_;
  std::set<ledger::GameId> touched_;              // by the group
  std::map<ledger::GameId, std::uint64_t> told_;  // sizes, to `durable`
  std::unique_ptr<Timetable> timetable_;          // null: it does not tick
  std::unique_ptr<WorkCredit> clients_credit_;
  std::unique_ptr<WorkCredit> games_credit_;
  std::unique_ptr<RateLimit> records_;  // by game and player
  bool is_surveyed_ = false;
  bool are_ticks_next_ = false;  // by turns, where others write too
  std::set<std::string> slow_;   // clients whose last move was slow
  bool was_slow_ = false;        // a move of the last group was slow
  std::chrono::steady_clock::time_point survey_again_ = {};
  std::chrono::steady_clock::time_point surveyed_ = {};

  std::mutex mutex_;
  std::condition_variable changed_;
  Turns<Waiting> waiting_;      // under mutex_
  std::size_t unanswered_ = 0;  // under mutex_
  bool idle_ = false;           // under mutex_: the thread waits
  bool ending_ = false;         // under mutex_
  bool leaving_ = false;        // under mutex_

  std::thread thread_;  // last: it uses all of these
};

}  // namespace nomic::tools

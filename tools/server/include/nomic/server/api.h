// Api: a ledger's games over HTTP, for everything below /v1/. docs/api.md is what it answers.
//
//     const auto open = [&] { return ledger::Ledger::open(folder, ledger::Access::READ, options); };
//     const auto mark = [&] { return ledger::recorded_mark(folder); };
//     Api api(committer, {.reading = {open, mark, [&] { return views.view(); }}, .clock = clock, .version = "0.1.0"});
//     api.handle(request, [](HttpAnswer answer) { ... });
//
// Questions are answered by a few threads of their own, each with a reader of its own (durable_reader.h): from what is
// durable, beside the committer and never through it. Expensive ones (Route::is_expensive, and the document of the
// page) have a thread of their own, so that they do not delay the others. They are answered by the views that `nomic
// ... --format json` prints, and as it prints them. A move goes to the committer, and is answered when its group is
// durable. What is refused, and what is wrong with a request, is a problem document in the words of the command.
//
// It knows neither sockets nor limits of sizes and rates: what it is given is whole and meant for it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/server/committer.h"
#include "nomic/server/durable_reader.h"
#include "nomic/server/http.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class Guard;

class Api : public HttpHandler {
 public:
  struct Parts {
    // How each of the threads that answer questions gets at the ledger.
    DurableReader::Means reading;
    // Microseconds since 1970-01-01T00:00:00Z. Any thread.
    Committer::Clock clock;
    // Which program answers: a part of every ETag, and said in `nomic-version`.
    std::string version;
    // The stream of a game's records from an index on, with its headers; none: as many as may be are there. Left out:
    // there are no streams.
    std::function<std::optional<HttpAnswer>(const ledger::GameId& game, std::uint64_t from)> events = {};
    // The document of a page that is live, of the game as it is; left out: there is none.
    std::function<Result<std::string>(ledger::Ledger&, replay::Game&)> document = {};
    // Whether unsigned moves are taken from everybody who reaches the address, for players without a key
    // (Authority::takes_unsigned).
    bool unsigned_from_afar = false;
    // Why no move is taken, where none is: the server only shows.
    std::optional<ledger::Error> only_shows = {};
    // Who asks, and what they may (guard.h). Left out: everybody looks, and nobody has a token.
    Guard* guard = nullptr;
    // Whether others record in the ledger too. A client may then have been told of records that are not here yet, and
    // says so (`Nomic-Size`): its question is put off, for two seconds at most.
    bool others_record = false;
    // Threads that answer questions, and how many questions may wait for them.
    std::size_t readers = 2;
    // So long a reader works for one question: 503.
    std::chrono::milliseconds question_time{10'000};
    std::chrono::milliseconds expensive_time{50'000};
    // So much processor time the questions of a client may take at once, and in the long run a fifth of a thread's
    // (work_credit.h). Then its questions are refused for a while: 503.
    std::chrono::milliseconds client_credit{60'000};
    std::size_t waiting = 1024;
    std::size_t waiting_of_client = 256;
    // How many expensive questions may wait: two threads of their own answer them, so that they do not delay the
    // others. Clients take turns.
    std::size_t expensive_waiting = 64;
    std::size_t expensive_of_client = 16;
  };

  // The committer outlives it. What `parts` calls may be called until it is gone.
  Api(Committer& committer, Parts parts);
  // Ends, and waits for the answers that are being computed.
  ~Api() override;

  // Answers the questions and moves that wait with 503, and begins no more; ends the committer too.
  void end();
  // Whether no answer is being computed and no move made any more, by that time at the latest; after end().
  bool is_done_by(std::chrono::steady_clock::time_point until);

  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override;

 private:
  struct Self;
  std::shared_ptr<Self> self_;
};

}  // namespace nomic::tools

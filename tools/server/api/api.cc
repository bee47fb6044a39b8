#include "nomic/server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <utility>

#include "api/access.h"
#include "api/api_moves.h"
#include "api/busy_games.h"
#include "api/etag.h"
#include "api/form_answers.h"
#include "api/limited_work.h"
#include "api/problems.h"
#include "api/questions.h"
#include "api/readers.h"
#include "api/records.h"
#include "api/unavailable.h"
#include "api/whole_number.h"
#include "nomic/replay/afterwards.h"
#include "nomic/server/guard.h"
#include "nomic/views/json.h"
#include "nomic/views/json_object.h"
#include "nomic/views/meaning.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/refusals.h"
#include "nomic/words/terminal_text.h"
#include "took_too_long.h"

namespace nomic::tools {
namespace {

using Done = std::function<void(HttpAnswer)>;

// A question about a slow game waits so long where another thread answers for that game.

std::string_view header(const HttpRequest& request, std::string_view name) {
  for (const auto& [known, value] : request.headers) {
    if (known == name) return value;
  }
  return {};
}

HttpAnswer no_route(const HttpRequest& request) {
  return problem_answer(404, "NO_ROUTE", fmt::format("nothing is at {}.", in_quotes(request.target.path())),
                        "docs/server.md lists the routes: /v1/games/GAME/status, rules, log and others");
}

HttpAnswer no_route_by_that_method(const HttpRequest& request) {
  const std::string methods = methods_at(request.target);
  if (methods.empty()) return no_route(request);
  HttpAnswer answer =
      problem_answer(405, "WRONG_METHOD", fmt::format("{} does not go here.", in_quotes(as_utf8(request.method))),
                     fmt::format("use {}", methods));
  answer.headers.emplace_back("allow", methods);
  return answer;
}

// With whose moves a move takes turns: of a token all its player's, from whatever address; else those of its address.
std::string client_of(const HttpRequest& request) {
  const Seat& seat = request.seat;
  return seat.by == Seat::By::TOKEN ? seat.game + ' ' + seat.player : request.client;
}

// As the service refuses it.
HttpAnswer not_signed() {
  const Failure failure = failure_of(replay::error_of(replay::ErrorCode::NOT_SIGNED, "from_afar"));
  return problem_answer(failure, status_of(failure, AskedFor::MOVE));
}

// What stands in status depends on the time too, and who has signed a checkpoint is kept beside the records.
bool follows_from_records(Route question) {
  return question != Route::STATUS && question != Route::NEWEST_CHECKPOINT && question != Route::CHECKPOINT &&
         question != Route::PROOF_OF_INCLUSION && question != Route::PROOF_OF_CONSISTENCY;
}

// How many records of the game the client was told of: where there are fewer, this server does not know yet what
// another has acknowledged.
std::optional<std::uint64_t> size_told(const HttpRequest& request) {
  return whole_number(header(request, "nomic-size"));
}

// A question that is put off waits so long at first, then twice as long, so often at the most: two and a half seconds
// in all.
constexpr std::chrono::milliseconds FIRST_WAIT{20};
constexpr unsigned MOST_WAITS = 7;

constexpr unsigned NOT_NOW = 503;

// What is asked of one game.
struct OfGame {
  OfGame(const HttpRequest& request, Route of, Asker by)
      : route(of),
        asker(by),
        game(request.target.parts().at(GAME_PART)),
        seat(request.seat),
        told(size_told(request)),
        client(request.client),
        payer(client_of(request)),
        left(request.left) {}

  // Who names a record has been told of those before it.
  void knows(std::uint64_t size) { told = std::max(told.value_or(0), size); }

  Route route;
  Asker asker;
  std::string game;
  Seat seat;
  std::optional<std::uint64_t> told;
  std::string client;
  std::string payer;  // whose credit it uses; empty: nobody's
  std::shared_ptr<const std::atomic<bool>> left;
  bool is_expensive = false;
  std::function<HttpAnswer(ledger::Ledger&, replay::Game&)> answer;
};

bool reaches(const OfGame& asked, const replay::Game& game) {
  return !asked.told || *asked.told <= game.head().size;
}

HttpAnswer with_size(HttpAnswer answer, const replay::Game& game) {
  answer.headers.emplace_back("nomic-size", std::to_string(game.head().size));
  return answer;
}

}  // namespace

struct Api::Self : std::enable_shared_from_this<Api::Self> {
  Self(Committer& of_ledger, Parts given)
      : committer(of_ledger),
        parts(std::move(given)),
        work(parts.expensive_time, parts.client_credit),
        readers(parts.reading,
                {.threads = parts.readers, .waiting = parts.waiting, .waiting_of_client = parts.waiting_of_client}),
        expensive(parts.reading,
                  {.threads = 2, .waiting = parts.expensive_waiting, .waiting_of_client = parts.expensive_of_client}),
        moves(parts.reading, {.threads = 1, .waiting = parts.waiting, .waiting_of_client = parts.waiting_of_client}) {}

  // Has a reader answer, whatever happens to it. `left`: null where it is answered for a client that has left too.
  template <class Answer>
  void read(const std::string& client, std::shared_ptr<const std::atomic<bool>> left, const Done& done, Answer answer) {
    auto run = [done, answer = std::move(answer)](DurableReader& reader) mutable {
      HttpAnswer given;
      try {
        given = answer(reader);
      } catch (const std::exception& thrown) {
        given = out_of_memory(thrown.what());
      }
      done(std::move(given));
    };
    give(readers, {client, std::move(left), std::move(run), [done](Readers::Dropped why) { done(dropped(why)); }},
         "questions", done);
  }

  static void give(Readers& lane, Readers::Task task, std::string_view what, const Done& done) {
    const auto drop = task.drop;
    switch (lane.post(std::move(task))) {
      case Readers::Posted::TAKEN:
        return;
      case Readers::Posted::FULL:
        return done(busy(what));
      case Readers::Posted::SHARE_USED:
        return done(share_used(what));
      case Readers::Posted::ENDING:
        return drop(Readers::Dropped::ENDING);
    }
  }

  // Answers from the game as far as the client knows it. Where it does not reach so far here, since another server has
  // acknowledged what cannot be seen here yet, the question is put off: it waits for a record, and no thread for it.
  void read_game(const std::shared_ptr<const OfGame>& asked, const Done& done) {
    if (auto away = is_away()) return done(*std::move(away));
    give(lane_of(*asked), of_game(asked, done, 0), asked->is_expensive ? "expensive questions" : "questions", done);
  }

  Readers& lane_of(const OfGame& asked) { return asked.is_expensive ? expensive : readers; }
  BusyGames& busy_in(const OfGame& asked) { return asked.is_expensive ? busy_expensive : busy_readers; }

  // Another thread answers for the slow game: this one is for other games meanwhile.
  void hold_up(const std::shared_ptr<const OfGame>& asked, const Done& done, unsigned waited,
               const ledger::GameId& game) {
    lane_of(*asked).wait_for(game.hash.hex(), of_game(asked, done, waited));
    // The other may have ended in between, and found nobody waiting.
    if (busy_in(*asked).is_idle(game)) lane_of(*asked).go_on(game.hash.hex());
  }

  Readers::Task of_game(const std::shared_ptr<const OfGame>& asked, const Done& done, unsigned waited) {
    auto run = [this, asked, done, waited](DurableReader& reader) {
      HttpAnswer given;
      try {
        auto ledger = reader.look();
        const auto seen = ledger ? game_seen_by(asked->seat, **ledger, asked->game) : std::optional(asked->game);
        // Of another game the table decides as of one that is not there.
        auto hidden = seen ? std::nullopt : refusal_of(decide(asked->route, Asker::OTHER_GAME));
        if (hidden) return done(*std::move(hidden));
        const std::string game = seen.value_or(asked->game);
        std::optional<Readers::GoesOn> goes_on;
        std::optional<BusyGames::Busy> answers;
        const auto head = ledger ? (**ledger).find(game) : ledger::Result<ledger::Head>(ledger::Error());
        if (head) {
          answers.emplace(busy_in(*asked), head->game);
          if (!answers->may_go_on()) {
            answers.reset();
            return hold_up(asked, done, waited, head->game);
          }
          goes_on.emplace(lane_of(*asked), head->game.hash.hex());
        }
        auto held = ledger ? work.open_game(reader, game) : replay::Result<replay::Game*>(ledger.error());
        // One that was founded at another server may not be here yet.
        const bool is_here = held || held.error().code != replay::ErrorCode::UNKNOWN_GAME || !asked->told;
        if (!held && is_here) {
          given = refused(*asked, held.error());
        } else if (auto other = held ? outside(asked->seat, **held) : std::nullopt) {
          given = *std::move(other);
        } else if (held && reaches(*asked, **held)) {
          given = answered_in_time(*asked, reader, **held);
          if (given.status == NOT_NOW && parts.others_record) given = answered_anew(*asked, game, reader);
        } else if (const std::uint64_t size = held ? (*held)->head().size : 0; !parts.others_record) {
          given = held ? another_history(*asked->told, size) : refused(*asked, held.error());
        } else if (waited < MOST_WAITS &&
                   lane_of(*asked).post_in(FIRST_WAIT * (1U << waited), of_game(asked, done, waited + 1))) {
          return;
        } else {
          given = held ? behind(*asked->told, size) : refused(*asked, held.error());
        }
      } catch (const std::exception& thrown) {
        given = out_of_memory(thrown.what());
      }
      done(std::move(given));
    };
    return {asked->client, asked->left, std::move(run), [done](Readers::Dropped why) { done(dropped(why)); }};
  }

  HttpAnswer answered_in_time(const OfGame& asked, DurableReader& reader, replay::Game& game) {
    // A page has limits of its own.
    const bool is_limited = asked.route == Route::DOCUMENT;
    const auto time = asked.is_expensive ? parts.expensive_time : parts.question_time;
    auto answer = work.answer({asked.payer, time, !is_limited}, reader, game, asked.answer);
    return answer ? *std::move(answer) : refusal_for(asked.asker, answer.error(), AskedFor::QUESTION);
  }

  // A connection may have been lost since the last question, which shows only when something is read by it.
  HttpAnswer answered_anew(const OfGame& asked, const std::string& game, DurableReader& reader) {
    if (auto ledger = reader.look_anew(); !ledger) return refused(asked, ledger.error());
    auto held = work.open_game(reader, game);
    return held ? answered_in_time(asked, reader, **held) : refused(asked, held.error());
  }

  static HttpAnswer refused(const OfGame& asked, const replay::Error& error) {
    return refusal_for(asked.asker, failure_of(error), AskedFor::QUESTION);
  }

  void list_games(const HttpRequest& request, Asker asker, const Done& done) {
    if (auto away = is_away()) return done(*std::move(away));
    if (auto known = request.target.query().check({}); !known) return done(not_answered(known.error()));
    read(request.client, request.left, done,
         [this, asker, only = request.seat.game,
          match = std::string(header(request, "if-none-match"))](DurableReader& reader) {
           auto ledger = reader.look();
           if (!ledger) return refusal_for(asker, failure_of(ledger.error()), AskedFor::QUESTION);
           auto body = games_of(**ledger, only);
           if (!body && body.error().exit == Exit::UNAVAILABLE) {
             // A connection may have been lost since the last question.
             ledger = reader.look_anew();
             if (!ledger) return refusal_for(asker, failure_of(ledger.error()), AskedFor::QUESTION);
             body = games_of(**ledger, only);
           }
           if (!body) return refusal_for(asker, body.error(), AskedFor::QUESTION);
           return with_etag(match, etag_of(parts.version, {*body}), [&] { return *std::move(body); });
         });
  }

  void ask(const HttpRequest& request, const QuestionRow& question, Asker asker, const Done& done) {
    const std::vector<std::string>& path = request.target.parts();
    Wanted wanted{{path.begin() + BEHIND_GAME, path.end()}, request.target.query()};
    if (auto known = wanted.query.check(question.known_parameters()); !known) return done(not_answered(known.error()));
    const auto asked = std::make_shared<OfGame>(request, question.route, asker);
    asked->is_expensive = question.is_expensive(wanted.query);
    asked->answer = [this, &question, wanted = std::move(wanted), where = request.target.text(),
                     match = std::string(header(request, "if-none-match"))](ledger::Ledger& ledger,
                                                                            replay::Game& held) {
      return with_size(answer({ledger, held, parts.clock()}, question, wanted, where, match), held);
    };
    read_game(asked, done);
  }

  HttpAnswer answer(const AskedGame& of, const QuestionRow& question, const Wanted& wanted, const std::string& where,
                    const std::string& match) const {
    const auto body = [&]() -> Result<std::string> {
      auto view = question.answer(of, wanted);
      const auto rehearsal = rehearsal_view(of.game.engine().state().founding());
      if (!view || !rehearsal) return view;
      return with_fields_first(R"("rehearsal":)" + json_of(*rehearsal), *view);
    };
    const ledger::Head& head = of.game.head();
    if (follows_from_records(question.route)) {
      return with_etag(
          match, etag_of(parts.version, {head.game.hash.hex(), std::to_string(head.size), head.head_hash.hex(), where}),
          body);
    }
    auto known = body();
    if (!known) return not_answered(known.error());
    return with_etag(match, etag_of(parts.version, {*known}), [&] { return known; });
  }

  void give_records(const HttpRequest& request, Asker asker, const Done& done) {
    if (auto known = request.target.query().check({"from"}); !known) return done(not_answered(known.error()));
    auto typed = request.target.query().one("from");
    if (!typed) return done(not_answered(typed.error()));
    const auto from = whole_number(typed->value_or("0"));
    if (!from) {
      return done(problem_answer(400, "BAD_INDEX", fmt::format("{} is no record's index.", in_quotes(as_utf8(**typed))),
                                 "send from=INDEX: how many records are there already"));
    }
    const auto asked = std::make_shared<OfGame>(request, Route::RECORDS, asker);
    asked->knows(*from);
    asked->answer = [from = *from](ledger::Ledger& ledger, replay::Game& held) {
      return with_size(records_from(ledger, held, from), held);
    };
    read_game(asked, done);
  }

  void follow(const HttpRequest& request, Asker asker, const Done& done) {
    if (auto known = request.target.query().check({"from"}); !known) return done(not_answered(known.error()));
    auto typed = request.target.query().one("from");
    if (!typed) return done(not_answered(typed.error()));
    const std::string last(header(request, "last-event-id"));
    std::uint64_t from = 0;
    if (const std::string& said = last.empty() ? typed->value_or("") : last; !said.empty()) {
      const auto number = whole_number(said);
      // The record behind the last that came must have an index too.
      constexpr std::uint64_t LAST = std::numeric_limits<std::uint64_t>::max();
      if (!number || (!last.empty() && *number == LAST)) {
        return done(problem_answer(400, "BAD_INDEX", fmt::format("{} is no record's index.", in_quotes(as_utf8(said))),
                                   "send the id of the last record that came, or from=INDEX"));
      }
      from = last.empty() ? *number : *number + 1;
    }
    const auto asked = std::make_shared<OfGame>(request, Route::EVENTS, asker);
    asked->knows(from);
    asked->answer = [this, from, seat = request.seat](ledger::Ledger& /*ledger*/, replay::Game& held) {
      auto stream = parts.events(held.head().game, from);
      if (!stream) return busy("streams");
      return parts.guard == nullptr ? *std::move(stream) : parts.guard->ending_with(seat, *std::move(stream));
    };
    read_game(asked, done);
  }

  // What a page that is live shows.
  void show(const HttpRequest& request, Asker asker, const Done& done) {
    if (auto known = request.target.query().check({}); !known) return done(not_answered(known.error()));
    const auto asked = std::make_shared<OfGame>(request, Route::DOCUMENT, asker);
    asked->is_expensive = true;
    asked->answer = [this](ledger::Ledger& ledger, replay::Game& held) {
      auto document = parts.document(ledger, held);
      if (!document) return not_answered(document.error());
      HttpAnswer given = json_answer(200, *std::move(document));
      given.headers = {{"content-type", "text/plain; charset=utf-8"}, {"cache-control", "no-store"}};
      return with_size(std::move(given), held);
    };
    read_game(asked, done);
  }

  // A move in that game; in the only one, if none is named.
  void move(const HttpRequest& request, const std::string& game, const Done& done) {
    if (auto away = is_away()) return done(*std::move(away));
    if (auto known = request.target.query().check({}); !known) return done(not_answered(known.error()));
    // Before anything is said of how it could be made here.
    if (parts.only_shows) return done(problem_answer(failure_of(*parts.only_shows), NOT_NOW));
    const BodyKind kind = kind_of_body(header(request, "content-type"));
    if (kind == BodyKind::MESSAGE && header(request, "nomic-version") != parts.version) return done(other_version());
    if (kind == BodyKind::UNKNOWN) {
      return done(problem_answer(415, "UNKNOWN_TYPE", "a move is JSON, or a signed statement.",
                                 "send Content-Type: application/json, or text/plain with a statement"));
    }
    const Seat& seat = request.seat;
    const bool is_owners = request.local || seat.by == Seat::By::KEEPER;
    // Who sends it is looked at before the body is.
    const bool may_be_unsigned = is_owners || seat.by == Seat::By::TOKEN || parts.unsigned_from_afar;
    Means means;
    means.authority = authority_of(request);
    means.authority.takes_unsigned = parts.unsigned_from_afar;
    auto run = [this, in = MoveIn{game, request.client, client_of(request), kind, may_be_unsigned}, body = request.body,
                means = std::move(means), done](DurableReader& /*reader*/) mutable {
      try {
        read_move(in, body, std::move(means), done);
      } catch (const std::exception& thrown) {
        done(out_of_memory(thrown.what()));
      }
    };
    // The server makes a move even if its client has left.
    const auto drop = [done](Readers::Dropped /*why*/) { done(not_made(Committer::NotMade::ENDING)); };
    give(moves, {request.client, nullptr, std::move(run), drop}, "moves", done);
  }

  // A game as the client calls it, whose shares of questions and of moves it uses, and how the move was sent.
  struct MoveIn {
    std::string game;
    std::string client;
    std::string mover;
    BodyKind kind;
    bool may_be_unsigned;
  };

  // Parses the move and verifies its signatures. The committer has one thread for all, so it gets only statements whose
  // signatures hold. The host's statements are verified when they are recorded.
  void read_move(const MoveIn& in, const std::string& body, Means means, const Done& done) {
    auto request = read_request(body, in.kind, limits_of_move(in.may_be_unsigned));
    if (!in.may_be_unsigned && !(request && request->has_signed_move())) return done(not_signed());
    if (!request) return done(not_answered(request.error()));
    if (request->has_signed_move() && !means.authority.is_hosts()) {
      auto statement = verified(request->signed_move());
      if (!statement) return done(answer_to_move(statement.error(), in.game, in.kind));
      means.verified = std::make_shared<const Prepared>(*std::move(statement));
    }
    put_in(in, *std::move(request), std::move(means), done);
  }

  // What a proposal that is tried would mean, as the game is by now.
  void with_meaning(Outcome outcome, const MoveIn& in, const Done& done) {
    read(in.client, nullptr, done,
         [this, game = in.game, mover = in.mover, outcome = std::move(outcome), kind = in.kind,
          time = parts.question_time](DurableReader& reader) {
           auto ledger = reader.look();
           if (!ledger) return not_answered(failure_of(ledger.error()));
           auto held = work.open_game(reader, game.empty() ? outcome.game.hash.hex() : game);
           if (!held) return not_answered(failure_of(held.error()));
           const ChargedWork charged = work.charged(mover);
           try {
             const WorkLimit limit(time);
             const auto meaning = meaning_of((*held)->engine().state(), (*held)->history(), *outcome.would_be);
             return answer_to_move(outcome, game, kind, meaning ? &*meaning : nullptr);
           } catch (const replay::WorkGivenUp&) {
             reader.forget((*held)->head().game);
             return answer_to_move(outcome, game, kind, nullptr);
           }
         });
  }

  static bool means_something(const replay::Result<Outcome>& outcome, BodyKind kind) {
    return kind != BodyKind::MESSAGE && outcome && outcome->would_be &&
           (outcome->would_be->has_proposal_made() || outcome->would_be->has_proposal_revised());
  }

  // The service decides whether the authority allows it, by the state at the moment at which it is recorded.
  void put_in(const MoveIn& in, v1::Request asked, Means means, const Done& done) {
    means.sentences = all_in_words;
    Committer::Ask ask{in.game, std::move(asked), std::move(means), in.mover,
                       [done](Committer::NotMade why) { done(not_made(why)); }};
    auto answer = [done, in, self = weak_from_this()](const replay::Result<Outcome>& outcome) {
      if (means_something(outcome, in.kind)) {
        if (const auto here = self.lock()) return here->with_meaning(*outcome, in, done);
      }
      HttpAnswer given;
      try {
        given = answer_to_move(outcome, in.game, in.kind);
        if (outcome && !outcome->receipt.dry_run) {
          given.headers.emplace_back("nomic-size", std::to_string(outcome->receipt.index + 1));
        }
      } catch (const std::exception& thrown) {
        given = out_of_memory(thrown.what());
      }
      done(std::move(given));
    };
    static_cast<void>(committer.post(std::move(ask), std::move(answer)));
  }

  void answer_for_forms(const HttpRequest& request, Route route, const Done& done) {
    auto answer = [this, route, target = request.target, match = std::string(header(request, "if-none-match"))](
                      DurableReader& /*reader*/) { return form_answer(route, target, match, parts.version); };
    read(request.client, request.left, done, std::move(answer));
  }

  void handle(HttpRequest request, const Done& done) {
    const RouteRow* row = find_route(request.method, request.target);
    if (row == nullptr) return done(no_route_by_that_method(request));
    if (parts.guard != nullptr && parts.guard->must_ask(request)) return identify_later(*row, std::move(request), done);
    if (parts.guard != nullptr) {
      if (auto unread = parts.guard->identify(request)) return done(*std::move(unread));
    }
    handle_identified(*row, request, done);
  }

  // Who asks is found by asking a database, and by a thread that may wait for it.
  void identify_later(const RouteRow& row, HttpRequest request, const Done& done) {
    if (auto away = is_away()) return done(*std::move(away));
    const std::string client = request.client;
    // A move is made, whether its client has left or not.
    auto left = row.method == "GET" ? request.left : nullptr;
    auto run = [this, &row, request = std::move(request), done](DurableReader& /*reader*/) mutable {
      try {
        if (auto unread = parts.guard->identify(request)) return done(*std::move(unread));
        handle_identified(row, request, done);
      } catch (const std::exception& thrown) {
        done(out_of_memory(thrown.what()));
      }
    };
    give(readers, {client, std::move(left), std::move(run), [done](Readers::Dropped why) { done(dropped(why)); }},
         "questions", done);
  }

  // What is answered while the ledger cannot be reached: at once, so that nobody waits behind those who wait for it.
  [[nodiscard]] std::optional<HttpAnswer> is_away() const {
    if (!parts.reading.away) return std::nullopt;
    auto away = parts.reading.away();
    if (!away) return std::nullopt;
    return not_answered(failure_of(*std::move(away)));
  }

  // The decision, then the answer. Nothing of a body is looked at before.
  void handle_identified(const RouteRow& row, const HttpRequest& request, const Done& done) {
    const Asker asker = asker_of(request, parts.guard == nullptr || parts.guard->looks_are_public());
    if (auto refused = refusal_of(decide(row.route, asker))) return done(*std::move(refused));
    switch (row.route) {
      case Route::PAGE:
      case Route::PAGE_SCRIPT:
      case Route::PAGE_STYLE:
      case Route::PAGE_LICENCES:
      case Route::HEALTH:
      case Route::METRICS:
        break;  // where they are offered, they were answered before (static_files.h, front.h)
      case Route::SEAT:
        if (parts.guard == nullptr) break;
        return done(parts.guard->seat(request));
      case Route::REDEEM:
        if (parts.guard == nullptr) break;
        return read(request.client, request.left, done,
                    [this, request](DurableReader& /*reader*/) { return parts.guard->redeem(request); });
      case Route::PROVISIONS:
      case Route::RECIPES:
        return answer_for_forms(request, row.route, done);
      case Route::GAMES:
        return list_games(request, asker, done);
      case Route::MOVES:
        return move(request, request.seat.game, done);
      case Route::MOVES_OF_GAME:
        return move(request, request.target.parts().at(GAME_PART), done);
      case Route::RECORDS:
        return give_records(request, asker, done);
      case Route::EVENTS:
        if (!parts.events) break;
        return follow(request, asker, done);
      case Route::DOCUMENT:
        if (!parts.document) break;
        return show(request, asker, done);
#define NOMIC_API_ROUTE(route, ...) case Route::route:
#include "api/routes.inc"
        return ask(request, *question_at(row.route), asker, done);
    }
    done(no_route(request));
  }

  // What is not kept for later is for one version alone.
  [[nodiscard]] HttpAnswer other_version() const {
    return problem_answer(409, "OTHER_VERSION",
                          fmt::format("moves as {} are taken from nomic {} alone.", MOVE_MESSAGE, parts.version),
                          "send the move as JSON, or a signed statement as text/plain");
  }

  Committer& committer;
  const Parts parts;
  BusyGames busy_readers{BusyGames::Slow::WHICH_TOOK_LONG};
  // One expensive question takes long where another did not.
  BusyGames busy_expensive{BusyGames::Slow::ALL};
  LimitedWork work;
  // Last: their threads use the rest.
  Readers readers;
  // Two threads for the answers that take as long as the game is, beside the others. They do not both answer for a slow
  // game, and the clients take turns.
  Readers expensive;
  // One thread that parses moves and verifies their signatures. The clients take turns there too.
  Readers moves;
};

Api::Api(Committer& committer, Parts parts) : self_(std::make_shared<Self>(committer, std::move(parts))) {}

Api::~Api() = default;

void Api::end() {
  self_->readers.end();
  self_->expensive.end();
  self_->moves.end();
  self_->committer.end();
}

bool Api::is_done_by(std::chrono::steady_clock::time_point until) {
  // The committer last: a move may come to it from that thread.
  return self_->readers.is_done_by(until) && self_->expensive.is_done_by(until) && self_->moves.is_done_by(until) &&
         self_->committer.is_done_by(until);
}

void Api::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  const Done named = [done = std::move(done), version = self_->parts.version](HttpAnswer answer) {
    answer.headers.emplace_back("nomic-version", version);
    done(std::move(answer));
  };
  try {
    self_->handle(std::move(request), named);
  } catch (const std::exception& thrown) {
    named(out_of_memory(thrown.what()));
  }
}

}  // namespace nomic::tools

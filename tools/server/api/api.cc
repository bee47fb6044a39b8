#include "nomic/server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <utility>

#include "api/forms.h"
#include "api/moves.h"
#include "api/problems.h"
#include "api/questions.h"
#include "api/readers.h"
#include "api/records.h"
#include "api/target.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/afterwards.h"
#include "nomic/server/guard.h"
#include "nomic/views/json.h"
#include "nomic/views/json_object.h"
#include "nomic/views/meaning.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/refusals.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using Done = std::function<void(HttpAnswer)>;

// Of the path: /v1/games/{game}/...
constexpr std::size_t GAME = 2;
constexpr std::size_t BEHIND_GAME = 3;

std::string_view header(const HttpRequest& request, std::string_view name) {
  for (const auto& [known, value] : request.headers) {
    if (known == name) return value;
  }
  return {};
}

HttpAnswer nothing_there(const HttpRequest& request) {
  return problem_answer(404, "NO_ROUTE", fmt::format("nothing is at {}.", in_quotes(as_utf8(request.target))),
                        "docs/api.md lists what there is: /v1/games/GAME/status, rules, log and others");
}

HttpAnswer wrong_method(const HttpRequest& request, std::string_view allowed) {
  HttpAnswer answer =
      problem_answer(405, "WRONG_METHOD", fmt::format("{} does not go here.", in_quotes(as_utf8(request.method))),
                     fmt::format("use {}", allowed));
  answer.headers.emplace_back("allow", allowed);
  return answer;
}

HttpAnswer busy(std::string_view what) {
  return problem_answer(503, "BUSY", fmt::format("too many {} wait already: this one was not taken.", what),
                        "ask again in a moment");
}

HttpAnswer broken_off(const char* why) {
  return problem_answer(503, "OUT_OF_MEMORY", fmt::format("the answer broke off: {}.", why), "ask again");
}

HttpAnswer not_answered(const Failure& failure) {
  return problem_answer(failure, status_of(failure, AskedFor::QUESTION));
}

const Route* route_of(const std::vector<std::string>& parts) {
  const auto all = routes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Route& route) { return route.fits(parts); });
  return found == all.end() ? nullptr : &*found;
}

// What stands in status depends on the time too, and who has signed a checkpoint is kept beside the records.
bool follows_from_records(std::string_view question) {
  return question != "status" && question != "checkpoint" && question != "proof";
}

// The index in an id of a stream, or after `from=`: a whole number and nothing else.
std::optional<std::uint64_t> whole_number(std::string_view typed) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (typed.empty() || error != std::errc() || end != typed.data() + typed.size()) return std::nullopt;
  return value;
}

// How many records of the game the client was told of: where there are fewer, this server does not know yet what
// another has acknowledged.
std::optional<std::uint64_t> size_told(const HttpRequest& request) {
  return whole_number(header(request, "nomic-size"));
}

HttpAnswer behind(std::uint64_t told, std::uint64_t size) {
  return problem_answer(503, "BEHIND", fmt::format("you were told of {} records, and here are {} yet.", told, size),
                        "ask again in a moment, or another of the servers");
}

// Where nobody else records there is nothing to wait for.
HttpAnswer another_history(std::uint64_t told, std::uint64_t size) {
  return problem_answer(409, "ANOTHER_HISTORY",
                        fmt::format("the game has {} records, and you were told of {}.", size, told),
                        "this copy is another, or an older one: compare them with nomic compare");
}

// A question that is put off waits so long at first, then twice as long, so often at the most: two and a half seconds
// in all.
constexpr std::chrono::milliseconds FIRST_WAIT{20};
constexpr unsigned MOST_WAITS = 7;

constexpr unsigned NOT_NOW = 503;

// What is asked of one game.
struct OfGame {
  OfGame(const HttpRequest& request, std::string of)
      : game(std::move(of)), seat(request.seat), told(size_told(request)) {}

  // Who names a record has been told of those before it.
  void knows(std::uint64_t size) { told = std::max(told.value_or(0), size); }

  std::string game;
  Seat seat;
  std::optional<std::uint64_t> told;
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
        readers(parts.reading, parts.readers, parts.waiting),
        expensive(parts.reading, 1, parts.expensive_waiting) {}

  // Has a reader answer, whatever happens to it.
  template <class Answer>
  void read(const Done& done, Answer answer) {
    const bool taken = readers.post([done, answer = std::move(answer)](DurableReader& reader) {
      HttpAnswer given;
      try {
        given = answer(reader);
      } catch (const std::exception& thrown) {
        given = broken_off(thrown.what());
      }
      done(std::move(given));
    });
    if (!taken) done(busy("questions"));
  }

  // Answers from the game as far as the client knows it. Where it does not reach so far here, since another server has
  // acknowledged what cannot be seen here yet, the question is put off: it waits for a record, and no thread for it.
  void read_game(const std::shared_ptr<const OfGame>& asked, const Done& done) {
    if (!lane_of(*asked).post(of_game(asked, done, 0))) {
      done(busy(asked->is_expensive ? "expensive questions" : "questions"));
    }
  }

  Readers& lane_of(const OfGame& asked) { return asked.is_expensive ? expensive : readers; }

  Readers::Task of_game(const std::shared_ptr<const OfGame>& asked, const Done& done, unsigned waited) {
    return [this, asked, done, waited](DurableReader& reader) {
      HttpAnswer given;
      try {
        auto ledger = reader.look();
        auto held = ledger ? reader.game(asked->game) : replay::Result<replay::Game*>(ledger.error());
        // One that was founded at another server may not be here yet.
        const bool is_here = held || held.error().code != replay::ErrorCode::UNKNOWN_GAME || !asked->told;
        if (!held && is_here) {
          given = not_answered(failure_of(held.error()));
        } else if (auto refused = held ? outside(asked->seat, **held) : std::nullopt) {
          given = *std::move(refused);
        } else if (held && reaches(*asked, **held)) {
          given = asked->answer(reader.shown(), **held);
          if (given.status == NOT_NOW && parts.others_record) given = answered_anew(*asked, reader);
        } else if (const std::uint64_t size = held ? (*held)->head().size : 0; !parts.others_record) {
          given = held ? another_history(*asked->told, size) : not_answered(failure_of(held.error()));
        } else if (waited < MOST_WAITS &&
                   lane_of(*asked).post_in(FIRST_WAIT * (1U << waited), of_game(asked, done, waited + 1))) {
          return;
        } else {
          given = held ? behind(*asked->told, size) : not_answered(failure_of(held.error()));
        }
      } catch (const std::exception& thrown) {
        given = broken_off(thrown.what());
      }
      done(std::move(given));
    };
  }

  // A connection may have been lost since the last question, which shows only when something is read by it.
  static HttpAnswer answered_anew(const OfGame& asked, DurableReader& reader) {
    if (auto ledger = reader.look_anew(); !ledger) return not_answered(failure_of(ledger.error()));
    auto held = reader.game(asked.game);
    return held ? asked.answer(reader.shown(), **held) : not_answered(failure_of(held.error()));
  }

  void list_games(const HttpRequest& request, const Target& target, const Done& done) {
    if (request.method != "GET") return done(wrong_method(request, "GET"));
    if (auto known = target.query.check({}); !known) return done(not_answered(known.error()));
    read(done, [this, only = request.seat.game,
                match = std::string(header(request, "if-none-match"))](DurableReader& reader) {
      auto ledger = reader.look();
      if (!ledger) return not_answered(failure_of(ledger.error()));
      auto body = games_of(**ledger, only);
      if (!body && body.error().exit == Exit::UNAVAILABLE) {
        // A connection may have been lost since the last question.
        ledger = reader.look_anew();
        if (!ledger) return not_answered(failure_of(ledger.error()));
        body = games_of(**ledger, only);
      }
      if (!body) return not_answered(body.error());
      return with_etag(match, etag_of({*body}), [&] { return *std::move(body); });
    });
  }

  void ask(const HttpRequest& request, Target target, const Done& done) {
    const std::string game = target.parts[GAME];
    Wanted wanted{{target.parts.begin() + BEHIND_GAME, target.parts.end()}, std::move(target.query)};
    const Route* route = game.empty() ? nullptr : route_of(wanted.parts);
    if (route == nullptr) return done(nothing_there(request));
    if (request.method != "GET") return done(wrong_method(request, "GET"));
    if (auto known = wanted.query.check(route->known_parameters()); !known) return done(not_answered(known.error()));
    const auto asked = std::make_shared<OfGame>(request, game);
    asked->is_expensive = route->is_expensive(wanted.query);
    asked->answer = [this, route, wanted = std::move(wanted), where = request.target,
                     match = std::string(header(request, "if-none-match"))](ledger::Ledger& ledger,
                                                                            replay::Game& held) {
      return with_size(answer({ledger, held, parts.clock()}, *route, wanted, where, match), held);
    };
    read_game(asked, done);
  }

  HttpAnswer answer(const AskedGame& of, const Route& route, const Wanted& wanted, const std::string& where,
                    const std::string& match) const {
    const auto body = [&]() -> Result<std::string> {
      auto view = route.answer(of, wanted);
      const auto rehearsal = rehearsal_view(of.game.engine().state().founding());
      if (!view || !rehearsal) return view;
      return with_fields_first(R"("rehearsal":)" + json_of(*rehearsal), *view);
    };
    const ledger::Head& head = of.game.head();
    if (follows_from_records(wanted.parts[0])) {
      return with_etag(match, etag_of({head.game.hash.hex(), std::to_string(head.size), head.head_hash.hex(), where}),
                       body);
    }
    auto known = body();
    if (!known) return not_answered(known.error());
    return with_etag(match, etag_of({*known}), [&] { return known; });
  }

  // The body, or that it is the one that is there already.
  template <class Body>
  static HttpAnswer with_etag(const std::string& match, const std::string& etag, const Body& body) {
    HttpAnswer given;
    if (!match.empty() && names_etag(match, etag)) {
      given.status = 304;
      given.headers = {{"cache-control", "no-cache"}};
    } else {
      Result<std::string> made = body();
      if (!made) return not_answered(made.error());
      given = json_answer(200, *std::move(made) + "\n");
    }
    given.headers.emplace_back("etag", etag);
    return given;
  }

  [[nodiscard]] std::string etag_of(const std::vector<std::string>& of) const {
    std::string all = parts.version;
    for (const std::string& each : of) all += '\0' + each;
    constexpr std::size_t DIGITS = 32;
    return '"' + ledger::sha256(all).hex().substr(0, DIGITS) + '"';
  }

  void give_records(const HttpRequest& request, const Target& target, const Done& done) {
    if (request.method != "GET") return done(wrong_method(request, "GET"));
    if (auto known = target.query.check({"from"}); !known) return done(not_answered(known.error()));
    auto typed = target.query.one("from");
    if (!typed) return done(not_answered(typed.error()));
    const auto from = whole_number(typed->value_or("0"));
    if (!from) {
      return done(problem_answer(400, "BAD_INDEX", fmt::format("{} is no record's index.", in_quotes(as_utf8(**typed))),
                                 "send from=INDEX: how many records are there already"));
    }
    const auto asked = std::make_shared<OfGame>(request, target.parts[GAME]);
    asked->knows(*from);
    asked->answer = [from = *from](ledger::Ledger& ledger, replay::Game& held) {
      return with_size(records_from(ledger, held, from), held);
    };
    read_game(asked, done);
  }

  void follow(const HttpRequest& request, const Target& target, const Done& done) {
    if (request.method != "GET") return done(wrong_method(request, "GET"));
    if (auto known = target.query.check({"from"}); !known) return done(not_answered(known.error()));
    auto typed = target.query.one("from");
    if (!typed) return done(not_answered(typed.error()));
    const std::string last(header(request, "last-event-id"));
    std::uint64_t from = 0;
    if (const std::string& said = last.empty() ? typed->value_or("") : last; !said.empty()) {
      const auto number = whole_number(said);
      if (!number) {
        return done(problem_answer(400, "BAD_INDEX", fmt::format("{} is no record's index.", in_quotes(as_utf8(said))),
                                   "send the id of the last record that came, or from=INDEX"));
      }
      from = last.empty() ? *number : *number + 1;
    }
    const auto asked = std::make_shared<OfGame>(request, target.parts[GAME]);
    asked->knows(from);
    asked->answer = [this, from, seat = request.seat](ledger::Ledger& /*ledger*/, replay::Game& held) {
      auto stream = parts.events(held.head().game, from);
      if (!stream) return busy("streams");
      return parts.guard == nullptr ? *std::move(stream) : parts.guard->ending_with(seat, *std::move(stream));
    };
    read_game(asked, done);
  }

  // What a page that is live shows.
  void show(const HttpRequest& request, const Target& target, const Done& done) {
    if (request.method != "GET") return done(wrong_method(request, "GET"));
    if (auto known = target.query.check({}); !known) return done(not_answered(known.error()));
    const auto asked = std::make_shared<OfGame>(request, target.parts[GAME]);
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
  void move(const HttpRequest& request, const Target& target, const std::string& game, const Done& done) {
    if (request.method != "POST") return done(wrong_method(request, "POST"));
    if (auto known = target.query.check({}); !known) return done(not_answered(known.error()));
    // Before anything is said of how it could be made here.
    if (parts.only_shows) return done(problem_answer(failure_of(*parts.only_shows), NOT_NOW));
    const BodyKind kind = kind_of_body(header(request, "content-type"));
    if (kind == BodyKind::MESSAGE && header(request, "nomic-version") != parts.version) return done(other_version());
    if (kind == BodyKind::UNKNOWN) {
      return done(problem_answer(415, "UNKNOWN_TYPE", "a move is JSON, or a signed statement.",
                                 "send Content-Type: application/json, or text/plain with a statement"));
    }
    auto read_body = read_request(request.body, kind);
    if (!read_body) return done(not_answered(read_body.error()));
    Means means;
    means.authority = authority_of(request);
    means.authority.takes_unsigned = parts.unsigned_from_afar;
    put_in(game, *std::move(read_body), kind, std::move(means), done);
  }

  // What a proposal that is tried would mean, as the game is by now.
  void with_meaning(Outcome outcome, const std::string& game, BodyKind kind, const Done& done) {
    read(done, [outcome = std::move(outcome), game, kind](DurableReader& reader) {
      auto ledger = reader.look();
      if (!ledger) return not_answered(failure_of(ledger.error()));
      auto held = reader.game(game.empty() ? outcome.game.hash.hex() : game);
      if (!held) return not_answered(failure_of(held.error()));
      const auto meaning = meaning_of((*held)->engine().state(), (*held)->history(), *outcome.would_be);
      return answer_to_move(outcome, game, kind, meaning ? &*meaning : nullptr);
    });
  }

  static bool means_something(const replay::Result<Outcome>& outcome, BodyKind kind) {
    return kind != BodyKind::MESSAGE && outcome && outcome->would_be &&
           (outcome->would_be->has_proposal_made() || outcome->would_be->has_proposal_revised());
  }

  // The service decides whether the authority allows it, by the state at the moment at which it is recorded.
  void put_in(const std::string& game, v1::Request asked, BodyKind kind, Means means, const Done& done) {
    means.sentence = [](const replay::Error& error) { return words_of(error).what; };
    const bool taken =
        committer.post({game, std::move(asked), std::move(means)},
                       [done, game, kind, self = weak_from_this()](const replay::Result<Outcome>& outcome) {
                         if (means_something(outcome, kind)) {
                           if (const auto here = self.lock()) {
                             return here->with_meaning(*outcome, game, kind, done);
                           }
                         }
                         HttpAnswer given;
                         try {
                           given = answer_to_move(outcome, game, kind);
                           if (outcome && !outcome->receipt.dry_run) {
                             given.headers.emplace_back("nomic-size", std::to_string(outcome->receipt.index + 1));
                           }
                         } catch (const std::exception& thrown) {
                           given = broken_off(thrown.what());
                         }
                         done(std::move(given));
                       });
    if (!taken) done(busy("moves"));
  }

  // What forms are made of: the same of every game, and for everybody.
  bool answers_for_forms(const HttpRequest& request, const Target& target, const Done& done) const {
    const std::vector<std::string>& at = target.parts;
    if (at.size() != GAME || at[0] != "v1" || (at[1] != "provisions" && at[1] != "recipes")) return false;
    if (request.method != "GET") {
      done(wrong_method(request, "GET"));
      return true;
    }
    const bool recipes = at[1] == "recipes";
    const auto known = recipes ? target.query.check({"recipe", "set"}) : target.query.check({});
    const auto body = [&]() -> Result<std::string> {
      if (!recipes) return json_of(provisions_described());
      auto described = recipes_described(target.query);
      if (!described) return described.error();
      return json_of(*described);
    };
    const std::string match(header(request, "if-none-match"));
    done(known ? with_etag(match, etag_of({request.target}), body) : not_answered(known.error()));
    return true;
  }

  // Who asks: what a link is opened with, and what there is to know of whom a token speaks for.
  bool answers_for_guard(const HttpRequest& request, const std::vector<std::string>& at, const Done& done) {
    if (parts.guard == nullptr || at.size() != GAME || at[0] != "v1") return false;
    if (at[1] == "seat") done(parts.guard->seat(request));
    if (at[1] == "redeem")
      read(done, [this, request](DurableReader& /*reader*/) { return parts.guard->redeem(request); });
    return at[1] == "seat" || at[1] == "redeem";
  }

  void handle(HttpRequest request, const Done& done) {
    if (parts.guard != nullptr && parts.guard->must_ask(request)) return admit_later(std::move(request), done);
    if (parts.guard != nullptr) {
      if (auto refused = parts.guard->admit(request)) return done(*std::move(refused));
    }
    handle_admitted(request, done);
  }

  // Who asks is found by asking a database, and by a thread that may wait for it.
  void admit_later(HttpRequest request, const Done& done) {
    if (auto away = is_away()) return done(*std::move(away));
    const bool taken = readers.post([this, request = std::move(request), done](DurableReader& /*reader*/) mutable {
      try {
        if (auto refused = parts.guard->admit(request)) return done(*std::move(refused));
        handle_admitted(request, done);
      } catch (const std::exception& thrown) {
        done(broken_off(thrown.what()));
      }
    });
    if (!taken) done(busy("questions"));
  }

  // What is answered while the ledger cannot be reached: at once, so that nobody waits behind those who wait for it.
  [[nodiscard]] std::optional<HttpAnswer> is_away() const {
    if (!parts.reading.away) return std::nullopt;
    auto away = parts.reading.away();
    if (!away) return std::nullopt;
    return not_answered(failure_of(*std::move(away)));
  }

  void handle_admitted(const HttpRequest& request, const Done& done) {
    auto read_target = parse_target(request.target);
    if (!read_target) return done(not_answered(read_target.error()));
    const std::vector<std::string>& at = read_target->parts;
    if (answers_for_guard(request, at, done)) return;
    if (answers_for_forms(request, *read_target, done)) return;
    if (at.size() < GAME || at[0] != "v1") return done(nothing_there(request));
    if (at[1] == "moves" || at[1] == "games") {
      if (auto away = is_away()) return done(*std::move(away));
    }
    if (at.size() == GAME && at[1] == "moves") return move(request, *read_target, {}, done);
    if (at[1] != "games") return done(nothing_there(request));
    if (at.size() == GAME) return list_games(request, *read_target, done);
    if (at.size() == BEHIND_GAME || at[GAME].empty()) return done(nothing_there(request));
    const bool last = at.size() == BEHIND_GAME + 1;
    if (last && at[BEHIND_GAME] == "moves") return move(request, *read_target, at[GAME], done);
    if (last && at[BEHIND_GAME] == "records") return give_records(request, *read_target, done);
    if (last && at[BEHIND_GAME] == "events" && parts.events) return follow(request, *read_target, done);
    if (last && at[BEHIND_GAME] == "document" && parts.document) return show(request, *read_target, done);
    ask(request, *std::move(read_target), done);
  }

  // What is not kept for later is for one version alone.
  [[nodiscard]] HttpAnswer other_version() const {
    return problem_answer(409, "OTHER_VERSION",
                          fmt::format("moves as {} are taken from nomic {} alone.", MOVE_MESSAGE, parts.version),
                          "send the move as JSON, or a signed statement as text/plain");
  }

  Committer& committer;
  const Parts parts;
  // Last: their threads use the rest.
  Readers readers;
  // One thread for the answers that take as long as the game is. It computes one at a time, beside the others.
  Readers expensive;
};

Api::Api(Committer& committer, Parts parts) : self_(std::make_shared<Self>(committer, std::move(parts))) {}

Api::~Api() = default;

void Api::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  const Done named = [done = std::move(done), version = self_->parts.version](HttpAnswer answer) {
    answer.headers.emplace_back("nomic-version", version);
    done(std::move(answer));
  };
  try {
    self_->handle(std::move(request), named);
  } catch (const std::exception& thrown) {
    named(broken_off(thrown.what()));
  }
}

}  // namespace nomic::tools

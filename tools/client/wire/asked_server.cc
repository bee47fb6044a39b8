#include "asked_server.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "nomic/client/event_stream.h"
#include "nomic/words/message_reader.h"
#include "wire.h"

namespace nomic::tools {
namespace {

// Bell: a stream of a server, of which only that something comes is told.

class Bell : public EventStream {
 public:
  explicit Bell(std::unique_ptr<Wire> wire) : wire_(std::move(wire)) {}
  [[nodiscard]] int descriptor() const override { return wire_->descriptor(); }
  Rang look() override;

 private:
  std::unique_ptr<Wire> wire_;
};

EventStream::Rang Bell::look() {
  // So much of a record of TLS may have come that it cannot be read yet.
  constexpr std::chrono::milliseconds SOON{20};
  std::array<char, 16'384> bytes{};
  if (!comes(wire_->descriptor(), false, std::chrono::steady_clock::now())) return Rang::NO;
  const Wire::Read read = wire_->read(bytes.data(), bytes.size(), std::chrono::steady_clock::now() + SOON);
  switch (read.got) {
    case Wire::Got::BYTES:
      return Rang::YES;
    case Wire::Got::LATE:
      return Rang::NO;
    case Wire::Got::END:
    case Wire::Got::BROKEN:
      return Rang::ENDED;
  }
  return Rang::ENDED;
}

constexpr unsigned OK = 200;
constexpr unsigned CREATED = 201;
constexpr unsigned CONFLICT = 409;
// How long the answers are, and of what they are made, at most.
constexpr std::size_t MOST_OF_RECORDS = std::size_t{64} << 20U;
// A move has a few consequences for each player. Two bytes can add one more empty message to a list.
constexpr JsonLimits RECEIPT{.bytes = std::size_t{1} << 20U, .depth = 32, .values = 50'000, .other_fields = true};
constexpr JsonLimits GAMES{.bytes = std::size_t{8} << 20U, .depth = 16, .values = 400'000};
constexpr JsonLimits HEAD{.bytes = std::size_t{64} << 10U, .depth = 16, .values = 1'000};

constexpr const char* MESSAGE = "application/x-protobuf";
constexpr const char* BUNDLE = "application/octet-stream";

// A part of a path, whatever is in it.
std::string encoded(std::string_view part) {
  std::string out;
  for (const char c : part) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

// Whether a server takes the name as a part of a path (docs/server.md).
bool can_be_part(std::string_view name) {
  return name != "." && name != ".." && name.find_first_of("/\\") == std::string_view::npos;
}

WireTime now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

Result<v1::RecordedMove> AskedServer::make(const std::string& game, const v1::Request& request) {
  NOMIC_ASSIGN(auto part, part_of(game));
  HttpAsked asked;
  asked.method = "POST";
  asked.target = part.empty() ? "/v1/moves" : fmt::format("/v1/games/{}/moves", encoded(part));
  asked.headers = {{"content-type", MESSAGE}, {"accept", MESSAGE}};
  asked.body = request.SerializeAsString();
  asked.most = RECEIPT.bytes;
  NOMIC_ASSIGN(auto answered, ask(std::move(asked)));
  if (answered.status != OK && answered.status != CREATED) return refusal_in(of(true), answered);
  v1::RecordedMove made;
  if (answered.header("content-type") != MESSAGE || read_message(answered.body, RECEIPT, made)) {
    return no_answer_of_games(of(true), answered);
  }
  if (const auto id = ledger::Hash::from_raw(made.game()); id && !made.dry_run()) was_told({*id}, made.index() + 1);
  return made;
}

Result<std::string> AskedServer::part_of(const std::string& game) {
  if (can_be_part(game)) return game;
  NOMIC_ASSIGN(auto all, games());
  for (const v1::GamesView::Game& each : all.games()) {
    if (each.name() == game) return each.game();
  }
  return game;  // which the server refuses
}

Result<v1::GamesView> AskedServer::games() {
  NOMIC_ASSIGN(auto answered, ask({.target = "/v1/games", .most = GAMES.bytes}));
  if (answered.status != OK) return refusal_in(of(false), answered);
  v1::GamesView games;
  if (!read_answer(answered, GAMES, games)) return no_answer_of_games(of(false), answered);
  return games;
}

Result<v1::HeadView> AskedServer::head(const ledger::GameId& game) {
  NOMIC_ASSIGN(auto answered, ask_of(game, "head", HEAD.bytes));
  if (answered.status == CONFLICT) {
    Failure other = refusal_in(of(false), answered);
    other.code = ANOTHER_HISTORY;
    return other;
  }
  if (answered.status != OK) return refusal_in(of(false), answered);
  v1::HeadView head;
  if (!read_answer(answered, HEAD, head)) return no_answer_of_games(of(false), answered);
  return head;
}

Result<std::string> AskedServer::records(const ledger::GameId& game, std::uint64_t from) {
  NOMIC_ASSIGN(auto answered, ask_of(game, fmt::format("records?from={}", from), MOST_OF_RECORDS));
  if (answered.status != OK) return refusal_in(of(false), answered);
  if (answered.header("content-type") != BUNDLE) return no_answer_of_games(of(false), answered);
  return std::move(answered.body);
}

Result<std::unique_ptr<EventStream>> AskedServer::follow(const ledger::GameId& game, std::uint64_t from) {
  NOMIC_ASSIGN(auto wire, reached(of(false)));
  HttpAsked asked;
  asked.target = way_.path + fmt::format("/v1/games/{}/events?from={}", game.hash.hex(), from);
  asked.headers = {{"accept", "text/event-stream"}};
  add_told(game, asked.headers);
  add_own(asked.headers);
  auto head = exchange(*wire, way_.host, asked, now() + patience_.answer, /*to_head=*/true);
  if (!head) return unanswered(of(false), head.error());
  if (head->status != OK) return refusal_in(of(false), *head);
  return std::unique_ptr<EventStream>(std::make_unique<Bell>(std::move(wire)));
}

void AskedServer::add_own(AskedHeaders& headers) const {
  headers.emplace_back("nomic-version", version_);
  headers.insert(headers.end(), way_.headers.begin(), way_.headers.end());
}

void AskedServer::add_told(const ledger::GameId& game, AskedHeaders& headers) const {
  if (told(game) > 0) headers.emplace_back("nomic-size", std::to_string(told(game)));
}

Result<HttpAnswered> AskedServer::ask_of(const ledger::GameId& game, const std::string& what, std::size_t most) {
  HttpAsked asked{.target = fmt::format("/v1/games/{}/{}", game.hash.hex(), what), .most = most};
  add_told(game, asked.headers);
  return ask(std::move(asked));
}

Result<std::unique_ptr<Wire>> AskedServer::reached(const AskedOf& of) {
  // Whoever thinks too long before they move finds it closed.
  if (first_ && !comes(first_->descriptor(), false, now())) return std::move(first_);
  first_.reset();
  auto wire = way_.reach(now() + patience_.reach);
  if (!wire) return unreachable(of, wire.error());
  return *std::move(wire);
}

Result<HttpAnswered> AskedServer::ask(HttpAsked asked) {
  const AskedOf about = of(asked.method == "POST");
  NOMIC_ASSIGN(auto wire, reached(about));
  asked.target = way_.path + asked.target;
  add_own(asked.headers);
  auto answered = exchange(*wire, way_.host, asked, now() + patience_.answer);
  if (!answered) return unanswered(about, answered.error());
  return *std::move(answered);
}

}  // namespace nomic::tools

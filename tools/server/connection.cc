#include "connection.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "api/problems.h"
#include "problem.h"
#include "request_check.h"

namespace nomic::tools {
namespace {

namespace asio = boost::asio;
using At = RequestParser::At;

constexpr std::size_t PIECE = 8192;

}  // namespace

Connection::Connection(std::shared_ptr<Core> core, StreamSocket socket, Peer peer)
    : core_(std::move(core)),
      socket_(std::move(socket)),
      peer_(std::move(peer)),
      asker_(peer_),
      deadline_(core_->io),
      woken_(core_->io) {}

asio::awaitable<void> Connection::run(std::shared_ptr<Connection> self) {
  for (;;) {
    const bool goes_on = co_await self->one_request();
    self->give_up_body();
    if (!goes_on) break;
  }
  self->ended();
}

asio::awaitable<void> Connection::turn_away(std::shared_ptr<Connection> self, HttpAnswer answer) {
  ++self->core_->turned_away;
  co_await self->refuse(std::move(answer));
  --self->core_->turned_away;
  self->ended();
}

asio::awaitable<bool> Connection::one_request() {
  unasked_since_ = std::chrono::steady_clock::now();
  const bool some = co_await begun();
  if (!some) co_return false;
  begun_at_ = std::chrono::steady_clock::now();
  method_.clear();
  path_.clear();
  head_only_ = false;
  is_over_bodies_ = false;
  RequestParser parser(core_->limits());
  arm(core_->limits().head_time);
  At at = co_await read(parser, At::HEAD);
  if (gone_) co_return false;
  auto refusal = refuses(parser, at);
  if (!refusal) {
    if (parser.awaits_continue()) {
      const bool sent = co_await send("HTTP/1.1 100 Continue\r\n\r\n", {});
      if (!sent) co_return false;
    }
    arm(core_->limits().body_time);
    at = co_await read(parser, At::BODY);
    if (gone_) co_return false;
    refusal = at == At::END ? is_over_body_rate() : refuses(parser, at);
  }
  disarm();
  unasked_since_.reset();
  if (refusal) {
    co_await refuse(*std::move(refusal));
    co_return false;
  }
  const bool stays = parser.stays();
  HttpAnswer answer = co_await ask(std::move(parser.request()));
  give_up_body();
  const bool goes_on = co_await give(std::move(answer), stays);
  co_return goes_on;
}

asio::awaitable<bool> Connection::begun() {
  if (!buffer_.empty()) co_return true;
  if (core_->leaving) co_return false;
  quiet_ = true;
  arm(core_->limits().quiet_time);
  const auto [error] = co_await socket_.async_wait(StreamSocket::wait_read, TOLD);
  quiet_ = false;
  disarm();
  if (error) co_return false;
  const bool some = co_await read_more();
  co_return some;
}

asio::awaitable<bool> Connection::read_more() {
  std::array<char, PIECE> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
  const auto [error, count] = co_await socket_.async_read_some(asio::buffer(piece), TOLD);
  if (error) co_return false;
  buffer_.append(piece.data(), count);
  co_return true;
}

asio::awaitable<At> Connection::read(RequestParser& parser, At part) {
  for (;;) {
    const At at = parser.take(buffer_);
    is_over_bodies_ = part == At::BODY && !has_room_for(parser.body_size() + buffer_.size());
    if (is_over_bodies_) co_return part;
    if (at != part) co_return at;
    const bool more = co_await read_more();
    if (more) continue;
    // Who leaves in the middle is not answered; who is too slow is.
    if (!timed_out_) gone_ = true;
    co_return part;
  }
}

std::optional<HttpAnswer> Connection::refuses(RequestParser& parser, At at) {
  const HttpLimits& limits = core_->limits();
  if (at == At::HEAD_TOO_LARGE) {
    core_->met("head");
    return problem(431, "the request line and the headers are longer than " + std::to_string(limits.head) + " bytes");
  }
  if (at == At::BODY_TOO_LARGE) {
    core_->met("body");
    return body_too_large(body_limit(parser.request(), limits.body));
  }
  if (timed_out_) {
    core_->met("time");
    return problem(408, "the request did not come to its end in time", "send it again");
  }
  if (is_over_bodies_) {
    core_->met("bodies");
    return too_many("too many bytes of requests from your address, or of all, are not answered yet", 10);
  }
  if (at == At::MALFORMED) return problem(400, "this cannot be read as a request of HTTP/1.1: " + parser.why());
  HttpRequest& request = parser.request();
  auto many = find_asker(request);
  request.local = peer_.local;
  request.peer = asker_.name;
  request.client = asker_.client;
  method_ = request.method;
  path_ = parser.bad_target() ? std::string() : request.target.path();
  chunks_ = parser.version() > 10;
  head_only_ = request.method == "HEAD";
  if (head_only_) request.method = "GET";
  if (many) return many;
  if (auto refusal = is_over_rate()) return refusal;
  if (auto refusal = refuses_framing(request, parser.version())) return refusal;
  if (auto refusal = core_->site.refuses(request)) return refusal;
  if (const auto& bad = parser.bad_target()) return problem_answer(*bad, 400);
  const std::size_t most = body_limit(request, limits.body);
  if (auto refusal = refuses_length(request, most)) {
    core_->met("body");
    return refusal;
  }
  parser.limit_body(most);
  return std::nullopt;
}

bool Connection::has_room_for(std::size_t body) {
  const HttpLimits& limits = core_->limits();
  std::size_t& of_client = core_->clients[asker_.client].bodies;
  give_up_body();
  const bool has_others = of_client > 0 && !asker_.client.empty();
  body_ = body;
  of_client += body;
  core_->bodies += body;
  if (has_others && of_client > limits.bodies_of_client) return false;
  while (core_->bodies > limits.bodies) {
    Connection* found = nullptr;
    std::size_t most = 0;
    for (const auto& each : core_->open) {
      const auto share = core_->clients.find(each->client());
      // The folder's owner makes no room, and neither does a request that is whole.
      const bool may_end = each->body_ > 0 && each->unasked_since_ && !each->client().empty();
      if (!may_end || share == core_->clients.end()) continue;
      const std::size_t bytes = share->second.bodies;
      if (found != nullptr && (bytes < most || (bytes == most && each->begun_at_ >= found->begun_at_))) continue;
      found = each.get();
      most = bytes;
    }
    if (found == nullptr || found == this) return false;
    core_->met("bodies");
    found->give_up_body();
    found->cut();
  }
  return true;
}

void Connection::give_up_body() {
  const std::size_t bytes = std::exchange(body_, 0);
  core_->bodies -= bytes;
  const auto found = core_->clients.find(asker_.client);
  if (found != core_->clients.end()) found->second.bodies -= bytes;
}

std::optional<HttpAnswer> Connection::find_asker(const HttpRequest& request) {
  if (!core_->proxies.contains(peer_.address)) return std::nullopt;
  Peer asker = peer_behind(peer_, request.headers);
  const bool is_same = asker.client == asker_.client;
  if (!is_same) give_back_share();
  asker_ = std::move(asker);
  if (is_same) return std::nullopt;
  const std::size_t open = ++core_->clients[asker_.client].connections;
  if (asker_.client == peer_.client || open <= core_->limits().connections_of_client) return std::nullopt;
  core_->met("connections");
  return too_many("too many connections from your address are open", 10);
}

void Connection::give_back_share() {
  const auto found = core_->clients.find(asker_.client);
  if (found != core_->clients.end() && --found->second.connections == 0) core_->clients.erase(found);
}

// Whatever is asked counts, also what is refused next.
std::optional<HttpAnswer> Connection::is_over_rate() {
  if (asker_.client.empty()) return std::nullopt;
  const auto wait = core_->rate.take(asker_.client, std::chrono::steady_clock::now());
  if (!wait) return std::nullopt;
  core_->met("rate");
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(*wait).count();
  return too_many(fmt::format("more than {} requests a second come from your address", core_->limits().rate),
                  static_cast<unsigned>(seconds));
}

// Counts the bytes of the whole body, which has come.
std::optional<HttpAnswer> Connection::is_over_body_rate() {
  if (asker_.client.empty()) return std::nullopt;
  const auto wait = core_->body_rate.take(asker_.client, std::chrono::steady_clock::now(), body_);
  if (!wait) return std::nullopt;
  core_->met("body_rate");
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(*wait).count();
  return too_many(
      fmt::format("more than {} bytes a second of requests come from your address", core_->limits().body_rate),
      static_cast<unsigned>(seconds));
}

// Not within a coroutine: GCC takes a lambda that one keeps for a type of one source only.
std::function<void(HttpAnswer)> Connection::answered(std::uint64_t turn) {
  return [core = core_, weak = weak_from_this(), turn, client = asker_.client](HttpAnswer answer) {
    // Not the core itself: what waits in it must not hold it.
    asio::post(core->io, [at = core.get(), weak, turn, client, answer = std::move(answer)]() mutable {
      --at->requests;
      if (const auto found = at->requests_of.find(client); --found->second == 0) at->requests_of.erase(found);
      at->means.metrics.add("nomic_http_requests", -1);
      const auto self = weak.lock();
      if (!self || self->turn_ != turn) return;
      self->answer_ = std::move(answer);
      self->woken_.cancel();
    });
  };
}

std::optional<HttpAnswer> Connection::is_over_requests() {
  const HttpLimits& limits = core_->limits();
  const auto found = core_->requests_of.find(asker_.client);
  const std::size_t of_client = found == core_->requests_of.end() ? 0 : found->second;
  // The folder's owner has no share of their own.
  const bool is_share_used = !asker_.client.empty() && of_client >= limits.requests_of_client;
  const bool is_full = core_->requests >= limits.requests && of_client >= limits.requests_spared;
  if (is_share_used || is_full) {
    core_->met("requests");
    return too_many(is_share_used ? "too many requests from your address are being answered"
                                  : "too many requests are being answered",
                    1);
  }
  ++core_->requests;
  ++core_->requests_of[asker_.client];
  core_->means.metrics.add("nomic_http_requests", 1);
  return std::nullopt;
}

asio::awaitable<HttpAnswer> Connection::ask(HttpRequest request) {
  if (auto refusal = is_over_requests()) co_return *std::move(refusal);
  answer_.reset();
  left_ = std::make_shared<std::atomic<bool>>(false);
  request.left = left_;
  core_->handler.handle(std::move(request), answered(++turn_));
  watch_asker(turn_);
  const auto until = std::chrono::steady_clock::now() + core_->limits().answer_time;
  while (!answer_ && !gone_) {
    const bool sooner = co_await woken(until);
    if (sooner) continue;
    ++turn_;
    nobody_waits();
    core_->met("answer");
    co_return problem(504, "no answer was found in time: what was asked for may or may not have been done",
                      "ask again with the same request ID, which does it once");
  }
  left_.reset();
  co_return answer_ ? *std::exchange(answer_, std::nullopt) : HttpAnswer();
}

void Connection::nobody_waits() {
  if (left_) left_->store(true);
  left_.reset();
}

// A client that has said that it sends nothing more is taken to have left: which of both it is shows only when
// something is sent.
void Connection::watch_asker(std::uint64_t turn) {
  socket_.async_wait(StreamSocket::wait_read, [weak = weak_from_this(), turn](boost::system::error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->turn_ != turn || !self->left_) return;
    char next = 0;
    if (::recv(self->socket_.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) self->nobody_waits();
  });
}

}  // namespace nomic::tools

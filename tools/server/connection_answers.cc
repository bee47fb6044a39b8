// What a connection sends, how long that may take, and how it ends.
#include <fmt/format.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "answer_text.h"
#include "connection.h"
#include "problem.h"
#include "request_check.h"

namespace nomic::tools {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::chrono::milliseconds DRAIN_TIME{1000};
constexpr std::size_t DRAINED = std::size_t{64} << 20U;
// A client that takes less than so many bytes a millisecond of a long answer has had its time.
constexpr std::size_t SLOWEST = 16;
constexpr std::size_t PATH_SHOWN = 200;

}  // namespace

asio::awaitable<bool> Connection::give(HttpAnswer answer, bool stays) {
  if (const std::string_view wrong = unsound(answer); !wrong.empty()) {
    core_->log(fmt::format(R"({{"event":"fault","what":"an answer has {}: it was not sent"}})", wrong));
    answer = problem(500, "the server has made an answer that cannot be sent");
  }
  if (answer.stream && !head_only_) {
    co_await stream(std::move(answer));
    co_return false;
  }
  stays = stays && !core_->leaving;
  const std::string head = head_of(answer, answer.stream ? Framing::CHUNKED : Framing::LENGTH, stays);
  const bool has_body = !head_only_ && answer.status != 204 && answer.status != 304;
  if (auto refusal = has_body ? is_over_unsent(answer.body.size()) : std::nullopt) {
    co_await refuse(*std::move(refusal));
    co_return false;
  }
  note(answer);
  const bool sent = co_await send(head, has_body ? std::string_view(answer.body) : std::string_view());
  sent_all();
  co_return sent&& stays;
}

asio::awaitable<void> Connection::refuse(HttpAnswer answer) {
  disarm();
  const std::string head = head_of(answer, Framing::LENGTH, false);
  note(answer);
  const bool sent = co_await send(head, head_only_ ? std::string_view() : std::string_view(answer.body));
  if (sent) co_await drain();
}

asio::awaitable<bool> Connection::send(std::string_view head, std::string_view body) {
  const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(body)};
  arm(core_->limits().send_time + std::chrono::milliseconds(body.size() / SLOWEST));
  const auto [error, count] = co_await asio::async_write(socket_, both, TOLD);
  disarm();
  co_return !error && !gone_;
}

asio::awaitable<void> Connection::drain() {
  error_code ignored;
  socket_.shutdown(StreamSocket::shutdown_send, ignored);
  arm(DRAIN_TIME);
  for (std::size_t drained = 0; drained < DRAINED && !timed_out_;) {
    buffer_.clear();
    const bool more = co_await read_more();
    if (!more) break;
    drained += buffer_.size();
  }
  disarm();
}

std::optional<HttpAnswer> Connection::is_over_unsent(std::size_t bytes) {
  const HttpLimits& limits = core_->limits();
  std::size_t& of_client = core_->clients[asker_.client].unsent;
  // One answer is always given, however long it is. The folder's owner has no share of their own.
  const bool has_others = of_client > 0 && !asker_.client.empty();
  if (has_others && of_client + bytes > limits.unsent_of_client) {
    core_->met("unsent");
    return too_many("too many bytes of answers to your address are not read yet", 10);
  }
  while (core_->unsent > 0 && core_->unsent + bytes > limits.unsent) {
    Connection* slowest = nullptr;
    for (const auto& each : core_->open) {
      const bool counts = each->unsent_ > 0 && !each->gone_;
      if (counts && (slowest == nullptr || each->sending_since_ < slowest->sending_since_)) slowest = each.get();
    }
    if (slowest == nullptr) break;
    core_->met("unsent");
    slowest->sent_all();
    slowest->cut();
  }
  unsent_ = bytes;
  sending_since_ = std::chrono::steady_clock::now();
  of_client += bytes;
  core_->unsent += bytes;
  return std::nullopt;
}

void Connection::sent_all() {
  const std::size_t bytes = std::exchange(unsent_, 0);
  core_->unsent -= bytes;
  const auto found = core_->clients.find(asker_.client);
  if (found != core_->clients.end()) found->second.unsent -= bytes;
}

void Connection::arm(std::chrono::milliseconds time) {
  timed_out_ = false;
  deadline_.expires_after(time);
  deadline_.async_wait([weak = weak_from_this(), watch = ++watch_](error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->watch_ != watch) return;
    self->timed_out_ = true;
    error_code ignored;
    self->socket_.cancel(ignored);
  });
}

void Connection::disarm() {
  ++watch_;
  deadline_.cancel();
}

void Connection::leave() {
  if (quiet_) cut();
  if (sink_) sink_->close();
}

void Connection::cut() {
  gone_ = true;
  nobody_waits();
  woken_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

void Connection::ended() {
  if (core_->open.erase(shared_from_this()) == 0) return;
  disarm();
  nobody_waits();
  sent_all();
  give_up_body();
  error_code ignored;
  socket_.shutdown(StreamSocket::shutdown_both, ignored);
  socket_.close(ignored);
  core_->means.metrics.add("nomic_http_connections", -1);
  give_back_share();
  if (core_->leaving && core_->open.empty()) core_->patience.cancel();
}

void Connection::note(const HttpAnswer& answer) {
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_at_).count();
  core_->means.metrics.add("nomic_http_requests_total", 1, "status", std::to_string(answer.status));
  core_->means.metrics.observe("nomic_http_answer_seconds", took);
  core_->log(fmt::format(R"({{"event":"{}","method":{},"path":{},"status":{},"ms":{:.1f},"bytes":{},"peer":{}{}}})",
                         answer.stream ? "stream" : "request", json_string(method_),
                         json_string(std::string_view(path_).substr(0, PATH_SHOWN)), answer.status, took * 1000,
                         answer.body.size(), json_string(asker_.name),
                         answer.why.empty() ? "" : ",\"why\":" + json_string(answer.why)));
}

}  // namespace nomic::tools

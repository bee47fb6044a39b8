// What a connection sends without an end in sight.
#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <utility>

#include "answer_text.h"
#include "connection.h"
#include "problem.h"

namespace nomic::tools {
namespace {

namespace asio = boost::asio;

// What is taken to be sent at once: what waits behind it is not sent yet.
constexpr std::size_t STREAM_PIECE = std::size_t{64} << 10U;

}  // namespace

asio::awaitable<void> Connection::stream(HttpAnswer answer) {
  const HttpLimits& limits = core_->limits();
  // The folder's owner has no share of their own, and is held to what all together are.
  std::size_t* of_client = asker_.client.empty() ? nullptr : &core_->clients[asker_.client].streams;
  if (core_->streams >= limits.streams || (of_client != nullptr && *of_client >= limits.streams_of_client)) {
    core_->met("streams");
    co_await refuse(too_many("too many streams are open", 10));
    co_return;
  }
  ++core_->streams;
  if (of_client != nullptr) ++*of_client;
  core_->means.metrics.add("nomic_http_streams", 1);
  note(answer);
  sink_ = make_sink();
  std::string first = head_of(answer, chunks_ ? Framing::CHUNKED : Framing::UNTIL_CLOSE, false);
  first += chunks_ ? chunk_of(answer.body) : answer.body;
  watch_reader();
  std::shared_ptr<void> writer = answer.stream(sink_);
  if (core_->leaving) sink_->close();
  co_await send_stream(*sink_, std::move(first));
  sink_->shut();
  writer.reset();
  sink_.reset();
  core_->means.metrics.add("nomic_http_streams", -1);
  if (of_client != nullptr) --*of_client;
  --core_->streams;
}

asio::awaitable<void> Connection::send_stream(StreamSink& sink, std::string first) {
  bool sent = co_await send(first, {});
  while (sent) {
    // Before what waits is taken: what is written after it is shut counts no more.
    const bool last = sink.is_shut();
    const std::string piece = sink.take(STREAM_PIECE);
    if (sink.overflowed()) {
      core_->met("unread");
      break;
    }
    if (piece.empty() && last) {
      if (chunks_) co_await send(LAST_CHUNK, {});
      break;
    }
    if (piece.empty()) {
      co_await woken(std::chrono::steady_clock::time_point::max());
      sent = !gone_;
      continue;
    }
    const std::string framed = chunks_ ? chunk_of(piece) : piece;
    sent = co_await send(framed, {});
    sink.sent(piece.size());
    if (timed_out_) core_->met("unread");
  }
}

asio::awaitable<bool> Connection::woken(std::chrono::steady_clock::time_point until) {
  woken_.expires_at(until);
  const auto [error] = co_await woken_.async_wait(TOLD);
  co_return static_cast<bool>(error);
}

std::shared_ptr<StreamSink> Connection::make_sink() {
  return std::make_shared<StreamSink>(core_->limits().unread, core_->unread, [core = core_, weak = weak_from_this()] {
    asio::post(core->io, [weak] {
      if (const auto self = weak.lock()) self->woken_.cancel();
    });
  });
}

void Connection::watch_reader() {
  socket_.async_wait(StreamSocket::wait_read, [weak = weak_from_this()](boost::system::error_code error) {
    const auto self = weak.lock();
    if (!self || error || !self->sink_) return;
    char next = 0;
    // A reader says nothing more; if one does, it is there, and nobody listens.
    if (::recv(self->socket_.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) self->cut();
  });
}

}  // namespace nomic::tools

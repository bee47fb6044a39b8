// Connection: reads requests from one socket, one after the other, and sends their answers.
//
// All of it runs in the listener's thread, as one coroutine that waits for the socket, for a handler's answer or for a
// stream's next bytes. What other threads bring (answers, a stream that has more) is handed to that thread first.
//
//     quiet -> head -> checks -> body -> handler -> answer -> quiet          checks, limits, time: an answer, and the
//     end
//                                            \-> stream, to the end
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core.h"
#include "request_parser.h"
#include "stream_sink.h"

namespace nomic::tools {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<Core> core, StreamSocket socket, Peer peer);

  // Until the client leaves or has to. It holds itself for so long.
  static boost::asio::awaitable<void> run(std::shared_ptr<Connection> self);
  // It gets this answer, whatever it asks.
  static boost::asio::awaitable<void> turn_away(std::shared_ptr<Connection> self, HttpAnswer answer);

  // The server leaves: at once if nothing was asked, else after the answer; a stream ends where it is.
  void leave();
  // At once.
  void cut();
  // It is over, whatever it was doing.
  void fail() { ended(); }

  // Since when it has no whole request; nothing: it has one that is being answered.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> unasked_since() const { return unasked_since_; }
  // Whose share of the limits it uses.
  [[nodiscard]] const std::string& client() const { return asker_.client; }

 private:
  template <class T = void>
  using Awaitable = boost::asio::awaitable<T>;

  // Whether another request may follow.
  Awaitable<bool> one_request();
  // Something of a request is there; false: nothing will come.
  Awaitable<bool> begun();
  Awaitable<bool> read_more();
  // Reads on for as long as the parser waits for more of that.
  Awaitable<RequestParser::At> read(RequestParser& parser, RequestParser::At part);
  // Nothing, or why the request goes no further.
  std::optional<HttpAnswer> refuses(RequestParser& parser, RequestParser::At at);
  std::optional<HttpAnswer> is_over_rate();
  std::optional<HttpAnswer> is_over_body_rate();
  // Counts the bytes of the request's body that are here. False: there are too many of its client or of all. Another
  // connection may end for it.
  bool has_room_for(std::size_t body);
  // The body counts no more.
  void give_up_body();
  // Whom the request is of: behind a proxy, who has asked that. The connection is theirs until another's request comes.
  std::optional<HttpAnswer> find_asker(const HttpRequest& request);
  // The connection is no more of its asker's share.
  void give_back_share();
  Awaitable<HttpAnswer> ask(HttpRequest request);
  // Nothing, and the request counts as taken until it is answered; or why it is not taken.
  std::optional<HttpAnswer> is_over_requests();
  // Notices that the client leaves before it has its answer.
  void watch_asker(std::uint64_t turn);
  // The client of the request at hand has left.
  void nobody_waits();
  // What brings the answer to the request of that turn, from any thread.
  std::function<void(HttpAnswer)> answered(std::uint64_t turn);
  Awaitable<bool> give(HttpAnswer answer, bool stays);
  // Nothing, or why the client gets no more answers before it has read some; what is unsent counts from then on.
  std::optional<HttpAnswer> is_over_unsent(std::size_t bytes);
  void sent_all();
  // An answer after which the connection ends, though the client may still be sending.
  Awaitable<> refuse(HttpAnswer answer);
  Awaitable<bool> send(std::string_view head, std::string_view body);
  Awaitable<> stream(HttpAnswer answer);
  Awaitable<> send_stream(StreamSink& sink, std::string first);
  // Reads what still comes for a moment: closed before it is read, the client might never see the answer.
  Awaitable<> drain();
  // Waits for woken_; false: only the time is over.
  Awaitable<bool> woken(std::chrono::steady_clock::time_point until);

  std::shared_ptr<StreamSink> make_sink();
  // Notices that a stream's reader leaves.
  void watch_reader();
  // Sets the time for what is awaited of the socket next: after it, that ends with timed_out_.
  void arm(std::chrono::milliseconds time);
  void disarm();
  void ended();
  void note(const HttpAnswer& answer);

  const std::shared_ptr<Core> core_;
  StreamSocket socket_;
  const Peer peer_;
  Peer asker_;          // whose share of the limits is used
  std::string buffer_;  // read, and not taken by a parser
  boost::asio::steady_timer deadline_;
  std::uint64_t watch_ = 0;  // which deadline is in force
  bool timed_out_ = false;
  boost::asio::steady_timer woken_;
  bool quiet_ = false;  // nothing was asked
  bool gone_ = false;
  std::optional<std::chrono::steady_clock::time_point> unasked_since_;

  // Of the request at hand.
  std::uint64_t turn_ = 0;
  std::optional<HttpAnswer> answer_;
  std::shared_ptr<std::atomic<bool>> left_;
  std::size_t body_ = 0;         // bytes that count
  bool is_over_bodies_ = false;  // it goes no further for want of room
  // The answer that is being sent: its bytes, and since when.
  std::size_t unsent_ = 0;
  std::chrono::steady_clock::time_point sending_since_;
  std::chrono::steady_clock::time_point begun_at_;
  std::string method_;
  std::string path_;
  bool head_only_ = false;
  bool chunks_ = true;  // HTTP/1.1
  std::shared_ptr<StreamSink> sink_;
};

}  // namespace nomic::tools

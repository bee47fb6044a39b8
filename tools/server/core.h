// What all connections of a listener share. But for `io`, which any thread may hand something to, it is of the
// listener's thread alone.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "nomic/server/listener.h"
#include "peer.h"
#include "rate_limit.h"
#include "stream_sink.h"

namespace nomic::tools {

class Connection;
// By TCP or by a socket of the file system: one type, so that what reads and writes is compiled once.
using StreamSocket = boost::asio::generic::stream_protocol::socket;

// What went wrong is a value here: a client that leaves is nothing out of the ordinary.
constexpr auto TOLD = boost::asio::as_tuple(boost::asio::use_awaitable);

struct Core {
  Core(HttpHandler& handler_, Listener::Means means_, Site site_)
      : handler(handler_),
        means(std::move(means_)),
        site(std::move(site_)),
        rate(means.limits.rate, means.limits.rate_at_once),
        body_rate(means.limits.body_rate, means.limits.body_rate_at_once),
        unread(std::make_shared<UnreadOfAll>()),
        patience(io) {
    unread->most = means.limits.unread_of_all;
  }

  [[nodiscard]] const HttpLimits& limits() const { return means.limits; }
  void log(std::string_view line) const {
    if (means.log) means.log(line);
  }
  // A limit stopped something.
  void met(std::string_view limit) const { means.metrics.add("nomic_http_limits_total", 1, "limit", limit); }

  struct Share {
    std::size_t connections = 0;
    std::size_t streams = 0;
    std::size_t unsent = 0;  // bytes of answers
    std::size_t bodies = 0;  // bytes
  };

  HttpHandler& handler;
  Listener::Means means;
  Site site;
  std::set<std::shared_ptr<Connection>> open;
  std::map<std::string, Share> clients;
  std::set<std::string> proxies;  // addresses of those who pass on what others ask
  RateLimit rate;
  RateLimit body_rate;                  // bytes
  std::shared_ptr<UnreadOfAll> unread;  // by streams; any thread
  std::size_t requests = 0;
  // The same of each client with one. They outlast the connections that sent them.
  std::map<std::string, std::size_t> requests_of;
  std::size_t streams = 0;
  std::size_t unsent = 0;       // bytes of answers
  std::size_t bodies = 0;       // bytes
  std::size_t turned_away = 0;  // connections that get no more than an answer
  bool leaving = false;

  boost::asio::io_context io{1};
  boost::asio::steady_timer patience;  // of who leaves
};

}  // namespace nomic::tools

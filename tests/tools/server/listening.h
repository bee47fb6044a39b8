// A listener of a test's own, on a free port and at a socket in a folder that goes with it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "nomic/server/listener.h"
#include "tools/server/raw_client.h"

namespace nomic::tools {

// Answers with what it was asked: "GET /path 5 body". What else it does goes by the path:
//   /later    by another thread        /never   not at all
//   /stream   a stream, kept in `sink`
//   /long     with eight megabytes
class Echo : public HttpHandler {
 public:
  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override;
  ~Echo() override;

  // The first stream that is opened, within 5 seconds.
  std::shared_ptr<HttpSink> sink();
  [[nodiscard]] std::vector<HttpRequest> asked();
  HttpHeaders headers;  // of every answer

 private:
  std::mutex mutex_;
  std::vector<HttpRequest> asked_;
  std::shared_ptr<HttpSink> sink_;
  std::vector<std::thread> threads_;
  std::vector<std::function<void(HttpAnswer)>> never_;
};

class Listening {
 public:
  explicit Listening(const HttpLimits& limits = {}, const std::string& url = {},
                     const std::vector<std::string>& proxies = {});
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  // A request without a body, by the right name.
  [[nodiscard]] std::string get(const std::string& target, const std::string& headers = {}) const;
  // The whole answer to these bytes, once the connection has ended. `@` in them is the port.
  [[nodiscard]] std::string answer_to(std::string bytes) const;
  [[nodiscard]] std::string with_port(std::string bytes) const;
  [[nodiscard]] std::uint16_t port() const { return listener->port(); }

  Echo echo;
  Metrics metrics;
  std::string folder;
  std::string socket;
  std::vector<std::string> lines;  // of the log, while mutex is held or after leaving
  std::mutex mutex;
  std::unique_ptr<Listener> listener;
};

}  // namespace nomic::tools

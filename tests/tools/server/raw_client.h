// A client that sends what it is told to, byte by byte, and says what came back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::tools {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port);         // 127.0.0.1
  explicit RawClient(const std::string& socket);  // a path
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  // False: the other side takes no more.
  bool send(std::string_view bytes) const;
  void done_sending() const;
  // What comes until it ends, until `text` is in it, or until so much time has passed.
  std::string read_until(std::string_view text, int milliseconds = 5000);
  // What comes until it ends.
  std::string read_all(int milliseconds = 5000);
  // One answer, by its Content-Length: what follows it is left for the next.
  std::string read_answer(int milliseconds = 5000);
  // Whether the other side has closed: nothing more came.
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  bool read_some(int milliseconds);

  int fd_ = -1;
  bool ended_ = false;
  std::string unread_;
};

// 404 of "HTTP/1.1 404 Not Found..."; 0: it is no answer.
unsigned status_of(std::string_view answer);
// The value of a header; empty: there is none.
std::string header_of(std::string_view answer, std::string_view name);

}  // namespace nomic::tools

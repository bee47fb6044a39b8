// RequestParser: the bytes of one request, as they come in, to a request. It stops after the head, so that whoever
// reads decides by it whether to read on, and after the end, where the next request begins.
//
//     RequestParser parser(limits);
//     while (parser.take(buffer) == RequestParser::At::HEAD) buffer += more();
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "nomic/server/http.h"
#include "nomic/server/http_limits.h"

namespace nomic::tools {

class RequestParser {
 public:
  enum class At { HEAD, BODY, END, HEAD_TOO_LARGE, BODY_TOO_LARGE, MALFORMED };

  explicit RequestParser(const HttpLimits& limits);
  ~RequestParser();
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  // Takes from the front of the buffer what belongs to the request, and says what it waits for now: HEAD, BODY: more.
  // BODY comes once after every head, also if no body follows. After END and errors it takes nothing.
  At take(std::string& buffer);

  // From BODY on: its head; at END with its body. What follows a body as trailers is dropped: nobody has checked it.
  HttpRequest& request() { return request_; }
  // From BODY on: 10 or 11; whether the client wants to go on afterwards; whether it waits to be told to send the body.
  [[nodiscard]] unsigned version() const;
  [[nodiscard]] bool stays() const;
  [[nodiscard]] bool awaits_continue() const;
  // From BODY on: why the target cannot be parsed; then the request's is "/", and must not be answered.
  [[nodiscard]] const std::optional<Failure>& bad_target() const { return bad_target_; }
  // At BODY: a smaller limit of the body than the listener's.
  void limit_body(std::size_t most);
  // From BODY on: how many bytes of the body are here.
  [[nodiscard]] std::size_t body_size() const;
  // What is wrong, if it is MALFORMED.
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  struct Self;
  At went(std::string& buffer);
  bool fits(std::size_t used, const std::string& left);
  void take_head();

  std::unique_ptr<Self> self_;
  HttpRequest request_;
  std::optional<Failure> bad_target_;
  std::string why_;
  std::size_t most_head_;
  std::size_t most_;
  std::size_t head_ = 0;  // bytes of it, parsed
  At at_ = At::HEAD;
};

}  // namespace nomic::tools

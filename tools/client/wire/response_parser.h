// ResponseParser: the bytes of an answer, as they come in, to an answer. An interim one (100 Continue), which nobody
// here asks for, is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "exchange.h"

namespace nomic::tools {

class ResponseParser {
 public:
  // HEAD: the head is whole, and the body has no end yet.
  enum class At : std::uint8_t { MORE, HEAD, END, MALFORMED, TOO_LONG };

  // No body is longer than `most` bytes, and none of an answer that refuses something than `most_of_refusal`.
  explicit ResponseParser(std::size_t most, std::size_t most_of_refusal);
  ~ResponseParser();
  ResponseParser(const ResponseParser&) = delete;
  ResponseParser& operator=(const ResponseParser&) = delete;

  // What came next. Nothing: the other side has ended, which ends an answer without a length.
  At take(std::string_view bytes);
  // At HEAD its status and its headers (names in lower case), at END its body too.
  HttpAnswered& answer() { return answer_; }

 private:
  struct Self;
  void take_head();
  [[nodiscard]] bool is_too_long() const;

  std::unique_ptr<Self> self_;
  const std::size_t most_of_refusal_;
  std::string rest_;
  bool has_head_ = false;
  HttpAnswered answer_;
};

}  // namespace nomic::tools

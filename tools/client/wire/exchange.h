// One request to a server over a wire, and its answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire.h"

namespace nomic::tools {

using AskedHeaders = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::size_t MOST_OF_PROBLEM = std::size_t{256} << 10U;

struct HttpAsked {
  std::string method = "GET";
  std::string target;  // "/v1/games"
  AskedHeaders headers = {};
  std::string body = {};
  // No answer is longer: one that is longer is not read to its end. What a server refuses it says in MOST_OF_PROBLEM.
  std::size_t most = MOST_OF_PROBLEM;
};

struct HttpAnswered {
  unsigned status = 0;
  AskedHeaders headers;  // names in lower case
  std::string body;

  // Empty: there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

// How an exchange ends without an answer.
enum class NoAnswer : std::uint8_t {
  NOT_SENT,      // the request did not reach the server whole: it has done nothing
  NONE_IN_TIME,  // it did, and no whole answer came
  TOO_LONG       // it did, and the answer has more bytes than an answer to it has
};

// Sends the request, and waits for the whole answer; or, `to_head`, for its head.
ledger::Result<HttpAnswered, NoAnswer> exchange(Wire& wire, const std::string& host, const HttpAsked& asked,
                                                WireTime until, bool to_head = false);

}  // namespace nomic::tools

// What the listener itself answers where a request goes no further: a problem document (RFC 9457) with what is wrong,
// and what to do.
#pragma once

#include <string>
#include <string_view>

#include "nomic/server/http.h"

namespace nomic::tools {

// One sentence each, as people read them.
HttpAnswer problem(unsigned status, std::string_view what, std::string_view hint = {});
// 429 or 503, with the seconds after which it is worth while to ask again.
HttpAnswer too_many(std::string_view what, unsigned retry_after, unsigned status = 429);

// "Not Found"; empty for what is no status of HTTP.
std::string_view reason_of(unsigned status);

// In quotes, as a string of JSON; what is no UTF-8 by the replacement character.
std::string json_string(std::string_view text);

}  // namespace nomic::tools

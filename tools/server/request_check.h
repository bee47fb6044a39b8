// What a request must be like before anybody looks at what it asks for: framed in one way only, for a place here.
//
// Where two readers of the same bytes can differ on where a request ends, whoever sends them can hide a second request
// from a proxy in front (request smuggling). So whatever has two readings is refused, and nothing is mended: RFC 9112
// lets a server do so everywhere below.
#pragma once

#include <optional>

#include "nomic/server/http.h"

namespace nomic::tools {

// Nothing, or the answer. `version` 10 or 11. The connection ends after it: where the next request would begin is as
// doubtful as the rest.
std::optional<HttpAnswer> refuses_framing(const HttpRequest& request, unsigned version);

// How many bytes the body of a request may have: as the table of routes has it, and at most `most`. Where no route is,
// the answer says so once the body has come.
std::size_t body_limit(const HttpRequest& request, std::size_t most);
// Nothing, or the answer: the body has more, by its Content-Length.
std::optional<HttpAnswer> refuses_length(const HttpRequest& request, std::size_t most);
HttpAnswer body_too_large(std::size_t most);

// What is wrong with an answer that a handler gave, which must not reach the network: a header that could be read as
// several, a name that is none, a status that HTTP has not. Empty: nothing.
std::string_view unsound(const HttpAnswer& answer);

}  // namespace nomic::tools

// Moves that come by HTTP: a request as JSON, or a statement that was signed elsewhere.
#pragma once

#include <string>

#include "nomic/server/http.h"
#include "nomic/service/service.h"
#include "nomic/v1/request.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// What a body is, by its Content-Type.
enum class BodyKind : std::uint8_t { REQUEST, STATEMENT, UNKNOWN };
BodyKind kind_of_body(std::string_view content_type);

// The request that the body is.
Result<v1::Request> read_request(const std::string& body, BodyKind kind);

// What is answered to a move in that game: what it brought about, or why it was not recorded.
HttpAnswer answer_to_move(const replay::Result<Outcome>& outcome, const std::string& game);

}  // namespace nomic::tools

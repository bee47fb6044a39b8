// Moves that come by HTTP: a request as JSON, or a statement that was signed elsewhere; or, from the command, a request
// as it is (exchange.proto).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/server/http.h"
#include "nomic/service/service.h"
#include "nomic/v1/request.pb.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"
#include "nomic/words/json_reader.h"

namespace nomic::tools {

// What a body is, by its Content-Type.
enum class BodyKind : std::uint8_t { REQUEST, STATEMENT, MESSAGE, UNKNOWN };
// Of a MESSAGE.
inline constexpr std::string_view MOVE_MESSAGE = "application/x-protobuf";
BodyKind kind_of_body(std::string_view content_type);

// How large a move may be, as JSON or as a message. Of a body that can only be a signed move, since nothing else is
// taken from its sender, no more is read than such a move needs.
JsonLimits limits_of_move(bool may_be_unsigned);

// The request that the body is. Its values are counted before a message is built of them.
Result<v1::Request> read_request(const std::string& body, BodyKind kind, const JsonLimits& limits);

// What is answered to a move in the game of that name: what it brought about, in the form in which it was asked for, or
// why it was not recorded.
HttpAnswer answer_to_move(const replay::Result<Outcome>& outcome, const std::string& game, BodyKind kind,
                          const v1::MeaningView* meaning = nullptr);

}  // namespace nomic::tools

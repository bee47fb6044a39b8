// Answers: documents of JSON, and problem documents (RFC 9457).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/server/http.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// What is answered: a question, or a move.
enum class AskedFor : std::uint8_t { QUESTION, MOVE };

// The HTTP status of a failure (statuses.inc).
unsigned status_of(const Failure& failure, AskedFor asked);

// The problem document of a failure.
HttpAnswer problem_answer(const Failure& failure, unsigned status);

// What the API itself finds, under a code of its own.
HttpAnswer problem_answer(unsigned status, std::string code, std::string what, std::string hint);

// A document; what changes with every record must be asked for again.
HttpAnswer json_answer(unsigned status, std::string body);

// The problem document of a question's failure.
HttpAnswer not_answered(const Failure& failure);

}  // namespace nomic::tools

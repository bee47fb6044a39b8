// An error, or a remark, as a message: as it is kept in consequences, shown as JSON and given to whoever makes
// sentences.
#pragma once

#include <string_view>

#include "nomic/replay/error.h"
#include "nomic/replay/remark.h"
#include "nomic/v1/refusal.pb.h"

namespace nomic::replay {

// Parameters of what has a sentence already: an error of the ledger.
inline constexpr std::string_view SENTENCE = "sentence";
inline constexpr std::string_view ADVICE = "advice";

// The error; of the ledger's part its sentence and advice.
[[nodiscard]] v1::Refusal to_refusal(const Error& error);
// The remark, its topic as the code.
[[nodiscard]] v1::Refusal to_refusal(const Remark& remark);

}  // namespace nomic::replay

// A remark from the message that it was made into (refusal.h): what a server said is told as if it were found here.
#pragma once

#include <optional>

#include "nomic/replay/remark.h"
#include "nomic/v1/refusal.pb.h"

namespace nomic::replay {

// Nothing where it is no remark: its code is no topic.
[[nodiscard]] std::optional<Remark> remark_in(const v1::Refusal& message);

}  // namespace nomic::replay

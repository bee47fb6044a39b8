// Moves that are asked about before they are recorded (confirmation.h): on a terminal by a question, elsewhere by
// --yes. A line of a play is asked nothing: its author meant it.
#pragma once

#include <optional>

#include "cli/command.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

// --yes.
void declare_yes(Arguments& arguments, bool& yes);

// What the move would bring about, tried by the rules; nothing where there is no question: --yes was said, a play is
// running, the move is contested, or its request is on record already. What the rules refuse is refused before anybody
// is asked.
Result<std::optional<replay::Receipt>> tried_to_ask(const Call& call, Service& service, const v1::Request& request,
                                                    const Means& means, bool yes);

}  // namespace nomic::tools

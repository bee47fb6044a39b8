// An audit's verdict.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// In one sentence; `some_checks`: not all of them were asked for, and these alone are spoken of.
std::string audit_verdict(const v1::FindingsView& view, bool some_checks);

// How many cases could not be judged, whatever is shown of them.
std::uint64_t cases_not_judged(const v1::FindingsView& view);

}  // namespace nomic::tools

// What `nomic try` shows.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/trial.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::TrialView trial_view(const replay::Engine& now, const replay::Trial& trial);

// `emitted`: its consequences, in sentences.
std::string trial_text(const v1::TrialView& view, const std::string& emitted, std::size_t width);

}  // namespace nomic::tools

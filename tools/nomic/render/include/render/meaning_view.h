// What the rules that a proposal changes would be played by: told in words, before it is recorded.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// For people; empty where no provision is gained, lost or kept.
std::string meaning_text(const v1::MeaningView& view, std::size_t width);

}  // namespace nomic::tools

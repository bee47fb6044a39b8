// Acts that no program can judge, each with what the rule that it cites says.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

std::string acts_text(const v1::ActsView& all, std::size_t width);

}  // namespace nomic::tools

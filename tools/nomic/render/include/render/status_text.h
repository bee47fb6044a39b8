// Whose move it is, what is open and in dispute, what there is to know: for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

std::string status_text(const v1::StatusView& status, std::size_t width);

}  // namespace nomic::tools

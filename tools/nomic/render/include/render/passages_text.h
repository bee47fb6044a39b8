// Passages (nomic/views/passages.h), for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// What is gone as [-...-], what is new as {+...+}, what is rewritten on lines of its own that begin with "Before:" and
// "After:".
std::string passages_text(const google::protobuf::RepeatedPtrField<v1::PassageView>& passages, std::size_t width,
                          std::size_t indent);

}  // namespace nomic::tools

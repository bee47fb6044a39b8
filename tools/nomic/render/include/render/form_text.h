// The form of a proposal, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/views/proposed_form.h"

namespace nomic::tools {

// Titles, texts, provisions in words; of an amendment what it strikes and adds.
std::string form_text(const ChangeViews& changes, std::size_t width, std::size_t indent);

}  // namespace nomic::tools

// The checks of an audit in a few words: what each looks after.
#pragma once

#include <string_view>

namespace nomic::tools {

// "R203": "votes are counted rightly, and adopt what the rules say they adopt". Empty for what is no check.
std::string_view about_check(std::string_view check);

}  // namespace nomic::tools

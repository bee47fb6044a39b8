// What texts, lines and names are (nomic/replay/thing.h), as phrases.
#pragma once

#include <string_view>

namespace nomic::tools {

// "rule {rule}'s text", for a word of the table; what is in no table is itself the phrase.
std::string_view phrase_of_thing(std::string_view name);

}  // namespace nomic::tools

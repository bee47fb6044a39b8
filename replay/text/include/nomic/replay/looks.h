// Looks: names that people take for one another, such as "Bob" and the same with a Cyrillic о or in full-width letters.
//
// Whether two names are one to the game, fold() says (text.h), and that never changes. What is here is asked of people
// before a name is recorded. It follows the confusables of Unicode (UTS #39) as the ICU that is installed has them,
// so it may be asked where moves come in, and never in replay. Cost: some microseconds a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nomic::replay {

// What the name looks like: as it is written, and whatever its case. Names that have one of them in common look alike.
// The strings are keys to compare, and mean nothing else.
std::vector<std::string> looks_of(std::string_view name);

}  // namespace nomic::replay

// A rule's text among the words of a proposal, where it is read as something else: propose enact "Say please".
#pragma once

#include <string>
#include <string_view>

#include "nomic/views/failure.h"

namespace nomic::tools {

// Whether it is something that people say and no word of a command: it has a space in it.
bool is_prose(std::string_view word);

// Whether a word behind that kind of rule-change, where the number of a rule may stand, is meant as its text. An
// enactment names no rule: what is no number is a text.
bool is_text_for(std::string_view kind, std::string_view word);

// A text goes with --text. `rule`: the rule's number as typed, or what stands for it.
Failure text_without_option(std::string_view kind, std::string_view rule, std::string_view text);

}  // namespace nomic::tools

// Words for acts that no program can judge: they change a rule, declare a winner or change another player's score, and
// whether the rule that they cite provides for that is for players and Judges.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <string>

namespace nomic::tools {

// "changes the rules and declares a winner". `effects`: of nomic.v1.Consequence.Acted, at least one.
std::string effects_in_words(const google::protobuf::RepeatedField<int>& effects);

// The command by which any player asks for Judgment on the act, whose name takes the place of NAME.
std::string contest_command(std::uint64_t act, std::uint32_t rule);

}  // namespace nomic::tools

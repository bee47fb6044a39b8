// Thing: what a text, a line or a name is, so that an error can say of what it speaks.
//
//     clean_text(raw, "reasons");                       // a word of the table in tools/words/refusals/things.cc
//     clean_text(raw, {"text_of_rule", 203});           // with the rule's number
//     clean_text(raw, path);                            // or what whoever has it calls it: a file, an option
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/parameter.h"

namespace nomic::replay {

// Views of its caller's strings: for arguments alone.
struct Thing {
  Thing(const char* name_in) : name(name_in) {}         // NOLINT(google-explicit-constructor)
  Thing(const std::string& name_in) : name(name_in) {}  // NOLINT(google-explicit-constructor)
  Thing(std::string_view name_in) : name(name_in) {}    // NOLINT(google-explicit-constructor)
  Thing(std::string_view name_in, std::uint32_t rule_in) : name(name_in), rule(rule_in) {}
  Thing(std::string_view name_in, std::uint32_t rule_in, std::string_view lang_in)
      : name(name_in), rule(rule_in), lang(lang_in) {}
  Thing(std::string_view name_in, std::string_view whose_in) : name(name_in), whose(whose_in) {}

  std::string_view name;
  std::optional<std::uint32_t> rule;
  std::string_view lang;   // of the text
  std::string_view whose;  // the player's name
};

// The parameters that say so: "what", and "rule", "lang" and "whose" where they are set; `further` behind them.
[[nodiscard]] std::vector<Parameter> about(const Thing& thing, std::vector<Parameter> further = {});

}  // namespace nomic::replay

// Remark: what an answer says beside its figures, as values: why a rule is void, what is due,
// what a check found, what a page leaves open.
//
// Like an error it holds no sentence: it is a topic of one closed list, which of the topic's cases, and parameters by
// name. nomic/words/remarks.h makes a sentence of it, from a table with a row for each topic and case.
//
//     return remark_of(Topic::DUE, "vote_ends", {{"proposal", 305U}});
//
// An error says why something cannot be done; a remark comes with what was done.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/parameter.h"

namespace nomic::replay {

enum class Topic : std::uint8_t {
  CONFLICT,    // rules that cannot both be obeyed
  DUE,         // what happens when its time has come
  NOTE,        // what is unusual about the game as it stands
  STANDSTILL,  // why play cannot go on
  OFFER,       // what the rules offer then
  WARNING,     // what players should know before they vote, or of a record that was just made
  DEPENDENCE,  // how a later record hangs on an earlier one
  AUDIT,       // what the auditor found
  DOUBT,       // what was inferred from a page
  SLIP,        // where a page says otherwise than its edition, or than itself
  EVIDENCE,    // what tells the edition of a page
  LEFT_OUT,    // why a line of a page is in no rule
};

struct Remark {
  Topic topic = Topic::NOTE;
  // Which case of the topic: lower case with underscores.
  std::string variant;
  // What the case is about. A parameter's meaning depends on its name alone.
  std::vector<Parameter> parameters;
  // The remark within this one: the conflict that a warning warns of.
  std::shared_ptr<const Remark> because;

  // Whether both say the same.
  friend bool operator==(const Remark& one, const Remark& other);
};

// The topic's name, as it stands in the list, for tests and for programs.
[[nodiscard]] std::string_view name_of(Topic topic);

[[nodiscard]] Remark remark_of(Topic topic, std::string_view variant, std::vector<Parameter> parameters = {});
// The same about another.
[[nodiscard]] Remark remark_of(Topic topic, std::string_view variant, std::vector<Parameter> parameters,
                               Remark because);

}  // namespace nomic::replay

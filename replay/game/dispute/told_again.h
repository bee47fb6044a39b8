// What is told of a turn that is derived again (212): which records count no more, which do again, and why.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "dispute/dispute.h"
#include "dispute/judge.h"

namespace nomic::replay {

using Refusals = google::protobuf::RepeatedPtrField<v1::Refusal>;

// What is to be emitted of a turn that is derived again, beside what its state says: why moves fell, by their records;
// how the votes ended, by their proposals; and what records brought about (L61).
struct Story {
  std::map<std::uint64_t, v1::Refusal> reasons;
  std::map<std::uint32_t, v1::Consequence> outcomes;
  std::map<std::uint64_t, std::string> effects;
};

// The records of a list, as a set.
inline std::set<std::uint64_t> set_of(const google::protobuf::RepeatedField<std::uint64_t>& records) {
  return {records.begin(), records.end()};
}

// Emits what a Judgment does to a record. Fails only as the history fails.
template <class Message>
Status emit_of_record(Play& play, std::uint64_t record, Message* (v1::Consequence::*kind)()) {
  NOMIC_ASSIGN(auto move, play.history.at(record));
  auto& emitted = *(play.emit(judgment_rule(play.state, play.law()).source("seat")).*kind)();
  emitted.set_about(record);
  emitted.set_player(move.author);
  return ledger::Done{};
}

Status emit_fallen(Play& play, std::uint64_t record, v1::Consequence::MoveFallen::Why why,
                   const Refusals& refusals = {});

// What stands against a contested move though it is upheld: that for which it was refused, and what else is not waived.
Refusals what_is_left(const v1::ContestedMove& contested, const Prohibitions& waived, const v1::Refusal& refused);

// Why the record fell: of a contested move all that is left against it. None: in a game that is derived anew besides,
// what falls may have been lawful when the turn came to it.
Refusals why_fallen(const State& state, const Disposition& disposition, const Story& story, std::uint64_t record);

// Which records count no more, and which do again. Fails only as the history fails.
Status emit_records(Play& play, const State& before, const State& after, const Story& story,
                    const Disposition& disposition);

}  // namespace nomic::replay

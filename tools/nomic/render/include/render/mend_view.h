// The ways out of a record: what comes of each, and the commands of its steps as one types them.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/ways_out.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The words of a step's command, without the program's name; what only people know stands in capitals. `key`: whether
// whoever must sign is told to name the file of their key.
std::vector<std::string> words_of(const replay::StepOut& step, const replay::State& state, bool key);
// Those in capitals.
std::vector<std::string> blanks_in(const replay::StepOut& step, const replay::State& state, bool key);

v1::MendView mend_view(const replay::WaysOut& found, const replay::State& state, bool key);

// The same for people.
std::string mend_text(const v1::MendView& view, std::size_t width);

}  // namespace nomic::tools

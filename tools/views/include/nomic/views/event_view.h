// Views of records: what each says, and what later records say of it.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/replay/game.h"
#include "nomic/replay/marks.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::ChangeView change_view(const v1::RuleChange& change);
v1::EventView event_view(const v1::Event& event);

// `mark` is what later records say of it; `happened_at` when it happened, as far as it is known.
v1::LogView log_view(const replay::Played& played, const replay::Mark& mark, std::int64_t happened_at);

// "struck by #40"; empty for a record that stands and of which nothing is said.
std::string words_of(const replay::Mark& mark);

}  // namespace nomic::tools

// The view of a game: whose move it is, what is open, in dispute, and what there is to know.
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Whether open proposals are given with every word, which is read from their records.
enum class FormTexts : std::uint8_t { READ, LEFT_OUT };

// `head` names the game; `head_hash` is the leaf hash of the state's last record; `now`: when the next record would be
// made; without it, when the last was. Fails as the history does.
replay::Result<v1::StatusView> status_view(const replay::Engine& engine, const replay::History& history,
                                           const ledger::Head& head, const ledger::Hash& head_hash,
                                           std::optional<std::int64_t> now = {}, FormTexts texts = FormTexts::READ);

}  // namespace nomic::tools

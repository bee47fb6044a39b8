// Admission: what may be recorded today.
//
// Whoever brings an event (a founding, a player's own words, a statement signed elsewhere), it passes here before the
// rules are asked, and is checked twice: field by field, as today's Unicode and game_limits.h have it; and as a whole,
// by decoding the very bytes that would be recorded as replay will. So nothing is recorded that cannot be read back,
// replayed and printed. Records that come in a bundle are not checked here: what was admitted once stays readable.
//
// Normalising is for whoever asks people for texts (text.h). Here what is not normal is refused: signed bytes cannot
// change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/replay/engine.h"
#include "nomic/replay/error.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

// Whether every field of the event holds what a field of its kind may hold: a name and what is made of it, a text, a
// line, a language tag, a provision, so many bytes, a time. Whether it may be empty, and what it means, is for the
// rules to say. Errors of kind USAGE; NEWER_EVENT for no kind. Unknown fields are for as_recorded().
Status may_be_recorded(const v1::Event& event);
Status may_be_recorded(const v1::PlayerNames& names);

// The ID of a request: one line of UTF-8, which need not be NFC. Empty: none.
Status may_be_request_id(std::string_view id);

// The move as replay will read it from the record, from the payload that it would have. Errors of may_be_recorded(),
// and NEWER_EVENT or NOT_A_GAME as replay would say.
Result<Move> as_recorded(std::uint64_t index, const std::string& author, std::int64_t recorded_at,
                         const v1::Event& event);

}  // namespace nomic::replay

// Texts and names at the edge: what may enter a game, and in which form.
//
// Everything here uses Unicode tables and so belongs to the edge, never to the engine: what it makes (NFC, folded names,
// sort keys) is recorded, and replay compares bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

// Bytes of a text in NFC, and characters of a name.
constexpr std::size_t TEXT_LIMIT = 60'000;
constexpr std::size_t NAME_LIMIT = 64;

// The text in NFC, with CRLF as LF and surrounding blank lines gone. Refused: empty, over TEXT_LIMIT bytes, not UTF-8, or with
// characters that could repaint a terminal (TEXT_CONTROL says which, and where). `what` names the thing in messages:
// "the rule's text".
Result<std::string> clean_text(std::string_view raw, std::string_view what);

// The same for one line (titles, reasons): no newline or tab; may be empty.
Result<std::string> clean_line(std::string_view raw, std::string_view what, std::size_t limit_bytes);

// A player's name and what is made of it. An empty surname is taken from the last word of the name.
Result<v1::PlayerNames> player_names(std::string_view name, std::string_view surname, std::string_view team);

// The form in which names are compared: NFC of the case folding of NFC (Unicode's canonical caseless match).
std::string fold(std::string_view utf8);

// The nearest of `known` to what was typed, by edit distance over folded characters; empty if none is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

}  // namespace nomic::replay

// Texts and names at the edge: what may enter a game, and in which form.
//
// Everything here uses Unicode tables and so belongs to the edge, never to the engine: what it makes (NFC, folded
// names, sort keys) is recorded, and replay compares bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/thing.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

// The text in NFC, without a byte order mark, with CRLF as LF and surrounding blank lines gone. Refused: empty, over
// TEXT_LIMIT bytes, not UTF-8, or with characters that could repaint a terminal (TEXT_CONTROL says which, and where).
// `what` is what it is, for errors.
Result<std::string> clean_text(std::string_view raw, const Thing& what);

// The same for one line (titles, reasons), without white space around it: no newline or tab; may be empty.
Result<std::string> clean_line(std::string_view raw, const Thing& what, std::size_t limit_bytes);

// A name of a player or a team in NFC. Refused: what is empty or shows nothing, over NAME_LIMIT characters, not one
// line, with white space around it or twice in a row.
Result<std::string> clean_name(std::string_view raw, const Thing& what);

// A name of a game: one line of 1 to GAME_NAME_LIMIT bytes. Refused: what reads as an identity (ledger/game_name.h).
Result<std::string> clean_game_name(std::string_view raw);

// A player's name and what is made of it. An empty surname is taken from the last word of the name. Refused: what
// clean_name refuses, and as a name a number or what begins with a hyphen (where a line of words names players, both
// are read as something else). The sort key is the folded surname, U+0001, and the folded name: U+0001 stands in no
// name and sorts before whatever does.
Result<v1::PlayerNames> player_names(std::string_view name, std::string_view surname, std::string_view team);

// The form in which names are compared: NFC of the case folding of NFD (Unicode's canonical caseless match), without
// what cannot be seen (joiners, fillers) and with every white space as one space. What is not UTF-8 comes back as it
// is, and so matches no name.
std::string fold(std::string_view utf8);

// Letters and digits in parts joined by hyphens, at most LANGUAGE_LIMIT bytes: the form of a BCP 47 tag ("pt-BR").
bool is_language_tag(std::string_view tag);

// The nearest of `known` to what was typed; empty if none is near. Near is what a slip in every three characters gives
// (a letter too many, missing, wrong, or changed with its neighbour), else what begins with what was typed, or has a
// word that does. Of several equally near the first.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

}  // namespace nomic::replay

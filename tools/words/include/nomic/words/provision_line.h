// Provisions on one line, as people write them, in place of protobuf's text format:
//
//     award: occasion=defeated, recipient=the_proponent, points=-5, reckoned=before_effect
//     adoption: quota=more than 1/2 of cast, least_in_favour=3, changes=repeal and amend
//     voting_period: vote=7 days, at_end=count_cast
//     turn_parts: parts=proposal and throw(dice=2, faces=6, points_per_pip=1)
//     permission: unregulated
//
// A line is a kind, a colon and items with commas between them. Kinds, fields and values are those of the schema
// (nomic/v1/provisions.proto), in small letters; what the schema gains is known here from then on.
//
//   - A field of a message within the kind stands for itself (`points` of an award's amount) where no other has its
//     name; else the message's fields stand in parentheses behind its name: later(after_circuit=2, quota=1/2 of cast).
//   - Points are decimals: 14.3, -10. A field of thousandths bears its name without "_thousandths" here, and the fixed
//     amount is `points`. The schema's own shorthand has no place here.
//   - A share is "2/3 of eligible", "more than 1/2 of cast", "all of eligible", or without "of" where the field says of
//     whom. A length of time is "7 days", "1 day 12 hours", "36h". A flag is yes or no, or its name alone.
//   - Several values have "and" between them, or +. Text in which a sign of these stands is put in quotes: "Bo, B.".
//   - What it is limited to are items too: changes=, mode=, players=.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::tools {

// Why a line cannot be read: what is wrong, and what to write instead. Small letters, no full stop.
struct LineFault {
  std::string what;
  std::string hint;
};

// Whether it is to be read as such a line: a word and a colon behind which no brace stands. Else it is text format.
bool is_provision_line(std::string_view text);

// What the line says. Whether that can be satisfied is not looked at (check_provision).
ledger::Result<v1::Provision, LineFault> read_provision_line(std::string_view text);

// What stands against a provision that was read from a line, in the words of lines.
LineFault fault_in_line(const replay::Error& error);

// The line that is read as exactly this provision; in text format where no line is, since it is of a later schema, says
// nothing, or names what no line could hold.
std::string provision_line(const v1::Provision& provision);

// The kinds there are, as lines begin with them, in the order of the schema.
std::vector<std::string> kinds_of_lines();

// What can stand in a line of that kind, an item an element: "occasion=adopted|defeated|...", "points=POINTS". Without
// what it can be limited to, which is the same for all. Empty: there is no such kind.
std::vector<std::string> items_of_lines(std::string_view kind);

}  // namespace nomic::tools

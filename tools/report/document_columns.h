// Lists of messages as columns: what a page holds of a document, in a sixth of the bytes of its JSON, and such that a
// browser need read only what it shows.
//
//     {"author":{"not":[0],"k":"s","v":[0,1,1]},"record":{"of":{...}},"votes":{"n":[2,0,1],"of":{...}}}
//
// A column is a field, by its name in JSON, over all rows (messages) of its list:
//
//     at, not    the rows in which the field stands, or in which it does not, whichever are fewer: each as its distance
//                to the one before, the first to 0; neither: it stands in all
//     n          of a list, how many it has in each row in which it stands; what follows is about all of them
//     of         of messages, their columns
//     v, d       numbers, or of each the difference to the one before; a text is a place in the strings (k: "s"), so is
//                the name of an enum's value; a time is microseconds since 1970 (k: "t"); k: "b" are true or false, and
//                where there is no v, all true
//
// The same messages always give the same text.
#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "column_text.h"

namespace nomic::tools {

// The columns of these rows, which are of one type.
std::string columns_of(const std::vector<const google::protobuf::Message*>& rows, StringPool& strings);

// What may be made of columns, and is left of that.
struct ColumnLimits {
  std::size_t values = 0;  // messages and values
  std::size_t bytes = 0;   // of the values that are texts
};

// Fills the rows, which are empty, from their columns; false: these are none, or more comes of them than `left`.
bool fill_from_columns(std::string_view columns, const std::vector<std::string>& strings,
                       const std::vector<google::protobuf::Message*>& rows, ColumnLimits& left);

}  // namespace nomic::tools

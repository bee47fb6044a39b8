// The grammar of a provision on one line, before it is known what its words mean.
//
//     LINE   = KIND [":" [ITEMS]]
//     ITEMS  = ITEM {"," ITEM} [","]
//     ITEM   = NAME | NAME "(" [ITEMS] ")" | NAME "=" VALUE {("and" | "+") VALUE}
//     VALUE  = TEXT | TEXT "(" [ITEMS] ")" | "(" [ITEMS] ")" | '"' with \" and \\ in it '"'
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/words/provision_line.h"

namespace nomic::tools::lines {

struct Item;

struct Value {
  std::string text;  // without blanks around it and without quotes
  bool is_quoted = false;
  bool has_items = false;  // parentheses stand behind it
  std::vector<Item> items;
};

struct Item {
  std::string name;           // in small letters, with _ for -
  std::vector<Value> values;  // none: the name alone
};

struct Line {
  std::string kind;  // as names are
  std::vector<Item> items;
};

ledger::Result<Line, LineFault> split_line(std::string_view text);

// As names are written: in small letters, with _ for - and blanks.
std::string as_name(std::string_view typed);

// Text as a value, in quotes where it must be.
std::string as_value(std::string_view text);

}  // namespace nomic::tools::lines

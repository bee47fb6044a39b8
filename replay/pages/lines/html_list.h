// HTML lists: the marks that a browser puts before their items.
#pragma once

#include <string>
#include <string_view>

namespace nomic::replay::import {

// A list that is open, and the number of its next item.
struct HtmlList {
  bool ordered = false;
  long next = 1;
  long step = 1;
  char type = '1';  // '1', 'a', 'A', 'i', 'I', as <ol type>
};

struct ItemMark {
  std::string text;       // "101. ", "c. ", "• "
  bool numbered = false;  // by a decimal number
};

// The mark of the list's next item, which is then counted.
ItemMark next_mark(HtmlList& list);

// A whole number as an attribute holds it; `otherwise` where it is none.
long number_or(std::string_view text, long otherwise);

}  // namespace nomic::replay::import

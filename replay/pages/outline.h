// Outline: which blocks of a page begin rules, which are headings above rules, and which are parts of a rule.
//
// The headings of a page's rules are of one shape: numbers at one level of heading, numbers in bold, or numbers at the
// beginning of a line. A number in another shape begins a rule only where nothing else gives that number and it fits
// between its neighbours; one in a fence or a quote never does, unless the whole set stands there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "blocks.h"

namespace nomic::replay::import {

enum class Role : std::uint8_t {
  RULE,     // begins a rule
  SECTION,  // a heading that ends the rule before it
  PART,     // a heading within a rule
  TEXT,
};

struct OutlineBlock {
  Block block;
  Role role = Role::TEXT;
  Marker marker;  // of a RULE
};

struct Outline {
  std::vector<Line> lines;
  std::vector<OutlineBlock> blocks;
  std::vector<PageLine> other_shape;  // where a rule's number stands otherwise than most do
  bool wrapped = false;
  bool by_markup = false;     // markup shows the headings of the rules, so a rule ends where the next heading stands
  bool numbers_lost = false;  // its items bear no numbers of their own
};

// Without a RULE where the page has no rules.
Outline outline_of(std::vector<Line> lines);

}  // namespace nomic::replay::import

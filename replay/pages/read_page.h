// Page: the rules that were found in lines, before anything is known of languages, editions or slips.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lines/line.h"
#include "nomic/replay/page_import.h"

namespace nomic::replay::import {

// Rule 102: immutable rules are numbered in the 100's, mutable ones in the 200's.
inline constexpr std::uint32_t SERIES = 100;

// A line of the page as it stands in a paragraph.
struct Piece {
  PageLine at;
  std::string text;
};

// A paragraph of a rule, and the lines that it stands on.
struct Paragraph {
  std::string text;
  std::vector<Piece> pieces;
  bool first_of_line_group = true;  // a blank line, or the rule's number, stands before it
  std::string lang;                 // empty until it is told, and where it cannot be
};

// A rule as one place of the page gives it. A number can have several: one a language.
struct Entry {
  std::uint32_t number = 0;
  v1::RuleStatus stated = v1::RULE_STATUS_UNSPECIFIED;  // by its own marker
  v1::RuleStatus under = v1::RULE_STATUS_UNSPECIFIED;   // by the heading above it
  std::string title;
  PageLine at;
  std::vector<Paragraph> paragraphs;
};

struct Page {
  std::vector<Entry> entries;  // in the order of the page
  std::vector<Heading> headings;
  std::vector<LeftOut> left_out;
  std::vector<Doubt> doubts;
  std::vector<Slip> slips;     // of the page with itself, as far as they are found before languages and editions
  std::optional<Error> twice;  // the first number that stands over two texts in one language
  bool numbers_lost = false;   // its items bear no numbers of their own
  bool ends_stated = false;    // its markup, or the end of a file, says where the last rule ends
};

// Only the lines from the first in which `from` is found to before the first later one in which `until` is. What is
// outside is left out by name. PAGE_NO_RULES: an expression is found nowhere. BAD_RULESET: it is none.
Status cut_to_window(Lines& lines, const ImportOptions& options, std::string_view where);

// Finds the rules, their paragraphs and the headings. PAGE_NO_RULES where there are none.
Result<Page> recognise(const Lines& lines, std::string_view where);

// Tells the language of every paragraph; `named` (may be empty) is that of a page in one language that is not known
// here. PAGE_AMBIGUOUS: it cannot be told and was not named.
Status detect_languages(Page& page, const std::string& named, std::string_view where);

// Ends the last rule where something else begins (a date, a title, an address, another language).
void end_last_rule(Page& page);

// Gives paragraphs whose language could not be told that of their neighbours.
void fill_languages(Page& page);

// Gives the items of a page that lost its numbers those of their sections: 101 on under immutable rules, 201 on under
// mutable ones. PAGE_AMBIGUOUS where it has no such headings.
Status number_lost_items(Page& page, std::string_view where);

}  // namespace nomic::replay::import

// Compose: entries of a page become rules with a text a language, a status and the provisions of an edition.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/rules.pb.h"
#include "read_page.h"

namespace nomic::replay::import {

// A rule's text in one language: its paragraphs, parted by empty lines.
struct RuleText {
  std::string text;
  std::vector<Piece> pieces;
  std::size_t paragraphs = 0;
};

// A number and all that the page gives for it.
struct Rule {
  std::uint32_t number = 0;
  v1::RuleStatus stated = v1::RULE_STATUS_UNSPECIFIED;
  std::map<std::string, v1::RuleStatus> under;  // the status of the heading above it, by language
  std::map<std::string, std::string> titles;    // by language
  std::map<std::string, RuleText> texts;        // by language
  PageLine at;
};

// A number, and how often it stood before over another text: a page with a slip may give two rules one number.
struct RuleKey {
  std::uint32_t number = 0;
  std::uint32_t again = 0;

  friend bool operator==(const RuleKey&, const RuleKey&) = default;
  friend auto operator<=>(const RuleKey& one, const RuleKey& other) {
    return std::pair(order_of(one.number), one.again) <=> std::pair(order_of(other.number), other.again);
  }
};

using Rules = std::map<RuleKey, Rule>;

bool has_number(const Rules& rules, std::uint32_t number);

// The entries by number, those in several languages as one rule. Numbers that are out of order, missing from a series
// or without a text become doubts; one that stands over two texts in one language is a slip, and both are rules.
// `files` are their names; `where` names the page in Page::twice.
Rules gather(Page& page, const std::vector<std::string>& files, std::string_view where);

// What is read of a page before anything is known of editions.
struct PageRules {
  Page page;
  Rules rules;
};

// The lines within the window, their rules, and the languages of their texts. PAGE_NO_RULES, PAGE_AMBIGUOUS.
Result<PageRules> read_rules(Lines& lines, const ImportOptions& options, std::string_view where);

// What the page says of the rule's status: beside its number, else in the headings above it; where those of two
// languages contradict each other, what agrees with the number. A heading that contradicts the number is a slip, and
// stays what the page says. Unspecified: it says nothing.
v1::RuleStatus posted_status(const Rule& rule);

// Rule 102: the status that the number alone gives it.
v1::RuleStatus status_by_number(std::uint32_t number);

// The line on which the piece of the text stands that the expression was found in; the first line where it is unknown.
PageLine line_with(const RuleText& text, std::string_view found);

// The texts with all white space, line breaks too, as single spaces: what expressions are looked for in.
std::string on_one_line(const RuleText& text);

struct Likenesses;  // wording.h
using LikenessesByLang = std::map<std::string, Likenesses>;

// Which edition each language's rules are of, with the evidence; empty where they are no Initial Set. A doubt where the
// evidence is not of one mind. Which rule is which is told by its text.
Result<std::map<std::string, std::string>> print_editions(const Rules& rules, const LikenessesByLang& likenesses,
                                                          std::vector<Evidence>& evidence, std::vector<Doubt>& doubts);

// Compares the page with itself and with the editions of its languages. `lines` are those in no rule.
Result<std::vector<Slip>> find_slips(const Rules& rules, const Page& page,
                                     const std::map<std::string, std::string>& editions,
                                     const LikenessesByLang& likenesses);

// The variants that a text of a known rule has.
Result<std::vector<v1::Variant>> variants_in(const Rule& rule, std::uint32_t known, const std::string& lang,
                                             const std::string& edition);

}  // namespace nomic::replay::import

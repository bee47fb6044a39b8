// Matching: which rule of one set is which rule of another, and in what the two differ.
//
//     for (const RuleMatch& match : match_rules(before, after)) {
//       if (!match.other) ...                                  // only in `before`: repealed, or not posted
//       if (match.differs(DifferenceKind::NUMBER)) ...         // the same rule under another number
//     }
//
// The sets are two versions of a page, a page and the rules in force in a game, or two rulesets: what is compared is
// what people read, a number, a status, a title and a text. No edition is asked for and no provision.
//
// Text comes first, the number last. A set whose numbers are permuted is the same rules renumbered, and a rule that is
// posted with the text of another one is that one under a wrong number. In this order, each step among the rules that
// the steps before it left:
//
//     SAME_WORDS     nothing differs but layout. Of several such, those of one number go together, then those of one
//                    title, then they go in order.
//     ALIKE          the words that both have are 0.60 or more of the words that either has, the likest first
//     ALIKE_ALONE    0.30 or more, each the other's likest, and the runner-up of either, in the whole of the other
//                    set, has no half of that
//     SAME_TITLE     a title that only one rule of either set has
//     SAME_NUMBER    the number, whatever the texts say: a rule written anew, or another rule in its place. Who needs
//                    to know which looks at `alike`.
//     FORMER_NUMBER  a number that the rule bore earlier (RuleCopy::former_numbers)
//
// Equally alike are taken by the same number first, then the same title, then in the order of the sets. The result is a
// function of the two sets alone. Each rule of either set is in exactly one match, as a pair or by itself.
//
// Layout is what shows no words: white space and line breaks, marks of emphasis, code, headings, lists, quotes and
// tables, the targets of links, and the shape of quotation marks, dashes and ellipses. All else, a comma or a capital
// letter too, is words. Likeness has no regard for capital letters, order or figures' values, as elsewhere in this
// library; whether words are the same has.
//
// Cost: the length of both texts, and for likeness at most LIKENESS_WORDS comparisons a word: where more rules than
// that have a word, the word finds nobody (it still counts for those that another word has found), and of those found
// the CANDIDATES likest are kept. So a page of 2 MiB that was made to be slow takes seconds, and sets of up to
// LIKENESS_WORDS rules are compared all with all. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

constexpr std::size_t LIKENESS_WORDS = 400;
constexpr std::size_t CANDIDATES = 32;

// A rule as one side has it. What a side does not tell is not compared.
struct RuleCopy {
  std::uint32_t number = 0;  // 0: not told
  v1::RuleStatus status = v1::RULE_STATUS_UNSPECIFIED;
  std::optional<std::string> title;             // nothing: not told, empty: it has none
  std::string text;                             // in one language; empty: not told
  std::vector<std::uint32_t> former_numbers{};  // that it bore before, where that is known
};

// In what two rules differ.
enum class DifferenceKind : std::uint8_t {
  WORDS,
  LAYOUT,  // the texts differ and the words do not
  TITLE,   // capital letters count, layout does not
  STATUS,
  NUMBER,
  MISSING,  // one side has no such rule
};
constexpr std::size_t DIFFERENCE_KINDS = 6;

enum class MatchedBy : std::uint8_t { SAME_WORDS, ALIKE, ALIKE_ALONE, SAME_TITLE, SAME_NUMBER, FORMER_NUMBER, NOTHING };

struct RuleMatch {
  std::optional<std::size_t> one;    // place in the first set; nothing: only the other has it
  std::optional<std::size_t> other;  // place in the other set
  MatchedBy by = MatchedBy::NOTHING;
  std::uint32_t alike = 0;                    // words in common by words in all, in thousandths
  std::vector<DifferenceKind> differences{};  // in the order of the kinds; empty: the same

  [[nodiscard]] bool differs(DifferenceKind kind) const;
};

// In the order of the first set; then those that only the other has, in its order.
std::vector<RuleMatch> match_rules(const std::vector<RuleCopy>& one, const std::vector<RuleCopy>& other);

// In what two rules differ that are known to be one: that they are, is not asked.
std::vector<DifferenceKind> differences_of(const RuleCopy& one, const RuleCopy& other);

// The text as it reads: its words with single spaces, without layout. Two texts with one reading differ in layout
// alone.
std::string reading_of(std::string_view text);

}  // namespace nomic::replay

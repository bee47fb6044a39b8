// Wordings: fingerprints of texts of the Initial Set, published and built in, and how alike a text of a page is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compose.h"
#include "nomic/replay/error.h"

namespace nomic::replay::import {

// What v1::Wording says of a text; the words themselves only where they are at hand.
struct Fingerprint {
  std::vector<std::uint32_t> words;     // different ones, ascending
  std::vector<std::uint32_t> trigrams;  // different ones, ascending
  std::vector<std::uint32_t> figures;   // in order
  std::map<std::uint32_t, std::string> spelt;
};

Fingerprint fingerprint_of(std::string_view text);

// The words themselves, in order: without capital letters, figures as "#", of scripts without spaces every two
// characters.
std::vector<std::string> words_in(std::string_view text);

// Words in common by words in all, in thousandths.
std::uint32_t likeness(const Fingerprint& a, const Fingerprint& b);

// The same words in the same order, figures aside.
bool is_same_but_figures(const Fingerprint& a, const Fingerprint& b);

struct KnownWording {
  std::uint32_t rule = 0;
  std::string edition;
  Fingerprint text;
};

// Those of a language: published ones, and those of the editions.
Result<std::vector<KnownWording>> wordings_in(const std::string& lang);

// For which rule of the Initial Set a rule of the page is taken.
struct Likeness {
  std::uint32_t known = 0;  // 0: for none
  std::uint32_t alike = 0;  // in thousandths: with the nearest wording of it, or of whichever is nearest
  std::size_t nearest = 0;  // which wording that is
};

// The rules of a page in a language, by number. A rule is taken for a known one if they are each other's nearest and
// have 0.60 of their words in common, or 0.30 where the runner-up has no half of that.
struct Likenesses {
  std::vector<KnownWording> wordings;
  std::map<RuleKey, Fingerprint> texts;
  std::map<RuleKey, Likeness> rules;
  std::map<std::uint32_t, RuleKey> bearers;  // by the known rule for which each is taken

  // The rule of the page that is taken for the known one; one that no page has where there is none.
  [[nodiscard]] RuleKey bearer_of(std::uint32_t known) const;
  [[nodiscard]] std::size_t taken() const { return bearers.size(); }
  // The sum of what the rules are alike with wordings of the edition.
  [[nodiscard]] std::uint32_t alike_with(const std::string& edition) const;
};

Result<Likenesses> likenesses(const Rules& rules, const std::string& lang);

}  // namespace nomic::replay::import

#include "lines/heading_words.h"

#include <algorithm>
#include <array>
#include <map>

#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay::import {
namespace {

struct Language {
  std::string_view tag;
  std::vector<std::string_view> common;  // words that its texts are full of, and that the others hardly have
};

const std::vector<Language>& languages() {
  static const std::vector<Language> ALL = {
      {"en",
       {"the", "and", "be", "are", "that", "which", "shall", "may", "or", "by", "not", "they", "their", "been", "than",
        "to", "it", "all"}},
      {"es",
       {"el", "los", "las", "que", "por", "para", "ser", "se", "su", "y", "más", "esta", "como", "este", "es", "regla",
        "reglas", "cada"}},
      {"it",
       {"il", "che", "di", "gli", "della", "delle", "sono", "non", "per", "e'", "è", "dei", "nel", "alla", "essere",
        "regola", "regole", "ogni"}},
      {"nl",
       {"het", "een", "van", "dat", "voor", "niet", "wordt", "worden", "zijn", "als", "aan", "op", "moet", "geen",
        "mag", "die", "regel", "ieder"}},
  };
  return ALL;
}

// Letters of the Japanese scripts; kana tells it from Chinese, but a rule without kana is not Latin either.
bool is_japanese(unicode::CodePoint point) {
  return (point >= 0x3040 && point <= 0x30FF) || (point >= 0x3400 && point <= 0x9FFF) ||
         (point >= 0xFF66 && point <= 0xFF9D);
}

bool is_latin_letter(unicode::CodePoint point) {
  return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z') || (point >= 0xC0 && point <= 0x24F);
}

// Words in small letters; an apostrophe belongs to the word before it (e').
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (const unicode::CodePoint point : unicode::decode(text).points) {
    if (is_latin_letter(point)) {
      if (point >= 'A' && point <= 'Z')
        word.push_back(static_cast<char>(point - 'A' + 'a'));
      else
        unicode::append(word, point);
    } else if (point == '\'' && !word.empty()) {
      word.push_back('\'');
      end_word();
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

bool has_any(std::string_view folded, const std::vector<std::string_view>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return folded.find(part) != std::string_view::npos; });
}

std::string without(std::string folded, const std::vector<std::string_view>& parts) {
  for (const std::string_view part : parts) {
    std::string rest;
    std::size_t from = 0;
    for (std::size_t at = folded.find(part); at != std::string::npos; at = folded.find(part, from)) {
      rest.append(folded, from, at - from);
      from = at + part.size();
    }
    folded = rest.append(folded, from);
  }
  return folded;
}

constexpr std::size_t FEW_WORDS = 3;

}  // namespace

std::string language_of(std::string_view text) {
  std::size_t japanese = 0;
  std::size_t latin = 0;
  for (const unicode::CodePoint point : unicode::decode(text).points) {
    japanese += is_japanese(point) ? 1 : 0;
    latin += is_latin_letter(point) ? 1 : 0;
  }
  // A Japanese character says about as much as two letters.
  if (japanese > 0 && japanese * 2 >= latin) return "ja";
  const std::vector<std::string> words = words_of(text);
  std::string_view best;
  std::size_t most = 0;
  std::size_t second = 0;
  for (const Language& language : languages()) {
    const auto hits = static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(language.common.begin(), language.common.end(), word) != language.common.end();
    }));
    if (hits > most) {
      second = most;
      most = hits;
      best = language.tag;
    } else {
      second = std::max(second, hits);
    }
  }
  const bool plain = most >= FEW_WORDS ? most * 2 >= second * 3 : most == 2 && second == 0;
  return plain ? std::string(best) : std::string();
}

bool is_unspaced(std::string_view lang) {
  return lang == "ja" || lang.starts_with("ja-");
}

bool ends_sentence(std::string_view text) {
  const std::vector<unicode::CodePoint> points = unicode::decode(text).points;
  static const std::u32string CLOSING = U")]}\"'*_\u00BB\u2019\u201D\u300D\u300F\uFF09\u3011";
  static const std::u32string FINAL = U".!?:;\u2026\u3002\uFF0E\uFF01\uFF1F\uFF1A\uFF1B";
  const auto last = std::find_if(points.rbegin(), points.rend(), [](unicode::CodePoint point) {
    return CLOSING.find(static_cast<char32_t>(point)) == std::u32string::npos && !unicode::is_space(point);
  });
  return last != points.rend() && FINAL.find(static_cast<char32_t>(*last)) != std::u32string::npos;
}

v1::RuleStatus status_in(std::string_view text) {
  static const std::vector<std::string_view> IMMUTABLE = {"immutable", "inmutable",      "immutabil", "onveranderba",
                                                          "immuable",  "unveränderlich", "不可変",    "不変"};
  static const std::vector<std::string_view> MUTABLE = {"mutable", "mutabil",      "veranderba",
                                                        "muable",  "veränderlich", "可変"};
  const std::string folded = fold(text);
  const bool immutable = has_any(folded, IMMUTABLE);
  const bool is_mutable = has_any(without(folded, IMMUTABLE), MUTABLE);
  if (immutable == is_mutable) return v1::RULE_STATUS_UNSPECIFIED;
  return immutable ? v1::IMMUTABLE : v1::MUTABLE;
}

bool names_the_set(std::string_view text) {
  static const std::vector<std::string_view> NAMES = {
      "initial set", "initial rules", "conjunto inicial", "reglas iniciales", "set iniziale", "regole iniziali",
      "beginregels", "初期規則",      "初期ルール",       "ruleset",          "rule set"};
  return has_any(fold(text), NAMES);
}

bool is_word_for_rule(std::string_view word) {
  static const std::vector<std::string_view> WORDS = {"rule",  "regla", "regola", "regel",
                                                      "règle", "規則",  "ルール", "第"};
  const std::string folded = fold(word);
  return std::find(WORDS.begin(), WORDS.end(), folded) != WORDS.end();
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const unicode::CodePoint point : unicode::decode(text).points) columns += point >= 0x1100 ? 2 : 1;
  return columns;
}

}  // namespace nomic::replay::import

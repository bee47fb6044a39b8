// A page laid out at random, its outline kept, reads the same: the rules that it was printed from.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"

namespace nomic::replay {
namespace {

std::size_t below(std::size_t end) {
  return *rc::gen::inRange<std::size_t>(0, end);
}

std::string one_of(const std::vector<std::string>& all) {
  return all[below(all.size())];
}

// A part of a rule's text: words in a paragraph, items, lines of code, a heading within the rule, or a quote.
struct Piece {
  enum Kind : std::uint8_t { PARAGRAPH, LIST, NUMBERED, CODE, SUBHEADING, QUOTE } kind = PARAGRAPH;
  std::vector<std::string> texts;
};

struct Written {
  std::uint32_t number = 0;
  bool immutable = false;
  std::string title;
  std::vector<Piece> pieces;
};

// Words that a reader could take for something else when a line begins with them.
std::string words(std::size_t fewest) {
  static const std::vector<std::string> WORDS = {
      "the",  "and",  "all",  "that",     "players", "mutable", "ruleset", "immutable", "rules",
      "they", "105.", "Rule", "(2)",      "shall",   "vote",    "`by`",    "*them*",    "or",
      "to",   "its",  "202",  "Rule 105", "be",      "of",      "a"};
  std::string text = "The players of it";
  for (std::size_t i = below(14) + fewest; i > 0; --i) text += ' ' + one_of(WORDS);
  return text + " may be.";
}

Written written(std::uint32_t number, bool immutable) {
  Written rule{
      .number = number, .immutable = immutable, .title = one_of({"Turns", "The Vote", "A New Way"}), .pieces = {}};
  rule.pieces.push_back({.texts = {words(3)}});
  for (std::size_t i = below(4); i > 0; --i) {
    Piece piece{.kind = static_cast<Piece::Kind>(below(6)), .texts = {}};
    const bool one = piece.kind == Piece::PARAGRAPH || piece.kind == Piece::SUBHEADING || piece.kind == Piece::QUOTE;
    for (std::size_t k = one ? 1 : below(3) + 1; k > 0; --k) {
      const std::string& short_text =
          one_of({"## 105 is no heading", "if a then b", "Rule 310: say so", "Mutable rules"});
      piece.texts.push_back(piece.kind == Piece::CODE         ? short_text
                            : piece.kind == Piece::SUBHEADING ? one_of({"Notes", "310b: Items", "Examples"})
                                                              : words(2));
    }
    // Lists that follow each other would be one.
    if (piece.kind != rule.pieces.back().kind) rule.pieces.push_back(std::move(piece));
  }
  return rule;
}

std::string expected(const Written& rule) {
  std::string text;
  for (const Piece& piece : rule.pieces) {
    for (std::size_t i = 0; i < piece.texts.size(); ++i) {
      if (!text.empty()) text += piece.kind == Piece::CODE && i > 0 ? "\n" : "\n\n";
      if (piece.kind == Piece::LIST) text += "- ";
      if (piece.kind == Piece::NUMBERED) text += std::to_string(i + 1) + ". ";
      text += piece.texts[i];
    }
  }
  return text;
}

// How a page is laid out. Everything here may be otherwise and the page say the same.
struct Layout {
  std::size_t width = below(70) + 20;
  int shape = static_cast<int>(below(4));  // of a rule's heading
  bool trailing = below(2) == 1;
  bool tabs = below(2) == 1;
  bool underlined = below(2) == 1;

  [[nodiscard]] std::string gap() const { return one_of({"\n", "\n\n", " \n\n", "\t\n"}); }

  // The words at most `width` wide, each line after the first behind `indent`.
  [[nodiscard]] std::string wrapped(const std::string& text, const std::string& indent) const {
    std::string out;
    std::size_t column = 0;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, end - at);
      if (column > 0 && column + 1 + word.size() > width) {
        out += (trailing ? "  \n" : "\n") + indent;
        column = 0;
      } else if (column > 0) {
        out += tabs ? "\t" : one_of({" ", "  "});
        ++column;
      }
      out += word;
      column += word.size();
      at = end + 1;
    }
    return out + '\n';
  }

  [[nodiscard]] std::string heading(const Written& rule) const {
    const std::string number = std::to_string(rule.number);
    switch (shape) {
      case 0:
        return "### " + number + ": " + rule.title + "\n";
      case 1:
        return "### Rule " + number + " - " + rule.title + " ###\n";
      case 2:
        return "**" + number + "** *" + rule.title + "*\n";
      default:
        return "###  **" + number + "** " + rule.title + "  \n";
    }
  }

  [[nodiscard]] std::string section(const std::string& words) const {
    return underlined ? words + "\n" + std::string(below(5) + 3, '-') + "\n"
                      : "## " + words + one_of({"", " ##"}) + "\n";
  }

  [[nodiscard]] std::string fence(const std::vector<std::string>& lines) const {
    const std::string mark = one_of({"```", "~~~", "`````"});
    std::string out = mark + one_of({"", "text", " text"}) + "\n";
    for (const std::string& line : lines) out += line + "\n";
    return out + mark + "\n";
  }

  [[nodiscard]] std::string page(const std::vector<Written>& rules) const {
    std::string out = "# The Game\n" + gap();
    bool begun = false;
    bool immutable = false;
    for (const Written& rule : rules) {
      if (!begun || rule.immutable != immutable)
        out += section(rule.immutable ? "Immutable Rules" : "Mutable Rules") + gap();
      begun = true;
      immutable = rule.immutable;
      out += heading(rule) + gap();
      const std::string bullet = one_of({"- ", "* ", "+ "});
      for (const Piece& piece : rule.pieces) {
        if (piece.kind == Piece::CODE) out += fence(piece.texts);
        if (piece.kind == Piece::SUBHEADING) out += "#### " + piece.texts.front() + "\n";
        for (std::size_t i = 0; i < piece.texts.size(); ++i) {
          if (piece.kind == Piece::PARAGRAPH) out += wrapped(piece.texts[i], "");
          if (piece.kind == Piece::QUOTE) out += "> " + wrapped(piece.texts[i], one_of({"> ", ">", ">  "}));
          if (piece.kind == Piece::LIST) out += bullet + wrapped(piece.texts[i], one_of({"  ", "\t"}));
          if (piece.kind == Piece::NUMBERED) out += std::to_string(i + 1) + ". " + wrapped(piece.texts[i], "   ");
        }
        out += gap();
      }
      // What is nobody's rule.
      if (below(4) == 0) out += "> Rule 105\n>\n> The players may not vote.\n" + gap();
      if (below(6) == 0) out += "<!-- 106. a comment\n## 107 Title\n-->\n" + gap();
    }
    return out;
  }
};

RC_GTEST_PROP(Layouts, DoNotChangeWhatIsRead, ()) {
  std::vector<Written> rules;
  std::uint32_t number = 101;
  for (std::size_t i = below(5) + 2; i > 0; --i) rules.push_back(written(number++, true));
  number = 301;
  for (std::size_t i = below(5) + 2; i > 0; --i) rules.push_back(written(number++, false));
  const std::string page = Layout().page(rules);
  RC_LOG() << page;
  ImportOptions options;
  options.langs = {"en"};
  const auto imported = import_page(page, "page.md", options);
  if (!imported) RC_LOG() << tools::words_of(imported.error()).what;
  RC_ASSERT(imported.ok());
  RC_ASSERT(static_cast<std::size_t>(imported->ruleset.rules_size()) == rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const v1::RuleBody& read = imported->ruleset.rules(static_cast<int>(i));
    RC_ASSERT(number_in(read.number()) == rules[i].number);
    RC_ASSERT((read.status() == v1::IMMUTABLE) == rules[i].immutable);
    RC_ASSERT(read.title() == rules[i].title);
    RC_ASSERT(read.texts(0).text() == expected(rules[i]));
  }
}

}  // namespace
}  // namespace nomic::replay

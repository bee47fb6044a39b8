// Which language each paragraph is in, and where the last rule ends.
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "lines/heading_words.h"
#include "read_page.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t TITLE_COLUMNS = 100;
// A language that so small a part of the paragraphs seems to be in was mistaken for another.
constexpr std::size_t ONE_IN = 12;

template <class Do>
void each_paragraph(Page& page, Do&& visit) {
  for (Entry& entry : page.entries) {
    for (Paragraph& paragraph : entry.paragraphs) visit(entry, paragraph);
  }
}

std::map<std::string, std::size_t> counted(Page& page) {
  std::map<std::string, std::size_t> counts;
  each_paragraph(page, [&](Entry&, Paragraph& paragraph) { ++counts[paragraph.lang]; });
  return counts;
}

bool is_after(const PageLine& a, const PageLine& b) {
  return a.file != b.file ? a.file > b.file : a.line >= b.line;
}

}  // namespace

// A paragraph too short to be told takes the language of its neighbour in the rule, else of the rule before.
void fill_languages(Page& page) {
  std::string last;
  for (Entry& entry : page.entries) {
    for (const Paragraph& paragraph : entry.paragraphs) {
      if (!paragraph.lang.empty()) {
        last = paragraph.lang;
        break;
      }
    }
    for (Paragraph& paragraph : entry.paragraphs) {
      if (paragraph.lang.empty()) paragraph.lang = last;
      last = paragraph.lang;
    }
  }
  // The first rules, where nothing stands before them.
  std::for_each(page.entries.rbegin(), page.entries.rend(), [&](Entry& entry) {
    std::for_each(entry.paragraphs.rbegin(), entry.paragraphs.rend(), [&](Paragraph& paragraph) {
      if (paragraph.lang.empty()) paragraph.lang = last;
      last = paragraph.lang;
    });
  });
}

namespace {

bool is_address(const std::string& text) {
  static const re2::RE2 ADDRESS(R"(^<?(https?://|www\.)\S+>?$)");
  return re2::RE2::PartialMatch(text, ADDRESS);
}

bool is_markup(const std::string& text) {
  static const re2::RE2 TAG(R"(</?[a-zA-Z][a-zA-Z0-9]*(\s[^<>]*)?>)");
  return re2::RE2::PartialMatch(text, TAG);
}

// Why the paragraph cannot belong to the rule before it, as the case of a doubt; empty if it can.
std::string_view why_not_of(const Paragraph& paragraph, const std::set<std::string>& langs) {
  if (is_address(paragraph.text)) return "ends_before_address";
  if (is_markup(paragraph.text)) return "ends_before_markup";
  if (!paragraph.lang.empty() && langs.count(paragraph.lang) == 0) return "ends_before_language";
  if (paragraph.first_of_line_group && !ends_sentence(paragraph.text) && columns_of(paragraph.text) <= TITLE_COLUMNS) {
    return "ends_before_short_line";
  }
  return "";
}

}  // namespace

Status detect_languages(Page& page, const std::string& named, std::string_view where) {
  each_paragraph(page, [](Entry&, Paragraph& paragraph) { paragraph.lang = language_of(paragraph.text); });
  std::map<std::string, std::size_t> counts = counted(page);
  const std::size_t unknown = counts[""];
  counts.erase("");
  std::size_t known = 0;
  for (const auto& [lang, count] : counts) known += count;
  if (known < unknown && named.empty()) {
    // Each piece is too short to be told; all of them together may not be.
    std::string whole;
    each_paragraph(page, [&](Entry&, Paragraph& paragraph) {
      if (paragraph.lang.empty()) whole += paragraph.text + " ";
    });
    const std::string lang = language_of(whole);
    if (!lang.empty()) {
      counts[lang] += unknown;
      known += unknown;
    }
  }
  if (known == 0 || known < unknown) {
    if (named.empty()) {
      return error_of(ErrorCode::PAGE_AMBIGUOUS, "language_unknown", {{"where", where}});
    }
    each_paragraph(page, [&](Entry&, Paragraph& paragraph) { paragraph.lang = named; });
    return ledger::Done{};
  }
  // A piece too short to be told, where the page has but one language that it can be in (the Japanese ones are always
  // told).
  std::vector<std::string> spaced;
  for (const auto& [lang, count] : counts) {
    if (!is_unspaced(lang) && count * ONE_IN >= known) spaced.push_back(lang);
  }
  each_paragraph(page, [&](Entry&, Paragraph& paragraph) {
    if (paragraph.lang.empty() && spaced.size() == 1) paragraph.lang = spaced.front();
    if (!paragraph.lang.empty() && counts[paragraph.lang] * ONE_IN < known && !is_unspaced(paragraph.lang))
      paragraph.lang.clear();
  });
  return ledger::Done{};
}

void end_last_rule(Page& page) {
  if (page.entries.empty()) return;
  Entry& last = page.entries.back();
  // The languages that stand together in one rule of this page.
  std::set<std::string> langs;
  for (const Paragraph& paragraph : last.paragraphs) {
    langs.insert(paragraph.lang);
    if (!paragraph.lang.empty()) break;
  }
  for (std::size_t i = 0; i + 1 < page.entries.size(); ++i) {
    std::set<std::string> together;
    for (const Paragraph& paragraph : page.entries[i].paragraphs) {
      if (!paragraph.lang.empty()) together.insert(paragraph.lang);
    }
    if (together.size() > 1) langs.insert(together.begin(), together.end());
  }
  std::string_view why;
  std::size_t keep = std::min<std::size_t>(1, last.paragraphs.size());
  for (; keep < last.paragraphs.size(); ++keep) {
    why = why_not_of(last.paragraphs[keep], langs);
    if (!why.empty()) break;
  }
  if (keep == last.paragraphs.size()) return;
  const PageLine end = last.paragraphs[keep].pieces.front().at;
  // What was inferred about lines that are no rule's is of no interest.
  page.doubts.erase(std::remove_if(page.doubts.begin(), page.doubts.end(),
                                   [&](const Doubt& doubt) { return doubt.at.line != 0 && is_after(doubt.at, end); }),
                    page.doubts.end());
  page.doubts.push_back({end, remark_of(Topic::DOUBT, why, {{"rule", last.number}})});
  for (std::size_t i = keep; i < last.paragraphs.size(); ++i) {
    for (Piece& piece : last.paragraphs[i].pieces) {
      page.left_out.push_back({piece.at, std::move(piece.text), remark_of(Topic::LEFT_OUT, "after_last_rule")});
    }
  }
  last.paragraphs.resize(keep);
}

}  // namespace nomic::replay::import

// Brings together what the page gives for one number, and says where the numbers are not as one expects.
#include <algorithm>
#include <set>

#include "compose.h"

namespace nomic::replay::import {
namespace {

Error twice(std::string_view where, const Rule& rule, const std::string& lang, const PageLine& again) {
  return error_of(ErrorCode::PAGE_RULE_TWICE, "two_texts",
                  {{"where", where},
                   {"rule", rule.number},
                   {"lang", lang},
                   {"line", rule.texts.at(lang).pieces.front().at.line},
                   {"again", again.line}});
}

std::map<std::string, RuleText> texts_of(const Entry& entry) {
  std::map<std::string, RuleText> texts;
  for (const Paragraph& paragraph : entry.paragraphs) {
    RuleText& text = texts[paragraph.lang];
    if (!text.text.empty()) text.text += "\n\n";
    text.text += paragraph.text;
    text.pieces.insert(text.pieces.end(), paragraph.pieces.begin(), paragraph.pieces.end());
    ++text.paragraphs;
  }
  return texts;
}

// A number that is smaller than the one before it, in the same language, is out of order.
void order(const Page& page, std::vector<Doubt>& doubts) {
  const Entry* before = nullptr;
  std::set<std::string> langs_before;
  for (const Entry& entry : page.entries) {
    std::set<std::string> langs;
    for (const Paragraph& paragraph : entry.paragraphs) langs.insert(paragraph.lang);
    if (before != nullptr && entry.number < before->number && langs == langs_before) {
      doubts.push_back(
          {entry.at, remark_of(Topic::DOUBT, "order", {{"rule", entry.number}, {"last", before->number}})});
    }
    before = &entry;
    langs_before = langs;
  }
}

void gaps(const Rules& rules, std::vector<Doubt>& doubts) {
  const Rule* before = nullptr;
  for (const auto& [number, rule] : rules) {
    const bool same_series = before != nullptr && before->number / SERIES == number / SERIES;
    if (same_series && number > before->number + 1) {
      const bool one = number == before->number + 2;
      doubts.push_back(
          {rule.at,
           remark_of(
               Topic::DOUBT, one ? "rule_missing" : "rules_missing",
               {{"first", before->number + 1}, {"last", number - 1}, {"before", before->number}, {"after", number}})});
    }
    before = &rule;
  }
}

}  // namespace

Result<Rules> gather(Page& page, std::string_view where) {
  Rules rules;
  for (Entry& entry : page.entries) {
    if (entry.paragraphs.empty()) {
      page.doubts.push_back({entry.at, remark_of(Topic::DOUBT, "no_text", {{"rule", entry.number}})});
      page.left_out.push_back({entry.at, entry.title.empty() ? std::to_string(entry.number) : entry.title,
                               remark_of(Topic::LEFT_OUT, "number_without_text")});
      continue;
    }
    auto [place, fresh] = rules.try_emplace(entry.number);
    Rule& rule = place->second;
    if (fresh) {
      rule.number = entry.number;
      rule.at = entry.at;
    }
    if (entry.stated != v1::RULE_STATUS_UNSPECIFIED) rule.stated = entry.stated;
    if (entry.under != v1::RULE_STATUS_UNSPECIFIED) rule.under.try_emplace(entry.paragraphs.front().lang, entry.under);
    if (!entry.title.empty()) rule.titles.try_emplace(entry.paragraphs.front().lang, entry.title);
    for (auto& [lang, text] : texts_of(entry)) {
      const auto known = rule.texts.find(lang);
      if (known == rule.texts.end()) {
        rule.texts.emplace(lang, std::move(text));
        continue;
      }
      if (known->second.text != text.text) return twice(where, rule, lang, text.pieces.front().at);
      page.doubts.push_back({entry.at, remark_of(Topic::DOUBT, "second_time", {{"rule", entry.number}})});
      for (const Piece& piece : text.pieces) {
        page.left_out.push_back({piece.at, piece.text, remark_of(Topic::LEFT_OUT, "same_text_again")});
      }
    }
  }
  order(page, page.doubts);
  gaps(rules, page.doubts);
  return rules;
}

std::string on_one_line(const RuleText& text) {
  std::string line = text.text;
  for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at))
    line.replace(at, line.find_first_not_of('\n', at) - at, " ");
  return line;
}

PageLine line_with(const RuleText& text, std::string_view found) {
  for (const Piece& piece : text.pieces) {
    if (!found.empty() && piece.text.find(found) != std::string::npos) return piece.at;
  }
  return text.pieces.front().at;
}

}  // namespace nomic::replay::import

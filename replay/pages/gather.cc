// Brings together what the page gives for one number, and says where the numbers are not as one expects.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

#include "compose.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

// Notes that the number stands over two texts in one language: in the file, or on the line, of `first` and of `again`.
void note_twice(Page& page, const std::vector<std::string>& files, std::string_view where, std::uint32_t rule,
                const std::string& lang, const PageLine& first, const PageLine& again) {
  const bool in_files = first.file != again.file;
  Slip slip;
  slip.at = again;
  slip.rule = rule;
  slip.lang = lang;
  slip.what = in_files ? remark_of(Topic::SLIP, "number_in_two_files", {{"file", files.at(first.file)}})
                       : remark_of(Topic::SLIP, "number_twice", {{"line", first.line}});
  slip.changes_sense = true;
  page.slips.push_back(std::move(slip));
  if (page.twice) return;
  page.twice =
      in_files
          ? error_of(ErrorCode::PAGE_RULE_TWICE, "two_files",
                     {{"where", where},
                      {"rule", rule},
                      {"lang", lang},
                      {"file", files.at(first.file)},
                      {"other", files.at(again.file)}})
          : error_of(ErrorCode::PAGE_RULE_TWICE, "two_texts",
                     {{"where", where}, {"rule", rule}, {"lang", lang}, {"line", first.line}, {"again", again.line}});
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
    if (before != nullptr && comes_before(entry.number, before->number) && langs == langs_before) {
      doubts.push_back(
          {entry.at, remark_of(Topic::DOUBT, "order", {{"rule", entry.number}, {"last", before->number}})});
    }
    before = &entry;
    langs_before = langs;
  }
}

void gaps(const Rules& rules, std::vector<Doubt>& doubts) {
  const Rule* before = nullptr;
  for (const auto& [key, rule] : rules) {
    const std::uint32_t number = key.number;
    const std::uint32_t here = plain_of(number);
    const std::uint32_t there = before == nullptr ? here : plain_of(before->number);
    if (there / SERIES == here / SERIES && here > there + 1) {
      const bool one = here == there + 2;
      doubts.push_back(
          {rule.at,
           remark_of(Topic::DOUBT, one ? "rule_missing" : "rules_missing",
                     {{"first", there + 1}, {"last", here - 1}, {"before", before->number}, {"after", number}})});
    }
    before = &rule;
  }
}

using Texts = std::map<std::string, RuleText>;

// With how many rules of its number a text is compared. A page that has more under one number is no set of rules, and
// must not take long for that.
constexpr std::uint32_t COMPARED = 20;

// The rule of that number that the texts are of: one that has no text in any of their languages, or the same; else a
// further one, and `differs` is the language in which the texts of the first differ.
RuleKey key_for(const Rules& rules, std::uint32_t number, const Texts& texts, std::string& differs) {
  RuleKey key{.number = number};
  for (auto place = rules.find(key); place != rules.end(); place = rules.find(key)) {
    if (key.again == COMPARED) {
      key.again = std::prev(rules.upper_bound({.number = number, .again = UINT32_MAX}))->first.again + 1;
      break;
    }
    const auto other = std::find_if(texts.begin(), texts.end(), [&](const auto& text) {
      const auto known = place->second.texts.find(text.first);
      return known != place->second.texts.end() && known->second.text != text.second.text;
    });
    if (other == texts.end()) break;
    if (key.again == 0) differs = other->first;
    ++key.again;
  }
  return key;
}

class Gathering {
 public:
  Gathering(Page& page, const std::vector<std::string>& files, std::string_view where)
      : page_(page), files_(files), where_(where) {}

  Rules run() {
    for (const Entry& entry : page_.entries) {
      if (entry.paragraphs.empty()) {
        without_text(entry);
      } else {
        add(entry);
      }
    }
    order(page_, page_.doubts);
    gaps(rules_, page_.doubts);
    return std::move(rules_);
  }

 private:
  void without_text(const Entry& entry) {
    page_.doubts.push_back({entry.at, remark_of(Topic::DOUBT, "no_text", {{"rule", entry.number}})});
    page_.left_out.push_back({entry.at, entry.title.empty() ? numeral(entry.number) : entry.title,
                              remark_of(Topic::LEFT_OUT, "number_without_text")});
  }

  void add(const Entry& entry) {
    Texts texts = texts_of(entry);
    std::string differs;
    const auto [place, fresh] = rules_.try_emplace(key_for(rules_, entry.number, texts, differs));
    Rule& rule = place->second;
    if (fresh) {
      rule.number = entry.number;
      rule.at = entry.at;
    }
    if (fresh && place->first.again > 0) {
      const RuleText& first = rules_.at({.number = entry.number}).texts.at(differs);
      note_twice(page_, files_, where_, entry.number, differs, first.pieces.front().at,
                 texts.at(differs).pieces.front().at);
    }
    if (entry.stated != v1::RULE_STATUS_UNSPECIFIED) rule.stated = entry.stated;
    const std::string& lang = entry.paragraphs.front().lang;
    if (entry.under != v1::RULE_STATUS_UNSPECIFIED) rule.under.try_emplace(lang, entry.under);
    if (!entry.title.empty()) rule.titles.try_emplace(lang, entry.title);
    for (auto& [text_lang, text] : texts) add_text(rule, text_lang, std::move(text), entry);
  }

  void add_text(Rule& rule, const std::string& lang, RuleText text, const Entry& entry) {
    if (rule.texts.count(lang) == 0) {
      rule.texts.emplace(lang, std::move(text));
      return;
    }
    page_.doubts.push_back({entry.at, remark_of(Topic::DOUBT, "second_time", {{"rule", entry.number}})});
    for (const Piece& piece : text.pieces) {
      page_.left_out.push_back({piece.at, piece.text, remark_of(Topic::LEFT_OUT, "same_text_again")});
    }
  }

  Page& page_;
  const std::vector<std::string>& files_;
  std::string_view where_;
  Rules rules_;
};

}  // namespace

Rules gather(Page& page, const std::vector<std::string>& files, std::string_view where) {
  return Gathering(page, files, where).run();
}

bool has_number(const Rules& rules, std::uint32_t number) {
  return rules.count({.number = number}) != 0;
}

std::string on_one_line(const RuleText& text) {
  std::string line;
  line.reserve(text.text.size());
  for (const char c : text.text) {
    if (c != '\n')
      line.push_back(c);
    else if (!line.ends_with(' '))
      line.push_back(' ');
  }
  return line;
}

PageLine line_with(const RuleText& text, std::string_view found) {
  for (const Piece& piece : text.pieces) {
    if (!found.empty() && piece.text.find(found) != std::string::npos) return piece.at;
  }
  return text.pieces.front().at;
}

}  // namespace nomic::replay::import

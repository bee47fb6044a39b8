// A folder of files, a rule each, as one page: a heading for every file that has a rule's number, and its text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "lines/front_matter.h"
#include "lines/line.h"
#include "lines/page_words.h"
#include "lines/spaces.h"
#include "lines/text_lines.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t NUMBER_DIGITS = 9;
constexpr std::string_view DIGITS = "0123456789";
constexpr std::string_view SEPARATORS = " _-.#";

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lowered;
}

// The number in "101", "rule 101", "rule-101-players"; none in "2024-05-30-meeting" or "notes2".
std::optional<std::uint32_t> number_in(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_of(DIGITS), text.size());
  const std::size_t end = std::min(text.find_first_not_of(DIGITS, begin), text.size());
  if (begin == end || end - begin > NUMBER_DIGITS) return std::nullopt;
  const std::string_view before = text.substr(0, begin);
  const std::string_view word = before.substr(0, before.find_last_not_of(SEPARATORS) + 1);
  if (!word.empty() && lower(word) != "r" && !is_word_for_rule(word)) return std::nullopt;
  const std::string_view after = text.substr(end);
  if (!after.empty() && SEPARATORS.find(after.front()) == std::string_view::npos) return std::nullopt;
  const bool date = after.size() >= 3 && DIGITS.find(after[1]) != std::string_view::npos;
  if (date) return std::nullopt;
  std::uint32_t number = 0;
  for (const char digit : text.substr(begin, end - begin))
    number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  return number > 0 ? std::optional(number) : std::nullopt;
}

// A file's name without its folders and its ending.
std::string_view stem(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

std::optional<bool> yes_or_no(std::string_view text) {
  const std::string word = lower(text);
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  return std::nullopt;
}

// What is known of a file's rule before its text is read.
struct Rule {
  std::optional<std::uint32_t> number;
  v1::RuleStatus status = v1::RULE_STATUS_UNSPECIFIED;
  std::string title;
  std::size_t line = 1;  // where the number, or else the title, is said
};

v1::RuleStatus status_of(const FrontMatter::Field& field) {
  if (field.key == "mutable" || field.key == "immutable") {
    const std::optional<bool> stated = yes_or_no(field.value);
    if (!stated) return v1::RULE_STATUS_UNSPECIFIED;
    return *stated == (field.key == "mutable") ? v1::MUTABLE : v1::IMMUTABLE;
  }
  const bool status = field.key == "status" || field.key == "type" || field.key == "kind";
  return status ? status_in(field.value) : v1::RULE_STATUS_UNSPECIFIED;
}

// Takes what the field says, if it says something new.
bool take(Rule& rule, const FrontMatter::Field& field) {
  if (field.key == "number" || field.key == "rule" || field.key == "id") {
    const std::optional<std::uint32_t> number = number_in(field.value);
    if (!number || rule.number) return false;
    rule.number = number;
    rule.line = field.line;
    return true;
  }
  if (field.key == "title" || field.key == "name") {
    if (!rule.title.empty() || field.value.empty()) return false;
    rule.title = field.value;
    return true;
  }
  const v1::RuleStatus status = status_of(field);
  if (status == v1::RULE_STATUS_UNSPECIFIED || rule.status != v1::RULE_STATUS_UNSPECIFIED) return false;
  rule.status = status;
  return true;
}

std::string heading_of(const Rule& rule) {
  std::string heading = fmt::format("{}", *rule.number);
  if (rule.status == v1::IMMUTABLE) heading += " (IMMUTABLE)";
  if (rule.status == v1::MUTABLE) heading += " (MUTABLE)";
  return rule.title.empty() ? heading : heading + ' ' + rule.title;
}

bool holds_number(std::string_view text, std::uint32_t number) {
  const std::string wanted = fmt::format("{}", number);
  for (std::size_t at = text.find_first_of(DIGITS); at != std::string_view::npos; at = text.find_first_of(DIGITS, at)) {
    const std::size_t end = std::min(text.find_first_not_of(DIGITS, at), text.size());
    if (text.substr(at, end - at) == wanted) return true;
    at = end;
  }
  return false;
}

class Reader {
 public:
  Reader(Lines& page, std::string_view encoding) : page_(page), encoding_(encoding) {}

  Status add(const PageFile& file) {
    index_ = page_.files.size();
    page_.files.push_back(file.name);
    const std::optional<std::uint32_t> named = number_in(stem(file.name));
    PageEncoding found;
    const Result<std::string> utf8 = to_utf8(file.bytes, file.name, encoding_, found);
    if (!utf8) {
      if (named) return utf8.error();
      return skip(file, "file_without_text");
    }
    const FrontMatter matter = front_matter(*utf8);
    Rule rule;
    std::vector<LeftOut> left_out;
    Cleaner cleaner(file.name);
    for (const FrontMatter::Field& field : matter.fields) {
      if (take(rule, field)) continue;
      const PageLine at{.file = index_, .line = field.line};
      Result<std::string> clean = cleaner.clean(field.text, at);
      if (!clean) return clean.error();
      left_out.push_back(
          {.at = at, .text = std::move(*clean), .why = remark_of(Topic::LEFT_OUT, "front_matter_unknown")});
    }
    if (!rule.number) rule.number = named;
    if (!rule.number) return skip(file, "file_without_number");
    Status small_enough = count(utf8->size());
    if (!small_enough) return small_enough;
    note_encoding(found);
    std::move(left_out.begin(), left_out.end(), std::back_inserter(page_.left_out));
    return add_rule(rule, cleaner, file.name, std::string_view(*utf8).substr(matter.bytes), matter.lines);
  }

 private:
  Status skip(const PageFile& file, const char* variant) {
    page_.left_out.push_back(
        {.at = {.file = index_, .line = 1}, .text = file.name, .why = remark_of(Topic::LEFT_OUT, variant)});
    return ledger::Done{};
  }

  Status count(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= PAGE_LIMIT) return ledger::Done{};
    return not_text("folder", {{"limit", PAGE_LIMIT}});
  }

  void note_encoding(const PageEncoding& found) {
    std::vector<PageEncoding>& all = page_.encodings;
    if (std::find(all.begin(), all.end(), found) == all.end()) all.push_back(found);
  }

  Status add_rule(Rule& rule, Cleaner& cleaner, const std::string& name, std::string_view text, std::size_t above) {
    Lines body;
    Status read = read_body(body, name, text, above);
    if (!read) return read;
    Result<std::string> title = cleaner.clean(rule.title, {.file = index_, .line = rule.line});
    if (!title) return title.error();
    rule.title = std::move(*title);
    cleaner.report(page_.left_out);
    if (page_.lines.empty() ? false : !page_.lines.back().text.empty()) add_line(rule.line, {}, 0);
    const std::size_t first = merge_heading(rule, body);
    std::move(body.left_out.begin(), body.left_out.end(), std::back_inserter(page_.left_out));
    page_.lines.insert(page_.lines.end(),
                       std::make_move_iterator(body.lines.begin() + static_cast<std::ptrdiff_t>(first)),
                       std::make_move_iterator(body.lines.end()));
    return check_line_count(page_.lines.size(), name);
  }

  Status read_body(Lines& body, const std::string& name, std::string_view text, std::size_t above) {
    if (!is_html(text)) {
      const Result<bool> markdown =
          add_text_lines(body, text, {.where = name, .file = index_, .lines_above = above, .markdown = above > 0});
      if (!markdown) return markdown.error();
      return ledger::Done{};
    }
    Result<Lines> html = read_html(text, name);
    if (!html) return html.error();
    body = std::move(*html);
    for (Line& line : body.lines) {
      line.file = index_;
      line.number += above;
    }
    for (LeftOut& left : body.left_out) {
      left.at.file = index_;
      left.at.line += above;
    }
    return ledger::Done{};
  }

  // Writes the file's heading. A heading that the text itself begins with gives the title where front matter gives
  // none, is the file's heading where it says the number, and is left out where it says again what is known. The value
  // is the number of the text's lines that this used up.
  std::size_t merge_heading(Rule& rule, Lines& body) {
    const auto first =
        std::find_if(body.lines.begin(), body.lines.end(), [](const Line& line) { return !line.text.empty(); });
    if (first == body.lines.end() || first->heading == 0) return write_heading(rule, 0);
    const auto used = static_cast<std::size_t>(first - body.lines.begin()) + 1;
    const bool says_number = holds_number(first->text, *rule.number);
    const bool known = !rule.title.empty() || rule.status != v1::RULE_STATUS_UNSPECIFIED;
    if (says_number && !known) {
      add_line(first->number, first->text, first->heading);
      add_line(first->number, {}, 0);
      return used;
    }
    if (says_number || first->text == rule.title) {
      page_.left_out.push_back({.at = {.file = index_, .line = first->number},
                                .text = first->text,
                                .why = remark_of(Topic::LEFT_OUT, "heading_beside_front_matter")});
      return write_heading(rule, used);
    }
    if (!rule.title.empty()) return write_heading(rule, 0);
    rule.title = first->text;
    rule.line = first->number;
    return write_heading(rule, used);
  }

  std::size_t write_heading(const Rule& rule, std::size_t used) {
    add_line(rule.line, heading_of(rule), 1);
    add_line(rule.line, {}, 0);
    return used;
  }

  void add_line(std::size_t number, std::string text, int heading) {
    page_.lines.push_back({.file = index_, .number = number, .text = std::move(text), .heading = heading});
  }

  Lines& page_;
  std::string_view encoding_;
  std::size_t index_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

Result<Lines> read_folder(const std::vector<PageFile>& files, std::string_view encoding) {
  Lines page;
  page.shape = PageShape::FOLDER;
  Reader reader(page, encoding);
  for (const PageFile& file : files) {
    const Status added = reader.add(file);
    if (!added) return added.error();
  }
  return page;
}

}  // namespace nomic::replay::import

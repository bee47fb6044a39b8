// A folder of files, a rule each, as one page: a heading for every file that has a rule's number, and its text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "lines/front_matter.h"
#include "lines/heading_words.h"
#include "lines/line.h"
#include "lines/spaces.h"
#include "lines/text_lines.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t NUMBER_DIGITS = 9;
constexpr std::string_view DIGITS = "0123456789";
constexpr std::string_view SEPARATORS = " _-.#";
constexpr std::string_view LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr int DEEPEST = 6;  // level of a heading

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
  const std::size_t last = std::min(text.find_first_not_of(LETTERS, end), text.size());
  const std::string_view after = text.substr(last);
  if (last - end > 2) return std::nullopt;
  if (!after.empty() && SEPARATORS.find(after.front()) == std::string_view::npos) return std::nullopt;
  const bool date = after.size() >= 3 && DIGITS.find(after[1]) != std::string_view::npos;
  if (date) return std::nullopt;
  // "0101" is 101.
  const std::size_t first = std::min(text.find_first_not_of('0', begin), end);
  return read_numeral(text.substr(first, last - first));
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
struct RuleFile {
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
bool take(RuleFile& rule, const FrontMatter::Field& field) {
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

std::string heading_of(const RuleFile& rule) {
  std::string heading = numeral(*rule.number);
  if (rule.status == v1::IMMUTABLE) heading += " (IMMUTABLE)";
  if (rule.status == v1::MUTABLE) heading += " (MUTABLE)";
  return rule.title.empty() ? heading : heading + ' ' + rule.title;
}

bool is_yaml(std::string_view name) {
  return name.ends_with(".yml") || name.ends_with(".yaml");
}

// Whether a heading says no more than that the rule's text follows: "Rule", "Text".
bool is_word_for_text(std::string_view heading) {
  return is_word_for_rule(heading) || lower(heading) == "text";
}

bool holds_number(std::string_view text, std::uint32_t number) {
  const std::string wanted = numeral(plain_of(number));
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
    FrontMatter matter;
    std::string text;  // of a YAML file
    if (is_yaml(file.name)) {
      YamlRule yaml = yaml_rule(*utf8);
      matter.fields = std::move(yaml.fields);
      matter.lines = yaml.lines_above;
      text = std::move(yaml.text);
    } else {
      matter = front_matter(*utf8);
      text = utf8->substr(matter.bytes);
    }
    RuleFile rule;
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
    return add_rule(rule, cleaner, file.name, text, matter.lines);
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

  Status add_rule(RuleFile& rule, Cleaner& cleaner, const std::string& name, std::string_view text, std::size_t above) {
    Lines body;
    Status read = read_body(body, name, text, above);
    if (!read) return read;
    Result<std::string> title = cleaner.clean(rule.title, {.file = index_, .line = rule.line});
    if (!title) return title.error();
    rule.title = std::move(*title);
    cleaner.report(page_.left_out);
    if (page_.lines.empty() ? false : !page_.lines.back().text.empty()) add_line(rule.line, {}, 0);
    merge_heading(rule, body);
    std::move(body.left_out.begin(), body.left_out.end(), std::back_inserter(page_.left_out));
    std::move(body.lines.begin(), body.lines.end(), std::back_inserter(page_.lines));
    return check_line_count(page_.lines.size(), name);
  }

  Status read_body(Lines& body, const std::string& name, std::string_view text, std::size_t above) {
    if (!is_html(text)) {
      const bool markdown = above > 0 || is_yaml(name);
      const Result<Dialect> dialect =
          add_text_lines(body, text, {.where = name, .file = index_, .lines_above = above, .markdown = markdown});
      if (!dialect) return dialect.error();
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

  // Writes the file's heading, and leaves in the body what is the rule's: the section that says of itself that it is
  // the rule ("# Rule" beside "# Copyright"), else what stands under the heading that the text begins with, else all of
  // it. That heading gives the title where front matter gives none, is the file's heading where it says the number, and
  // is left out where it says again what is known. Headings within the text are parts of the rule.
  void merge_heading(RuleFile& rule, Lines& body) {
    std::vector<Line>& lines = body.lines;
    auto first = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.text.empty(); });
    int level = 0;  // of the heading above the rule's text
    if (first != lines.end() && first->heading > 0) {
      const int titled = first->heading;
      if (is_word_for_text(first->text)) {
        level = titled;
        leave_out(*first, "heading_of_text");
        first->text.clear();
        write_heading(rule);
      } else if (use_heading(rule, *first)) {
        level = titled;
        first->text.clear();
        const auto text = std::find_if(first, lines.end(), [](const Line& line) { return !line.text.empty(); });
        if (text != lines.end() && text->heading > titled && is_word_for_text(text->text)) {
          level = text->heading;
          leave_out(*text, "heading_of_text");
          text->text.clear();
        }
      }
    } else {
      write_heading(rule);
    }
    keep_section(lines, level);
  }

  // Leaves out what stands under another heading of the level, or above it; 0: nothing. The others are parts.
  void keep_section(std::vector<Line>& lines, int level) {
    bool beside = false;
    for (Line& line : lines) {
      if (line.heading > 0 && !line.text.empty()) beside = beside || line.heading <= level;
      if (beside && !line.text.empty()) {
        leave_out(line, "beside_rule");
        line.text.clear();
      }
      if (line.text.empty()) line.heading = 0;
      if (line.heading > 0) line.heading = std::min(line.heading + 1, DEEPEST);
    }
  }

  // Whether the heading that the text begins with is used up.
  bool use_heading(RuleFile& rule, const Line& heading) {
    const bool says_number = holds_number(heading.text, *rule.number);
    const bool known = !rule.title.empty() || rule.status != v1::RULE_STATUS_UNSPECIFIED;
    if (says_number && !known) {
      add_line(heading.number, heading.text, 1);
      add_line(heading.number, {}, 0);
      return true;
    }
    if (says_number || heading.text == rule.title) {
      leave_out(heading, "heading_beside_front_matter");
      write_heading(rule);
      return true;
    }
    const bool title = rule.title.empty();
    if (title) {
      rule.title = heading.text;
      rule.line = heading.number;
    }
    write_heading(rule);
    return title;
  }

  void leave_out(const Line& line, std::string_view variant) {
    page_.left_out.push_back(
        {.at = {.file = index_, .line = line.number}, .text = line.text, .why = remark_of(Topic::LEFT_OUT, variant)});
  }

  void write_heading(const RuleFile& rule) {
    add_line(rule.line, heading_of(rule), 1);
    add_line(rule.line, {}, 0);
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

// Finds the rules in a page's lines: which lines begin one, where it ends, and which lines are one paragraph.
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "lines/marker.h"
#include "lines/page_words.h"
#include "page.h"

namespace nomic::replay::import {
namespace {

constexpr std::uint32_t RULE_NUMBERS_FROM =
    100;  // smaller ones number the items of a list, where there are larger ones
constexpr std::size_t HEADING_COLUMNS = 100;
constexpr std::size_t TITLE_COLUMNS = 60;
// A text that was wrapped by hand or by a mail program has lines of about this width.
constexpr std::size_t WRAPPED_AT_LEAST = 45;
constexpr std::size_t WRAPPED_AT_MOST = 120;

PageLine place_of(const Line& line) {
  return {line.file, line.number};
}

// A line of a list of parts within a rule: "(1) ...", "a) ...", "- ...", "• ...".
bool begins_list_item(std::string_view text) {
  static const re2::RE2 ITEM(R"(^(\(?[0-9a-zA-Z]{1,3}\)|[-*•・])\s?\S)");
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), ITEM);
}

struct Mark {
  std::size_t line = 0;  // index into the lines
  Marker marker;
};

std::vector<Mark> all_marks(const std::vector<Line>& lines) {
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].text.empty()) continue;
    if (std::optional<Marker> marker = marker_of(lines[i])) marks.push_back({i, std::move(*marker)});
  }
  return marks;
}

// Those that begin rules. Where there are numbers of three digits, smaller ones number something within a rule; where
// most rules are named ("Rule 101"), bare numbers do.
std::vector<Mark> marks_of_rules(std::vector<Mark> marks) {
  const auto drop = [&](auto&& keep) {
    const auto kept = std::count_if(marks.begin(), marks.end(), keep);
    if (kept < 2) return;
    marks.erase(std::remove_if(marks.begin(), marks.end(), [&](const Mark& mark) { return !keep(mark); }), marks.end());
  };
  drop([](const Mark& mark) { return mark.marker.number >= RULE_NUMBERS_FROM; });
  const auto named = std::count_if(marks.begin(), marks.end(), [](const Mark& mark) { return mark.marker.named; });
  if (static_cast<std::size_t>(named) * 2 > marks.size()) drop([](const Mark& mark) { return mark.marker.named; });
  return marks;
}

// A page whose items all count from 1, or are all 1.
bool numbers_are_lost(const std::vector<Mark>& marks) {
  if (marks.size() < 2) return false;
  std::set<std::uint32_t> seen;
  for (const Mark& mark : marks) {
    if (mark.marker.named || mark.marker.number >= RULE_NUMBERS_FROM) return false;
    seen.insert(mark.marker.number);
  }
  return seen.size() < marks.size() && seen.count(1) != 0;
}

bool is_heading(const Line& line) {
  if (line.text.empty()) return false;
  if (line.heading > 0) return true;
  if (columns_of(line.text) > HEADING_COLUMNS || ends_sentence(line.text) || begins_list_item(line.text)) return false;
  return status_in(line.text) != v1::RULE_STATUS_UNSPECIFIED || names_the_set(line.text);
}

// Whether consecutive lines of the page are pieces of one paragraph, as in a text wrapped at a margin.
bool is_wrapped(const std::vector<Line>& lines) {
  std::size_t followed = 0;
  std::size_t at_margin = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i].text.empty() || lines[i + 1].text.empty() || lines[i].file != lines[i + 1].file) continue;
    if (marker_of(lines[i + 1]) || is_heading(lines[i]) || is_heading(lines[i + 1])) continue;
    const std::size_t columns = columns_of(lines[i].text);
    if (marker_of(lines[i]) && marker_of(lines[i])->rest.empty()) continue;
    if (columns > WRAPPED_AT_MOST) return false;
    ++followed;
    at_margin += columns >= WRAPPED_AT_LEAST ? 1 : 0;
  }
  return followed >= 3 && at_margin * 10 >= followed * 7;
}

class Recogniser {
 public:
  Recogniser(const Lines& lines, std::vector<Mark> marks) : lines_(lines.lines), marks_(std::move(marks)) {
    wrapped_ = is_wrapped(lines_);
    page_.numbers_lost = numbers_are_lost(marks_);
    titled_ = is_titled();
    if (titled_) {
      page_.doubts.push_back({place_of(lines_[marks_.front().line]), remark_of(Topic::DOUBT, "titles")});
    }
  }

  Page run() {
    auto mark = marks_.begin();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (mark != marks_.end() && mark->line == i) {
        Marker marker = mark->marker;
        if (titled_ && may_be_titled(*mark)) {
          if (marker.rest.empty()) marker.rest = lines_[++i].text;
          marker.title = std::exchange(marker.rest, {});
        }
        begin_rule(lines_[mark->line], marker);
        ++mark;
      } else if (lines_[i].text.empty()) {
        after_blank_ = true;
      } else if (is_heading(lines_[i])) {
        heading(lines_[i]);
      } else if (in_rule_) {
        add(lines_[i], lines_[i].text);
      } else {
        leave_out(lines_[i]);
      }
    }
    emit_what_was_joined();
    return std::move(page_);
  }

 private:
  void begin_rule(const Line& line, const Marker& marker) {
    Entry& entry = page_.entries.emplace_back();
    entry.number = marker.number;
    entry.stated = marker.status;
    entry.under = status_;
    entry.title = marker.title;
    entry.at = place_of(line);
    in_rule_ = true;
    after_blank_ = true;
    if (!marker.rest.empty()) add(line, marker.rest);
  }

  void heading(const Line& line) {
    const v1::RuleStatus status = status_in(line.text);
    if (status != v1::RULE_STATUS_UNSPECIFIED) status_ = status;
    page_.headings.push_back({place_of(line), line.text, status});
    in_rule_ = false;
  }

  void leave_out(const Line& line) {
    page_.left_out.push_back(
        {place_of(line), line.text,
         remark_of(Topic::LEFT_OUT, page_.entries.empty() ? "before_first_rule" : "after_heading")});
  }

  // Whether the line goes on with the paragraph of the line before it.
  [[nodiscard]] bool goes_on(const Paragraph& before, std::string_view text) const {
    if (after_blank_ || begins_list_item(text)) return false;
    return wrapped_ || !ends_sentence(before.pieces.back().text);
  }

  void add(const Line& line, const std::string& text) {
    std::vector<Paragraph>& paragraphs = page_.entries.back().paragraphs;
    const bool group = after_blank_;
    if (!paragraphs.empty() && goes_on(paragraphs.back(), text)) {
      Paragraph& before = paragraphs.back();
      if (!wrapped_) {
        joined_.push_back(
            {place_of(line), remark_of(Topic::DOUBT, "joined", {{"line", before.pieces.back().at.line}})});
      }
      // A language without spaces has none at the end of a line either.
      if (!(is_unspaced(language_of(before.pieces.back().text)) && is_unspaced(language_of(text)))) before.text += ' ';
      before.text += text;
      before.pieces.push_back({place_of(line), text});
    } else {
      paragraphs.push_back({text, {{place_of(line), text}}, group, {}});
    }
    after_blank_ = false;
  }

  void emit_what_was_joined() {
    for (Doubt& doubt : joined_) page_.doubts.push_back(std::move(doubt));
    if (wrapped_) page_.doubts.push_back({{}, remark_of(Topic::DOUBT, "wrapped")});
  }

  // Whether the short line after a rule's number, which ends no sentence, is a title: the text follows on the next.
  [[nodiscard]] bool may_be_titled(const Mark& mark) const {
    const Marker& marker = mark.marker;
    if (!marker.title.empty() || columns_of(marker.rest) > TITLE_COLUMNS || ends_sentence(marker.rest)) return false;
    std::size_t next = mark.line + 1;
    // A number alone on its line has the title below it.
    if (marker.rest.empty()) {
      if (next >= lines_.size() || lines_[next].text.empty() || columns_of(lines_[next].text) > TITLE_COLUMNS ||
          ends_sentence(lines_[next].text) || begins_list_item(lines_[next].text)) {
        return false;
      }
      ++next;
    }
    while (next < lines_.size() && lines_[next].text.empty()) ++next;
    if (next >= lines_.size() || is_heading(lines_[next]) || marker_of(lines_[next])) return false;
    const char first = lines_[next].text.front();
    // A sentence that goes on is no text of its own.
    return first < 'a' || first > 'z';
  }

  // A page most of whose rules have such a line has titles.
  [[nodiscard]] bool is_titled() const {
    const auto titled =
        std::count_if(marks_.begin(), marks_.end(), [&](const Mark& mark) { return may_be_titled(mark); });
    return titled >= 2 && static_cast<std::size_t>(titled) * 5 >= marks_.size() * 4;
  }

  const std::vector<Line>& lines_;
  std::vector<Mark> marks_;
  Page page_;
  bool wrapped_ = false;
  bool titled_ = false;
  bool in_rule_ = false;
  bool after_blank_ = true;
  v1::RuleStatus status_ = v1::RULE_STATUS_UNSPECIFIED;
  std::vector<Doubt> joined_;
};

}  // namespace

Status cut_to_window(Lines& lines, const ImportOptions& options, std::string_view where) {
  const auto found = [&](const std::string& expression, std::size_t from,
                         std::string_view option) -> Result<std::size_t> {
    const re2::RE2 pattern(expression, re2::RE2::Quiet);
    if (!pattern.ok()) {
      return error_of(ErrorCode::BAD_RULESET, "expression",
                      {{"option", option}, {"typed", expression}, {"complaint", pattern.error()}});
    }
    for (std::size_t i = from; i < lines.lines.size(); ++i) {
      if (re2::RE2::PartialMatch(lines.lines[i].text, pattern)) return i;
    }
    return error_of(ErrorCode::PAGE_NO_RULES, "no_such_line",
                    {{"where", where}, {"option", option}, {"typed", expression}});
  };
  std::size_t first = 0;
  std::size_t end = lines.lines.size();
  if (!options.from.empty()) {
    auto from = found(options.from, 0, "from");
    if (!from) return from.error();
    first = *from;
  }
  if (!options.until.empty()) {
    auto until = found(options.until, options.from.empty() ? 0 : first + 1, "until");
    if (!until) return until.error();
    end = *until;
  }
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    Line& line = lines.lines[i];
    if ((i >= first && i < end) || line.text.empty()) continue;
    lines.left_out.push_back(
        {place_of(line), line.text, remark_of(Topic::LEFT_OUT, i < first ? "before_window" : "after_window")});
  }
  lines.lines = {lines.lines.begin() + static_cast<std::ptrdiff_t>(first),
                 lines.lines.begin() + static_cast<std::ptrdiff_t>(end)};
  return ledger::Done{};
}

Result<Page> recognise(const Lines& lines, std::string_view where) {
  std::vector<Mark> marks = marks_of_rules(all_marks(lines.lines));
  if (marks.empty()) return error_of(ErrorCode::PAGE_NO_RULES, "none_recognised", {{"where", where}});
  return Recogniser(lines, std::move(marks)).run();
}

Status number_lost_items(Page& page, std::string_view where) {
  if (!page.numbers_lost) return ledger::Done{};
  const bool headed = std::all_of(page.entries.begin(), page.entries.end(),
                                  [](const Entry& entry) { return entry.under != v1::RULE_STATUS_UNSPECIFIED; });
  if (!headed) return error_of(ErrorCode::PAGE_AMBIGUOUS, "numbers_lost", {{"where", where}});
  std::uint32_t immutable = 0;
  std::uint32_t others = 0;
  for (Entry& entry : page.entries) {
    entry.number = entry.under == v1::IMMUTABLE ? SERIES + ++immutable : 2 * SERIES + ++others;
  }
  page.doubts.push_back({page.entries.front().at, remark_of(Topic::DOUBT, "numbers_lost",
                                                            {{"items", page.entries.size()},
                                                             {"first_immutable", SERIES + 1},
                                                             {"immutable", immutable},
                                                             {"first_mutable", 2 * SERIES + 1},
                                                             {"others", others}})});
  return ledger::Done{};
}

}  // namespace nomic::replay::import

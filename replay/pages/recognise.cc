// Finds the rules on a page: what its outline calls rules, with their titles, paragraphs and headings.
#include <algorithm>
#include <optional>
#include <utility>

#include "lines/heading_words.h"
#include "nomic/replay/text.h"
#include "nomic/replay/work.h"
#include "outline.h"
#include "read_page.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t TITLE_COLUMNS = 60;

PageLine place_of(const Line& line) {
  return {line.file, line.number};
}

// Whether the heading says that what follows is what a rule once said.
bool names_an_original(std::string_view heading) {
  const std::string words = fold(heading);
  const bool earlier = words.starts_with("previous ") || words.starts_with("old ");
  return words.starts_with("original") || (earlier && (words.ends_with("wording") || words.ends_with("text")));
}

// Words in emphasis all along, though not in one piece ("*One* or *another*"): without the marks.
std::optional<std::string> without_emphasis(const std::string& text) {
  if (text.size() < 3 || text.find_first_of("*_") != 0 || text.find_last_of("*_") != text.size() - 1)
    return std::nullopt;
  std::string words = text;
  words.erase(std::remove_if(words.begin(), words.end(), [](char c) { return c == '*' || c == '_'; }), words.end());
  return words;
}

class Recogniser {
 public:
  Recogniser(Outline outline, bool folder) : outline_(std::move(outline)), lines_(outline_.lines), folder_(folder) {
    roles_.resize(lines_.size(), Role::TEXT);
    for (std::size_t i = 0; i < outline_.blocks.size(); ++i) {
      const OutlineBlock& one = outline_.blocks[i];
      roles_[one.block.first] = one.role;
      if (one.role == Role::RULE) marks_.push_back(i);
    }
    page_.numbers_lost = outline_.numbers_lost;
    titled_ = is_titled();
    emphasised_ = titles_are_emphasised();
    if (titled_) page_.doubts.push_back({place_of(lines_[first_mark()]), remark_of(Topic::DOUBT, "titles")});
    for (const PageLine& at : outline_.other_shape)
      page_.doubts.push_back({at, remark_of(Topic::DOUBT, "another_shape")});
  }

  Page run() {
    for (const OutlineBlock& one : outline_.blocks) {
      spend_work(WorkStep::LARGE);
      switch (one.role) {
        case Role::RULE:
          begin_rule(one);
          break;
        case Role::SECTION:
          heading(one);
          break;
        case Role::PART:
          begin_part(one);
          break;
        case Role::TEXT:
          text(one.block);
          break;
      }
    }
    for (Entry& entry : page_.entries) take_title_for_text(entry);
    for (Doubt& doubt : joined_) page_.doubts.push_back(std::move(doubt));
    if (outline_.wrapped) page_.doubts.push_back({{}, remark_of(Topic::DOUBT, "wrapped")});
    return std::move(page_);
  }

 private:
  [[nodiscard]] std::size_t first_mark() const { return outline_.blocks[marks_.front()].block.first; }

  void begin_rule(const OutlineBlock& one) {
    const Line& line = lines_[one.block.first];
    Marker marker = one.marker;
    std::size_t next = one.block.first + 1;  // the first line of the text
    if (titled_ && may_be_titled(one)) {
      if (marker.rest.empty()) marker.rest = lines_[next++].text;
      marker.title = std::exchange(marker.rest, {});
    }
    if (one.block.size() == 1 && marker.title.empty() && emphasised_) {
      if (auto title = without_emphasis(marker.rest)) {
        marker.title = std::move(*title);
        marker.rest.clear();
      }
    }
    used_ = next;
    Entry& entry = page_.entries.emplace_back();
    entry.number = marker.number;
    entry.stated = marker.status;
    entry.under = status_;
    entry.title = marker.title;
    entry.at = place_of(line);
    in_rule_ = true;
    original_level_ = 0;
    quoting_ = false;
    std::vector<Piece> pieces;
    if (!marker.rest.empty()) pieces.push_back({place_of(line), marker.rest});
    for (std::size_t i = next; i < one.block.end; ++i) pieces.push_back({place_of(lines_[i]), lines_[i].text});
    paragraph(pieces, one.block, true);
  }

  // A sentence in a heading with nothing below it is no title; nor is all that a rule's file holds.
  void take_title_for_text(Entry& entry) {
    if (!entry.paragraphs.empty() || entry.title.empty() || !(folder_ || ends_sentence(entry.title))) return;
    page_.doubts.push_back({entry.at, remark_of(Topic::DOUBT, "heading_is_text", {{"rule", entry.number}})});
    Paragraph& made = entry.paragraphs.emplace_back();
    made.text = std::exchange(entry.title, {});
    made.pieces.push_back({entry.at, made.text});
  }

  // A status holds for the headings below it, and ends with the next heading as high as the one that said it.
  void heading(const OutlineBlock& one) {
    const Line& line = lines_[one.block.first];
    const v1::RuleStatus status = status_in(line.text);
    const int level = one.block.level;
    if (status != v1::RULE_STATUS_UNSPECIFIED) {
      status_ = status;
      status_level_ = level;
    } else if (level > 0 && level <= status_level_) {
      status_ = v1::RULE_STATUS_UNSPECIFIED;
      status_level_ = 0;
    }
    page_.headings.push_back({place_of(line), line.text, status});
    in_rule_ = false;
  }

  void begin_part(const OutlineBlock& one) {
    const Line& line = lines_[one.block.first];
    if (!in_rule_) {
      page_.headings.push_back({place_of(line), line.text, v1::RULE_STATUS_UNSPECIFIED});
      return;
    }
    quoting_ = false;
    if (original_level_ > 0 && one.block.level <= original_level_) original_level_ = 0;
    if (original_level_ == 0 && names_an_original(line.text)) original_level_ = one.block.level;
    text(one.block);
  }

  void text(const Block& block) {
    if (!in_rule_) {
      leave_out(block, page_.entries.empty() ? "before_first_rule" : "after_heading");
      return;
    }
    if (lines_[block.first].outside) {
      leave_out(block, "outside");
      return;
    }
    if (original_level_ > 0) {
      leave_out(block, "original");
      return;
    }
    // A quote that begins with a rule's number is a rule as it once was, or another game's.
    quoting_ = block.kind == BlockKind::QUOTE && (quoting_ || marker_of(lines_[block.first]).has_value());
    if (quoting_) {
      leave_out(block, "quoted_rule");
      return;
    }
    std::vector<Piece> pieces;
    for (std::size_t i = std::max(block.first, used_); i < block.end; ++i)
      pieces.push_back({place_of(lines_[i]), lines_[i].text});
    paragraph(pieces, block, block.after_blank);
  }

  void leave_out(const Block& block, std::string_view variant) {
    for (std::size_t i = block.first; i < block.end; ++i)
      page_.left_out.push_back({place_of(lines_[i]), lines_[i].text, remark_of(Topic::LEFT_OUT, variant)});
  }

  // The lines of code and tables stay lines; those of a paragraph become one.
  void paragraph(const std::vector<Piece>& pieces, const Block& block, bool first_of_group) {
    if (pieces.empty()) return;
    const bool as_lines = block.kind == BlockKind::CODE || block.kind == BlockKind::TABLE;
    const bool told = as_lines || lines_[block.first].soft || outline_.wrapped;
    Paragraph& made = page_.entries.back().paragraphs.emplace_back();
    made.first_of_line_group = first_of_group;
    for (const Piece& piece : pieces) {
      if (!made.pieces.empty()) {
        made.text += as_lines ? "\n" : between(made.pieces.back().text, piece.text);
        if (!told)
          joined_.push_back({piece.at, remark_of(Topic::DOUBT, "joined", {{"line", made.pieces.back().at.line}})});
      }
      made.text += piece.text;
      made.pieces.push_back(piece);
    }
  }

  // A language without spaces has none at the end of a line either.
  static std::string_view between(const std::string& above, const std::string& below) {
    return is_unspaced(language_of(above)) && is_unspaced(language_of(below)) ? "" : " ";
  }

  // Whether the short line after a rule's number, which ends no sentence, is a title: the text follows on the next.
  [[nodiscard]] bool may_be_titled(const OutlineBlock& one) const {
    const Marker& marker = one.marker;
    const Line& line = lines_[one.block.first];
    if (!marker.title.empty() || columns_of(marker.rest) > TITLE_COLUMNS || ends_sentence(marker.rest)) return false;
    if (line.soft && one.block.size() > 1) return false;
    std::size_t next = one.block.first + 1;
    // A number alone on its line has the title below it.
    if (marker.rest.empty()) {
      if (next >= lines_.size() || lines_[next].text.empty() || roles_[next] != Role::TEXT ||
          columns_of(lines_[next].text) > TITLE_COLUMNS || ends_sentence(lines_[next].text) ||
          begins_list_item(lines_[next].text)) {
        return false;
      }
      ++next;
    }
    while (next < lines_.size() && lines_[next].text.empty()) ++next;
    if (next >= lines_.size() || roles_[next] != Role::TEXT) return false;
    const char first = lines_[next].text.front();
    // A sentence that goes on is no text of its own.
    return first < 'a' || first > 'z';
  }

  // A page most of whose rules have such a line has titles.
  [[nodiscard]] bool is_titled() const {
    const auto titled =
        std::count_if(marks_.begin(), marks_.end(), [&](std::size_t at) { return may_be_titled(outline_.blocks[at]); });
    return titled >= 2 && static_cast<std::size_t>(titled) * 5 >= marks_.size() * 4;
  }

  [[nodiscard]] bool titles_are_emphasised() const {
    const auto titled = std::count_if(marks_.begin(), marks_.end(), [&](std::size_t at) {
      return outline_.blocks[at].block.level == 0 && !outline_.blocks[at].marker.title.empty();
    });
    return static_cast<std::size_t>(titled) * 3 >= marks_.size() * 2;
  }

  Outline outline_;
  const std::vector<Line>& lines_;
  bool folder_;                     // with a file a rule
  std::vector<Role> roles_;         // of the block that each line begins
  std::vector<std::size_t> marks_;  // the blocks that begin rules
  Page page_;
  bool titled_ = false;
  bool emphasised_ = false;  // its titles are
  bool in_rule_ = false;
  bool quoting_ = false;    // within a quote that is a rule
  int original_level_ = 0;  // of the heading above what a rule once said; 0: none
  std::size_t used_ = 0;    // lines before this one are used up by a rule's number and title
  v1::RuleStatus status_ = v1::RULE_STATUS_UNSPECIFIED;
  int status_level_ = 0;
  std::vector<Doubt> joined_;
};

}  // namespace

Result<Page> recognise(const Lines& lines, std::string_view where) {
  Outline outline = outline_of(lines.lines);
  const bool any = std::any_of(outline.blocks.begin(), outline.blocks.end(),
                               [](const OutlineBlock& one) { return one.role == Role::RULE; });
  if (!any) return error_of(ErrorCode::PAGE_NO_RULES, "none_recognised", {{"where", where}});
  const bool marked_up = lines.shape == PageShape::MARKDOWN || lines.shape == PageShape::WIKI;
  const bool ends_stated = lines.shape == PageShape::FOLDER || (marked_up && outline.by_markup);
  Page page = Recogniser(std::move(outline), lines.shape == PageShape::FOLDER).run();
  page.ends_stated = ends_stated;
  return page;
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

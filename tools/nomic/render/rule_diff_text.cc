#include "render/rule_diff_text.h"

#include <fmt/format.h>

#include "nomic/views/passages.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/passages_text.h"

namespace nomic::tools {
namespace {

// The text before, or after, as its pieces have it.
std::string text_in(const v1::CompareView::Rule& rule, v1::CompareView::Piece::Kind without) {
  std::string out;
  for (const auto& piece : rule.text()) {
    if (piece.kind() != without) out += piece.text();
  }
  return out;
}

}  // namespace

std::string marked_text(const v1::CompareView::Rule& rule) {
  std::string out;
  for (const auto& piece : rule.text()) {
    if (piece.kind() == v1::CompareView::Piece::GONE) {
      out += red("[-" + piece.text() + "-]");
    } else if (piece.kind() == v1::CompareView::Piece::NEW) {
      out += green("{+" + piece.text() + "+}");
    } else {
      out += piece.text();
    }
  }
  return out;
}

std::string no_longer_played_by(std::string_view in_words, std::size_t width, std::size_t indent) {
  return wrap(red(fmt::format("- no longer played by: {}.", on_one_line(in_words))), width, indent);
}

std::string newly_played_by(std::string_view in_words, std::size_t width, std::size_t indent) {
  return wrap(green(fmt::format("+ played by: {}.", on_one_line(in_words))), width, indent);
}

std::string rule_difference_text(const v1::CompareView::Rule& rule, std::size_t width) {
  constexpr std::size_t DEEPER = 4;
  std::string out;
  if (!rule.first_status().empty()) {
    out += wrap(
        fmt::format("status: {} {}", red("[-" + rule.first_status() + "-]"), green("{+" + rule.second_status() + "+}")),
        width, DEEPER);
  }
  if (rule.first_title() != rule.second_title()) {
    out += wrap(fmt::format("title: {} {}", red("[-" + on_one_line(rule.first_title()) + "-]"),
                            green("{+" + on_one_line(rule.second_title()) + "+}")),
                width, DEEPER);
  }
  if (rule.layout()) {
    out += wrap("the same words, laid out otherwise", width, DEEPER);
  } else if (!rule.text().empty()) {
    const std::string before = text_in(rule, v1::CompareView::Piece::NEW);
    out += passages_text(passages(before, text_in(rule, v1::CompareView::Piece::GONE)), width, DEEPER);
  }
  for (const std::string& words : rule.gone_in_words()) out += no_longer_played_by(words, width, DEEPER);
  for (const std::string& words : rule.new_in_words()) out += newly_played_by(words, width, DEEPER);
  return out;
}

}  // namespace nomic::tools

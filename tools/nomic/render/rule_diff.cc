#include "render/rule_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "nomic/replay/diff.h"
#include "nomic/replay/edition.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/passages.h"

namespace nomic::tools {
namespace {

std::vector<std::string> provisions_of(const v1::RuleBody& rule) {
  std::vector<std::string> lines;
  for (const v1::Provision& provision : rule.provisions()) lines.push_back(replay::print_provision(provision));
  return lines;
}

// The text before, or after, as its pieces have it.
std::string text_in(const v1::CompareView::Rule& rule, v1::CompareView::Piece::Kind without) {
  std::string out;
  for (const auto& piece : rule.text()) {
    if (piece.kind() != without) out += piece.text();
  }
  return out;
}

v1::CompareView::Piece::Kind kind_of(replay::DiffPiece::Kind kind) {
  switch (kind) {
    case replay::DiffPiece::Kind::KEPT:
      return v1::CompareView::Piece::KEPT;
    case replay::DiffPiece::Kind::GONE:
      return v1::CompareView::Piece::GONE;
    case replay::DiffPiece::Kind::NEW:
      return v1::CompareView::Piece::NEW;
  }
  return v1::CompareView::Piece::KEPT;
}

}  // namespace

std::string_view status_word(v1::RuleStatus status) {
  return status == v1::IMMUTABLE ? "immutable" : "mutable";
}

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

bool rule_difference(const v1::RuleBody& one, const v1::RuleBody& other, const v1::Text* before, const v1::Text* after,
                     const std::string& lang, v1::CompareView::Rule& rule) {
  bool differs = false;
  if (one.status() != other.status()) {
    rule.set_first_status(std::string(status_word(one.status())));
    rule.set_second_status(std::string(status_word(other.status())));
    differs = true;
  }
  if (one.title() != other.title()) {
    rule.set_first_title(one.title());
    rule.set_second_title(other.title());
    differs = true;
  }
  provision_difference(one, other, rule);
  if (before != nullptr && after != nullptr && before->text() != after->text())
    text_difference(before->text(), after->text(), lang, rule);
  return differs || !rule.provisions_gone().empty() || !rule.provisions_new().empty() || !rule.text().empty();
}

void provision_difference(const v1::RuleBody& one, const v1::RuleBody& other, v1::CompareView::Rule& rule) {
  const auto gone = provisions_of(one);
  const auto come = provisions_of(other);
  for (std::size_t at = 0; at < gone.size(); ++at) {
    if (std::find(come.begin(), come.end(), gone[at]) != come.end()) continue;
    rule.add_provisions_gone(gone[at]);
    rule.add_gone_in_words(words_of(one.provisions(static_cast<int>(at))));
  }
  for (std::size_t at = 0; at < come.size(); ++at) {
    if (std::find(gone.begin(), gone.end(), come[at]) != gone.end()) continue;
    rule.add_provisions_new(come[at]);
    rule.add_new_in_words(words_of(other.provisions(static_cast<int>(at))));
  }
}

void text_difference(std::string_view before, std::string_view after, const std::string& lang,
                     v1::CompareView::Rule& rule) {
  for (const replay::DiffPiece& piece : replay::text_diff(before, after, lang == "ja")) {
    auto* to = rule.add_text();
    to->set_kind(kind_of(piece.kind));
    to->set_text(piece.text);
  }
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

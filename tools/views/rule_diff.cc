#include "nomic/views/rule_diff.h"

#include <algorithm>
#include <vector>

#include "nomic/replay/diff.h"
#include "nomic/replay/edition.h"
#include "nomic/words/provision_words.h"

namespace nomic::tools {
namespace {

std::vector<std::string> provisions_of(const v1::RuleBody& rule) {
  std::vector<std::string> lines;
  for (const v1::Provision& provision : rule.provisions()) lines.push_back(replay::print_provision(provision));
  return lines;
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

}  // namespace nomic::tools

#include "form_html.h"

#include <fmt/format.h>

#include "html_text.h"

namespace nomic::tools {
namespace {

std::string struck(std::string_view text) {
  return text.empty() ? "" : fmt::format("<del>{}</del>", html(text));
}

std::string added(std::string_view text) {
  return text.empty() ? "" : fmt::format("<ins>{}</ins>", html(text));
}

std::string passage_html(const v1::PassageView& passage) {
  if (passage.kind() == v1::PassageView::UNCHANGED) return html(passage.after());
  if (passage.pieces().empty()) return struck(passage.before()) + added(passage.after());
  std::string out;
  for (const v1::CompareView::Piece& piece : passage.pieces()) {
    out += piece.kind() == v1::CompareView::Piece::GONE  ? struck(piece.text())
           : piece.kind() == v1::CompareView::Piece::NEW ? added(piece.text())
                                                         : html(piece.text());
  }
  return out;
}

std::string titles_html(const v1::ChangeView& change) {
  const v1::TargetView& target = change.target();
  if (target.has_new_title()) {
    return html_passage_of("p", "", "<strong>" + struck(target.title()) + added(target.new_title()) + "</strong>");
  }
  const std::string& title = change.has_target() ? target.title() : change.title();
  return title.empty() ? "" : html_passage_of("p", "", "<strong>" + html(title) + "</strong>");
}

// The rule's text as it would be, what goes and what comes marked.
std::string texts_html(const v1::ChangeView& change) {
  const v1::TargetView& target = change.target();
  std::string out;
  int from = 0;
  if (!target.passages().empty()) {
    std::string passages;
    for (const v1::PassageView& passage : target.passages()) passages += passage_html(passage);
    out += html_passage_of("blockquote", target.lang(), passages);
    from = 1;
  } else if (!target.text().empty()) {
    const bool goes = change.kind() == "REPEAL";
    out += html_passage_of("blockquote", target.lang(), goes ? struck(target.text()) : html(target.text()));
    from = change.texts_size();
  }
  for (int at = from; at < change.texts_size(); ++at) {
    out += html_passage("blockquote", change.texts(at).lang(), change.texts(at).text());
  }
  return out;
}

std::string provision_html(const char* key, const std::string& provision, const PageWords& words) {
  return words.filled(key, {{"provision", program_words(provision, words)}});
}

std::string provisions_html(const v1::ChangeView& change, const PageWords& words) {
  const v1::TargetView& target = change.target();
  std::string items;
  for (const std::string& lost : target.provisions_lost()) {
    items += "<li><del>" + provision_html("provision.gone", lost, words) + "</del></li>";
  }
  for (const std::string& gained : target.provisions_gained()) {
    items += "<li><ins>" + provision_html("provision.by", gained, words) + "</ins></li>";
  }
  for (const std::string& kept : target.provisions_kept()) items += played_by_html(kept, words);
  if (items.empty()) {
    for (const std::string& provision : change.in_words()) items += played_by_html(provision, words);
  }
  return items.empty() ? "" : "<ul class=\"played\">" + items + "</ul>";
}

}  // namespace

std::string played_by_html(std::string_view in_words, const PageWords& words) {
  return "<li>" + provision_html("provision.by", std::string(in_words), words) + "</li>";
}

std::string change_html(const v1::ChangeView& change, const PageWords& words) {
  std::string out = titles_html(change) + texts_html(change) + provisions_html(change, words);
  if (change.text_unknown()) out += "<p class=\"quiet\">" + words("change.unknown") + "</p>";
  return out;
}

}  // namespace nomic::tools

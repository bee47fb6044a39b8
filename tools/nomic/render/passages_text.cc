#include "render/passages_text.h"

// Passages, for people.
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

std::string_view without_space_after(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Space that is gone is not worth a mark, and space that is new is worth none.
std::string marked(std::string_view text, bool gone) {
  const std::string_view words = without_space_after(text);
  if (words.empty()) return std::string(gone ? "" : text);
  const std::string_view blanks = text.substr(words.size());
  const std::string shown = std::string(gone ? "[-" : "{+").append(words).append(gone ? "-]" : "+}");
  return (gone ? red(shown) : green(shown)).append(blanks);
}

}  // namespace

std::string passages_text(const google::protobuf::RepeatedPtrField<v1::PassageView>& passages, std::size_t width,
                          std::size_t indent) {
  std::string out;
  std::string flow;
  const auto end_flow = [&] {
    const std::string_view words = without_space_after(flow);
    if (!words.empty()) out += wrap(words, width, indent);
    flow.clear();
  };
  for (const v1::PassageView& passage : passages) {
    switch (passage.kind()) {
      case v1::PassageView::STRUCK:
        flow += marked(passage.before(), true);
        break;
      case v1::PassageView::ADDED:
        flow += marked(passage.after(), false);
        break;
      case v1::PassageView::REVISED:
        for (const auto& piece : passage.pieces()) {
          const bool kept = piece.kind() == v1::CompareView::Piece::KEPT;
          flow += kept ? piece.text() : marked(piece.text(), piece.kind() == v1::CompareView::Piece::GONE);
        }
        break;
      case v1::PassageView::REWRITTEN:
        end_flow();
        out += wrap(red("Before: " + std::string(without_space_after(passage.before()))), width, indent);
        out += wrap(green("After: " + std::string(without_space_after(passage.after()))), width, indent);
        break;
      default:
        flow += passage.after();
    }
  }
  end_flow();
  return out;
}

}  // namespace nomic::tools

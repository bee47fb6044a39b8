#include "nomic/views/passages.h"

#include <algorithm>
#include <utility>

#include "nomic/replay/rule_history.h"
#include "nomic/replay/work.h"

namespace nomic::tools {
namespace {

using Passages = google::protobuf::RepeatedPtrField<v1::PassageView>;
using Sentences = std::vector<std::string>;

// Sentences that are paired one by one; of more, what cannot be read as one passage is rewritten. To compare each with
// each costs up to the product of their bytes.
constexpr std::size_t MOST_PAIRS = 900;
constexpr std::size_t MOST_PAIRED_BYTES = 16'000'000;

std::string joined(const Sentences& sentences, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t at = from; at < to; ++at) out += sentences[at];
  return out;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

v1::CompareView::Piece::Kind kind_in_view(replay::DiffPiece::Kind kind) {
  return kind == replay::DiffPiece::Kind::KEPT   ? v1::CompareView::Piece::KEPT
         : kind == replay::DiffPiece::Kind::GONE ? v1::CompareView::Piece::GONE
                                                 : v1::CompareView::Piece::NEW;
}

void add(Passages& passages, v1::PassageView::Kind kind, std::string before, std::string after) {
  v1::PassageView* passage = passages.Add();
  passage->set_kind(kind);
  passage->set_before(std::move(before));
  passage->set_after(std::move(after));
}

// Whether it was added: it can be read by word.
bool add_revised(Passages& passages, const std::string& before, const std::string& after) {
  const auto pieces = readable_pieces(before, after);
  if (pieces.empty()) return false;
  add(passages, v1::PassageView::REVISED, before, after);
  for (const replay::DiffPiece& piece : pieces) {
    auto* to = passages.rbegin()->add_pieces();
    to->set_kind(kind_in_view(piece.kind));
    to->set_text(piece.text);
  }
  return true;
}

// Sentences of which none became one of the others.
void add_unlike(Passages& passages, std::string before, std::string after) {
  if (before.empty() && after.empty()) return;
  const bool blank = without_blanks(before).empty() && without_blanks(after).empty();
  const auto kind = blank            ? v1::PassageView::UNCHANGED
                    : before.empty() ? v1::PassageView::ADDED
                    : after.empty()  ? v1::PassageView::STRUCK
                                     : v1::PassageView::REWRITTEN;
  add(passages, kind, std::move(before), std::move(after));
}

// How many bytes two sentences have in common if one can be read as the other revised; 0: it cannot.
std::size_t likeness(const std::string& before, const Units& of_before, const std::string& after,
                     const Units& of_after) {
  if (!of_before.has_half_in_common(of_after)) return 0;
  std::size_t kept = 0;
  for (const replay::DiffPiece& piece : readable_pieces(before, after)) {
    if (piece.kind == replay::DiffPiece::Kind::KEPT) kept += without_blanks(piece.text).size();
  }
  return kept;
}

// Sentences and what they became, by their places, and how much they have in common together.
struct Pairing {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::size_t likeness = 0;
};

// The pairs, in order, that have most in common.
Pairing pairs_of(const Sentences& gone, const Sentences& come) {
  const std::size_t columns = come.size() + 1;
  const std::vector<Units> of_gone(gone.begin(), gone.end());
  const std::vector<Units> of_come(come.begin(), come.end());
  std::vector<std::size_t> like(gone.size() * come.size());
  std::vector<std::size_t> best((gone.size() + 1) * columns, 0);  // of what begins with gone[i] and come[j]
  for (std::size_t i = gone.size(); i-- > 0;) {
    for (std::size_t j = come.size(); j-- > 0;) {
      replay::spend_work(replay::WorkStep::LARGE);
      const std::size_t here = likeness(gone[i], of_gone[i], come[j], of_come[j]);
      like[i * come.size() + j] = here;
      const std::size_t paired = here == 0 ? 0 : here + best[(i + 1) * columns + j + 1];
      best[i * columns + j] = std::max({best[(i + 1) * columns + j], best[i * columns + j + 1], paired});
    }
  }
  Pairing found{{}, best.front()};
  for (std::size_t i = 0, j = 0; i < gone.size() && j < come.size();) {
    const std::size_t here = like[i * come.size() + j];
    if (here != 0 && best[i * columns + j] == here + best[(i + 1) * columns + j + 1]) {
      found.pairs.emplace_back(i++, j++);
    } else if (best[i * columns + j] == best[(i + 1) * columns + j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

// Sentences that were replaced by others.
void add_replaced(Passages& passages, const Sentences& gone, const Sentences& come) {
  const std::string before = joined(gone, 0, gone.size());
  const std::string after = joined(come, 0, come.size());
  if (before.empty() || after.empty()) return add_unlike(passages, before, after);
  const bool many = gone.size() * come.size() > MOST_PAIRS || before.size() * after.size() > MOST_PAIRED_BYTES;
  const Pairing pairing = many ? Pairing{} : pairs_of(gone, come);
  // Where one sentence became two, or two one, most is kept of all of them as one passage.
  if (likeness(before, Units(before), after, Units(after)) > pairing.likeness) {
    add_revised(passages, before, after);
    return;
  }
  std::size_t i = 0;
  std::size_t j = 0;
  for (const auto& [one, other] : pairing.pairs) {
    add_unlike(passages, joined(gone, i, one), joined(come, j, other));
    add_revised(passages, gone[one], come[other]);
    i = one + 1;
    j = other + 1;
  }
  add_unlike(passages, joined(gone, i, gone.size()), joined(come, j, come.size()));
}

}  // namespace

Passages passages(std::string_view before, std::string_view after) {
  const Sentences one = replay::sentences(before);
  const Sentences other = replay::sentences(after);
  // Sentences that both have, whatever space is after them.
  const auto bare = [](const Sentences& sentences) {
    std::vector<std::string> out;
    out.reserve(sentences.size());
    for (const std::string& sentence : sentences) out.emplace_back(without_blanks(sentence));
    return out;
  };
  std::string first;
  std::string second;
  Passages passages;
  Sentences gone;
  Sentences come;
  const auto settle = [&] {
    if (!first.empty() || !second.empty()) {
      add(passages, v1::PassageView::UNCHANGED, std::move(first), std::move(second));
      first.clear();
      second.clear();
    }
  };
  const auto settle_replaced = [&] {
    add_replaced(passages, gone, come);
    gone.clear();
    come.clear();
  };
  std::size_t i = 0;
  std::size_t j = 0;
  for (const replay::DiffPiece& piece : replay::list_diff(bare(one), bare(other))) {
    if (piece.kind == replay::DiffPiece::Kind::KEPT) {
      settle_replaced();
      first += one[i++];
      second += other[j++];
      continue;
    }
    settle();
    if (piece.kind == replay::DiffPiece::Kind::GONE) gone.push_back(one[i++]);
    if (piece.kind == replay::DiffPiece::Kind::NEW) come.push_back(other[j++]);
  }
  settle_replaced();
  settle();
  return passages;
}

}  // namespace nomic::tools

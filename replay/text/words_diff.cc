#include "nomic/replay/text/words_diff.h"

// The one file that sees the library.
#include <dtl/dtl.hpp>

namespace nomic::replay {

std::vector<DiffPiece> words_diff(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  dtl::Diff<std::string, std::vector<std::string>> diff(before, after);
  diff.onHuge();
  diff.compose();
  std::vector<DiffPiece> pieces;
  for (const auto& [word, info] : diff.getSes().getSequence()) {
    const DiffPiece::Kind kind = info.type == dtl::SES_ADD      ? DiffPiece::Kind::NEW
                                 : info.type == dtl::SES_DELETE ? DiffPiece::Kind::GONE
                                                                : DiffPiece::Kind::KEPT;
    pieces.push_back({kind, word});
  }
  return pieces;
}

}  // namespace nomic::replay

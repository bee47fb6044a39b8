#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {

// Canonical caseless matching (The Unicode Standard, D145) decomposes before it folds: U+0345 moves when it is folded.
// What cannot be seen must not tell two names apart either, so invisible characters go and every space is one space.
std::string fold(std::string_view utf8) {
  const unicode::Decoded decoded = unicode::decode(utf8);
  if (decoded.bad_byte) return std::string(utf8);
  std::string visible;
  visible.reserve(utf8.size());
  for (const unicode::CodePoint point : decoded.points) {
    if (unicode::is_invisible(point)) continue;
    if (unicode::is_space(point)) {
      visible.push_back(' ');
    } else {
      unicode::append(visible, point);
    }
  }
  return unicode::nfc_casefold(unicode::nfd(visible));
}

}  // namespace nomic::replay

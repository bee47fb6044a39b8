#include "nomic/replay/text.h"

namespace nomic::replay {

bool is_language_tag(std::string_view tag) {
  if (tag.size() > LANGUAGE_LIMIT) return false;
  bool in_part = false;
  for (const char c : tag) {
    const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter_or_digit && !(c == '-' && in_part)) return false;
    in_part = letter_or_digit;
  }
  return in_part;
}

}  // namespace nomic::replay

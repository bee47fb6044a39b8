#include "nomic/views/suggest.h"

#include <fmt/format.h>

#include "nomic/replay/text.h"
#include "nomic/views/same_meaning.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

std::string nearest_to(std::string_view typed, const std::vector<std::string>& known) {
  // Whoever types a word of the language has not mistyped another.
  if (std::string meant = same_in_meaning(typed, known); !meant.empty()) return meant;
  return replay::nearest(typed, known);
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  if (const std::string near = nearest_to(typed, known); !near.empty()) return fmt::format("did you mean {}?", near);
  constexpr std::size_t FEW = 12;
  if (known.empty() || known.size() > FEW) return {};
  return fmt::format("there {} {}.", known.size() == 1 ? "is" : "are", listed(known));
}

Failure unknown_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known) {
  const std::string near = nearest_to(typed, known);
  return usage(fmt::format("there is no {} {}.", what, in_quotes(typed)),
               near.empty() ? fmt::format("there are {}.", listed(known)) : fmt::format("did you mean {}?", near));
}

}  // namespace nomic::tools

#include "embedded_pages.h"

#include <algorithm>
#include <cassert>

namespace nomic::tools {

std::string_view embedded_page(std::string_view stem) {
  const auto& pages = embedded_pages();
  const auto found =
      std::find_if(pages.begin(), pages.end(), [&](const EmbeddedPage& one) { return one.stem == stem; });
  assert(found != pages.end());
  return found->text;
}

}  // namespace nomic::tools

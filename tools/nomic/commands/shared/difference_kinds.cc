#include "shared/difference_kinds.h"

#include <algorithm>
#include <vector>

#include "nomic/views/suggest.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> NAMES = {
      "words", "layout", "title", "status", "number", "missing", std::string(PROVISIONS)};
  return NAMES;
}

}  // namespace

std::string_view name_of(replay::DifferenceKind kind) {
  return kind_names()[static_cast<std::size_t>(kind)];
}

void IgnoredKinds::declare(Arguments& arguments) {
  arguments.option(
      "--ignore", "KIND",
      "Leaves out differences of a kind: words, layout (line breaks, tabs, emphasis, code marks, targets of "
      "links), title, status, number, missing, provisions. Several with commas.",
      [this](const std::string& typed) -> Status {
        for (std::size_t at = 0; at <= typed.size();) {
          const std::size_t comma = std::min(typed.find(',', at), typed.size());
          const std::string kind = typed.substr(at, comma - at);
          const auto& known = kind_names();
          if (std::find(known.begin(), known.end(), kind) == known.end())
            return unknown_word("kind of difference", kind, known);
          kinds_.insert(kind);
          at = comma + 1;
        }
        return ledger::Done{};
      });
}

}  // namespace nomic::tools

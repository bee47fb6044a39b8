#include "nomic/words/notices.h"

#include <fmt/format.h>

#include "nomic/words/listing.h"

namespace nomic::tools {

std::string sentence_of(const v1::Notice& notice) {
  switch (notice.kind_case()) {
    case v1::Notice::kLosesProvisions:
      // The game warns that they would go; what can be done about it is ours to say.
      return fmt::format("to keep the provisions of rule {}: revise amend {} ... --keep-provisions",
                         notice.loses_provisions().rule(), notice.loses_provisions().rule());
    case v1::Notice::kLosesLanguages: {
      const auto& langs = notice.loses_languages().langs();
      return fmt::format(
          "rule {} has a text in {} too, which the amendment replaces by none: give one by --translation {}=TEXT",
          notice.loses_languages().rule(), listed({langs.begin(), langs.end()}), langs.empty() ? "" : langs[0]);
    }
    case v1::Notice::kKeepsProvisions:
      return fmt::format(
          "the provisions of proposal {} stay as they were: see that they still say what its text says.",
          notice.keeps_provisions().proposal());
    case v1::Notice::KIND_NOT_SET:
      return {};
  }
  return {};
}

}  // namespace nomic::tools

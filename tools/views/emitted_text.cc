#include "nomic/views/emitted_text.h"

#include <fmt/format.h>

#include "nomic/replay/point.h"
#include "nomic/words/sentences.h"

namespace nomic::tools {

std::string emitted(const replay::Consequences& consequences) {
  std::string out;
  std::int64_t told = 0;  // the time that the sentences are about; 0: that of the record
  for (const v1::Consequence& consequence : consequences) {
    if (!out.empty()) out += ' ';
    const std::int64_t when = consequence.happened_at();
    if (when != told) out += when != 0 ? fmt::format("At {}: ", replay::print_time(when)) : "Then: ";
    told = when;
    out += sentence_of(consequence);
  }
  return out;
}

}  // namespace nomic::tools

#include "page_data.h"

#include "nomic/replay/text_format.h"

namespace nomic::replay {

Result<v1::Variants> known_variants() {
  v1::Variants all;
  for (const EmbeddedFile& one : embedded_page_data()) {
    if (!one.stem.starts_with("variants-")) continue;
    v1::Variants some;
    Status read = read_text_format(one.text, one.stem, ErrorCode::BAD_RULESET, some);
    if (!read) return read.error();
    all.MergeFrom(some);
  }
  return all;
}

}  // namespace nomic::replay

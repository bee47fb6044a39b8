// The table of what remarks say: a row for each case of each topic. Parameters are written as in refusal_rows.h.
#pragma once

#include <string_view>
#include <vector>

#include "nomic/replay/remark.h"

namespace nomic::tools {

struct RemarkRow {
  replay::Topic topic;
  std::string_view variant;
  std::string_view what;
};

const std::vector<RemarkRow>& remarks_audit();
const std::vector<RemarkRow>& remarks_pages();
const std::vector<RemarkRow>& remarks_slips();
const std::vector<RemarkRow>& remarks_status();
const std::vector<RemarkRow>& remarks_warnings();

}  // namespace nomic::tools

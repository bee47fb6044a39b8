#include "commit_times.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nomic::tools {
namespace {

// Which versions are among the most whose times do not go back.
std::vector<bool> in_order(const std::vector<replay::PostedVersion>& versions) {
  std::vector<std::size_t> ends;  // of the runs of one version, two, three: the earliest version that ends such a run
  std::vector<std::size_t> before(versions.size(), versions.size());
  for (std::size_t at = 0; at < versions.size(); ++at) {
    const auto place =
        std::upper_bound(ends.begin(), ends.end(), versions[at].posted,
                         [&](std::int64_t time, std::size_t end) { return time < versions[end].posted; });
    if (place != ends.begin()) before[at] = *(place - 1);
    if (place == ends.end()) {
      ends.push_back(at);
    } else {
      *place = at;
    }
  }
  std::vector<bool> kept(versions.size());
  for (std::size_t at = ends.empty() ? versions.size() : ends.back(); at < versions.size(); at = before[at]) {
    kept[at] = true;
  }
  return kept;
}

}  // namespace

std::vector<replay::PastSlip> put_in_order(std::vector<replay::PostedVersion>& versions) {
  const std::vector<bool> kept = in_order(versions);
  std::vector<replay::PastSlip> slips;
  const auto first = static_cast<std::size_t>(std::find(kept.begin(), kept.end(), true) - kept.begin());
  for (std::size_t at = 0; at < versions.size(); ++at) {
    if (!kept[at]) {
      versions[at].posted = versions[at < first ? first : at - 1].posted;
      replay::PastSlip& slip = slips.emplace_back();
      slip.kind = replay::PastSlipKind::CLOCK_WRONG;
      slip.version = at;
    }
    versions[at].written = std::min(versions[at].written, versions[at].posted);
  }
  return slips;
}

}  // namespace nomic::tools

#include "stale_references.h"

#include <tuple>
#include <utility>

#include "nomic/replay/references.h"

namespace nomic::replay::past {

void References::note(std::size_t at, const std::vector<Held>& held, std::vector<PastSlip>& slips) {
  std::set<std::uint32_t> now;
  for (const Held& rule : held) now.insert(rule.copy.number);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> open;
  for (const Held& rule : held) {
    for (const Mention& mention : mentions(rule.copy.text)) {
      if (borne_.count(mention.number) == 0 || now.count(mention.number) != 0) continue;
      const std::pair key(rule.lineage, mention.number);
      if (open.count(key) != 0) continue;
      const auto before = open_.find(key);
      open[key] = before == open_.end() ? slips.size() : before->second;
      if (before != open_.end()) continue;
      PastSlip& slip = slips.emplace_back();
      slip.kind = PastSlipKind::STALE_REFERENCE;
      slip.version = at;
      slip.rules = {rule.copy.number};
      slip.other = mention.number;
    }
  }
  for (const auto& [key, slip] : open_) {
    if (open.count(key) == 0) slips[slip].until = at;
  }
  open_ = std::move(open);
  borne_.insert(now.begin(), now.end());
}

}  // namespace nomic::replay::past

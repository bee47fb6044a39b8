#include "stale_references.h"

#include <string_view>
#include <tuple>
#include <utility>

#include "nomic/replay/references.h"

namespace nomic::replay::past {
namespace {

// Whether a mention stands in the words of a link to another place of the web, whose address does not have the number:
// "[Chiark Nomic, rule 201](http://www.example.org/rules.html)" is a rule of another game.
bool is_of_another_game(std::string_view text, const Mention& mention) {
  const std::size_t open = text.substr(0, mention.at).find_last_of("[]");
  if (open == std::string_view::npos || text[open] == ']') return false;
  const std::size_t close = text.find_first_of("[]", mention.at);
  if (close == std::string_view::npos || text[close] == '[') return false;
  const std::string_view behind = text.substr(close + 1);
  if (!behind.starts_with("(http://") && !behind.starts_with("(https://")) return false;
  const std::string_view address = behind.substr(0, behind.find(')'));
  return address.find(text.substr(mention.at, mention.length)) == std::string_view::npos;
}

}  // namespace

void References::note(std::size_t at, const std::vector<Held>& held, std::vector<PastSlip>& slips) {
  std::set<std::uint32_t> now;
  for (const Held& rule : held) now.insert(rule.copy.number);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> open;
  for (const Held& rule : held) {
    for (const Mention& as_written : mentions(rule.copy.text)) {
      const bool known = borne_.count(as_written.number) != 0 || now.count(as_written.number) != 0;
      const Mention mention = known ? as_written : without_letters(as_written);
      if (borne_.count(mention.number) == 0 || now.count(mention.number) != 0) continue;
      if (is_of_another_game(rule.copy.text, mention)) continue;
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

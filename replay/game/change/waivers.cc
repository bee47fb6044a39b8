#include "change/waivers.h"

#include <algorithm>

namespace nomic::replay {
namespace {

// Whether a turn goes on, or is another's, depends on what else of it counts. Either way it is not the author's to
// move.
ErrorCode as_waived(ErrorCode code) {
  return code == ErrorCode::TURN_NOT_COMPLETE ? ErrorCode::OUT_OF_TURN : code;
}

bool same(const v1::Prohibition& one, const v1::Prohibition& other) {
  if (one.code() != other.code()) return false;
  if (one.rules().empty() || other.rules().empty()) return one.rules().empty() && other.rules().empty();
  return std::find_first_of(one.rules().begin(), one.rules().end(), other.rules().begin(), other.rules().end()) !=
         one.rules().end();
}

}  // namespace

v1::Prohibition prohibition_of(const State& state, const Error& refusal) {
  v1::Prohibition prohibition;
  prohibition.set_code(static_cast<std::uint32_t>(as_waived(refusal.code)));
  auto& rules = *prohibition.mutable_rules();
  for (const auto& cited : refusal.cited) {
    if (const auto* rule = find_rule(state, cited.rule)) rules.Add(rule->lineage());
  }
  std::sort(rules.begin(), rules.end());
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  return prohibition;
}

bool is_among(const Prohibitions& waived, const v1::Prohibition& prohibition) {
  return std::any_of(waived.begin(), waived.end(), [&](const auto& one) { return same(one, prohibition); });
}

bool is_among(const Prohibitions& waived, const State& state, const Error& refusal) {
  return !waived.empty() && is_among(waived, prohibition_of(state, refusal));
}

Prohibitions waived_of(const v1::Proposal& proposal) {
  return {proposal.waived().begin(), proposal.waived().end()};
}

void note_waivers(const Play& play, v1::Proposal& proposal) {
  *proposal.mutable_waived() = {play.waived.begin(), play.waived.end()};
}

bool is_waived(const v1::Proposal& proposal, ErrorCode prohibition) {
  return std::any_of(proposal.waived().begin(), proposal.waived().end(),
                     [&](const auto& one) { return one.code() == static_cast<std::uint32_t>(as_waived(prohibition)); });
}

bool forbids(const Play& play, const Status& status) {
  return !status && !is_among(play.waived, play.state, status.error());
}

}  // namespace nomic::replay

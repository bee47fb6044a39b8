#include "voting/forms.h"

#include <fmt/core.h>

#include "nomic/ledger/hash.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

using Changes = google::protobuf::RepeatedPtrField<v1::RuleChange>;

ledger::Hash digest_of_changes(const Changes& changes) {
  std::string bytes;
  for (const auto& change : changes) {
    const std::string one = change.SerializeAsString();
    bytes += fmt::format("{}:", one.size()) + one;
  }
  return ledger::sha256(bytes);
}

}  // namespace

ledger::Hash digest_of_form(const Move& move) {
  return ledger::sha256(move.payload);
}

Status remember_defeat(Play& play, const v1::Proposal& proposal) {
  const auto proposing = play.law().proposing(case_of(proposal));
  const auto& rule = proposing.value;
  if (!rule.has_resubmit_after()) {
    if (!play.state.defeated().empty()) play.state.edit_defeated().clear();
    return ledger::Done{};
  }
  // From which number on it may be made again is not known.
  if (is_unnumbered(proposal.number())) return ledger::Done{};
  NOMIC_ASSIGN(const auto changes, changes_of(play.history, proposal));
  auto& all = play.state.edit_defeated();
  // Only as far back as the rule looks.
  while (!all.empty() &&
         std::uint64_t{plain_of(all.begin()->proposal())} + rule.resubmit_after() + 1 < play.state.next_number()) {
    all.erase(0);
  }
  auto& defeated = all.add();
  defeated.set_proposal(proposal.number());
  defeated.set_digest(digest_of_changes(changes).raw());
  return ledger::Done{};
}

template <class Changes>
Status may_be_made_again(const Play& play, const Changes& changes) {
  const auto rule = play.law().proposing({.change = changes.begin()->kind(), .player = play.move.author});
  if (!rule.value.has_resubmit_after() || play.state.defeated().empty()) return ledger::Done{};
  const auto digest = digest_of_changes(changes).raw();
  for (const auto& defeated : play.state.defeated()) {
    const auto may_from = std::uint64_t{plain_of(defeated.proposal())} + rule.value.resubmit_after() + 1;
    if (defeated.digest() != digest || play.state.next_number() >= may_from) continue;
    return refuse(ErrorCode::DEFEATED_BEFORE, "", {{"proposal", defeated.proposal()}, {"first", may_from}},
                  {rule.source("resubmit_after")});
  }
  return ledger::Done{};
}
template Status may_be_made_again(const Play&, const Changes&);

}  // namespace nomic::replay

// The kinds of rule-change of which one can be proposed: found by asking of each, until one target is admitted.

#include "change/rule_changes.h"
#include "nomic/replay/reference.h"
#include "offers/board.h"
#include "voting/forms.h"

namespace nomic::replay {
namespace {

using ProbedChanges = google::protobuf::RepeatedPtrField<v1::RuleChange>;

// Of which another target may be admitted.
bool is_of_its_target(ErrorCode code) {
  switch (code) {
    case ErrorCode::RULE_IMMUTABLE:
    case ErrorCode::ALREADY_OF_STATUS:
    case ErrorCode::NEVER_AMENDED:
    case ErrorCode::NO_SUCH_RULE:
    case ErrorCode::NOT_REPEALED:
    case ErrorCode::DEFEATED_BEFORE:
      return true;
    default:
      return false;
  }
}

Status may_propose_form(const Play& play, const v1::RuleChange& change) {
  ProbedChanges changes;
  *changes.Add() = change;
  NOMIC_TRY(may_be_proposed(play, changes));
  return may_be_made_again(play, changes);
}

// Whether a rule-change of that kind may be proposed of one of those rules.
template <class Rules>
bool any_target(const Play& play, v1::RuleChange change, const Rules& rules) {
  for (const auto& rule : rules) {
    change.set_rule(reference(rule.number()));
    const auto may = may_propose_form(play, change);
    if (may) return true;
    if (!is_of_its_target(may.error().code)) return false;
  }
  return false;
}

bool kind_is_possible(const Play& play, v1::ChangeKind kind) {
  v1::RuleChange change;
  change.set_kind(kind);
  if (kind == v1::ENACT || kind == v1::AMEND) change.add_texts()->set_text("?");
  if (kind == v1::RETITLE) change.set_title("?");
  if (kind == v1::ENACT || kind == v1::NO_CHANGE) return may_propose_form(play, change).ok();
  if (kind == v1::REENACT) return any_target(play, change, play.state.repealed());
  return any_target(play, change, play.state.rules());
}

}  // namespace

std::vector<v1::ChangeKind> kinds_of_change(const Play& play) {
  std::vector<v1::ChangeKind> kinds;
  for (const auto kind : {v1::ENACT, v1::AMEND, v1::REPEAL, v1::TRANSMUTE_TO_MUTABLE, v1::TRANSMUTE_TO_IMMUTABLE,
                          v1::REENACT, v1::RESTORE, v1::RETITLE, v1::NO_CHANGE}) {
    if (kind_is_possible(play, kind)) kinds.push_back(kind);
  }
  return kinds;
}

}  // namespace nomic::replay

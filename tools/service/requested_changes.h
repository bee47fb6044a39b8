// Rule-changes of a request, as a proposal or an act records them.
//
// Whatever is asked reaches the engine as what it is: two rules repealed are two rule-changes, a transmutation with a
// text is a transmutation with a text. The engine refuses, citing the rules.
#pragma once

#include "making.h"

namespace nomic::tools {

using RequestedChanges = google::protobuf::RepeatedPtrField<v1::Request::Change>;
using RecordedChanges = google::protobuf::RepeatedPtrField<v1::RuleChange>;

// Errors: those of texts and provisions, BAD_LANGUAGE, BAD_REQUEST.
replay::Result<RecordedChanges> changes_of(Making& making, const RequestedChanges& asked);

// What the amended rules lose, for the mover to know.
replay::Status warn_of_losses(Making& making, const RequestedChanges& asked, const RecordedChanges& changes);

// Whether it is a single one without a kind, which says what is other in a form that there is.
bool is_edit(const RequestedChanges& asked);
// The form's only rule-change with that in it.
replay::Result<RecordedChanges> edited(Making& making, const v1::Proposal& form, const v1::Request::Change& edit);

}  // namespace nomic::tools

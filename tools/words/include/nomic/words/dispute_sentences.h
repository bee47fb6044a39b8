// Sentences on disputes and on what the rules leave free: Judgments, consent, contested moves, acts, attested outcomes,
// corrections, teams.
#pragma once

#include <string>
#include <vector>

#include "nomic/v1/event.pb.h"

namespace nomic::tools {

// Empty for events of other kinds. `who` is the author as shown.
std::string dispute_sentence_of(const v1::Event& event, const std::string& who);

// "Ann's ballot on proposal 301: against".
std::string words_of(const v1::Finding& finding);

// What a Judgment orders and finds, a phrase each: "strikes #34", "finds by rule 204: points of Ann +10".
std::vector<std::string> orders_of(const v1::JudgmentDelivered& judgment);

// What an act brings, a phrase each: "Ann +2 points", "Ann: leaf +1", "title of Ann = Teamaker".
std::vector<std::string> effects_of(const v1::ActPerformed& act);

// "rule 301: maeks is replaced by makes".
std::string words_of(const v1::RecordCorrected& corrected);

// The event of a contested move; one of no kind if its bytes are none.
v1::Event contested_event(const v1::MoveContested& contested);

}  // namespace nomic::tools

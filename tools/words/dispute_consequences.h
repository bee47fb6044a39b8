// Sentences for the consequences of Judgments, and of what the rules leave free.
#pragma once

#include <string>

#include "nomic/v1/consequence.pb.h"

namespace nomic::tools {

// `by` names the rule: " (rule 212)", or nothing.
std::string say(const v1::Consequence::JudgmentInvoked& emitted, const std::string& by);
std::string say(const v1::Consequence::JudgmentDelivered& emitted, const std::string& by);
std::string say(const v1::Consequence::OverruleVoted& emitted, const std::string& by);
std::string say(const v1::Consequence::JudgmentOverruled& emitted, const std::string& by);
std::string say(const v1::Consequence::Consented& emitted, const std::string& by);
std::string say(const v1::Consequence::Found& emitted, const std::string& by);
std::string say(const v1::Consequence::DebateEndAsked& emitted, const std::string& by);
std::string say(const v1::Consequence::MoveFallen& emitted, const std::string& by);
std::string say(const v1::Consequence::FindingFallen& emitted, const std::string& by);
std::string say(const v1::Consequence::FindingStands& emitted, const std::string& by);
std::string say(const v1::Consequence::MoveContested& emitted, const std::string& by);
std::string say(const v1::Consequence::NotLawful& emitted, const std::string& by);
std::string say(const v1::Consequence::Acted& emitted, const std::string& by);
std::string say(const v1::Consequence::AttributeSet& emitted, const std::string& by);
std::string say(const v1::Consequence::HoldingChanged& emitted, const std::string& by);
std::string say(const v1::Consequence::OutcomeAttested& emitted, const std::string& by);
std::string say(const v1::Consequence::Corrected& emitted);
std::string say(const v1::Consequence::CorrectionObjected& emitted);
std::string say(const v1::Consequence::RuleAnnotated& emitted);
std::string say(const v1::Consequence::TeamSet& emitted, const std::string& by);

// "#34, by Ann,": a record and whose it is.
std::string record_of(std::uint64_t record, const std::string& player);

}  // namespace nomic::tools

// Sentences for the consequences of Judgments, and of what the rules leave free.
#pragma once

#include <string>

#include "nomic/v1/consequence.pb.h"

namespace nomic::tools {

// `by` names the rule: " (rule 212)", or nothing.
std::string say(const v1::Consequence::JudgmentInvoked& told, const std::string& by);
std::string say(const v1::Consequence::JudgmentDelivered& told, const std::string& by);
std::string say(const v1::Consequence::OverruleVoted& told, const std::string& by);
std::string say(const v1::Consequence::JudgmentOverruled& told, const std::string& by);
std::string say(const v1::Consequence::Consented& told, const std::string& by);
std::string say(const v1::Consequence::Found& told, const std::string& by);
std::string say(const v1::Consequence::DebateEndAsked& told, const std::string& by);
std::string say(const v1::Consequence::MoveFallen& told, const std::string& by);
std::string say(const v1::Consequence::MoveContested& told, const std::string& by);
std::string say(const v1::Consequence::NotLawful& told, const std::string& by);
std::string say(const v1::Consequence::Acted& told, const std::string& by);
std::string say(const v1::Consequence::AttributeSet& told, const std::string& by);
std::string say(const v1::Consequence::HoldingChanged& told, const std::string& by);
std::string say(const v1::Consequence::OutcomeAttested& told, const std::string& by);
std::string say(const v1::Consequence::Corrected& told);
std::string say(const v1::Consequence::CorrectionObjected& told);
std::string say(const v1::Consequence::TeamSet& told, const std::string& by);

// "#34, by Ann,": a record and whose it is.
std::string record_of(std::uint64_t record, const std::string& player);

}  // namespace nomic::tools

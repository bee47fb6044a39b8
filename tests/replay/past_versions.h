// Versions of rules for tests, and what is told of them in short words.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/past.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {

inline RuleCopy rule(std::uint32_t number, std::string text, v1::RuleStatus status = v1::MUTABLE) {
  RuleCopy copy;
  copy.number = number;
  copy.status = status;
  copy.text = std::move(text);
  return copy;
}

// Put to the vote.
inline PostedVersion posted(std::vector<RuleCopy> rules, std::int64_t at = 1'000) {
  PostedVersion version;
  version.posted = version.written = at;
  version.put_to_vote = true;
  version.rules = std::move(rules);
  return version;
}

// "amend 203=302 by 302", "renumber 303=304", "repeal 203", "renumber 201=203 swap", "repeal 201 by 308 in 1": of the
// first proposal with several rule-changes.
inline std::vector<std::string> told(const Past& past) {
  constexpr std::array<const char*, PAST_MOVE_KINDS> NAMES = {"enact",    "amend",   "transmute", "repeal",
                                                              "renumber", "retitle", "reword"};
  std::vector<std::string> all;
  for (const PastMove& move : past.moves) {
    std::string out = NAMES.at(static_cast<std::size_t>(move.kind));
    out += ' ' + numeral(move.rule == 0 ? move.number : move.rule);
    if (move.rule != 0 && move.number != 0 && move.number != move.rule) out += '=' + numeral(move.number);
    if (move.proposed) out += " by " + (move.proposal == 0 ? "unknown" : numeral(move.proposal));
    if (move.group != 0) out += " in " + std::to_string(move.group);
    if (move.swap) out += " swap";
    if (move.all_along) out += " all along";
    all.push_back(std::move(out));
  }
  return all;
}

// "1 KEPT_NUMBER 203 (306) until 2": the version, the rules, the other number, the version that mends it.
inline std::vector<std::string> slips(const Past& past) {
  constexpr std::array<const char*, PAST_SLIP_KINDS> NAMES = {
      "KEPT_NUMBER",     "WRONG_NUMBER",      "SUPERSEDED",        "NO_PROPOSAL",     "STATUSES_MOVED", "MANY_TITLES",
      "WENT_BACK",       "IMMUTABLE_CHANGED", "NUMBER_TWICE",      "STALE_REFERENCE", "SCORE",          "NUMBER_AGAIN",
      "POSTED_IN_PARTS", "COPY_DIFFERS",      "FILE_WITHOUT_RULE", "CLOCK_WRONG"};
  std::vector<std::string> all;
  for (const PastSlip& slip : past.slips) {
    std::string out = std::to_string(slip.version) + ' ' + NAMES.at(static_cast<std::size_t>(slip.kind));
    for (const std::uint32_t number : slip.rules) out += ' ' + numeral(number);
    if (slip.other != 0) out += " (" + numeral(slip.other) + ')';
    if (slip.until) out += " until " + std::to_string(*slip.until);
    all.push_back(std::move(out));
  }
  return all;
}

}  // namespace nomic::replay

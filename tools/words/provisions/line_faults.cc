// What is wrong with a provision that was written as a line, in the words of lines. The refusals' own hints are for the
// text format, in which files and other programs write provisions.
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <set>
#include <utility>

#include "nomic/words/provision_line.h"
#include "nomic/words/refusals.h"

namespace nomic::tools {
namespace lines {
namespace {

// By the variant of BAD_PROVISION: hints in which something is written as it is typed.
constexpr std::pair<std::string_view, std::string_view> HINTS[] = {
    {"no_time", "it may be a second to 100 years, such as 7 days"},
    {"over_100_years", "it may be a second to 100 years (36525 days)"},
    {"amount", "it may be at most a thousand million points, up or down"},
    {"time_form", "write it in UTC: 2030-01-01T00:00:00Z"},
    {"no_amount", "give points=14.3, per_vote_for=1, per_vote_against=1, or popularity"},
    {"missing_amount", "give points=14.3, per_vote_for=1, per_vote_against=1, or popularity"},
    {"claims_nothing", "give rules, type=any_rule, or kinds"},
    {"repeal_without_when", "give after_circuit, after_turn, at or points"},
    {"forfeit_approval", "give always=no, or leave approval out"},
    {"missing_judge", "seat=named needs it: judge=Ann"},
    {"judge_not_named", "give seat=named, or leave judge out"},
    {"joining_approval", "leave it out, or give open=yes"},
    {"penalty_below_zero", "it is what is lost: 5 is 5 points"},
    {"not_revealed", "give source=revealed, or leave it out"},
    {"missing_points", "points_per_pip=1 is a point for each pip; or give face_points"},
    {"part_empty", "a part is proposal, throw(...) or award(...)"},
    {"first_part", "parts=proposal and throw(dice=1, faces=6, points_per_pip=1)"},
    {"no_votes_counted", "give points; or an occasion of adopted, defeated, voted_on"},
    {"victory_without_way", "give points=50, unable_to_complete_turn, rounds, leader_after_circuit or last_player"},
    {"missing_later_quota", "say what is needed from then on"},
    {"later_twice", "it happens at one moment: give one of them"},
    {"later_without_when", "give after_circuit, or at=2030-01-01T00:00:00Z"},
    {"missing_delay", "when=after_delay needs it: delay=2 days"},
    {"delay_without_after_delay", "give when=after_delay, or leave delay out"},
    {"end_without_vote", "give vote too: vote=7 days"},
};

bool is_in_name(char c) {
  return (c >= 'A' && c <= 'Z') || c == '_';
}

// The values that fields of provisions may have, as the schema spells them.
const std::set<std::string, std::less<>>& values_of_fields() {
  static const std::set<std::string, std::less<>> VALUES = [] {
    std::set<std::string, std::less<>> values;
    const auto add = [&](const google::protobuf::EnumDescriptor& type) {
      for (int i = 0; i < type.value_count(); ++i) values.insert(type.value(i)->name());
    };
    const auto& file = *v1::Provision::descriptor()->file();
    for (int i = 0; i < file.enum_type_count(); ++i) add(*file.enum_type(i));
    for (int i = 0; i < file.message_type_count(); ++i) {
      const auto& type = *file.message_type(i);
      for (int j = 0; j < type.enum_type_count(); ++j) add(*type.enum_type(j));
    }
    return values;
  }();
  return VALUES;
}

// Lines have them in small letters.
std::string with_values_as_typed(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_in_name);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    const bool is_value = values_of_fields().contains(word);
    for (const char c : word) out += is_value && c != '_' ? static_cast<char>(c - 'A' + 'a') : c;
    text.remove_prefix(word.size());
    while (!text.empty() && !is_in_name(text.front())) {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace
}  // namespace lines

LineFault fault_in_line(const replay::Error& error) {
  const Sentence said = words_of(error);
  LineFault fault{lines::with_values_as_typed(said.what), lines::with_values_as_typed(said.hint)};
  if (error.code != replay::ErrorCode::BAD_PROVISION) return fault;
  for (const auto& [variant, hint] : lines::HINTS) {
    if (error.variant == variant) fault.hint = hint;
  }
  return fault;
}

}  // namespace nomic::tools

#include "nomic/views/typed_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view BY_RECORD = "record:";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string why_malformed(std::string_view typed) {
  if (typed.empty()) return "it is empty";
  if (typed[0] == '-') return "it cannot be negative";
  if (typed[0] == '+') return "it takes no sign";
  if (std::all_of(typed.begin(), typed.end(), is_digit)) return "it begins with a zero";
  return "it takes digits only";
}

// "340a", whether there is such a number or not.
bool has_letters_behind(std::string_view typed) {
  const auto letters = typed.find_first_not_of("0123456789");
  if (letters == 0 || letters == std::string_view::npos || typed.size() - letters > 2) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return typed[0] != '0' && std::all_of(typed.begin() + static_cast<std::ptrdiff_t>(letters), typed.end(), is_letter);
}

}  // namespace

bool looks_like_number(std::string_view typed) {
  if (!typed.empty() && (typed[0] == '-' || typed[0] == '+' || typed[0] == '#')) typed.remove_prefix(1);
  return !typed.empty() && is_digit(typed[0]);
}

Result<std::uint64_t> parse_whole(std::string_view typed, std::string_view what, std::uint64_t least,
                                  std::uint64_t most) {
  const std::string range = most > replay::LARGEST_NUMBER
                                ? "give a whole number in plain digits"
                                : fmt::format("give a whole number from {} to {}, in plain digits", least, most);
  const bool digits = !typed.empty() && std::all_of(typed.begin(), typed.end(), is_digit);
  if (!digits || (typed.size() > 1 && typed[0] == '0')) {
    return usage(fmt::format("{} is not {}: {}.", in_quotes(typed), what, why_malformed(typed)), range);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (error != std::errc() || value > most) {
    return usage(fmt::format("{} is not {}: it is too large.", in_quotes(typed), what), range);
  }
  if (value < least) return usage(fmt::format("{} is not {}: it is too small.", in_quotes(typed), what), range);
  return value;
}

Result<RuleNumber> parse_rule_number(std::string_view typed, std::string_view what) {
  if (has_letters_behind(typed)) {
    if (const auto number = replay::read_numeral(typed)) return RuleNumber{*number};
    return usage(fmt::format("{} is not {}: it is too large to have letters.", in_quotes(typed), what),
                 fmt::format("give a whole number from 1 to {}, up to {} with letters from a to zz behind it",
                             replay::LARGEST_NUMBER, replay::LARGEST_LETTERED));
  }
  NOMIC_ASSIGN(auto value, parse_whole(typed, what, 1, replay::LARGEST_NUMBER));
  return RuleNumber{static_cast<std::uint32_t>(value)};
}

bool looks_like_proposal(std::string_view typed) {
  return looks_like_number(typed) || typed.starts_with(BY_RECORD);
}

Result<ProposalNumber> parse_proposal(std::string_view typed) {
  if (!typed.starts_with(BY_RECORD) && !typed.starts_with('#')) {
    NOMIC_ASSIGN(auto number, parse_rule_number(typed, "a proposal's number"));
    return ProposalNumber{number.value};
  }
  NOMIC_ASSIGN(auto record,
               parse_record(typed.starts_with('#') ? typed : typed.substr(BY_RECORD.size()), "the number of a record"));
  return ProposalNumber{replay::unnumbered_of(record.value)};
}

Result<Size> parse_size(std::string_view typed, std::string_view what) {
  NOMIC_ASSIGN(auto value, parse_whole(typed, what, 0, std::numeric_limits<std::int64_t>::max()));
  return Size{value};
}

Result<Face> parse_face(std::string_view typed) {
  auto value = parse_whole(typed, "a face of a die", 1, replay::LARGEST_NUMBER);
  if (!value) return usage(value.error().what, "give what the die shows: 1, 2, 3, up to as many faces as it has");
  return Face{static_cast<std::uint32_t>(*value)};
}

Result<RecordNumber> parse_record(std::string_view typed, std::string_view what) {
  const std::string_view digits = typed.starts_with('#') ? typed.substr(1) : typed;
  NOMIC_ASSIGN(auto value, parse_whole(digits, what, 0, std::numeric_limits<std::int64_t>::max()));
  return RecordNumber{value};
}

}  // namespace nomic::tools

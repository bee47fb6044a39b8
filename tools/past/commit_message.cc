#include "commit_message.h"

#include <re2/re2.h>

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

std::string_view without_ends(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line;
}

// The next line that is not empty; what is left of the text begins behind it.
std::string_view next_line(std::string_view& text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_ends(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty()) return line;
  }
  return {};
}

void add_number(std::string_view digits, std::vector<std::uint32_t>& numbers) {
  const std::uint32_t number = replay::read_numeral(digits).value_or(0);
  if (number >= 100 && std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
}

constexpr const char* LEADING_NUMBER =
    R"(^\W*(?:(?i:rule|proposal|propose|rule-change)\W*)?(\d{3,6}[a-z]?)\s*[:.)\]–—-])";

// Whole numbers of three digits, as rules have them; not those of issues (#123) nor parts of longer ones. A longer one
// counts where the text begins with it.
void add_numbers(std::string_view text, std::vector<std::uint32_t>& numbers) {
  static const RE2 LEADING(LEADING_NUMBER);
  static const RE2 ANYWHERE(R"((?:^|[^#0-9.])(\d{3}(?:[a-z]\b)?)(?:[^0-9.]|\.\D|\.?$))");
  std::string digits;
  if (RE2::PartialMatch(text, LEADING, &digits)) add_number(digits, numbers);
  re2::StringPiece left(text.data(), text.size());
  while (RE2::FindAndConsume(&left, ANYWHERE, &digits)) add_number(digits, numbers);
}

}  // namespace

CommitMessage read_message(std::string_view message) {
  static const RE2 PULL(R"(^Merge pull request #\d+ from ([^\s/]+)/(\S+))");
  static const RE2 MERGE(R"(^Merge (?:remote-tracking )?(?:branch|commit) )");
  static const RE2 SQUASHED(R"(\(#\d+\)$)");
  static const RE2 HOUSEKEEPING(
      R"((?i)\bnon[- ]?rule[- ]?change|\bmeta\b|\btypos?\b|\bclean-?up\b|\bwhitespace\b|\bformatting\b|\blint\b)");
  CommitMessage read;
  std::string_view left = message;
  const std::string subject(next_line(left));
  read.title = subject;
  std::string owner;
  std::string branch;
  if (RE2::PartialMatch(subject, PULL, &owner, &branch) || RE2::PartialMatch(subject, MERGE)) {
    read.merges = true;
    if (const std::string_view title = next_line(left); !title.empty()) read.title = title;
  } else {
    read.merges = RE2::PartialMatch(subject, SQUASHED);
  }
  // "319: Non-rule-change pull requests" is a proposal about such.
  static const RE2 LEADING(LEADING_NUMBER);
  read.housekeeping = RE2::PartialMatch(read.title, HOUSEKEEPING) && !RE2::PartialMatch(read.title, LEADING);
  add_numbers(read.title, read.numbers);
  add_numbers(branch, read.numbers);
  return read;
}

}  // namespace nomic::tools

#include "cli/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nomic/words/refusals.h"

namespace nomic::tools {
namespace {

Exit exit_of(ledger::ErrorCode code) {
  using Code = ledger::ErrorCode;
  switch (code) {
    case Code::NO_SUCH_GAME:
    case Code::AMBIGUOUS_GAME:
    case Code::BAD_INPUT:
    case Code::TOO_LARGE:
    case Code::BAD_KEY:
      return Exit::USAGE;
    case Code::ALREADY_A_LEDGER:
    case Code::GAME_NAME_TAKEN:
    case Code::NO_SUCH_RECORD:
    case Code::REQUEST_CONFLICT:
    case Code::BAD_SIGNATURE:
    case Code::FORKED:
    case Code::WITNESS_REFUSES:
      return Exit::REFUSED;
    case Code::NOT_A_LEDGER:
    case Code::DAMAGED:
    case Code::ROLLED_BACK:
    case Code::NEWER_FORMAT:
    case Code::BAD_BUNDLE:
      return Exit::DAMAGED;
    case Code::BAD_NOTE:
    case Code::BAD_PROOF:
      return Exit::DIFFERENT;
    case Code::SIZE_MISMATCH:
    case Code::CLOCK_WENT_BACK:
    case Code::IN_USE:
    case Code::READ_ONLY:
    case Code::FULL:
    case Code::IO_FAILED:
    case Code::OUTCOME_UNKNOWN:
    case Code::HANDLE_SHUT:
      return Exit::UNAVAILABLE;
  }
  return Exit::UNAVAILABLE;
}

Exit exit_of(const replay::Error& error) {
  if (error.ledger) return exit_of(error.ledger->code);
  switch (replay::kind_of(error.code)) {
    case replay::Kind::USAGE:
      return Exit::USAGE;
    case replay::Kind::REFUSED:
      return Exit::REFUSED;
    case replay::Kind::LEDGER:
      return Exit::DAMAGED;
  }
  return Exit::DAMAGED;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether the sentence names the number by itself: 105, but not 1056.
bool names(const std::string& sentence, const std::string& number) {
  for (std::size_t at = sentence.find(number); at != std::string::npos; at = sentence.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    if ((at == 0 || !is_digit(sentence[at - 1])) && (end == sentence.size() || !is_digit(sentence[end]))) return true;
  }
  return false;
}

// Messages have no full stop, whoever wrote them.
std::string open_ended(std::string sentence) {
  if (sentence.ends_with("...")) return sentence;
  while (!sentence.empty() && (sentence.back() == '.' || sentence.back() == ' ')) sentence.pop_back();
  return sentence;
}

// Adds the rules that the sentence does not name already.
std::string citing(std::string sentence, const std::vector<replay::Cited>& cited) {
  std::vector<std::string> numbers;
  for (const replay::Cited& rule : cited) {
    std::string number = std::to_string(rule.rule);
    if (names(sentence, number) || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) continue;
    numbers.push_back(std::move(number));
  }
  sentence = open_ended(std::move(sentence));
  if (numbers.empty()) return sentence;
  return fmt::format("{} ({} {})", sentence, numbers.size() == 1 ? "rule" : "rules", fmt::join(numbers, ", "));
}

}  // namespace

Failure usage(std::string what, std::string hint) {
  return {Exit::USAGE, open_ended(std::move(what)), open_ended(std::move(hint))};
}

Failure refused(std::string what, std::string hint) {
  return {Exit::REFUSED, open_ended(std::move(what)), open_ended(std::move(hint))};
}

Failure failure_of(const ledger::Error& error) {
  return {exit_of(error.code), open_ended(error.what), open_ended(error.hint)};
}

Failure failure_of(const replay::Error& error) {
  Sentence sentence = words_of(error);
  return {exit_of(error), citing(std::move(sentence.what), error.cited), open_ended(std::move(sentence.hint))};
}

std::string lines_of(const Failure& failure) {
  std::string lines = "nomic: " + open_ended(failure.what) + "\n";
  if (!failure.hint.empty()) lines += "  " + open_ended(failure.hint) + "\n";
  return lines;
}

}  // namespace nomic::tools

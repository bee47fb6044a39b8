#include "nomic/views/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/replay/refusal.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/error_view.h"
#include "nomic/views/json.h"
#include "nomic/words/refusals.h"

namespace nomic::tools {
namespace {

// What an error of the ledger is to programs: its name, and the exit status.
struct Meaning {
  const char* name;
  Exit exit;
};

Meaning meaning_of(ledger::ErrorCode code) {
  using Code = ledger::ErrorCode;
  switch (code) {
    case Code::NO_SUCH_GAME:
      return {"NO_SUCH_GAME", Exit::USAGE};
    case Code::AMBIGUOUS_GAME:
      return {"AMBIGUOUS_GAME", Exit::USAGE};
    case Code::BAD_INPUT:
      return {"BAD_INPUT", Exit::USAGE};
    case Code::TOO_LARGE:
      return {"TOO_LARGE", Exit::USAGE};
    case Code::BAD_KEY:
      return {"BAD_KEY", Exit::USAGE};
    case Code::ALREADY_A_LEDGER:
      return {"ALREADY_A_LEDGER", Exit::REFUSED};
    case Code::GAME_NAME_TAKEN:
      return {"GAME_NAME_TAKEN", Exit::REFUSED};
    case Code::NO_SUCH_RECORD:
      return {"NO_SUCH_RECORD", Exit::REFUSED};
    case Code::REQUEST_CONFLICT:
      return {"REQUEST_CONFLICT", Exit::REFUSED};
    case Code::BAD_SIGNATURE:
      return {"BAD_SIGNATURE", Exit::REFUSED};
    case Code::FORKED:
      return {"FORKED", Exit::REFUSED};
    case Code::WITNESS_REFUSES:
      return {"WITNESS_REFUSES", Exit::REFUSED};
    case Code::NOT_A_LEDGER:
      return {"NOT_A_LEDGER", Exit::USAGE};
    case Code::DAMAGED:
      return {"DAMAGED", Exit::DAMAGED};
    case Code::ROLLED_BACK:
      return {"ROLLED_BACK", Exit::DAMAGED};
    case Code::NEWER_FORMAT:
      return {"NEWER_FORMAT", Exit::DAMAGED};
    case Code::BAD_BUNDLE:
      return {"BAD_BUNDLE", Exit::DAMAGED};
    case Code::BAD_NOTE:
      return {"BAD_NOTE", Exit::DIFFERENT};
    case Code::BAD_PROOF:
      return {"BAD_PROOF", Exit::DIFFERENT};
    case Code::SIZE_MISMATCH:
      return {"SIZE_MISMATCH", Exit::UNAVAILABLE};
    case Code::CLOCK_WENT_BACK:
      return {"CLOCK_WENT_BACK", Exit::UNAVAILABLE};
    case Code::IN_USE:
      return {"IN_USE", Exit::UNAVAILABLE};
    case Code::READ_ONLY:
      return {"READ_ONLY", Exit::UNAVAILABLE};
    case Code::FULL:
      return {"FULL", Exit::UNAVAILABLE};
    case Code::IO_FAILED:
      return {"IO_FAILED", Exit::UNAVAILABLE};
    case Code::OUTCOME_UNKNOWN:
      return {"OUTCOME_UNKNOWN", Exit::UNAVAILABLE};
    case Code::HANDLE_SHUT:
      return {"HANDLE_SHUT", Exit::UNAVAILABLE};
    case Code::UNTRUSTED:
      return {"UNTRUSTED", Exit::USAGE};
    case Code::OUT_OF_MEMORY:
      return {"OUT_OF_MEMORY", Exit::UNAVAILABLE};
    case Code::UNREACHABLE:
      return {"UNREACHABLE", Exit::UNAVAILABLE};
  }
  return {"LEDGER", Exit::UNAVAILABLE};
}

Exit exit_of(const replay::Error& error) {
  if (error.ledger) return meaning_of(error.ledger->code).exit;
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
    std::string number = replay::numeral(rule.rule);
    if (names(sentence, number) || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) continue;
    numbers.push_back(std::move(number));
  }
  sentence = open_ended(std::move(sentence));
  if (numbers.empty()) return sentence;
  return fmt::format("{} ({} {})", sentence, numbers.size() == 1 ? "rule" : "rules", fmt::join(numbers, ", "));
}

std::string_view name_of(Exit exit) {
  switch (exit) {
    case Exit::DONE:
      return "DONE";
    case Exit::DIFFERENT:
      return "DIFFERENT";
    case Exit::USAGE:
      return "USAGE";
    case Exit::REFUSED:
      return "REFUSED";
    case Exit::DAMAGED:
      return "DAMAGED";
    case Exit::UNAVAILABLE:
      return "UNAVAILABLE";
  }
  return "UNAVAILABLE";
}

google::protobuf::Value value_of(const v1::RefusalView::Parameter& parameter) {
  using View = v1::RefusalView::Parameter;
  google::protobuf::Value value;
  switch (parameter.value_case()) {
    case View::kNumber:
      value.set_number_value(parameter.number());
      break;
    case View::kReference:
      value.set_string_value(parameter.reference());
      break;
    case View::kPoints:
      value.set_number_value(parameter.points());
      break;
    case View::kTime:
      value.set_string_value(parameter.time());
      break;
    case View::kText:
      value.set_string_value(as_utf8(parameter.text()));
      break;
    case View::kNames:
      value.mutable_list_value();
      for (const std::string& name : parameter.names().name()) {
        value.mutable_list_value()->add_values()->set_string_value(as_utf8(name));
      }
      break;
    case View::kSeconds:
      value.set_number_value(parameter.seconds());
      break;
    case View::VALUE_NOT_SET:
      value.set_null_value(google::protobuf::NULL_VALUE);
      break;
  }
  return value;
}

// A sentence and its advice are the message and the hint already.
bool is_sentence(const v1::RefusalView::Parameter& parameter) {
  return parameter.name() == replay::SENTENCE || parameter.name() == replay::ADVICE;
}

}  // namespace

Failure usage(std::string what, std::string hint) {
  return {Exit::USAGE, open_ended(std::move(what)), open_ended(std::move(hint))};
}

Failure refused(std::string what, std::string hint) {
  return {Exit::REFUSED, open_ended(std::move(what)), open_ended(std::move(hint))};
}

Failure failure_of(const ledger::Error& error) {
  const Meaning meaning = meaning_of(error.code);
  return {meaning.exit, open_ended(error.what), open_ended(error.hint), meaning.name};
}

Failure failure_of(const replay::Error& error) {
  const auto refusal = std::make_shared<const v1::Refusal>(replay::to_refusal(error));
  Sentence sentence = words_of(*refusal);
  return {exit_of(error), citing(std::move(sentence.what), error.cited), open_ended(std::move(sentence.hint)),
          error.ledger ? meaning_of(error.ledger->code).name : refusal->code(), refusal};
}

std::string lines_of(const Failure& failure) {
  std::string lines = "nomic: " + open_ended(failure.what) + "\n";
  if (!failure.hint.empty()) lines += "  " + open_ended(failure.hint) + "\n";
  return lines;
}

v1::ErrorView error_view(const Failure& failure) {
  v1::ErrorView view;
  view.set_status(static_cast<std::uint32_t>(failure.exit));
  view.set_code(failure.code.empty() ? std::string(name_of(failure.exit)) : failure.code);
  view.set_message(as_utf8(failure.what));
  view.set_hint(as_utf8(failure.hint));
  view.set_line(count32(failure.line));
  if (failure.expected) view.set_expected(true);
  view.mutable_parameters();
  if (failure.refusal) {
    const v1::RefusalView refusal = refusal_view(*failure.refusal);
    view.set_variant(refusal.variant());
    *view.mutable_rules() = refusal.rules();
    for (const auto& parameter : refusal.parameters()) {
      if (!is_sentence(parameter))
        (*view.mutable_parameters()->mutable_fields())[parameter.name()] = value_of(parameter);
    }
    if (refusal.has_because()) *view.mutable_because() = refusal.because();
  }
  return view;
}

std::string json_of(const Failure& failure) {
  return json_of(error_view(failure)) + "\n";
}

}  // namespace nomic::tools

#include "matrix/flaws.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"

namespace nomic::matrix {
namespace {

using google::protobuf::Message;

constexpr std::size_t SHOWN = 200;  // bytes of an answer that a flaw quotes

std::string excerpt(std::string_view text) {
  return tools::in_quotes(text.substr(0, SHOWN));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// ---- Characters
// ------------------------------------------------------------------------------------------------------

// A style that was wrapped or cut in two shows as a byte by its number; no name and no text of the plays has one.
void check_characters(const std::string& name, std::string_view text, std::vector<std::string>& found) {
  if (text.find("<0x") != std::string_view::npos) found.push_back(name + " shows a byte by its number");
  while (!text.empty()) {
    const tools::Character character = tools::take_character(text);
    if (!character.valid) return found.push_back(name + " is no UTF-8");
    if (tools::is_dangerous(character.code)) {
      return found.push_back(fmt::format("{} holds U+{:04X}", name, static_cast<std::uint32_t>(character.code)));
    }
  }
}

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// its own.
void check_numbers(const std::string& name, std::string_view text, std::vector<std::string>& found) {
  constexpr std::string_view DIGITS = "0123456789";
  for (auto at = text.find_first_of(DIGITS); at != std::string_view::npos; at = text.find_first_of(DIGITS, at)) {
    const auto end = std::min(text.find_first_not_of(DIGITS, at), text.size());
    const std::string digits(text.substr(at, end - at));
    // Not within a hash.
    const bool alone = (at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]));
    if (alone && digits.size() == 10 && replay::is_lettered(std::stoull(digits))) {
      return found.push_back(fmt::format("{} shows {} for {}", name, digits, replay::numeral(std::stoull(digits))));
    }
    at = end;
  }
}

// Whether a line is one word, which nobody can break.
bool is_one_word(const std::string& line) {
  const auto begin = line.find_first_not_of(' ');
  return begin == std::string::npos || line.find(' ', begin) == std::string::npos;
}

void check_widths(const std::string& text, std::vector<std::string>& found) {
  for (const std::string& line : lines_of(text)) {
    const std::size_t width = tools::width_of(line);
    if (width <= COLUMNS || is_one_word(line)) continue;
    found.push_back(fmt::format("a line takes {} columns: {}", width, excerpt(line)));
    return;
  }
}

// ---- JSON
// ------------------------------------------------------------------------------------------------------------

std::unique_ptr<Message> message_called(const std::string& name) {
  if (name.empty()) return std::make_unique<google::protobuf::Struct>();
  const auto* descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName("nomic.v1." + name);
  if (descriptor == nullptr) return nullptr;
  return std::unique_ptr<Message>(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
}

void check_message(const std::string& json, const std::string& name, std::vector<std::string>& found) {
  const auto message = message_called(name);
  if (!message) return found.push_back("there is no message " + name);
  const auto read = google::protobuf::util::JsonStringToMessage(json, message.get());
  if (!read.ok()) found.push_back(fmt::format("is no {}: {}: {}", name, read.message().as_string(), excerpt(json)));
}

// log has a document of which the records alone are a message.
void check_records(const std::string& json, std::vector<std::string>& found) {
  google::protobuf::Struct document;
  if (!google::protobuf::util::JsonStringToMessage(json, &document).ok()) {
    return found.push_back("is no JSON: " + excerpt(json));
  }
  const auto records = document.fields().find("records");
  if (records == document.fields().end()) return found.push_back("has no records: " + excerpt(json));
  for (const auto& record : records->second.list_value().values()) {
    std::string one;
    if (!google::protobuf::util::MessageToJsonString(record, &one).ok()) return found.push_back("has no records");
    check_message(one, "LogView", found);
  }
}

void check_json(const std::string& out, const Wanted& wanted, std::vector<std::string>& found) {
  if (std::count(out.begin(), out.end(), '\n') != 1 || out.back() != '\n') {
    return found.push_back("is not one line of JSON: " + excerpt(out));
  }
  if (wanted.json == "Log[]") return check_records(out, found);
  check_message(out, wanted.json, found);
}

// ---- Failures
// --------------------------------------------------------------------------------------------------------

void check_failure(const golden::Ended& ended, Form form, std::vector<std::string>& found) {
  if (!ended.out.empty()) found.push_back("failed, and answered: " + excerpt(ended.out));
  if (form == Form::JSON || form == Form::JSONL) {
    check_message(ended.err, "ErrorView", found);
    if (ended.err.find(fmt::format("\"status\":{},", ended.status)) == std::string::npos) {
      found.push_back("the error has another status: " + excerpt(ended.err));
    }
    return;
  }
  const auto lines = lines_of(ended.err);
  if (lines.empty() || lines.size() > 3 || !lines[0].starts_with("nomic: ")) {
    found.push_back("is no error in one to three lines: " + excerpt(ended.err));
  }
}

bool are_notes(const std::string& err) {
  const auto lines = lines_of(err);
  return std::all_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("note: ") || line.starts_with("warning: ");
  });
}

}  // namespace

std::vector<std::string> flaws(const golden::Ended& ended, Form form, const Wanted& wanted) {
  std::vector<std::string> found;
  if (wanted.statuses.count(ended.status) == 0) {
    found.push_back(fmt::format("ended with status {}: {}", ended.status, excerpt(ended.err)));
  }
  check_characters("standard output", ended.out, found);
  check_characters("standard error", ended.err, found);
  check_numbers("standard output", ended.out, found);
  check_numbers("standard error", ended.err, found);
  if (ended.status != 0 && ended.status != 1) {
    check_failure(ended, form, found);
    return found;
  }
  if (!(wanted.notes ? are_notes(ended.err) : ended.err.empty())) {
    found.push_back("says on standard error: " + excerpt(ended.err));
  }
  switch (form) {
    case Form::TERMINAL:
      if (!wanted.exact) check_widths(ended.out, found);
      break;
    case Form::TEXT:
      break;
    case Form::JSON:
      check_json(ended.out, wanted, found);
      break;
    case Form::JSONL:
      for (const std::string& line : lines_of(ended.out)) check_message(line, wanted.jsonl, found);
      break;
  }
  if (!ended.out.empty() && ended.out.back() != '\n') found.push_back("the last line has no end");
  return found;
}

std::string option_of(Form form) {
  switch (form) {
    case Form::JSON:
      return " --format json";
    case Form::JSONL:
      return " --format jsonl";
    case Form::TERMINAL:
    case Form::TEXT:
      break;
  }
  return "";
}

}  // namespace nomic::matrix

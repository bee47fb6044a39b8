#include "nomic/replay/text_format.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/text.h"
#include "schema_words.h"

namespace nomic::replay {
namespace {

// What protobuf's text format complains of, and what it is about.

struct Complaint {
  int line = 0;  // from 0, as protobuf counts
  int column = 0;
  std::string what;
};

namespace io = google::protobuf::io;

// A text that has been complained of already is read for its words alone.
class NoComplaint : public io::ErrorCollector {
 public:
  void AddError(int /*line*/, int /*column*/, const std::string& /*what*/) override {}
  void AddWarning(int /*line*/, int /*column*/, const std::string& /*what*/) override {}
};

// What was being read where protobuf stopped: the messages around it, the last word before it, and the number there or
// just after.
struct Written {
  std::vector<std::string> within;
  std::string field;
  std::string number;
};

Written written_at(std::string_view text, const Complaint& complaint) {
  io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  NoComplaint ignored;
  io::Tokenizer tokens(&stream, &ignored);
  tokens.set_comment_style(io::Tokenizer::SH_COMMENT_STYLE);
  Written written;
  while (tokens.Next()) {
    const io::Tokenizer::Token& token = tokens.current();
    const bool there =
        token.line > complaint.line || (token.line == complaint.line && token.column >= complaint.column);
    if (!there) {
      if (token.text == "{" || token.text == "<") written.within.push_back(written.field);
      const bool closes = token.text == "}" || token.text == ">";
      if (closes && !written.within.empty()) written.within.pop_back();
      if (token.type == io::Tokenizer::TYPE_IDENTIFIER) written.field = token.text;
      continue;
    }
    if (token.text == ":") continue;
    written.number += token.text;
    if (token.type == io::Tokenizer::TYPE_INTEGER || token.type == io::Tokenizer::TYPE_FLOAT) return written;
    if (token.text != "-") break;
  }
  written.number.clear();
  return written;
}

// The type of the message in which it stands; null: there is none such.
const google::protobuf::Descriptor* type_around(const google::protobuf::Message& root, const Written& written) {
  const auto* type = root.GetDescriptor();
  for (const std::string& name : written.within) {
    const auto* field = type->FindFieldByName(name);
    if (field == nullptr || field->message_type() == nullptr) return nullptr;
    type = field->message_type();
  }
  return type;
}

// Points without quotation marks: 50 would be points to whoever writes it, and thousandths to who reads an older text.
// Nothing where the complaint is about something else. `parameters`: the place.
std::optional<Error> points_explained(const Complaint& complaint, std::string_view text, ErrorCode code,
                                      const google::protobuf::Message& root, std::vector<Parameter> parameters) {
  const Written written = written_at(text, complaint);
  const auto* type = type_around(root, written);
  if (type == nullptr || written.number.empty()) return std::nullopt;
  const auto* field = type->FindFieldByName(written.field);
  const auto* recorded = field == nullptr ? type->FindFieldByName(written.field + "_thousandths") : recorded_as(*field);
  if (recorded == nullptr) return std::nullopt;
  parameters.emplace_back("field", written.field);
  parameters.emplace_back("shorthand", shorthand_of(*recorded)->name());
  parameters.emplace_back("recorded", recorded->name());
  parameters.emplace_back("typed", written.number);
  return error_of(code, "points_plain", std::move(parameters));
}

constexpr std::size_t MOST_BYTES = std::size_t{4} << 20U;
// Messages within each other.
constexpr int DEEPEST = 64;

namespace io = google::protobuf::io;

// Keeps the first complaint: those after it mostly follow from it.
class FirstComplaint : public io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& what) override {
    if (!first_) first_ = Complaint{line, column, what};
  }
  void AddWarning(int /*line*/, int /*column*/, const std::string& /*what*/) override {}

  [[nodiscard]] const std::optional<Complaint>& first() const { return first_; }

 private:
  std::optional<Complaint> first_;
};

// What stands between two quotation marks, the n-th time (from 0).
std::string quoted(const std::string& what, int n) {
  std::size_t at = 0;
  for (;; --n) {
    const std::size_t open = what.find('"', at);
    if (open == std::string::npos) return {};
    const std::size_t close = what.find('"', open + 1);
    if (close == std::string::npos) return {};
    if (n == 0) return what.substr(open + 1, close - open - 1);
    at = close + 1;
  }
}

// The message type of that full name, as it is nested in or reached from `root`'s file.
const google::protobuf::Descriptor* type_named(const google::protobuf::Message& root, const std::string& full_name) {
  return root.GetDescriptor()->file()->pool()->FindMessageTypeByName(full_name);
}

const google::protobuf::FieldDescriptor* field_named(const google::protobuf::Descriptor& type, const std::string& name,
                                                     int depth) {
  if (const auto* field = type.FindFieldByName(name)) return field;
  for (int i = 0; depth > 0 && i < type.field_count(); ++i) {
    if (const auto* nested = type.field(i)->message_type()) {
      if (const auto* field = field_named(*nested, name, depth - 1)) return field;
    }
  }
  return nullptr;
}

// The case with the place, and the words that are known.
Error unknown_word(ErrorCode code, std::string_view variant, std::string_view near_variant,
                   std::vector<Parameter> parameters, const std::string& typed, const std::vector<std::string>& known) {
  const std::string near = nearest(typed, known);
  parameters.emplace_back("typed", typed);
  parameters.emplace_back("near", near);
  parameters.emplace_back("known", known);
  return error_of(code, near.empty() ? variant : near_variant, std::move(parameters));
}

std::vector<Parameter> place_of(const Complaint& complaint, std::string_view where) {
  return {{"where", where}, {"line", complaint.line + 1}, {"column", complaint.column + 1}};
}

// Protobuf's two commonest complaints name what is wrong and not what would be right.
Error explained(const Complaint& complaint, std::string_view text, std::string_view where, ErrorCode code,
                const google::protobuf::Message& root) {
  std::vector<Parameter> parameters = place_of(complaint, where);
  if (auto points = points_explained(complaint, text, code, root, parameters)) return *std::move(points);
  std::string what = complaint.what;
  if (what.starts_with("Message type") && what.find("no field") != std::string::npos) {
    const std::string field = quoted(what, 1);
    if (const auto* type = type_named(root, quoted(what, 0))) {
      parameters.emplace_back("type", type->name());
      return unknown_word(code, "no_field", "no_field_near", std::move(parameters), field, field_names(*type));
    }
  } else if (what.starts_with("Unknown enumeration")) {
    const std::string value = quoted(what, 0);
    const auto* field = field_named(*root.GetDescriptor(), quoted(what, 1), 5);
    if (field != nullptr && field->enum_type() != nullptr) {
      parameters.emplace_back("field", field->name());
      return unknown_word(code, "no_value", "no_value_near", std::move(parameters), value,
                          value_names(*field->enum_type()));
    }
  }
  constexpr std::string_view NEEDS_QUOTES = "Expected string, got: ";
  if (what.starts_with(NEEDS_QUOTES)) {
    parameters.emplace_back("typed", what.substr(NEEDS_QUOTES.size()));
    return error_of(code, "needs_quotes", std::move(parameters));
  }
  if (!what.empty() && what.back() == '.') what.pop_back();
  if (what.empty()) return error_of(code, "no_text_format", std::move(parameters));
  parameters.emplace_back("complaint", what);
  return error_of(code, "text_format", std::move(parameters));
}

// The text format reads 010 as eight, as C does. Nobody who writes rules means that: what is the number.
std::optional<Complaint> first_octal(std::string_view text) {
  io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  FirstComplaint ignored;
  io::Tokenizer tokens(&stream, &ignored);
  tokens.set_comment_style(io::Tokenizer::SH_COMMENT_STYLE);
  while (tokens.Next()) {
    const io::Tokenizer::Token& token = tokens.current();
    const bool octal = token.type == io::Tokenizer::TYPE_INTEGER && token.text.size() > 1 && token.text[0] == '0';
    if (!octal) continue;
    return Complaint{token.line, token.column, token.text};
  }
  return std::nullopt;
}

}  // namespace

Status read_text_format(std::string_view text, std::string_view where, ErrorCode code,
                        google::protobuf::Message& message) {
  if (text.size() > MOST_BYTES) {
    return error_of(code, "too_large", {{"where", where}});
  }
  if (const std::optional<Complaint> octal = first_octal(text)) {
    std::vector<Parameter> parameters = place_of(*octal, where);
    parameters.emplace_back("typed", octal->what);
    return error_of(code, "octal", std::move(parameters));
  }
  FirstComplaint complaints;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&complaints);
  parser.SetRecursionLimit(DEEPEST);
  io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  const bool read = parser.Parse(&stream, &message);
  if (read && !complaints.first()) return ledger::Done{};
  return explained(complaints.first().value_or(Complaint{}), text, where, code, message);
}

}  // namespace nomic::replay

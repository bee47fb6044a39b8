#include "nomic/replay/text_format.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "nomic/replay/rule_number.h"
#include "nomic/replay/text.h"
#include "schema_words.h"
#include "text_complaint.h"

namespace nomic::replay {
namespace {

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

// Numbers with letters, "number: 340a", "rule: 340a" and "rules: [301, 340a]", as the numbers that stand for them: the
// text format has no such numbers. What stands for one is nothing that people type.
class Numerals {
 public:
  explicit Numerals(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at];
      const std::size_t end = c == '#'                ? std::min(text.find('\n', at), text.size())
                              : c == '"' || c == '\'' ? end_of_quotes(text, at)
                              : is_of_word(c)         ? end_of_word(text, at)
                                                      : at + 1;
      take(text.substr(at, end - at));
      at = end;
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  // A number that stands for one with letters, as it was typed.
  [[nodiscard]] const std::optional<Complaint>& code() const { return code_; }
  // Where something stands in what was typed.
  [[nodiscard]] Complaint as_typed(Complaint complaint) const {
    for (const auto& put : puts_) {
      if (put.line == complaint.line && put.column < complaint.column) complaint.column -= put.longer;
    }
    return complaint;
  }

 private:
  struct Put {
    int line;
    int column;  // of the number's end, in what is read
    int longer;
  };

  static bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
  }
  static std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size() && is_of_word(text[at])) ++at;
    return at;
  }
  static std::size_t end_of_quotes(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    for (; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
      if (text[at] == '\\') ++at;
    }
    return std::min(at + 1, text.size());
  }

  void take(std::string_view token) {
    const bool is_name = (token[0] >= 'a' && token[0] <= 'z') || (token[0] >= 'A' && token[0] <= 'Z');
    if (is_name) names_rules_ = token == "number" || token == "rule" || token == "rules";
    const std::uint32_t number = names_rules_ ? read_numeral(token).value_or(0) : 0;
    std::uint64_t plain = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), plain);
    const bool is_code = error == std::errc() && end == token.data() + token.size() && is_lettered(plain);
    if (names_rules_ && is_code && !code_) {
      code_ = Complaint{line_, column_, std::string(token)};
    }
    const std::string put = is_lettered(number) ? std::to_string(number) : std::string(token);
    text_ += put;
    for (const char c : put) {
      column_ = c == '\n' ? 0 : column_ + 1;
      line_ += c == '\n' ? 1 : 0;
    }
    if (put.size() != token.size()) puts_.push_back({line_, column_, static_cast<int>(put.size() - token.size())});
  }

  std::string text_;
  std::optional<Complaint> code_;
  std::vector<Put> puts_;
  bool names_rules_ = false;
  int line_ = 0;
  int column_ = 0;
};

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
  const Numerals numerals(text);
  if (numerals.code()) {
    std::vector<Parameter> parameters = place_of(*numerals.code(), where);
    parameters.emplace_back("typed", numerals.code()->what);
    return error_of(code, "number_too_large", std::move(parameters));
  }
  FirstComplaint complaints;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&complaints);
  parser.SetRecursionLimit(DEEPEST);
  io::ArrayInputStream stream(numerals.text().data(), static_cast<int>(numerals.text().size()));
  const bool read = parser.Parse(&stream, &message);
  if (read && !complaints.first()) return ledger::Done{};
  const Complaint complaint = numerals.as_typed(complaints.first().value_or(Complaint{}));
  return explained(complaint, text, where, code, message);
}

}  // namespace nomic::replay

#include "nomic/words/json_numbers.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "nomic/replay/rule_number.h"

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// What takes the place of a value of 32 bits; nothing: it stays.
using Change = std::optional<std::string> (*)(std::string_view value);

std::optional<std::string> letters_for_code(std::string_view value) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || !replay::is_lettered(number)) return std::nullopt;
  return '"' + replay::numeral(number) + '"';
}

std::optional<std::string> code_for_letters(std::string_view value) {
  if (value.size() < 2 || value.front() != '"') return std::nullopt;
  const auto number = replay::read_numeral(value.substr(1, value.size() - 2));
  if (!number || !replay::is_lettered(*number)) return std::nullopt;
  return std::to_string(*number);
}

// Copies JSON, in step with the types of its values. At the first thing that is no JSON it copies the rest.
class Walk {
 public:
  Walk(std::string_view json, Change change) : json_(json), change_(change) {}

  std::string copy(const Descriptor& type) && {
    value(&type, nullptr, 0);
    out_ += json_.substr(at_);
    return std::move(out_);
  }

 private:
  static constexpr int DEEPEST = 200;

  void blanks() {
    while (at_ < json_.size() &&
           (json_[at_] == ' ' || json_[at_] == '\n' || json_[at_] == '\t' || json_[at_] == '\r')) {
      out_ += json_[at_++];
    }
  }

  bool sign(char wanted) {
    blanks();
    if (at_ >= json_.size() || json_[at_] != wanted) return false;
    out_ += json_[at_++];
    return true;
  }

  // A string with its quotes, or what stands up to the next sign.
  std::string_view scalar() {
    const std::size_t begin = at_;
    if (at_ < json_.size() && json_[at_] == '"') {
      for (++at_; at_ < json_.size() && json_[at_] != '"'; ++at_) {
        if (json_[at_] == '\\') ++at_;
      }
      at_ = std::min(at_ + 1, json_.size());
    } else {
      at_ = std::min(json_.find_first_of(",:]} \n\t\r", at_), json_.size());
    }
    return json_.substr(begin, at_ - begin);
  }

  // `type`: of an object, where it is known; `field`: of another value.
  bool value(const Descriptor* type, const FieldDescriptor* field, int depth) {
    if (depth > DEEPEST) return false;
    if (sign('{')) return object(type, depth);
    if (sign('[')) return list(type, field, depth);
    const std::string_view text = scalar();
    const bool is_number = field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32;
    const auto other = is_number ? change_(text) : std::nullopt;
    out_ += other ? *other : text;
    return !text.empty();
  }

  bool list(const Descriptor* type, const FieldDescriptor* field, int depth) {
    if (sign(']')) return true;
    do {
      if (!value(type, field, depth + 1)) return false;
    } while (sign(','));
    return sign(']');
  }

  static const FieldDescriptor* field_named(const Descriptor* type, std::string_view name) {
    if (type == nullptr) return nullptr;
    if (type->options().map_entry()) return type->map_value();
    for (int i = 0; i < type->field_count(); ++i) {
      if (type->field(i)->json_name() == name || type->field(i)->name() == name) return type->field(i);
    }
    return nullptr;
  }

  bool object(const Descriptor* type, int depth) {
    if (sign('}')) return true;
    do {
      blanks();
      const std::string_view key = scalar();
      out_ += key;
      if (key.size() < 2 || !sign(':')) return false;
      const auto* field = field_named(type, key.substr(1, key.size() - 2));
      const bool is_message = field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      if (!value(is_message ? field->message_type() : nullptr, field, depth + 1)) return false;
    } while (sign(','));
    return sign('}');
  }

  std::string_view json_;
  Change change_;
  std::size_t at_ = 0;
  std::string out_;
};

// Ten digits that stand for a number with letters, wherever: mostly there are none, and nothing needs to be walked.
bool has_code(std::string_view json) {
  constexpr std::size_t DIGITS = 10;
  for (std::size_t at = json.find('3'); at != std::string_view::npos; at = json.find('3', at + 1)) {
    if (letters_for_code(json.substr(at, DIGITS))) return true;
  }
  return false;
}

}  // namespace

std::string with_letters(std::string json, const Descriptor& type) {
  if (has_code(json)) json = Walk(json, letters_for_code).copy(type);
  return json;
}

std::string without_letters(std::string_view json, const Descriptor& type) {
  return Walk(json, code_for_letters).copy(type);
}

}  // namespace nomic::tools

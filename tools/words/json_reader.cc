// The one source that Boost's parser of JSON is compiled in.
#include "nomic/words/json_reader.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace json = boost::json;
using boost::system::error_code;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// An object that is passed over has no more fields than this: their names are kept while it is read.
constexpr std::size_t MOST_OTHER_FIELDS = 1'024;
constexpr std::size_t LONGEST_NAME = 256;
// protobuf says in its message what it has read.
constexpr std::size_t LONGEST_FAULT = 200;

// Struct, Value and ListValue: whatever is there.
bool is_free(const Descriptor& type) {
  return type.file()->name() == "google/protobuf/struct.proto";
}

// What is done with each part of the text, in the order of the text.
class Check {
 public:
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_key_size = LONGEST_NAME;
  static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

  Check(const JsonLimits& limits, const Descriptor& type) : limits_(limits), next_{&type, false} {}

  [[nodiscard]] const std::string& fault() const { return fault_; }

  // The names of these are Boost's.
  bool on_document_begin(error_code& /*error*/) { return true; }
  bool on_document_end(error_code& /*error*/) { return true; }
  bool on_object_begin(error_code& error) {
    open_.push_back({next_.type, next_.is_free});
    return counts(error);
  }
  bool on_object_end(std::size_t /*count*/, error_code& /*error*/) { return closes(); }
  bool on_array_begin(error_code& error) {
    open_.push_back({next_.type, next_.is_free});
    return counts(error);
  }
  bool on_array_end(std::size_t /*count*/, error_code& /*error*/) { return closes(); }
  bool on_key_part(json::string_view part, std::size_t /*count*/, error_code& /*error*/) {
    name_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, std::size_t /*count*/, error_code& error) {
    name_.append(part.data(), part.size());
    const bool is_taken = takes_name(error);
    name_.clear();
    return is_taken;
  }
  bool on_string_part(json::string_view /*part*/, std::size_t /*count*/, error_code& /*error*/) { return true; }
  bool on_string(json::string_view /*part*/, std::size_t /*count*/, error_code& error) { return counts(error); }
  bool on_number_part(json::string_view /*part*/, error_code& /*error*/) { return true; }
  bool on_int64(std::int64_t /*value*/, json::string_view /*part*/, error_code& error) { return counts(error); }
  bool on_uint64(std::uint64_t /*value*/, json::string_view /*part*/, error_code& error) { return counts(error); }
  bool on_double(double value, json::string_view /*part*/, error_code& error) {
    if (!std::isfinite(value)) return refuse("a number in it is too large", error);
    return counts(error);
  }
  bool on_bool(bool /*value*/, error_code& error) { return counts(error); }
  bool on_null(error_code& error) { return counts(error); }
  bool on_comment_part(json::string_view /*part*/, error_code& /*error*/) { return true; }
  bool on_comment(json::string_view /*part*/, error_code& /*error*/) { return true; }

 private:
  // The next value: the type of an object, if it is known, and whether it may have any fields.
  struct Next {
    const Descriptor* type = nullptr;
    bool is_free = false;
  };
  // An object or a list that has not ended.
  struct Open {
    const Descriptor* type = nullptr;
    bool is_free = false;
    std::vector<const FieldDescriptor*> fields = {};
    std::set<std::string> others = {};
  };

  bool refuse(std::string what, error_code& error) {
    fault_ = std::move(what);
    error = boost::system::errc::make_error_code(boost::system::errc::invalid_argument);
    return false;
  }

  bool counts(error_code& error) {
    if (++values_ <= limits_.values) return true;
    return refuse(fmt::format("it has more than {} values", limits_.values), error);
  }

  bool closes() {
    next_ = {open_.back().type, open_.back().is_free};
    open_.pop_back();
    if (!open_.empty()) next_ = {open_.back().type, open_.back().is_free};
    return true;
  }

  bool takes_name(error_code& error) {
    Open& object = open_.back();
    const FieldDescriptor* field = object.is_free || object.type == nullptr ? nullptr : field_named(*object.type);
    bool is_new = false;
    if (field != nullptr) {
      is_new = std::find(object.fields.begin(), object.fields.end(), field) == object.fields.end();
      if (is_new) object.fields.push_back(field);
      const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      next_ = {is_message ? field->message_type() : nullptr, is_message && is_free(*field->message_type())};
    } else {
      const bool may_be_there = object.is_free || limits_.other_fields;
      if (!may_be_there) return refuse(fmt::format("it has no field {}", in_quotes(name_)), error);
      if (object.others.size() == MOST_OTHER_FIELDS) {
        return refuse(fmt::format("an object in it has more than {} fields", MOST_OTHER_FIELDS), error);
      }
      is_new = object.others.insert(name_).second;
      next_ = {nullptr, true};
    }
    return is_new || refuse(fmt::format("an object in it has the field {} twice", in_quotes(name_)), error);
  }

  // By either of the two names that protobuf knows it by.
  [[nodiscard]] const FieldDescriptor* field_named(const Descriptor& type) const {
    if (const FieldDescriptor* field = type.FindFieldByName(name_)) return field;
    const FieldDescriptor* field = type.FindFieldByCamelcaseName(name_);
    return field != nullptr && field->json_name() == name_ ? field : nullptr;
  }

  const JsonLimits& limits_;
  Next next_;
  std::vector<Open> open_;
  std::string name_;
  std::size_t values_ = 0;
  std::string fault_;
};

std::optional<std::string> checked(std::string_view text, const JsonLimits& limits, const Descriptor& type) {
  json::parse_options strictly;
  strictly.max_depth = limits.depth;
  json::basic_parser<Check> parser(strictly, limits, type);
  error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (!error && read < text.size()) error = json::error::extra_data;
  if (!error) return std::nullopt;
  if (!parser.handler().fault().empty()) return parser.handler().fault();
  if (error == json::error::too_deep) return fmt::format("it nests more than {} deep", limits.depth);
  return fmt::format("it is no JSON: {} at byte {}", error.message(), read);
}

}  // namespace

std::optional<std::string> read_json(std::string_view json, const JsonLimits& limits, google::protobuf::Message& into) {
  if (json.size() > limits.bytes) {
    return fmt::format("it has {} bytes, and at most {} are read", json.size(), limits.bytes);
  }
  const Descriptor& type = *into.GetDescriptor();
  if (auto fault = checked(json, limits, type)) return fault;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = limits.other_fields;
  const auto read = google::protobuf::util::JsonStringToMessage({json.data(), json.size()}, &into, options);
  if (read.ok()) return std::nullopt;
  std::string_view said(read.message().data(), read.message().size());
  std::string cut;
  while (!said.empty() && cut.size() < LONGEST_FAULT) cut += take_character(said).bytes;
  return on_one_line(cut);
}

}  // namespace nomic::tools

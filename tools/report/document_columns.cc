#include "document_columns.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using Rows = std::vector<const Message*>;

// The rows in which a field stands.
std::vector<std::int64_t> rows_with(const Rows& rows, const FieldDescriptor& field) {
  std::vector<std::int64_t> with;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto& reflection = *rows[row]->GetReflection();
    const bool stands =
        field.is_repeated() ? reflection.FieldSize(*rows[row], &field) > 0 : reflection.HasField(*rows[row], &field);
    if (stands) with.push_back(static_cast<std::int64_t>(row));
  }
  return with;
}

// "at":[...],  or "not":[...],  or nothing.
std::string presence(const std::vector<std::int64_t>& with, std::size_t rows) {
  if (with.size() == rows) return {};
  if (with.size() * 2 <= rows) return fmt::format("\"at\":{},", list_of(differences_of(with)));
  std::vector<std::int64_t> without;
  auto next = with.begin();
  for (std::int64_t row = 0; row < static_cast<std::int64_t>(rows); ++row) {
    if (next != with.end() && *next == row) {
      ++next;
    } else {
      without.push_back(row);
    }
  }
  return fmt::format("\"not\":{},", list_of(differences_of(without)));
}

// All values of a field of these rows, one after the other, however many each has.
template <class Kept, class Value>
std::vector<Kept> values(const Rows& rows, const FieldDescriptor& field,
                         Value (Reflection::*one)(const Message&, const FieldDescriptor*) const,
                         Value (Reflection::*of_many)(const Message&, const FieldDescriptor*, int) const) {
  std::vector<Kept> all;
  for (const Message* row : rows) {
    const Reflection& reflection = *row->GetReflection();
    if (!field.is_repeated()) {
      all.push_back((reflection.*one)(*row, &field));
      continue;
    }
    const int count = reflection.FieldSize(*row, &field);
    for (int at = 0; at < count; ++at) all.push_back((reflection.*of_many)(*row, &field, at));
  }
  return all;
}

Rows messages(const Rows& rows, const FieldDescriptor& field) {
  Rows all;
  for (const Message* row : rows) {
    const Reflection& reflection = *row->GetReflection();
    if (!field.is_repeated()) {
      all.push_back(&reflection.GetMessage(*row, &field));
      continue;
    }
    const int count = reflection.FieldSize(*row, &field);
    for (int at = 0; at < count; ++at) all.push_back(&reflection.GetRepeatedMessage(*row, &field, at));
  }
  return all;
}

std::string numbers(const std::vector<std::int64_t>& all) {
  std::string plain = list_of(all);
  std::string differences = list_of(differences_of(all));
  return differences.size() < plain.size() ? "\"d\":" + differences : "\"v\":" + plain;
}

std::string texts(const std::vector<std::string>& all, StringPool& strings) {
  if (const auto times = times_of(all)) return fmt::format(R"("k":"t","d":{})", list_of(differences_of(*times)));
  std::vector<std::int64_t> places;
  places.reserve(all.size());
  for (const std::string& text : all) places.push_back(strings.place_of(text));
  return R"("k":"s",)" + numbers(places);
}

std::string doubles(const std::vector<double>& all) {
  return fmt::format("\"v\":[{}]", fmt::join(all, ","));
}

std::string content(const Rows& rows, const FieldDescriptor& field, StringPool& strings) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return "\"of\":" + columns_of(messages(rows, field), strings);
    case FieldDescriptor::CPPTYPE_STRING:
      return texts(values<std::string>(rows, field, &Reflection::GetString, &Reflection::GetRepeatedString), strings);
    case FieldDescriptor::CPPTYPE_ENUM: {
      std::vector<std::string> names;
      for (const auto* value : values<const google::protobuf::EnumValueDescriptor*>(rows, field, &Reflection::GetEnum,
                                                                                    &Reflection::GetRepeatedEnum)) {
        names.push_back(value->name());
      }
      return texts(names, strings);
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      if (!field.is_repeated() && !field.has_presence()) return R"("k":"b")";
      return R"("k":"b",)" +
             numbers(values<std::int64_t>(rows, field, &Reflection::GetBool, &Reflection::GetRepeatedBool));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return doubles(values<double>(rows, field, &Reflection::GetDouble, &Reflection::GetRepeatedDouble));
    case FieldDescriptor::CPPTYPE_INT32:
      return numbers(values<std::int64_t>(rows, field, &Reflection::GetInt32, &Reflection::GetRepeatedInt32));
    default:
      // Views have no other kinds of numbers (CONTRIBUTING.md).
      return numbers(values<std::int64_t>(rows, field, &Reflection::GetUInt32, &Reflection::GetRepeatedUInt32));
  }
}

std::string column(const Rows& rows, const FieldDescriptor& field, StringPool& strings) {
  const auto with = rows_with(rows, field);
  if (with.empty()) return {};
  std::string out = fmt::format("\"{}\":{{{}", field.json_name(), presence(with, rows.size()));
  Rows standing;
  standing.reserve(with.size());
  for (const std::int64_t row : with) standing.push_back(rows[static_cast<std::size_t>(row)]);
  if (field.is_repeated()) {
    std::vector<std::int64_t> counts;
    for (const Message* row : standing) counts.push_back(row->GetReflection()->FieldSize(*row, &field));
    out += fmt::format("\"n\":{},", list_of(counts));
  }
  return out + content(standing, field, strings) + "}";
}

}  // namespace

std::string columns_of(const std::vector<const Message*>& rows, StringPool& strings) {
  std::string out;
  if (rows.empty()) return "{}";
  const auto* type = rows[0]->GetDescriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const std::string one = column(rows, *type->field(i), strings);
    if (one.empty()) continue;
    out += out.empty() ? "{" : ",";
    out += one;
  }
  return out.empty() ? "{}" : out + "}";
}

}  // namespace nomic::tools

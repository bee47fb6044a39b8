// Rows from their columns (document_columns.h).
#include <google/protobuf/descriptor.h>

#include <cmath>
#include <limits>

#include "column_node.h"
#include "document_columns.h"
#include "nomic/replay/point.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Numbers = std::vector<double>;
using Targets = std::vector<Message*>;

struct Source {
  const std::vector<std::string>& strings;
  ColumnLimits& left;
};

bool is_whole(double number) {
  constexpr double MOST = 9007199254740992.0;
  return number == std::floor(number) && std::fabs(number) <= MOST;
}

// The row numbers of which a list tells the distances.
std::optional<std::vector<bool>> flagged(const Numbers& distances, std::size_t rows, bool flag) {
  std::vector<bool> all(rows, !flag);
  double at = 0;
  for (const double distance : distances) {
    at += distance;
    if (!is_whole(at) || at < 0 || at >= static_cast<double>(rows)) return std::nullopt;
    all[static_cast<std::size_t>(at)] = flag;
  }
  return all;
}

// The rows in which the field stands; nothing: the lists are none of these rows.
std::optional<Targets> standing(const ColumnNode& node, const Targets& rows) {
  if (!node.at && !node.missing) return rows;
  if (node.at && node.missing) return std::nullopt;
  const auto stands = node.at ? flagged(*node.at, rows.size(), true) : flagged(*node.missing, rows.size(), false);
  if (!stands) return std::nullopt;
  Targets with;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if ((*stands)[row]) with.push_back(rows[row]);
  }
  return with;
}

// For each value the row that it belongs to.
std::optional<Targets> owners(const ColumnNode& node, const FieldDescriptor& field, const Targets& with,
                              std::size_t& most) {
  if (field.is_repeated() != node.counts.has_value()) return std::nullopt;
  Targets all;
  for (std::size_t row = 0; row < with.size(); ++row) {
    const double count = node.counts ? (row < node.counts->size() ? (*node.counts)[row] : -1) : 1;
    if (!is_whole(count) || count < 0 || count > static_cast<double>(most)) return std::nullopt;
    most -= static_cast<std::size_t>(count);
    all.insert(all.end(), static_cast<std::size_t>(count), with[row]);
  }
  if (node.counts && node.counts->size() != with.size()) return std::nullopt;
  return all;
}

// As many values as are wanted.
std::optional<Numbers> values_of(const ColumnNode& node, std::size_t count) {
  if (node.kind == "b" && !node.values && !node.steps) return Numbers(count, 1);
  Numbers all;
  if (node.values) {
    all = *node.values;
  } else if (node.steps) {
    double sum = 0;
    for (const double step : *node.steps) all.push_back(sum += step);
  }
  if (all.size() != count || (node.values && node.steps)) return std::nullopt;
  return all;
}

// The text that a value stands for; nothing: none.
std::optional<std::string> text_of(const ColumnNode& node, double value, const Source& source) {
  if (!is_whole(value)) return std::nullopt;
  if (node.kind == "t") return replay::print_time(static_cast<std::int64_t>(value));
  if (node.kind != "s" || value < 0 || value >= static_cast<double>(source.strings.size())) return std::nullopt;
  return source.strings[static_cast<std::size_t>(value)];
}

template <class Number>
bool fits(double value) {
  return is_whole(value) && value >= static_cast<double>(std::numeric_limits<Number>::min()) &&
         value <= static_cast<double>(std::numeric_limits<Number>::max());
}

bool set_text(Message& row, const FieldDescriptor& field, const ColumnNode& node, double value, const Source& source) {
  auto text = text_of(node, value, source);
  if (!text || text->size() > source.left.bytes) return false;
  source.left.bytes -= text->size();
  const auto& reflection = *row.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    field.is_repeated() ? reflection.AddString(&row, &field, *std::move(text))
                        : reflection.SetString(&row, &field, *std::move(text));
    return true;
  }
  const auto* named = field.enum_type()->FindValueByName(*text);
  if (named == nullptr) return false;
  field.is_repeated() ? reflection.AddEnum(&row, &field, named) : reflection.SetEnum(&row, &field, named);
  return true;
}

bool set_number(Message& row, const FieldDescriptor& field, double value) {
  const auto& reflection = *row.GetReflection();
  const bool many = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      many ? reflection.AddBool(&row, &field, value != 0) : reflection.SetBool(&row, &field, value != 0);
      return value == 0 || value == 1;
    case FieldDescriptor::CPPTYPE_DOUBLE:
      many ? reflection.AddDouble(&row, &field, value) : reflection.SetDouble(&row, &field, value);
      return true;
    case FieldDescriptor::CPPTYPE_INT32: {
      if (!fits<std::int32_t>(value)) return false;
      const auto number = static_cast<std::int32_t>(value);
      many ? reflection.AddInt32(&row, &field, number) : reflection.SetInt32(&row, &field, number);
      return true;
    }
    case FieldDescriptor::CPPTYPE_UINT32: {
      if (!fits<std::uint32_t>(value)) return false;
      const auto number = static_cast<std::uint32_t>(value);
      many ? reflection.AddUInt32(&row, &field, number) : reflection.SetUInt32(&row, &field, number);
      return true;
    }
    default:
      return false;
  }
}

bool fill(const ColumnNodes& nodes, const Targets& rows, const Source& source);

bool fill_field(const ColumnNode& node, const FieldDescriptor& field, const Targets& rows, const Source& source) {
  const auto with = standing(node, rows);
  if (!with) return false;
  const auto all = owners(node, field, *with, source.left.values);
  if (!all) return false;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    if (!node.has_columns) return false;
    Targets made;
    for (Message* row : *all) {
      const auto& reflection = *row->GetReflection();
      made.push_back(field.is_repeated() ? reflection.AddMessage(row, &field) : reflection.MutableMessage(row, &field));
    }
    return fill(node.columns, made, source);
  }
  const bool is_text =
      field.cpp_type() == FieldDescriptor::CPPTYPE_STRING || field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
  const char* const kind = field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL ? "b" : "";
  if (!is_text && node.kind != kind) return false;
  const auto values = values_of(node, all->size());
  if (!values) return false;
  for (std::size_t at = 0; at < all->size(); ++at) {
    Message& row = *(*all)[at];
    const bool is_set =
        is_text ? set_text(row, field, node, (*values)[at], source) : set_number(row, field, (*values)[at]);
    if (!is_set) return false;
  }
  return true;
}

bool fill(const ColumnNodes& nodes, const Targets& rows, const Source& source) {
  if (rows.empty()) return nodes.empty();
  const auto& type = *rows[0]->GetDescriptor();
  for (const ColumnNode& node : nodes) {
    const FieldDescriptor* found = nullptr;
    for (int i = 0; i < type.field_count(); ++i) {
      if (type.field(i)->json_name() == node.field) found = type.field(i);
    }
    if (found == nullptr || !fill_field(node, *found, rows, source)) return false;
  }
  return true;
}

}  // namespace

bool fill_from_columns(std::string_view columns, const std::vector<std::string>& strings,
                       const std::vector<Message*>& rows, ColumnLimits& left) {
  const auto nodes = read_columns(columns);
  return nodes && fill(*nodes, rows, {strings, left});
}

}  // namespace nomic::tools

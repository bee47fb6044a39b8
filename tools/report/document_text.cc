// A document as a page holds it: lines of text.
//
//     {"form":5,"program":"0.9",...}         the head: JSON of the fields that are no messages
//     {"status":{...},...}                   JSON of the messages that are no list
//     entries 10006 {"record":{"of":{...}}}  a line a list that is not empty: its name, how many, its columns
//                                            an empty line
//     Ann Abel votes for proposal 355.       the strings, a line each: as itself, or where it stands in the records
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/field_mask_util.h>

#include <charconv>

#include "document_columns.h"
#include "nomic/report/report.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

bool is_table(const FieldDescriptor& field) {
  return field.is_repeated() && field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

// Of the head, which is read before anything is known of the document.
constexpr std::size_t MOST_HEAD = std::size_t{64} << 10U;
// Messages and values that may come of a document: more than any that is written so has.
constexpr std::size_t MADE_AT_LEAST = 200'000;

// Takes the first line, without its end; nothing: there is none.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

bool read_table(std::string_view line, const std::vector<std::string>& strings, ColumnLimits& left,
                v1::ReportView& view) {
  const std::size_t name_ends = line.find(' ');
  const std::size_t count_ends = line.find(' ', name_ends + 1);
  if (name_ends == std::string_view::npos || count_ends == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, name_ends);
  const auto& type = *v1::ReportView::GetDescriptor();
  const FieldDescriptor* table = nullptr;
  for (int i = 0; i < type.field_count(); ++i) {
    if (is_table(*type.field(i)) && type.field(i)->json_name() == name) table = type.field(i);
  }
  std::size_t count = 0;
  const auto read = std::from_chars(line.data() + name_ends + 1, line.data() + count_ends, count);
  if (table == nullptr || read.ec != std::errc() || read.ptr != line.data() + count_ends) return false;
  if (count > left.values) return false;
  left.values -= count;
  const auto& reflection = *v1::ReportView::GetReflection();
  if (reflection.FieldSize(view, table) != 0) return false;
  std::vector<Message*> rows;
  for (std::size_t row = 0; row < count; ++row) rows.push_back(reflection.AddMessage(&view, table));
  return fill_from_columns(line.substr(count_ends + 1), strings, rows, left);
}

std::string json_of_fields(const v1::ReportView& view, const google::protobuf::FieldMask& fields) {
  v1::ReportView part;
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(view, fields, {}, &part);
  return document_json(part);
}

}  // namespace

std::string document_text(const v1::ReportView& view, std::string_view records) {
  const auto& type = *v1::ReportView::GetDescriptor();
  const auto& reflection = *v1::ReportView::GetReflection();
  google::protobuf::FieldMask scalars;
  google::protobuf::FieldMask messages;
  StringPool strings;
  std::string tables;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (!is_table(field)) {
      (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE ? messages : scalars).add_paths(field.name());
      continue;
    }
    std::vector<const Message*> rows;
    rows.reserve(static_cast<std::size_t>(reflection.FieldSize(view, &field)));
    for (int row = 0; row < reflection.FieldSize(view, &field); ++row) {
      rows.push_back(&reflection.GetRepeatedMessage(view, &field, row));
    }
    if (rows.empty()) continue;
    tables += fmt::format("{} {} {}\n", field.json_name(), rows.size(), columns_of(rows, strings));
  }
  return json_of_fields(view, scalars) + "\n" + json_of_fields(view, messages) + "\n" + tables + "\n" +
         strings.lines(records);
}

std::optional<v1::ReportView> read_head(std::string_view document) {
  const auto line = take_line(document);
  return line && line->size() <= MOST_HEAD ? read_document_json(*line) : std::nullopt;
}

std::size_t tables_begin(std::string_view document) {
  std::string_view rest = document;
  if (!take_line(rest) || !take_line(rest)) return document.size();
  return document.size() - rest.size();
}

std::optional<v1::ReportView> read_document(std::string_view document, std::string_view records) {
  ColumnLimits left{MADE_AT_LEAST + document.size(), MAX_REPORT_BYTES};
  auto view = read_head(document);
  if (!view) return std::nullopt;
  take_line(document);
  const auto messages = take_line(document);
  const auto read = messages ? read_document_json(*messages) : std::nullopt;
  if (!read) return std::nullopt;
  view->MergeFrom(*read);
  const std::size_t tables_end = document.starts_with('\n') ? 0 : document.find("\n\n");
  if (tables_end == std::string_view::npos) return std::nullopt;
  const std::size_t pool = document.starts_with('\n') ? 1 : tables_end + 2;
  const auto strings = read_pool(document.substr(pool), records);
  if (!strings) return std::nullopt;
  std::string_view tables = document.substr(0, pool - 1);
  while (!tables.empty()) {
    const auto line = take_line(tables);
    if (!line || !read_table(*line, *strings, left, *view)) return std::nullopt;
  }
  return view;
}

}  // namespace nomic::tools

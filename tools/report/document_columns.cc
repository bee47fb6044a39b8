#include "document_columns.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <charconv>

#include "nomic/replay/point.h"
#include "nomic/report/report.h"
#include "record_places.h"

namespace nomic::tools {
namespace {

// A browser's numbers are whole up to here.
constexpr std::int64_t MOST_COUNTED = std::int64_t{1} << 53U;
constexpr std::string_view BEFORE_ANOTHER = ": ";
// Bytes of strings for a byte of their lines and of the records, at most.
constexpr std::size_t GROWS_BY = 8;
// A string takes some 32 bytes of memory for the one that its line may take.
constexpr std::size_t MOST_STRINGS = 4'000'000;
// "2012-05-30T10:00:07Z"
constexpr std::size_t LEAST_TIME = 20;

std::string on_a_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

// The number that begins there, which is taken; nothing: there is none.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

// "60,25": these bytes of the records.
std::optional<std::string_view> in_records(std::string_view words, std::string_view records) {
  const auto from = take_number(words);
  if (!from || !words.starts_with(',')) return std::nullopt;
  words.remove_prefix(1);
  const auto count = take_number(words);
  if (!count || !words.empty() || *from > records.size() || *count > records.size() - *from) return std::nullopt;
  return records.substr(*from, *count);
}

// The string of a line, behind these.
std::optional<std::string> string_of(std::string_view line, const std::vector<std::string>& strings,
                                     std::string_view records) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\') {
      text += line[at];
      continue;
    }
    const char next = ++at < line.size() ? line[at] : ' ';
    std::string_view rest = line.substr(std::min(at + 1, line.size()));
    if (next == '\\' || next == 'n') {
      text += next == 'n' ? '\n' : '\\';
    } else if (next == '=') {
      const auto place = take_number(rest);
      if (!place || !rest.empty() || *place >= strings.size()) return std::nullopt;
      return text + strings[*place];
    } else {
      const auto found = next == '@' && at == 1 ? in_records(rest, records) : std::nullopt;
      if (!found) return std::nullopt;
      return std::string(*found);
    }
  }
  return text;
}

}  // namespace

std::uint32_t StringPool::place_of(const std::string& text) {
  const auto place = static_cast<std::uint32_t>(places_.size());
  const auto [known, is_new] = places_.try_emplace(text, place);
  if (!is_new) return known->second;
  Line line{known->first};
  const std::size_t ends = text.find(BEFORE_ANOTHER);
  if (ends != std::string::npos) {
    line.before = ends + BEFORE_ANOTHER.size();
    const auto other = places_.find(line.text.substr(line.before));
    if (other != places_.end()) line.other = other->second;
  }
  lines_.push_back(line);
  return place;
}

std::string StringPool::lines(std::string_view records) const {
  std::vector<std::string_view> texts;
  texts.reserve(lines_.size());
  for (const Line& line : lines_) texts.push_back(line.other ? std::string_view() : line.text);
  const auto places = places_in(records, texts);
  std::string out;
  for (std::size_t at = 0; at < lines_.size(); ++at) {
    const Line& line = lines_[at];
    if (line.other) {
      out += fmt::format("{}\\={}\n", on_a_line(line.text.substr(0, line.before)), *line.other);
    } else if (places[at]) {
      out += fmt::format("\\@{},{}\n", *places[at], line.text.size());
    } else {
      out += on_a_line(line.text) + "\n";
    }
  }
  return out;
}

std::optional<std::vector<std::string>> read_pool(std::string_view lines, std::string_view records) {
  std::vector<std::string> strings;
  // Each line may end with another, or name what stands in the records: what comes of all is bounded.
  std::size_t most = std::min(MAX_REPORT_BYTES, GROWS_BY * (lines.size() + records.size()));
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    auto text = string_of(lines.substr(0, end), strings, records);
    lines.remove_prefix(end + 1);
    if (!text || text->size() > most || strings.size() == MOST_STRINGS) return std::nullopt;
    most -= text->size();
    strings.push_back(*std::move(text));
  }
  return strings;
}

std::string list_of(const std::vector<std::int64_t>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

std::vector<std::int64_t> differences_of(const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> differences;
  differences.reserve(numbers.size());
  std::int64_t before = 0;
  for (const std::int64_t number : numbers) {
    differences.push_back(number - before);
    before = number;
  }
  return differences;
}

std::optional<std::vector<std::int64_t>> times_of(const std::vector<std::string>& texts) {
  std::vector<std::int64_t> times;
  times.reserve(texts.size());
  for (const std::string& text : texts) {
    if (text.size() < LEAST_TIME || text[4] != '-' || text[10] != 'T' || text.back() != 'Z') return std::nullopt;
    const auto time = replay::parse_time(text, false);
    if (!time || *time <= -MOST_COUNTED || *time >= MOST_COUNTED || replay::print_time(*time) != text) {
      return std::nullopt;
    }
    times.push_back(*time);
  }
  return times;
}

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

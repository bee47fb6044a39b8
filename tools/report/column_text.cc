#include "column_text.h"

#include <fmt/format.h>

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

}  // namespace nomic::tools

#include "column_text.h"

#include <fmt/format.h>

#include <charconv>

#include "nomic/replay/point.h"

namespace nomic::tools {
namespace {

// A browser's numbers are whole up to here.
constexpr std::int64_t MOST_COUNTED = std::int64_t{1} << 53U;
constexpr std::string_view BEFORE_ANOTHER = ": ";
// Bytes of strings for a byte of their lines, at most.
constexpr std::size_t GROWS_BY = 8;
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

}  // namespace

std::uint32_t StringPool::place_of(const std::string& text) {
  const auto known = places_.find(text);
  if (known != places_.end()) return known->second;
  const std::size_t ends = text.find(BEFORE_ANOTHER);
  const auto other = ends == std::string::npos
                         ? places_.end()
                         : places_.find(std::string_view(text).substr(ends + BEFORE_ANOTHER.size()));
  if (other == places_.end()) {
    lines_ += on_a_line(text);
  } else {
    const std::string_view begins = std::string_view(text).substr(0, ends + BEFORE_ANOTHER.size());
    lines_ += fmt::format("{}\\={}", on_a_line(begins), other->second);
  }
  lines_ += '\n';
  const auto place = static_cast<std::uint32_t>(places_.size());
  places_.emplace(text, place);
  return place;
}

std::optional<std::vector<std::string>> read_pool(std::string_view lines) {
  std::vector<std::string> strings;
  // Each line may end with another: what comes of all is bounded.
  std::size_t most = GROWS_BY * lines.size();
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end + 1);
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] != '\\') {
        text += line[at];
        continue;
      }
      const char next = ++at < line.size() ? line[at] : ' ';
      if (next == '\\' || next == 'n') {
        text += next == 'n' ? '\n' : '\\';
        continue;
      }
      std::size_t place = 0;
      const char* const from = line.data() + at + 1;
      const auto read = std::from_chars(from, line.data() + line.size(), place);
      const bool is_place = next == '=' && read.ec == std::errc() && read.ptr == line.data() + line.size();
      if (!is_place || place >= strings.size()) return std::nullopt;
      text += strings[place];
      break;
    }
    if (text.size() > most) return std::nullopt;
    most -= text.size();
    strings.push_back(std::move(text));
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

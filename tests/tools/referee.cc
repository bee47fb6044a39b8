#include "tools/referee.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <sstream>

#include "cli/shell_words.h"
#include "nomic/replay/point.h"
#include "tools/facts.h"

namespace nomic::tools {
namespace {

constexpr std::int64_t SECOND = 1'000'000;

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// "+36h", "+10m", "+5d", "+30s": in microseconds; nothing if it is none.
std::optional<std::int64_t> length_of(const std::string& words) {
  char* end = nullptr;
  const long long count = std::strtoll(words.c_str() + 1, &end, 10);
  const std::string unit = end;
  if (count <= 0 || unit.size() != 1) return std::nullopt;
  switch (unit[0]) {
    case 's':
      return count * SECOND;
    case 'm':
      return count * 60 * SECOND;
    case 'h':
      return count * 3'600 * SECOND;
    case 'd':
      return count * 86'400 * SECOND;
    default:
      return std::nullopt;
  }
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

std::vector<std::string> Referee::judge(const std::string& play) {
  std::vector<std::string> wrong;
  std::istringstream in(play);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    line = trimmed(line);
    std::optional<std::string> what;
    const bool comment = line.empty() || line[0] == '#';
    if (begins_with(line, "#@")) {
      what = time(trimmed(line.substr(2)));
    } else if (begins_with(line, "#=")) {
      what = statement(trimmed(line.substr(2)));
    } else if (begins_with(line, "#>")) {
      what = file(trimmed(line.substr(2)));
    } else if (!comment) {
      what = command(line);
    }
    if (!what) continue;
    wrong.push_back(fmt::format("line {}: {}\n    {}", number, line, *what));
    if (!comment) break;
  }
  return wrong;
}

std::optional<std::string> Referee::command(std::string line) {
  int expected = 0;
  if (line[0] == '!') {
    if (line.size() < 4 || line[1] < '1' || line[1] > '5' || line[2] != ' ') return "no status stands after the !";
    expected = line[1] - '0';
    line = trimmed(line.substr(2));
    ++refusals_;
  }
  // The lines of a play are meant as they stand, and each is run by itself here.
  for (const std::string_view asks : {"forfeit", "act", "attest"}) {
    if (begins_with(line, std::string(asks) + " ")) line.insert(asks.size(), " --yes");
  }
  last_ = desk_.run(line);
  if (last_.status == expected) return std::nullopt;
  return fmt::format("ended with status {}, not {}: {}{}", last_.status, expected, last_.out, last_.err);
}

std::optional<std::string> Referee::time(const std::string& words) {
  if (words.empty()) return "no time stands after the #@";
  if (words[0] == '+') {
    const auto length = length_of(words);
    if (!length) return "a length is a number with s, m, h or d: +36h";
    desk_.clock += *length;
    return std::nullopt;
  }
  const auto at = replay::parse_time(words, false);
  if (!at) return "that is neither a length of time nor a moment";
  if (*at <= desk_.clock) return fmt::format("it is later already: {}", replay::print_time(desk_.clock));
  desk_.clock = *at;
  return std::nullopt;
}

// A line more of a file in the folder of the game.
std::optional<std::string> Referee::file(const std::string& words) {
  const auto end = words.find(' ');
  if (end == std::string::npos) return "a file's name and a line of it stand after the #>";
  std::string& text = files_[words.substr(0, end)];
  text += words.substr(end + 1) + "\n";
  desk_.write(words.substr(0, end), text);
  return std::nullopt;
}

std::optional<std::string> Referee::statement(const std::string& words) {
  ++statements_;
  auto split = shell_words(words);
  if (!split) return split.error().what;
  if (split->empty()) return "no statement stands after the #=";
  // Looking takes no time.
  const auto clock = desk_.clock;
  auto wrong = Facts(desk_, last_).contradict(*split);
  desk_.clock = clock;
  return wrong;
}

}  // namespace nomic::tools

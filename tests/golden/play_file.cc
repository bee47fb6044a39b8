#include "golden/play_file.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace nomic::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t STEP = 10'000;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The days from 1970-01-01 to the first of a month.
std::int64_t days_before(std::int64_t year, std::int64_t month) {
  const auto leap = [](std::int64_t y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; };
  static constexpr std::int64_t LENGTHS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  std::int64_t days = 0;
  for (std::int64_t y = 1970; y < year; ++y) days += leap(y) ? 366 : 365;
  for (std::int64_t m = 1; m < month; ++m) days += LENGTHS[m - 1] + (m == 2 && leap(year) ? 1 : 0);
  return days;
}

// Microseconds of "2012-06-01T00:00Z", with seconds and parts of them or without.
std::optional<std::int64_t> moment(const std::string& words) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int length = 0;
  if (std::sscanf(words.c_str(), "%4d-%2d-%2dT%2d:%2d%n", &year, &month, &day, &hour, &minute, &length) != 5) return {};
  double second = 0;
  if (words.size() > static_cast<std::size_t>(length) && words[static_cast<std::size_t>(length)] == ':') {
    std::sscanf(words.c_str() + length, ":%lf", &second);
  }
  const std::int64_t minutes = ((days_before(year, month) + day - 1) * 24 + hour) * 60 + minute;
  return minutes * 60 * SECOND + static_cast<std::int64_t>(second * SECOND + 0.5);
}

std::int64_t unit_of(char unit) {
  return unit == 'd' ? 86'400 * SECOND : unit == 'h' ? 3'600 * SECOND : unit == 'm' ? 60 * SECOND : SECOND;
}

class PlayReader {
 public:
  PlayReader(fs::path folder, Seat& seat, const EachCommand& each)
      : folder_(std::move(folder)), seat_(seat), each_(each) {
    write_files_beside();
  }

  void take(std::string line) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) return;
    line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
    if (line.starts_with("#@ ")) return arrange(line.substr(3));
    if (line.starts_with("#> ")) return add_to_file(line.substr(3));
    if (line[0] == '#') return;
    int expected = 0;
    if (line[0] == '!') {
      expected = line[1] - '0';
      line = line.substr(3);
    }
    if (line.starts_with("nomic ")) line = line.substr(6);
    seat_.clock += STEP;
    each_(line, expected);
  }

 private:
  void arrange(const std::string& words) {
    std::istringstream in(words);
    std::vector<std::string> all{std::istream_iterator<std::string>(in), {}};
    if (all[0][0] == '+') {
      seat_.clock += std::stoll(all[0].substr(1)) * unit_of(all[0].back());
    } else if (all[0] == "wait") {
      seat_.clock += static_cast<std::int64_t>(std::stod(all[1]) * SECOND);
    } else if (all.size() == 5 && all[2] == "=") {
      const std::string period = "{ " + all[1] + ": " + all[0] + " }";
      for (auto& [name, text] : files_) {
        for (auto at = text.find(period); at != std::string::npos; at = text.find(period)) {
          text.replace(at, period.size(), "{ " + all[4] + ": " + all[3] + " }");
        }
        seat_.write(name, text);
      }
    } else if (const auto at = moment(all[0])) {
      seat_.clock = *at;
    } else {
      throw std::runtime_error("a play says #@ " + words);
    }
  }

  void write_files_beside() {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const auto ending = entry.path().extension();
      if (ending != ".txt" && ending != ".txtpb") continue;
      const auto name = entry.path().filename().string();
      seat_.write(name, files_[name] = content_of(entry.path()));
    }
  }

  void add_to_file(const std::string& words) {
    const auto end = words.find(' ');
    auto& text = files_[words.substr(0, end)];
    text += words.substr(end + 1) + "\n";
    seat_.write(words.substr(0, end), text);
  }

  fs::path folder_;
  Seat& seat_;
  const EachCommand& each_;
  std::map<std::string, std::string> files_;
};

// Those of a folder, without folders below it.
std::map<std::string, fs::path> plays_in(const std::string& name, const fs::path& folder) {
  std::map<std::string, fs::path> plays;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (ending != ".play" && ending != ".bundle" && ending != ".nomic") continue;
    plays[name + "." + entry.path().stem().string()] = entry.path();
  }
  return plays;
}

}  // namespace

std::map<std::string, fs::path> all_plays() {
  const fs::path source = NOMIC_SOURCE_DIR;
  const std::vector<std::pair<std::string, fs::path>> folders = {
      {"transcripts", source / "tests" / "transcripts"},
      {"provisions", source / "tests" / "transcripts" / "provisions"},
      {"disputes", source / "tests" / "transcripts" / "disputes"},
      {"hand", source / "tests" / "transcripts" / "hand"},
      {"rules", source / "examples" / "rules"},
      {"examples", source / "examples"},
      {"games", source / "tests" / "golden" / "games"},
  };
  std::map<std::string, fs::path> all;
  for (const auto& [name, folder] : folders) all.merge(plays_in(name, folder));
  return all;
}

void read_play(const fs::path& play, Seat& seat, const EachCommand& each) {
  PlayReader reader(play.parent_path(), seat, each);
  std::istringstream in(content_of(play));
  for (std::string line; std::getline(in, line);) reader.take(line);
}

}  // namespace nomic::golden

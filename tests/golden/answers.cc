#include "golden/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "golden/seat.h"

namespace nomic::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t STEP = 10'000;
constexpr std::size_t MANY = 6;  // points of the game at which it is asked how it stood

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string without_hashes(const std::string& text) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    bool letter = false;
    for (; end < text.size() && is_hex(text[end]); ++end) letter = letter || text[end] >= 'a';
    if (end - at >= 8 && letter) {
      kept += "<hash>";
    } else {
      kept.append(text, at, std::max<std::size_t>(1, end - at));
    }
    at = std::max(end, at + 1);
  }
  return kept;
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

// Every value of a member in a document of JSON, in their order, each once. Strings come as they are escaped.
std::vector<std::string> members(const std::string& json, const std::string& name) {
  const std::string start = "\"" + name + "\":";
  std::vector<std::string> values;
  for (auto at = json.find(start); at != std::string::npos; at = json.find(start, at + 1)) {
    auto begin = json.find_first_not_of(" ", at + start.size());
    std::size_t end = begin;
    if (json[begin] == '"') {
      end = json.find('"', ++begin);
    } else {
      end = json.find_first_of(",}] \n", begin);
    }
    const auto value = json.substr(begin, end - begin);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

class Asked {
 public:
  std::string of(const fs::path& play) {
    if (play.extension() == ".bundle") {
      seat_.write("game.bundle", read_file(play));
      ask("import --allow-ahead game.bundle");
    } else {
      folder_ = play.parent_path();
      write_files_beside();
      std::istringstream in(read_file(play));
      for (std::string line; std::getline(in, line);) take(line);
    }
    seat_.clock += SECOND;
    ask_how_it_stands();
    ask_how_it_stood();
    ask_why();
    ask_what_if();
    return without_hashes(text_);
  }

 private:
  // Asks, and has the question and its answer in the text.
  std::string ask(const std::string& line) {
    auto output = seat_.run(line);
    text_ += "$ " + line + "\n" + output;
    return output;
  }

  // ---- The play ----------------------------------------------------------------------------------------------------

  void take(std::string line) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) return;
    line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
    if (line.starts_with("#@ ")) return arrange(line.substr(3));
    if (line.starts_with("#> ")) return add_to_file(line.substr(3));
    if (line[0] == '#') return;
    if (line[0] == '!') line = line.substr(3);
    if (line.starts_with("nomic ")) line = line.substr(6);
    seat_.clock += STEP;
    ask(line);
  }

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
      text_ += "?? #@ " + words + "\n";
    }
  }

  void write_files_beside() {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const auto ending = entry.path().extension();
      if (ending != ".txt" && ending != ".txtpb") continue;
      const auto name = entry.path().filename().string();
      seat_.write(name, files_[name] = read_file(entry.path()));
    }
  }

  void add_to_file(const std::string& words) {
    const auto end = words.find(' ');
    auto& text = files_[words.substr(0, end)];
    text += words.substr(end + 1) + "\n";
    seat_.write(words.substr(0, end), text);
  }

  // ---- The questions -----------------------------------------------------------------------------------------------

  void ask_how_it_stands() {
    ask("status");
    const auto status = ask("status --format json");
    ask("scores");
    const auto scores = ask("scores --format json");
    ask("show-rules --provisions");
    rules_ = members(ask("show-rules --format json"), "number");
    ask("log");
    ask("log --by occurred --limit 12");
    ask("check-references");
    ask("key list");
    ask("audit");
    ask("replay");
    ask("verify");
    players_ = members(scores, "player");
    const auto sizes = members(status, "size");
    if (!sizes.empty()) size_ = std::strtoull(sizes[0].c_str(), nullptr, 10);
    for (const auto& player : players_) ask("status --player '" + player + "'");
  }

  void ask_how_it_stood() {
    ask("show-rules --at start --format json");
    std::uint64_t founded = 0;
    const auto start = members(seat_.run("status --at start --format json"), "size");
    if (!start.empty()) founded = std::strtoull(start[0].c_str(), nullptr, 10);
    if (size_ < founded) return;
    std::set<std::uint64_t> records;
    for (std::size_t i = 0; i < MANY; ++i) records.insert(founded - 1 + (size_ - founded) * i / MANY);
    for (const auto record : records) {
      ask(fmt::format("status --at {} --format json", record));
      ask(fmt::format("scores --at {}", record));
    }
    ask(fmt::format("status --at {}", *std::next(records.begin(), records.size() / 2)));
    ask(fmt::format("log --known {} --limit 3", *std::next(records.begin(), records.size() / 2)));
    ask(fmt::format("show-rules --at {} --provisions", *std::next(records.begin(), records.size() / 2)));
    ask(fmt::format("diff {} {}", *records.begin(), *records.rbegin()));
    ask(fmt::format("diff {}", *std::next(records.begin(), records.size() / 2)));
    for (const auto* point : {"turn:2", "^turn:2", "turn:3", "proposal:301", "^proposal:302"}) {
      ask(fmt::format("scores --at {}", point));
      ask(fmt::format("scores --at {} --revised", point));
    }
  }

  // Of a few rules, of every player, of the last records.
  void ask_why() {
    std::set<std::string> some;
    for (std::size_t i = 0; i < 4 && !rules_.empty(); ++i)
      some.insert(rules_[rules_.size() - 1 - i * (rules_.size() - 1) / 4]);
    for (std::size_t i = 0; i < 3 && i < rules_.size(); ++i) some.insert(rules_[rules_.size() - 1 - i]);
    for (const auto& rule : some) {
      ask("history " + rule);
      ask("explain rule " + rule);
    }
    if (!rules_.empty()) ask("blame " + rules_.back());
    for (const auto& player : players_) ask("explain score '" + player + "'");
    for (const int proposal : {20, 21, 301, 302, 304}) ask(fmt::format("explain proposal {}", proposal));
    ask("explain winner");
    for (std::uint64_t back = 1; back <= 40 && back <= size_; back += 9) {
      ask(fmt::format("explain record {} --dependents", size_ - back));
    }
  }

  void ask_what_if() {
    if (!rules_.empty()) ask("try propose repeal " + rules_[rules_.size() / 2]);
    ask("try propose enact --text 'Whoever loses, gains.' --provision 'award { occasion: DEFEATED recipient: "
        "THE_PROPONENT amount { points: \"3\" } reckoned: BEFORE_EFFECT }' --against start..");
  }

  Seat seat_;
  std::string text_;
  fs::path folder_;
  std::map<std::string, std::string> files_;
  std::vector<std::string> rules_;
  std::vector<std::string> players_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::string answers_to(const fs::path& play) {
  return Asked().of(play);
}

}  // namespace nomic::golden

#include "golden/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include "golden/play_file.h"
#include "golden/seat.h"

namespace nomic::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t SECOND = 1'000'000;
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
      read_play(play, seat_, [this](const std::string& line, int /*expected*/) { ask(line); });
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
    ask("proposals");
    for (const int proposal : {20, 301}) ask(fmt::format("proposals {}", proposal));
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
  std::vector<std::string> rules_;
  std::vector<std::string> players_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::string answers_to(const fs::path& play) {
  return Asked().of(play);
}

}  // namespace nomic::golden

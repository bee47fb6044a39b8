// What a terminal shows, kept to be looked at: the answers to some questions about one game, at 80 and at 120 columns,
// plain and in colour. Each file was read by a person once, as everybody meets it. What may never stand on a screen is
// asked of all games by tests/matrix; here it is how it looks.
//
//     NOMIC_GOLDEN_OUT=DIR      writes the screens to DIR, to be read and copied to tests/golden/screens
//
// ESC is written ^[, so that the files can be read anywhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "golden/play_file.h"
#include "golden/seat.h"
#include "nomic/words/terminal_text.h"

namespace nomic::golden {
namespace {

namespace fs = std::filesystem;

const fs::path SCREENS = fs::path(NOMIC_SOURCE_DIR) / "tests" / "golden" / "screens";

const std::vector<std::string>& questions() {
  static const std::vector<std::string> ALL = {
      "status",
      "status --player Ann",
      "proposals",
      "proposals 304",
      "scores",
      "show-rules 303 301",
      "log --limit 8",
      "history 206",
      "blame 206",
      "diff start",
      "explain score 藤原",
      "explain proposal 302",
      "explain rule 303",
      "check-references",
      "audit",
      "key list",
      "help vote",
      "try propose repeal 303",
      "mend 50",
      "recipes voting-award",
  };
  return ALL;
}

// Hashes follow from identities, and these from chance: as many signs, all alike.
std::string hashes_alike(std::string text) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_hex(text[end])) ++end;
    if (end - at >= 8) std::fill(text.begin() + std::ptrdiff_t(at), text.begin() + std::ptrdiff_t(end), 'h');
    at = std::max(end, at + 1);
  }
  return text;
}

std::string with_visible_escapes(const std::string& text) {
  std::string shown;
  for (const char c : text) {
    if (c == '\x1b') {
      shown += "^[";
    } else {
      shown += c;
    }
  }
  return shown;
}

std::string screen(Seat& seat, std::size_t columns, bool colour) {
  seat.sit_at_terminal(columns);
  std::string all;
  for (const auto& question : questions()) {
    all += fmt::format("$ nomic {}\n", question);
    all += seat.run(fmt::format("{} --color {}", question, colour ? "always" : "never"));
    all += '\n';
  }
  return with_visible_escapes(hashes_alike(all));
}

std::string kept(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Screens : public testing::Test {
 protected:
  Screens() {
    read_play(SCREENS / "table.play", seat, [this](const std::string& line, int expected) {
      const auto ended = seat.ask(line);
      if (ended.status != expected) throw std::runtime_error(line + "\n" + ended.err);
    });
  }
  Seat seat;
};

TEST_F(Screens, AreThoseThatSomebodyRead) {
  for (const std::size_t columns : {std::size_t{80}, std::size_t{120}}) {
    for (const bool colour : {false, true}) {
      const auto name = fmt::format("table-{}{}.txt", columns, colour ? "-colour" : "");
      const auto shown = screen(seat, columns, colour);
      if (const char* out = std::getenv("NOMIC_GOLDEN_OUT")) {
        fs::create_directories(out);
        std::ofstream(fs::path(out) / name, std::ios::binary) << shown;
        continue;
      }
      EXPECT_EQ(kept(SCREENS / name), shown) << "NOMIC_GOLDEN_OUT=DIR writes it; read it before it is taken";
    }
  }
}

// Colour adds escapes and takes nothing away; no line is wider than the terminal; and a wider one has no fewer words.
TEST_F(Screens, AreTheSameWords) {
  const auto words = [](const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> all;
    for (std::string word; in >> word;) {
      if (word.find_first_not_of("-+| ") != std::string::npos) all.push_back(word);
    }
    return all;
  };
  const auto plain = [](std::string text) {
    for (auto at = text.find("^["); at != std::string::npos; at = text.find("^[", at)) {
      text.erase(at, text.find('m', at) - at + 1);
    }
    return text;
  };
  for (const std::size_t columns : {std::size_t{80}, std::size_t{120}}) {
    const auto bare = screen(seat, columns, false);
    EXPECT_EQ(plain(screen(seat, columns, true)), bare);
    std::istringstream lines(bare);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("$ ")) continue;
      EXPECT_LE(tools::width_of(line), columns) << line;
    }
  }
  // Cells of tables are cut at the terminal's edge, so a wider one has more words, and never fewer.
  EXPECT_LE(words(screen(seat, 80, false)).size(), words(screen(seat, 120, false)).size());
}

}  // namespace
}  // namespace nomic::golden

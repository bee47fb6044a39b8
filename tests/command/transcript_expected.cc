#include "command/transcript_expected.h"

#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <sstream>
#include <tuple>

namespace nomic {
namespace {

// Words between spaces; a space within "..." is part of the word, the quotation marks are not.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back().push_back(c);
    }
  }
  return words;
}

std::uint32_t number_of(std::string_view word) {
  std::uint32_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  EXPECT_TRUE(read.ec == std::errc() && read.ptr == word.data() + word.size()) << "no number: " << word;
  return number;
}

// "Ann=4", "302:Bob-10": splits before the last character of `marks` that the word has.
std::pair<std::string, double> name_and_points(const std::string& word, const char* marks) {
  const std::size_t at = word.find_last_of(marks);
  EXPECT_NE(at, std::string::npos) << word;
  const std::size_t value = word[at] == '=' ? at + 1 : at;
  return {word.substr(0, at), std::stod(word.substr(value))};
}

// What the Initial Set is in both editions: 16 immutable rules, 13 mutable ones, in force when the game begins (101).
std::map<std::uint32_t, ExpectedRule> initial_rules(std::uint32_t start) {
  std::map<std::uint32_t, ExpectedRule> rules;
  for (const auto& [first, last, is_mutable] : {std::tuple(101U, 116U, false), std::tuple(201U, 213U, true)}) {
    for (std::uint32_t number = first; number <= last; ++number) {
      rules[number] = {.lineage = number, .mutable_ = is_mutable, .since = start, .text = "", .initial = number};
    }
  }
  return rules;
}

// "+301", "+316(210)", "-314", "302<-206", "312<-204:immutable", "203*".
void change_rules(Standing& now, const std::string& word, std::uint32_t record) {
  if (word[0] == '-') {
    EXPECT_EQ(now.rules.erase(number_of(word.substr(1))), 1U) << word;
    return;
  }
  if (word[0] == '+') {
    const std::size_t bracket = word.find('(');
    const std::uint32_t number = number_of(word.substr(1, bracket == std::string::npos ? bracket : bracket - 1));
    const std::uint32_t lineage =
        bracket == std::string::npos ? number : number_of(word.substr(bracket + 1, word.size() - bracket - 2));
    now.rules[number] = {.lineage = lineage, .mutable_ = true, .since = record, .proposal = number, .text = ""};
    return;
  }
  if (word.back() == '*') {
    now.rules.at(number_of(word.substr(0, word.size() - 1))).since = record;
    return;
  }
  const std::size_t arrow = word.find("<-");
  ASSERT_NE(arrow, std::string::npos) << word;
  const std::size_t colon = word.find(':');
  const std::uint32_t number = number_of(word.substr(0, arrow));
  const std::uint32_t before =
      number_of(word.substr(arrow + 2, colon == std::string::npos ? colon : colon - arrow - 2));
  ASSERT_EQ(now.rules.count(before), 1U) << word;
  ExpectedRule rule = now.rules.at(before);
  now.rules.erase(before);
  rule.since = record;
  rule.proposal = number;
  if (colon != std::string::npos) rule.mutable_ = word.substr(colon + 1) == "mutable";
  now.rules[number] = rule;
}

// The words of a line after "at N", of which the first says what the others tell.
void take(Standing& now, const std::vector<std::string>& words, std::uint32_t record) {
  const std::string& what = words[0];
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (rest == std::vector<std::string>{"-"}) rest.clear();
  if (what == "scores") {
    now.scores.clear();
    for (const std::string& word : rest) now.scores.insert(name_and_points(word, "="));
  } else if (what == "entries") {
    for (const std::string& word : rest) {
      const auto [name, points] = name_and_points(word.substr(word.find(':') + 1), "+-");
      now.entries.push_back({number_of(word.substr(0, word.find(':'))), name, points});
    }
  } else if (what == "rules") {
    for (const std::string& word : rest) change_rules(now, word, record);
  } else if (what == "text") {
    ExpectedRule& rule = now.rules.at(number_of(rest.at(0)));
    rule.initial = rest.at(1) == "initial" ? number_of(rest.at(2)) : 0;
    rule.text = rule.initial == 0 ? rest.at(1) : "";
  } else if (what == "void") {
    now.void_rules.clear();
    for (const std::string& word : rest) now.void_rules.insert(number_of(word));
  } else if (what == "missing") {
    now.missing = {rest.begin(), rest.end()};
  } else if (what == "next-number") {
    now.next_number = number_of(rest.at(0));
  } else if (what == "winners") {
    now.winners = {rest.begin(), rest.end()};
  } else if (what == "turn") {
    ASSERT_EQ(rest.size(), 9U);
    now.turn = number_of(rest[0]);
    now.circuit = number_of(rest[2]);
    now.phase = rest[4];
    now.mover = rest[6];
    now.next = rest[8] == "-" ? "" : rest[8];
  } else {
    ADD_FAILURE() << "an expected file says " << what;
  }
}

}  // namespace

ExpectedGame read_expected(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  ExpectedGame game;
  std::uint32_t head = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> words = words_of(line);
    if (words[0] == "founded") {
      game.start = number_of(words.at(4));
      head = number_of(words.at(6));
      continue;
    }
    const std::uint32_t record = number_of(words.at(1));
    while (game.standings.empty() || game.head() < record) {
      Standing next;
      if (game.standings.empty()) {
        next.rules = initial_rules(game.start);
      } else {
        next = game.standings.back();
      }
      next.entries.clear();
      game.standings.push_back(std::move(next));
    }
    take(game.standings.back(), {words.begin() + 2, words.end()}, record);
  }
  EXPECT_FALSE(game.standings.empty()) << path;
  EXPECT_EQ(game.head(), head) << path;
  return game;
}

}  // namespace nomic

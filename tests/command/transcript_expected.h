// What a transcript's *.expected file says: how a game stands after every record. The form is told in
// tests/transcripts/README.md.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace nomic {

// A rule in force, as it is to be shown.
struct ExpectedRule {
  std::uint32_t lineage = 0;
  bool mutable_ = false;
  std::uint32_t since = 0;
  std::uint32_t proposal = 0;
  std::string text;           // empty: that of a founding rule,
  std::uint32_t initial = 0;  // namely of this number
};

// Points given to a player under a rule.
struct ExpectedEntry {
  std::uint32_t rule = 0;
  std::string player;
  double points = 0;

  friend bool operator==(const ExpectedEntry&, const ExpectedEntry&) = default;
  friend bool operator<(const ExpectedEntry& a, const ExpectedEntry& b) {
    return std::tie(a.rule, a.player, a.points) < std::tie(b.rule, b.player, b.points);
  }
};

inline void PrintTo(const ExpectedEntry& entry, std::ostream* out) {
  *out << entry.rule << ':' << entry.player << (entry.points < 0 ? "" : "+") << entry.points;
}

// How a game stands after a record.
struct Standing {
  std::map<std::string, double> scores;
  std::map<std::uint32_t, ExpectedRule> rules;  // by number
  std::set<std::uint32_t> void_rules;
  std::set<std::string> missing;  // who has still to vote
  std::uint32_t next_number = 0;
  std::set<std::string> winners;
  std::uint32_t turn = 0;
  std::uint32_t circuit = 0;
  std::string phase;
  std::string mover;
  std::string next;                    // empty: nobody
  std::vector<ExpectedEntry> entries;  // of this record alone, in order
};

struct ExpectedGame {
  std::uint32_t start = 0;          // the last founding record
  std::vector<Standing> standings;  // from that record to the last

  [[nodiscard]] std::uint32_t head() const { return start + static_cast<std::uint32_t>(standings.size()) - 1; }
  [[nodiscard]] const Standing& at(std::uint32_t record) const { return standings.at(record - start); }
};

// Reads such a file. A line that it does not know fails the test that asked.
ExpectedGame read_expected(const std::string& path);

}  // namespace nomic

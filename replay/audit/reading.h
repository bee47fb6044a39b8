// The auditor's own reading of the rules in force: which provision holds in a case (110, 211; law.md L1 to L3).
//
// Of the clauses of a kind that are about a case, those for a narrower case are exceptions to the others. Among what is
// left a rule that is void counts for nothing; then a Judgment's finding, the status, what rules claim of themselves
// and the number decide, as the method in force has it. Where nothing decides, the point is open.
//
// A Reading points into the books: it holds until they say otherwise of the rules. It remembers the points that it has
// found, by what they can depend on: the field and, of the case, only what some scope of the kind names.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "books.h"

namespace nomic::replay::audit {

struct Clause {
  const BookRule* rule = nullptr;
  const v1::Provision* provision = nullptr;
};

struct Case {
  v1::ChangeKind change = v1::CHANGE_KIND_UNSPECIFIED;
  std::string player;
};

// What holds on a point: a field of a kind of provision.
struct Point {
  const v1::Provision* says = nullptr;  // none: unregulated, or open
  std::vector<const BookRule*> by;      // every rule that says just that
  bool unclear = false;                 // the rules contradict each other in a ring

  explicit operator bool() const { return says != nullptr; }
};

// A rule that loses a point to another of its status.
struct Yield {
  std::uint32_t winner = 0;  // by lineage
  std::uint32_t loser = 0;
  friend auto operator<=>(const Yield&, const Yield&) = default;
};

enum class Prevails : std::uint8_t { FIRST, SECOND, OPEN };

class Reading {
 public:
  explicit Reading(const Books& books);

  // Valid as long as the Reading.
  [[nodiscard]] const Point& point(v1::Provision::KindCase kind, int field, const Case& about = {}) const;
  // Clauses of a kind of which all count.
  [[nodiscard]] std::vector<Clause> all(v1::Provision::KindCase kind) const;
  // Whether a clause is about a case.
  [[nodiscard]] bool covers(const v1::Scope& scope, const Case& about) const;

  [[nodiscard]] const std::map<std::uint32_t, std::uint32_t>& voids() const {
    return void_;
  }  // and by which, by lineage
  [[nodiscard]] const std::set<Yield>& yields() const { return yields_; }
  // Whether any rule in force has such a clause, void or not.
  [[nodiscard]] bool any(v1::Provision::KindCase kind) const { return kinds_.count(kind) != 0; }
  // The method that holds by this reading (110, 211).
  [[nodiscard]] v1::PrecedenceMethod method() const;

 private:
  // The clauses of a kind, what their scopes tell cases apart by, and the points found so far.
  struct OfKind {
    std::vector<Clause> clauses;
    bool by_change = false;
    std::set<std::string> players;
    std::map<std::tuple<int, v1::ChangeKind, std::string>, Point> points;  // by field, change and player
  };
  [[nodiscard]] Point find_point(const OfKind& kind, int field, const Case& about) const;
  void find_void();
  void find_yields();
  void find_yield(const Clause& one, const Clause& other);
  [[nodiscard]] bool found(std::uint32_t lineage, bool is_void) const;
  [[nodiscard]] bool has_lost(const v1::Provision* provision, int field) const;
  [[nodiscard]] Prevails between(const BookRule& first, const BookRule& second) const;
  [[nodiscard]] bool can_meet(const Clause& one, const Clause& other) const;

  const Books& books_;
  mutable std::map<int, OfKind> kinds_;  // by the number of the kind; the points are a memo
  std::map<std::uint32_t, std::uint32_t> void_;
  std::set<Yield> yields_;
  std::vector<std::pair<const v1::Provision*, int>> lost_;  // fields by number; 0: the whole clause
};

// ---- Scopes and contradictions, by themselves ----------------------------------------------------------------------

bool is_narrower(const v1::Scope& one, const v1::Scope& other);

// What two clauses cannot both be obeyed on. `across`: they are of two kinds, or two fields of one; then the loser
// loses that field of theirs, 0 being all of it.
struct Contradiction {
  bool any = false;
  bool across = false;
  int first = 0;
  int second = 0;
};
Contradiction contradiction(const v1::Provision& first, const v1::Provision& second);

// Whether clauses of two kinds, by their numbers, can contradict each other at all; in either order.
bool can_contradict(int one, int other);

// The message of a provision's kind, and whether two of a kind say the same on a field.
const google::protobuf::Message& kind_of(const v1::Provision& provision);
bool speaks(const google::protobuf::Message& clause, int number);
bool same(const google::protobuf::Message& one, const google::protobuf::Message& other, int number);

}  // namespace nomic::replay::audit

// Marks: what later records say of earlier ones. A record never changes; whether it has effect, and when it is said to
// have happened, may.
//
//     auto marks = marks_of(game, game.head().size);
//     marks->of(34).standing            // STRUCK
//     marks->of(34).by                  // 40: the Judgment that strikes it
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

struct Mark {
  enum class Standing : std::uint8_t {
    STANDS,
    NOT_LAWFUL,  // refused by the rules when it is derived again
    CONTESTED,   // refused by the rules, and no Judgment upholds it
    UPHELD,      // contested, and upheld
    STRUCK,      // without effect, by a Judgment
    FALLEN,      // without effect, since it cannot stand without what was struck
    OVERRULED,   // a Judgment that stands no longer
    OBJECTED,    // a correction that stands no longer
    CORRECTED,   // it stands, and a clerical correction of it too
    PARTLY,      // it stands, but something that it brought about, or found, is without effect
  };
  Standing standing = Standing::STANDS;
  std::uint64_t by = 0;  // the record that says so: for what is struck or upheld, the Judgment
};

// One thing that a record says of an earlier one, or of itself.
struct MarkChange {
  // Kept in the derived index: numbers are only ever added.
  enum class What : std::uint8_t {
    NOT_LAWFUL = 1,
    CONTESTED = 2,
    UPHELD = 3,
    STRUCK = 4,
    FALLEN = 5,
    STANDS = 6,
    OVERRULED = 7,
    OBJECTED = 8,
    CORRECTION = 9,
    PARTLY = 10,
    WHOLE = 11,
  };
  std::uint64_t about = 0;
  What what = What::NOT_LAWFUL;
  std::uint64_t by = 0;
};

// What a record says of others, in order; `after`: the state after it. O(consequences).
std::vector<MarkChange> mark_changes(const Move& move, const Consequences& consequences, const State& after);

// As known after some number of records.
class Marks {
 public:
  // The changes in the order of the records that say them; those about one record suffice to know of that record.
  void add(const MarkChange& change);
  // The records in their order, each once.
  void add(const Played& played);

  [[nodiscard]] Mark of(std::uint64_t record) const;

 private:
  std::map<std::uint64_t, Mark> marks_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> corrections_;  // by the record corrected: those that correct it
};

// The records from..to-1, for the marks of which is asked.
struct Records {
  std::uint64_t from = 0;
  std::uint64_t to = UINT64_MAX;
};

// As known after `size` records, of the records asked for (of all, unless said). Cost: by the derived index that of the
// marks there are of them; without it that of reading all records; of deriving them, where there are Judgments,
// contested moves or corrections.
Result<Marks> marks_of(Game& game, std::uint64_t size, Records records = {});

// When the record happened, as far as it is known in that state: as corrected, else as it says, else when it was
// recorded. Of a day without a time of day: when it began.
std::int64_t time_of(const Move& move, const State& known);
// The same; of a day, when it ended.
std::int64_t latest_time_of(const Move& move, const State& known);

}  // namespace nomic::replay

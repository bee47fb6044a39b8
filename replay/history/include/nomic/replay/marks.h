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
  };
  Standing standing = Standing::STANDS;
  std::uint64_t by = 0;  // the record that says so: for what is struck or upheld, the Judgment
};

// As known after some number of records.
class Marks {
 public:
  // The records in their order, each once.
  void add(const Played& played);

  [[nodiscard]] Mark of(std::uint64_t record) const;

 private:
  void note(const v1::Consequence& told, const v1::Dispute& dispute);

  std::map<std::uint64_t, Mark> marks_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> corrections_;  // by the record corrected: those that correct it
};

// As known after `size` records. Cost: that of reading them; of deriving them, where there are Judgments, contested
// moves or corrections.
Result<Marks> marks_of(Game& game, std::uint64_t size);

// When the record happened, as far as it is known in that state: as corrected, else as it says, else when it was
// recorded.
std::int64_t time_of(const Move& move, const State& known);

}  // namespace nomic::replay

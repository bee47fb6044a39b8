// Random games with disputes and corrections, in which every text can be told from every other: what a rule should say
// is known without asking where its text is read from.
//
// Whatever is proposed, revised, done or founded with a text bears a title of its own, "T12", which the text begins
// with and ends with: "T12: Cake. slip12". The state carries titles along, and no texts; so the title that a rule has
// there says which text it should have, however it came by it: adopted, restored, enacted again, struck, upheld, from
// the past.
#pragma once

#include <map>
#include <string>

#include "replay/game/random_dispute.h"

namespace nomic::replay::test {

class LabelledGame {
 public:
  explicit LabelledGame(std::uint64_t seed);

  // One more try; whether it was made. Now and then a slip is corrected, or a correction objected to.
  bool step();
  [[nodiscard]] bool over() { return game_.over(); }
  [[nodiscard]] const Table& table() { return game_.table(); }

  // What the rule should say: the text that was recorded under its title, with the clerical corrections that its
  // version has, as their records have them.
  [[nodiscard]] std::string expected(const v1::Rule& rule);
  // The text that was recorded under a title.
  [[nodiscard]] const std::string& recorded(const std::string& title) const;

 private:
  void label(std::string& title, std::string& text);
  void label(v1::Event& event);
  void correct_something(Move& move);

  std::map<std::string, std::string> texts_;  // by title; first, since the game is founded on texts that stand in it
  RandomDispute game_;
};

}  // namespace nomic::replay::test

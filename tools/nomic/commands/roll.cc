// nomic roll: throws the dice of a turn's last part (202).
#include <fmt/format.h>

#include "nomic/commands/all.h"
#include "nomic/dice.h"
#include "nomic/move.h"
#include "nomic/replay/law.h"

namespace nomic::tools {
namespace {

// The throw that is due, as the rules now in force have it; nothing if none is.
std::optional<v1::ThrowPart> throw_due(const replay::Engine& engine) {
  const v1::Turn& turn = engine.state().turn();
  if (turn.phase() != v1::Turn::THROWING) return std::nullopt;
  const v1::TurnParts parts = engine.law().turn_parts({v1::CHANGE_KIND_UNSPECIFIED, turn.mover()}).value;
  for (int i = static_cast<int>(turn.parts_done()); i < parts.parts_size(); ++i) {
    if (parts.parts(i).has_throw_()) return parts.parts(i).throw_();
  }
  return std::nullopt;
}

class Roll : public MoveCommand {
 public:
  Roll() : MoveCommand("roll") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[FACE...]", "The faces of dice thrown at the table. Without them the program throws.", words_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    for (const std::string& word : words_) {
      auto face = parse_face(word);
      if (!face) return face.error();
      faces_.push_back(face->value);
    }
    return ledger::Done{};
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    v1::Event event;
    v1::DiceThrown* thrown = event.mutable_dice_thrown();
    thrown->set_source(faces_.empty() ? v1::DiceThrown::PROGRAM : v1::DiceThrown::HAND);
    if (faces_.empty()) {
      // Where no throw is due the engine says so.
      if (const auto due = throw_due(game.engine())) {
        for (std::uint32_t i = 0; i < due->dice(); ++i) thrown->add_faces(throw_die(due->faces()));
      }
    }
    for (const std::uint32_t face : faces_) thrown->add_faces(face);
    return event;
  }

 private:
  std::vector<std::uint32_t> faces_;
};

}  // namespace

const CommandSpec ROLL = {
    "roll",
    "Play",
    "[FACE...]",
    "Throws the dice that end the turn.",
    "How many dice there are, and with how many faces, the rules in force say. The program's own dice come from the "
    "system's random generator, and the record says whose dice they were.",
    "nomic init Ann Bob && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic roll 4 --as Ann",
    make_command<Roll>,
};

}  // namespace nomic::tools

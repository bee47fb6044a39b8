// nomic roll: throws the dice of a turn (202), or takes part in a throw that is made of commitments and secrets.
#include <fmt/format.h>

#include <algorithm>

#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/dice.h"
#include "nomic/replay/law.h"
#include "nomic/words/terminal_text.h"
#include "play/fair_throw.h"
#include "play/secret_files.h"
#include "shared/move_command.h"

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

// A player's part in a round; null: he has not committed.
const v1::DiceSecret* part_in(const v1::DiceRound& round, const std::string& player) {
  const auto found = std::find_if(round.secrets().begin(), round.secrets().end(),
                                  [&](const v1::DiceSecret& own) { return own.player() == player; });
  return found == round.secrets().end() ? nullptr : &*found;
}

bool is_asked(const v1::DiceRound& round, const std::string& player) {
  return std::find(round.committers().begin(), round.committers().end(), player) != round.committers().end();
}

// The round in which the player has that still to do, else any; null where no throw is by secrets.
const v1::DiceRound* round_for(const replay::State& state, const std::string& player, bool to_commit) {
  const v1::DiceRound* any = nullptr;
  const v1::DiceRound* fitting = nullptr;
  const auto look = [&](const v1::Turn& turn) {
    if (!turn.has_dice()) return;
    any = &turn.dice();
    const v1::DiceSecret* own = part_in(turn.dice(), player);
    const bool to_do = to_commit ? own == nullptr : own != nullptr && own->secret().empty();
    if (to_do && is_asked(turn.dice(), player)) fitting = &turn.dice();
  };
  for (const v1::Turn& turn : state.other_turns()) look(turn);
  look(state.turn());
  return fitting != nullptr ? fitting : any;
}

std::string folded_name(const replay::State& state, const std::string& player) {
  for (const v1::Player& one : state.players()) {
    if (one.names().name() == player) return one.names().folded();
  }
  return {};
}

class Roll : public MoveCommand {
 public:
  Roll() : MoveCommand("roll") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[FACE...]", "The faces of dice thrown at the table. Without them the program throws.", words_);
    arguments.flag("--commit", "Makes a secret, keeps it here, and records the commitment to it.", commit_);
    arguments.flag("--reveal", "Records the secret, when everybody has committed.", reveal_);
    arguments.option("--secret-file", "FILE", "Where the secret is kept; else a file of the user's own state.",
                     secret_file_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (commit_ && reveal_) return usage("a secret is committed to first and revealed later.", "give one of the two.");
    if ((commit_ || reveal_) && !words_.empty()) {
      return usage("faces that follow from secrets are not given.", "leave them out.");
    }
    if (secret_file_ && !commit_ && !reveal_) {
      return usage("--secret-file goes with --commit or --reveal.", "leave it out, or give one of the two.");
    }
    for (const std::string& word : words_) {
      auto face = parse_face(word);
      if (!face) return face.error();
      faces_.push_back(face->value);
    }
    return ledger::Done{};
  }

  Result<v1::Event> event(Call& call, replay::Game& game) override {
    if (commit_) return commitment(call, game);
    if (reveal_) return secret(call, game);
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
  Result<std::string> mover(Call& call, const replay::Game& game) {
    auto typed = author(call);
    if (!typed) return typed.error();
    auto name = game.player(*typed);
    if (!name) return failure_of(name.error());
    return std::move(*name);
  }

  [[nodiscard]] std::optional<std::string> file_for(const Call& call, const replay::Game& game,
                                                    const std::string& commitment) const {
    if (secret_file_) return path_in(call.io, *secret_file_);
    const auto hash = ledger::Hash::from_raw(commitment);
    return hash ? secret_file(call.io, game.head().game, *hash) : std::nullopt;
  }

  // Where it would be refused the engine says so, and no secret is kept for it.
  Result<v1::Event> commitment(Call& call, replay::Game& game) {
    auto player = mover(call, game);
    if (!player) return player.error();
    const replay::State& state = game.engine().state();
    const v1::DiceRound* round = round_for(state, *player, true);
    v1::Event event;
    v1::DiceCommitted& committed = *event.mutable_dice_committed();
    if (round != nullptr) *committed.mutable_position() = round->position();
    const std::string bytes = ledger::random_bytes(replay::SECRET_SIZE);
    committed.set_commitment(replay::commitment_to(replay::dice_game(state.founding()), committed.position(),
                                                   {folded_name(state, *player), bytes}));
    const bool wanted = round != nullptr && is_asked(*round, *player) && part_in(*round, *player) == nullptr;
    if (!wanted || is_dry_run()) return event;
    const auto file = file_for(call, game, committed.commitment());
    if (!file) return usage("there is no folder to keep the secret in.", "set HOME, or say where with --secret-file.");
    if (auto kept = keep_secret(*file, *ledger::Hash::from_raw(bytes)); !kept) return kept.error();
    call.out.note(
        fmt::format("the secret is kept in {} until it is revealed: lose it, and the throw goes on without it",
                    on_one_line(*file)));
    return event;
  }

  // Nothing of a secret leaves its file before every commitment is on record.
  Result<v1::Event> secret(Call& call, replay::Game& game) {
    auto player = mover(call, game);
    if (!player) return player.error();
    const v1::DiceRound* round = round_for(game.engine().state(), *player, false);
    v1::Event event;
    v1::DiceRevealed& revealed = *event.mutable_dice_revealed();
    revealed.set_secret(std::string(replay::SECRET_SIZE, '\0'));
    if (round != nullptr) *revealed.mutable_position() = round->position();
    const v1::DiceSecret* own = round == nullptr ? nullptr : part_in(*round, *player);
    if (own == nullptr || !round->revealing() || !own->secret().empty()) return event;
    const auto file = file_for(call, game, own->commitment());
    if (!file) return usage("there is no folder in which the secret was kept.", "say where with --secret-file.");
    auto kept = kept_secret(*file);
    if (!kept) return kept.error();
    if (!kept->has_value()) {
      return usage(fmt::format("the secret that {} has committed to is not here: there is no file {}.",
                               on_one_line(*player), on_one_line(*file)),
                   "say where it is with --secret-file. If it is lost, the throw goes on as the rules have it: nomic "
                   "status says when, nomic show-rules how");
    }
    revealed.set_secret((*kept)->raw());
    return event;
  }

  std::vector<std::uint32_t> faces_;
  bool commit_ = false;
  bool reveal_ = false;
  std::optional<std::string> secret_file_;
};

}  // namespace

const CommandSpec ROLL = {
    "roll",
    "Play",
    "[FACE...]",
    "Throws the dice of a turn.",
    "How many dice there are, and with how many faces, the rules in force say. The program's own dice come from the "
    "system's random generator, and the record says whose dice they were.\n"
    "Where the rules have the faces revealed, nobody throws: each player they name commits to a secret (--commit), and "
    "reveals it when everybody has committed (--reveal). With the last secret the faces follow, which nobody could "
    "choose. docs/dice.md tells more.",
    "nomic init Ann Bob && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic roll 4 --as Ann",
    make_command<Roll>,
};

}  // namespace nomic::tools

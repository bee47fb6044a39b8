// R201: turns come round in the order that the rules give, and circuits are complete when they are.

#include <algorithm>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class TurnOrder final : public Check {
 public:
  TurnOrder() : Check("R201") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kTurnOrder); }

  void before(const Scene&) override {
    ended_ = false;
    circuits_ = 0;
    before_effect_.reset();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    // What ends with the turn comes after it, before anything that could change who is next.
    if (ended_ && emitted.kind_case() == Kind::kCircuitEnded) ++circuits_;
    if (!before_effect_ && scene.books.waited_for_turn(emitted)) before_effect_ = why_not(scene, scene.entry.author);
    switch (emitted.kind_case()) {
      case Kind::kTurnBegan:
        begins(emitted, scene);
        break;
      case Kind::kTurnPassed:
        passed(emitted, scene);
        break;
      case Kind::kCircuitEnded:
        circuit(emitted, scene);
        break;
      default:
        break;
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() != Kind::kTurnEnded) return;
    ended_ = true;
    due_ = is_complete(scene);
  }

  void after(const Scene& scene) override {
    if (!ended_ || !due_ || circuits_ != 0 || !is_complete(scene)) return;
    broken(scene, rule_of(scene), fact("circuit_unreported", {{"circuit", scene.books.turn.circuit}}));
  }

 private:
  static std::uint32_t rule_of(const Scene& scene) {
    const auto& point = scene.law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kOrderFieldNumber);
    return point ? point.by.front()->number : 0;
  }

  // Whose turn it is to begin; empty: anybody's.
  static std::string next(const Scene& scene) {
    const auto order = order_of(scene.law);
    const bool in_ring = order == v1::TurnOrder::SEATING || order == v1::TurnOrder::SURNAME;
    if (!in_ring) return {};
    const bool first = scene.books.turn.phase == BookTurn::Phase::NONE;
    const auto* player =
        first ? first_in_order(scene.books, scene.law) : audit::after(scene.books, scene.law, scene.books.turn.mover);
    return player == nullptr ? std::string() : player->name;
  }

  void begins(const v1::Consequence& emitted, const Scene& scene) {
    Fact wrong = why_not(scene, player_of(emitted));
    // Who may begin is looked at before what waits for the next turn takes effect.
    if (before_effect_) wrong = *before_effect_;
    if (wrong.empty()) wrong = misnumbered(emitted, scene);
    say(emitted, scene, wrong);
  }

  // Why the player may not begin a turn; empty: they may.
  static Fact why_not(const Scene& scene, const std::string& name) {
    const auto order = order_of(scene.law);
    const auto& turn = scene.books.turn;
    const auto* player = scene.books.player(name);
    if (player == nullptr || player->left) return fact("not_in_game", {{"player", name}});
    if (order == v1::TurnOrder::NO_TURNS) return fact("no_turns", {{"player", name}});
    if (order == v1::TurnOrder::ALL_AT_ONCE) {
      // One begun while turns ran one after another is theirs of this circuit all the same.
      const auto* own = scene.books.turn_of(name);
      if (player->last_circuit <= scene.books.circuits_complete && own == nullptr) return {};
      return fact("second_turn", {{"player", name}, {"circuit", scene.books.circuits_complete + 1}});
    }
    if (!scene.books.between_turns()) {
      return fact("turn_goes_on", {{"player", name}, {"turn", turn.number}, {"mover", turn.mover}});
    }
    const auto expected = next(scene);
    if (expected.empty() || expected == name) return {};
    return fact("not_next", {{"player", name}, {"next", expected}});
  }

  static Fact misnumbered(const v1::Consequence& emitted, const Scene& scene) {
    const auto& turn = scene.books.turn;
    const auto number = turn.phase == BookTurn::Phase::NONE ? turn.number : turn.number + 1;
    const auto circuit = turn.phase == BookTurn::Phase::NONE ? turn.circuit : scene.books.circuits_complete + 1;
    if (turn_of(emitted) == number && circuit_of(emitted) == circuit) return {};
    return fact("misnumbered", {{"reported_turn", turn_of(emitted)},
                                {"reported_circuit", circuit_of(emitted)},
                                {"turn", number},
                                {"circuit", circuit}});
  }

  void passed(const v1::Consequence& emitted, const Scene& scene) {
    const auto& limit = scene.law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kTimeToProposeFieldNumber);
    const auto expected = next(scene);
    Fact wrong;
    if (!limit) {
      wrong = fact("passed_without_limit", {{"player", player_of(emitted)}});
    } else if (!scene.books.between_turns()) {
      const auto& others = scene.books.others;
      const auto& turn = others.empty() ? scene.books.turn : others.front();
      wrong = fact("passed_too_soon", {{"player", player_of(emitted)}, {"turn", turn.number}, {"mover", turn.mover}});
    } else if (expected != player_of(emitted)) {
      wrong =
          fact("passed_not_next", {{"player", player_of(emitted)}, {"next", expected.empty() ? "nobody" : expected}});
    } else {
      wrong = misnumbered(emitted, scene);
    }
    say(emitted, scene, wrong);
  }

  void say(const v1::Consequence& emitted, const Scene& scene, const Fact& wrong) {
    if (wrong.empty()) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    } else {
      broken(scene, emitted.rule().number(), wrong, {shown(emitted)});
    }
  }

  // The player whose turn comes next has already had one in the circuit.
  static bool is_complete(const Scene& scene) {
    const auto& books = scene.books;
    const auto order = order_of(scene.law);
    const bool between = books.turn.phase == BookTurn::Phase::COMPLETE;
    if (order == v1::TurnOrder::NO_TURNS || !between || books.circuits_complete >= books.turn.circuit) return false;
    if (order == v1::TurnOrder::ALL_AT_ONCE) {
      return books.others.empty() && std::all_of(books.players.begin(), books.players.end(), [&](const auto& player) {
               return !takes_turns(scene.law, player) || player.last_circuit == books.turn.circuit;
             });
    }
    const auto* player = audit::after(books, scene.law, books.turn.mover);
    return player != nullptr && player->last_circuit == books.turn.circuit;
  }

  void circuit(const v1::Consequence& emitted, const Scene& scene) {
    if (!is_complete(scene) || circuit_of(emitted) != scene.books.turn.circuit) {
      say(emitted, scene, fact("circuit_not_complete", {{"circuit", circuit_of(emitted)}}));
      return;
    }
    say(emitted, scene, {});
  }

  bool ended_ = false;
  bool due_ = false;
  int circuits_ = 0;
  std::optional<Fact> before_effect_;  // why the author may not begin, by the rules before those that waited
};

}  // namespace

void add_turn_order(Checks& checks) {
  checks.push_back(std::make_unique<TurnOrder>());
}

}  // namespace nomic::replay::audit

// SCORES: a score is the sum of its entries. HOLDINGS: so is what anybody holds, and it is never below zero.

#include "check.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

class Scores final : public Check {
 public:
  Scores() : Check("SCORES") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() != Kind::kScore) return;
    const auto* player = scene.books.player(player_of(emitted));
    const auto before = player == nullptr ? 0 : player->points;
    if (before + emitted.score().points() == emitted.score().total()) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    broken(scene, emitted.rule().number(),
           fact("other_sum", {{"player", player_of(emitted)},
                              {"before", shown(before)},
                              {"points", shown(emitted.score().points())},
                              {"reported", shown(emitted.score().total())}}),
           {shown(emitted)}, {entry_of(emitted)});
  }

  // What the engine keeps is what it emitted.
  void after(const Scene& scene) override {
    const auto& emitted = *scene.entry.emitted;
    if (scene.derived_anew || scene.entry.after == nullptr || emitted.empty()) return;
    for (const auto& one : emitted) {
      if (one.kind_case() != Kind::kScore) continue;
      const auto* player = scene.books.player(player_of(one));
      for (const auto& kept : scene.entry.after->players()) {
        if (player == nullptr || kept.names().name() != player_of(one) || kept.points() == player->points) continue;
        broken(scene, one.rule().number(),
               fact("kept_otherwise",
                    {{"player", player_of(one)}, {"reported", shown(player->points)}, {"kept", shown(kept.points())}}),
               {shown(one)}, {entry_of(one)});
        return;
      }
    }
  }
};

class Holdings final : public Check {
 public:
  Holdings() : Check("HOLDINGS") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() != Kind::kHoldingChanged) return;
    const auto& changed = emitted.holding_changed();
    const auto found = scene.books.holdings.find({player_of(emitted), changed.thing()});
    const auto before = found == scene.books.holdings.end() ? 0 : found->second;
    if (before + changed.amount() == changed.total() && changed.total() >= 0) {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    broken(scene, emitted.rule().number(),
           fact("other_holding", {{"player", player_of(emitted)},
                                  {"before", shown(before)},
                                  {"thing", changed.thing()},
                                  {"amount", shown(changed.amount())},
                                  {"reported", shown(changed.total())}}),
           {shown(emitted)});
  }
};

}  // namespace

void add_sums(Checks& checks) {
  checks.push_back(std::make_unique<Scores>());
  checks.push_back(std::make_unique<Holdings>());
}

}  // namespace nomic::replay::audit

// SCORES: a score is the sum of its entries. HOLDINGS: so is what anybody holds, and it is never below zero.

#include "check.h"

namespace nomic::replay::audit {
namespace {

class Scores final : public Check {
 public:
  Scores() : Check("SCORES") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void told(const v1::Consequence& told, const Scene& scene) override {
    if (told.kind_case() != Kind::kScore) return;
    const auto* player = scene.books.player(player_of(told));
    const auto before = player == nullptr ? 0 : player->points;
    if (before + told.score().points() == told.score().total()) {
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    broken(scene, told.rule().number(),
           fact("other_sum", {{"player", player_of(told)},
                              {"before", shown(before)},
                              {"points", shown(told.score().points())},
                              {"told", shown(told.score().total())}}),
           {shown(told)});
  }

  // What the engine keeps is what it told.
  void after(const Scene& scene) override {
    const auto& told = *scene.entry.told;
    if (scene.derived_anew || scene.entry.after == nullptr || told.empty()) return;
    for (const auto& one : told) {
      if (one.kind_case() != Kind::kScore) continue;
      const auto* player = scene.books.player(player_of(one));
      for (const auto& kept : scene.entry.after->players()) {
        if (player == nullptr || kept.names().name() != player_of(one) || kept.points() == player->points) continue;
        broken(scene, one.rule().number(),
               fact("kept_otherwise",
                    {{"player", player_of(one)}, {"told", shown(player->points)}, {"kept", shown(kept.points())}}),
               {shown(one)});
        return;
      }
    }
  }
};

class Holdings final : public Check {
 public:
  Holdings() : Check("HOLDINGS") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void told(const v1::Consequence& told, const Scene& scene) override {
    if (told.kind_case() != Kind::kHoldingChanged) return;
    const auto& changed = told.holding_changed();
    const auto found = scene.books.holdings.find({player_of(told), changed.thing()});
    const auto before = found == scene.books.holdings.end() ? 0 : found->second;
    if (before + changed.amount() == changed.total() && changed.total() >= 0) {
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    broken(scene, told.rule().number(),
           fact("other_holding", {{"player", player_of(told)},
                                  {"before", shown(before)},
                                  {"thing", changed.thing()},
                                  {"amount", shown(changed.amount())},
                                  {"told", shown(changed.total())}}),
           {shown(told)});
  }
};

}  // namespace

void add_sums(Checks& checks) {
  checks.push_back(std::make_unique<Scores>());
  checks.push_back(std::make_unique<Holdings>());
}

}  // namespace nomic::replay::audit

// R113: who wants to leave may, as far as the rules let him; nobody else is made to.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class Forfeit final : public Check {
 public:
  Forfeit() : Check("R113", "players leave when they will, or as the rules let them") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kForfeit); }

  void told(const v1::Consequence& told, const Scene& scene) override {
    switch (told.kind()) {
      case Kind::APPROVAL_ASKED:
        if (told.text() == "to leave") asked_[told.player()] = {};
        break;
      case Kind::APPROVAL_DENIED:
        asked_.erase(told.player());
        break;
      case Kind::APPROVAL_GIVEN:
        if (const auto found = asked_.find(told.text()); found != asked_.end()) {
          found->second.erase(told.player());
          if (told.in_favour()) found->second.insert(told.player());
        }
        break;
      case Kind::PLAYER_LEFT:
        left(told, scene);
        break;
      case Kind::NOT_LAWFUL:
        refused(told, scene);
        break;
      default:
        break;
    }
  }

 private:
  static bool always(const Scene& scene, const std::string& player, std::uint32_t& rule) {
    const auto& point = scene.law.point(v1::Provision::kForfeit, v1::Forfeit::kAlwaysFieldNumber,
                                        {v1::CHANGE_KIND_UNSPECIFIED, player});
    rule = point ? point.by.front()->number : 0;
    return !point || point.says->forfeit().always();
  }

  void left(const v1::Consequence& told, const Scene& scene) {
    std::uint32_t rule = 0;
    const auto event = event_within(*scene.entry.event);
    const bool own = event->has_player_forfeited() && scene.entry.author == told.player();
    if (own && always(scene, told.player(), rule)) {
      holds(scene, rule, [&] { return shown(told); });
      return;
    }
    const auto asked = asked_.find(told.player());
    if (event->has_approval_given() && asked != asked_.end() && approved(scene, told.player(), asked->second)) {
      asked_.erase(asked);
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    broken(scene, told.rule().number(),
           fmt::format("{} is told to leave, and the rules do not have it so", told.player()), {shown(told)});
  }

  static bool approved(const Scene& scene, const std::string& leaver, const std::set<std::string>& by) {
    const auto& point = scene.law.point(v1::Provision::kForfeit, v1::Forfeit::kApprovalFieldNumber,
                                        {v1::CHANGE_KIND_UNSPECIFIED, leaver});
    std::uint64_t others = 0;
    std::uint64_t yes = 0;
    for (const auto& player : scene.books.players) {
      if (player.left) continue;
      if (player.name != leaver) ++others;
      if (by.count(player.name) != 0) ++yes;
    }
    return point ? reaches(yes, others, point.says->forfeit().approval()) : yes > 0;
  }

  void refused(const v1::Consequence& told, const Scene& scene) {
    const auto* player = scene.books.player(scene.entry.author);
    std::uint32_t rule = 0;
    if (!scene.entry.event->has_player_forfeited() || player == nullptr || player->left || scene.books.won) return;
    if (!always(scene, player->name, rule)) return;
    broken(scene, rule, fmt::format("{} may always forfeit, and is refused it", player->name),
           {shown(told) + ": " + told.text()});
  }

  std::map<std::string, std::set<std::string>> asked_;  // who asked to leave, and who approves
};

}  // namespace

void add_forfeit(Checks& checks) {
  checks.push_back(std::make_unique<Forfeit>());
}

}  // namespace nomic::replay::audit

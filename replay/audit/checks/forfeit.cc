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
  Forfeit() : Check("R113") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kForfeit); }

  void told(const v1::Consequence& told, const Scene& scene) override {
    switch (told.kind_case()) {
      case Kind::kApprovalAsked:
        if (told.approval_asked().leaving()) asked_[player_of(told)] = {};
        break;
      case Kind::kApprovalDenied:
        asked_.erase(player_of(told));
        break;
      case Kind::kApprovalGiven:
        if (const auto found = asked_.find(told.approval_given().applicant()); found != asked_.end()) {
          found->second.erase(player_of(told));
          if (told.approval_given().approves()) found->second.insert(player_of(told));
        }
        break;
      case Kind::kPlayerLeft:
        left(told, scene);
        break;
      case Kind::kNotLawful:
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
    const bool own = event->has_player_forfeited() && scene.entry.author == player_of(told);
    if (own && always(scene, player_of(told), rule)) {
      holds(scene, rule, [&] { return shown(told); });
      return;
    }
    const auto asked = asked_.find(player_of(told));
    if (event->has_approval_given() && asked != asked_.end() && approved(scene, player_of(told), asked->second)) {
      asked_.erase(asked);
      holds(scene, told.rule().number(), [&] { return shown(told); });
      return;
    }
    broken(scene, told.rule().number(), fact("leaves_unlawfully", {{"player", player_of(told)}}), {shown(told)});
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
    broken(scene, rule, fact("forfeit_refused", {{"player", player->name}}),
           {shown(told) + ": " + told.not_lawful().refusal().code()});
  }

  std::map<std::string, std::set<std::string>> asked_;  // who asked to leave, and who approves
};

}  // namespace

void add_forfeit(Checks& checks) {
  checks.push_back(std::make_unique<Forfeit>());
}

}  // namespace nomic::replay::audit

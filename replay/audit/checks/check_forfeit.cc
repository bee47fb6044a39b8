// R113: who wants to leave may, as far as the rules let them; nobody else is made to.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

class Forfeit final : public Check {
 public:
  Forfeit() : Check("R113") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kForfeit); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    switch (emitted.kind_case()) {
      case Kind::kApprovalAsked:
        if (emitted.approval_asked().leaving()) asked_[player_of(emitted)] = {};
        break;
      case Kind::kApprovalDenied:
        asked_.erase(player_of(emitted));
        break;
      case Kind::kApprovalGiven:
        if (const auto found = asked_.find(emitted.approval_given().applicant()); found != asked_.end()) {
          found->second.erase(player_of(emitted));
          if (emitted.approval_given().approves()) found->second.insert(player_of(emitted));
        }
        break;
      case Kind::kPlayerLeft:
        left(emitted, scene);
        break;
      case Kind::kNotLawful:
        refused(emitted, scene);
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

  void left(const v1::Consequence& emitted, const Scene& scene) {
    std::uint32_t rule = 0;
    const auto event = event_within(*scene.entry.event);
    const bool own = event->has_player_forfeited() && scene.entry.author == player_of(emitted);
    if (own && always(scene, player_of(emitted), rule)) {
      holds(scene, rule, [&] { return shown(emitted); });
      return;
    }
    const auto asked = asked_.find(player_of(emitted));
    if (event->has_approval_given() && asked != asked_.end() && approved(scene, player_of(emitted), asked->second)) {
      asked_.erase(asked);
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
      return;
    }
    broken(scene, emitted.rule().number(), fact("leaves_unlawfully", {{"player", player_of(emitted)}}),
           {shown(emitted)});
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

  void refused(const v1::Consequence& emitted, const Scene& scene) {
    const auto* player = scene.books.player(scene.entry.author);
    std::uint32_t rule = 0;
    if (!scene.entry.event->has_player_forfeited() || player == nullptr || player->left || scene.books.won) return;
    if (!always(scene, player->name, rule)) return;
    broken(scene, rule, fact("forfeit_refused", {{"player", player->name}}),
           {shown(emitted) + ": " + emitted.not_lawful().refusal().code()});
  }

  std::map<std::string, std::set<std::string>> asked_;  // who asked to leave, and who approves
};

}  // namespace

void add_forfeit(Checks& checks) {
  checks.push_back(std::make_unique<Forfeit>());
}

}  // namespace nomic::replay::audit

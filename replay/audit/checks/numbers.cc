// R108: proposals are numbered without gap or repeat, and a changed rule bears the number that the rules give it.

#include <algorithm>

#include "check.h"

namespace nomic::replay::audit {
namespace {

class Numbers final : public Check {
 public:
  Numbers() : Check("R108", "numbers are given without gap or repeat, and changed rules bear their proposal's") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kNumbering); }

  void told(const v1::Consequence& told, const Scene& scene) override {
    const bool given = told.kind() == Kind::PROPOSAL_MADE || (told.kind() == Kind::ACTED && told.proposal() != 0);
    if (given) issued(told, scene);
    const bool of_rule = told.kind() >= Kind::RULE_ENACTED && told.kind() <= Kind::RULE_RESTORED;
    if (of_rule && told.kind() != Kind::RULE_REPEALED) borne(told, scene);
  }

 private:
  void issued(const v1::Consequence& told, const Scene& scene) {
    const auto next = scene.books.next_number;
    if (told.proposal() != next) {
      broken(scene, told.rule().number(),
             fmt::format("the proposal of #{} is numbered {}; the next number is {}", scene.entry.index,
                         told.proposal(), next),
             {shown(told)});
      return;
    }
    holds(scene, told.rule().number(), [&] { return shown(told); });
  }

  // The number that the change gives, by the rules just before it.
  static std::uint32_t due(const v1::Consequence& told, const Scene& scene) {
    const auto& numbering =
        scene.law.point(v1::Provision::kNumbering, v1::Numbering::kChangedRuleFieldNumber, {told.changed(), {}});
    const bool takes = numbering && numbering.says->numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS;
    if (told.kind() != Kind::RULE_ENACTED && !takes) return told.from_number();
    // No two rules bear one number: a further change of the proposal takes the next.
    const bool used =
        scene.books.rule(told.proposal()) != nullptr || scene.books.repealed_rule(told.proposal()) != nullptr;
    return used ? scene.books.next_number : told.proposal();
  }

  void borne(const v1::Consequence& told, const Scene& scene) {
    const auto number = due(told, scene);
    const bool renumbered = told.to_number() != told.from_number();
    if (renumbered && scene.books.rule(told.to_number()) != nullptr) {
      broken(scene, told.to_number(), fmt::format("two rules bear the number {}", told.to_number()), {shown(told)});
      return;
    }
    if (told.to_number() != number) {
      broken(scene, told.to_number(),
             fmt::format("the rule changed by proposal {} bears {}; it is to bear {}", told.proposal(),
                         told.to_number(), number),
             {shown(told)});
      return;
    }
    holds(scene, told.to_number(), [&] { return shown(told); });
  }
};

}  // namespace

void add_numbers(Checks& checks) {
  checks.push_back(std::make_unique<Numbers>());
}

}  // namespace nomic::replay::audit

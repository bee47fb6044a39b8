// R108: proposals are numbered without gap or repeat, and a changed rule bears the number that the rules give it.

#include <algorithm>

#include "check.h"

namespace nomic::replay::audit {
namespace {

class Numbers final : public Check {
 public:
  Numbers() : Check("R108") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kNumbering); }

  void told(const v1::Consequence& told, const Scene& scene) override {
    const bool given = told.kind_case() == Kind::kProposalMade || (told.kind_case() == Kind::kActed && proposal_of(told) != 0);
    if (given) issued(told, scene);
    const bool of_rule = told.kind_case() >= Kind::kRuleEnacted && told.kind_case() <= Kind::kRuleRestored;
    if (of_rule && told.kind_case() != Kind::kRuleRepealed) borne(told, scene);
  }

 private:
  void issued(const v1::Consequence& told, const Scene& scene) {
    const auto next = scene.books.next_number;
    if (proposal_of(told) != next) {
      broken(scene, told.rule().number(),
             fact("other_number", {{"record", scene.entry.index}, {"proposal", proposal_of(told)}, {"next", next}}),
             {shown(told)});
      return;
    }
    holds(scene, told.rule().number(), [&] { return shown(told); });
  }

  // The number that the change gives, by the rules just before it.
  static std::uint32_t due(const v1::Consequence& told, const Scene& scene) {
    const auto& numbering =
        scene.law.point(v1::Provision::kNumbering, v1::Numbering::kChangedRuleFieldNumber, {change_of(told), {}});
    const bool takes = numbering && numbering.says->numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS;
    if (told.kind_case() != Kind::kRuleEnacted && !takes) return from_number_of(told);
    // No two rules bear one number: a further change of the proposal takes the next.
    const bool used =
        scene.books.rule(proposal_of(told)) != nullptr || scene.books.repealed_rule(proposal_of(told)) != nullptr;
    return used ? scene.books.next_number : proposal_of(told);
  }

  void borne(const v1::Consequence& told, const Scene& scene) {
    const auto number = due(told, scene);
    const bool renumbered = to_number_of(told) != from_number_of(told);
    if (renumbered && scene.books.rule(to_number_of(told)) != nullptr) {
      broken(scene, to_number_of(told), fact("number_twice", {{"rule", to_number_of(told)}}), {shown(told)});
      return;
    }
    if (to_number_of(told) != number) {
      broken(scene, to_number_of(told),
             fact("bears_other", {{"proposal", proposal_of(told)}, {"rule", to_number_of(told)}, {"due", number}}),
             {shown(told)});
      return;
    }
    holds(scene, to_number_of(told), [&] { return shown(told); });
  }
};

}  // namespace

void add_numbers(Checks& checks) {
  checks.push_back(std::make_unique<Numbers>());
}

}  // namespace nomic::replay::audit

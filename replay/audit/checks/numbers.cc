// R108: proposals are numbered without gap or repeat, and a changed rule bears the number that the rules give it.

#include <algorithm>

#include "check.h"

namespace nomic::replay::audit {
namespace {

class Numbers final : public Check {
 public:
  Numbers() : Check("R108") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kNumbering); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    const bool given = emitted.kind_case() == Kind::kProposalMade ||
                       (emitted.kind_case() == Kind::kActed && proposal_of(emitted) != 0);
    if (given) issued(emitted, scene);
    const bool of_rule = emitted.kind_case() >= Kind::kRuleEnacted && emitted.kind_case() <= Kind::kRuleRestored;
    if (of_rule && emitted.kind_case() != Kind::kRuleRepealed) borne(emitted, scene);
  }

 private:
  void issued(const v1::Consequence& emitted, const Scene& scene) {
    const auto next = scene.books.next_number;
    if (proposal_of(emitted) != next) {
      broken(scene, emitted.rule().number(),
             fact("other_number", {{"record", scene.entry.index}, {"proposal", proposal_of(emitted)}, {"next", next}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  // The number that the change gives, by the rules just before it.
  static std::uint32_t due(const v1::Consequence& emitted, const Scene& scene) {
    const auto& numbering =
        scene.law.point(v1::Provision::kNumbering, v1::Numbering::kChangedRuleFieldNumber, {change_of(emitted), {}});
    const bool takes = numbering && numbering.says->numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS;
    if (emitted.kind_case() != Kind::kRuleEnacted && !takes) return from_number_of(emitted);
    // No two rules bear one number: a further change of the proposal takes the next.
    const bool used =
        scene.books.rule(proposal_of(emitted)) != nullptr || scene.books.repealed_rule(proposal_of(emitted)) != nullptr;
    return used ? scene.books.next_number : proposal_of(emitted);
  }

  void borne(const v1::Consequence& emitted, const Scene& scene) {
    const auto number = due(emitted, scene);
    const bool renumbered = to_number_of(emitted) != from_number_of(emitted);
    if (renumbered && scene.books.rule(to_number_of(emitted)) != nullptr) {
      broken(scene, to_number_of(emitted), fact("number_twice", {{"rule", to_number_of(emitted)}}), {shown(emitted)});
      return;
    }
    if (to_number_of(emitted) != number) {
      broken(
          scene, to_number_of(emitted),
          fact("bears_other", {{"proposal", proposal_of(emitted)}, {"rule", to_number_of(emitted)}, {"due", number}}),
          {shown(emitted)});
      return;
    }
    holds(scene, to_number_of(emitted), [&] { return shown(emitted); });
  }
};

}  // namespace

void add_numbers(Checks& checks) {
  checks.push_back(std::make_unique<Numbers>());
}

}  // namespace nomic::replay::audit

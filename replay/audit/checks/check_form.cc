// R106: the form voted on is the form that takes effect.

#include <algorithm>

#include "check.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

std::string hex(const std::string& form) {
  const auto hash = ledger::Hash::from_raw(form);
  return hash ? hash->hex() : std::string();
}

class Form final : public Check {
 public:
  Form() : Check("R106") {}

  void before(const Scene&) override { changed_.clear(); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() == Kind::kProposalRevised) revised(emitted, scene);
    if (emitted.kind_case() == Kind::kProposalAdopted) adopted(emitted, scene);
    if (!is_rule_change(emitted)) return;
    const auto at = scene.books.change_emitted(emitted);
    // A rule that goes by itself: R205.
    if (!at && proposal_of(emitted) == 0) return;
    if (!at) {
      broken(scene, from_number_of(emitted), fact("not_in_form", {{"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    changed_.push_back(emitted);
  }

  // The texts and provisions that the engine now keeps are those of the form.
  void after(const Scene& scene) override {
    for (const auto& emitted : changed_) {
      const auto number = emitted.kind_case() == Kind::kRuleRepealed ? 0 : to_number_of(emitted);
      const auto* rule = scene.books.rule(number);
      if (rule == nullptr || scene.entry.after == nullptr || rule->versions.empty()) {
        holds(scene, from_number_of(emitted), [&] { return shown(emitted); });
        continue;
      }
      const auto& rules = scene.entry.after->rules();
      const auto kept =
          std::find_if(rules.begin(), rules.end(), [&](const auto& one) { return one.number() == number; });
      if (kept == rules.end()) {
        broken(scene, number, fact("not_kept", {{"rule", number}}), {shown(emitted)});
        continue;
      }
      compare(scene, emitted, *rule, *kept);
    }
  }

 private:
  void revised(const v1::Consequence& emitted, const Scene& scene) {
    const auto* open = scene.books.proposal(proposal_of(emitted));
    if (open == nullptr || open->phase != BookProposal::Phase::DEBATE) {
      broken(scene, emitted.rule().number(), fact("revised_after_call", {{"proposal", proposal_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    if (open->proponent != scene.entry.author) {
      broken(scene, emitted.rule().number(),
             fact("revised_by_another",
                  {{"proposal", proposal_of(emitted)}, {"proponent", open->proponent}, {"player", scene.entry.author}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  void adopted(const v1::Consequence& emitted, const Scene& scene) {
    const auto* open = scene.books.proposal(proposal_of(emitted));
    if (open == nullptr || open->phase == BookProposal::Phase::DEBATE) return;
    const auto now = hex(open->form);
    if (open->form != open->voted_form) {
      broken(scene, 0, fact("other_form", {{"proposal", proposal_of(emitted)}}),
             {"voted: " + hex(open->voted_form), "adopted: " + now});
      return;
    }
    holds(scene, emitted.rule().number(),
          [&] { return fmt::format("{}: form {} of #{}", shown(emitted), now.substr(0, 16), open->form_at); });
  }

  // Which rule-change of which record the texts are read from.
  static bool stands_there(const v1::Rule& kept, const Version& version) {
    if (kept.sources().empty()) return false;
    const auto& source = *kept.sources().rbegin();
    return source.record() == version.record && source.change() == version.change;
  }

  void compare(const Scene& scene, const v1::Consequence& emitted, const BookRule& rule, const v1::Rule& kept) {
    const auto texts = hex(kept.form());
    const auto& version = rule.versions.back();
    const bool other_text = !version.form.empty() && (version.form != kept.form() || !stands_there(kept, version));
    const bool known = version.provisions != nullptr;
    bool other_provisions = known && kept.provisions_size() != static_cast<int>(rule.provisions.size());
    for (int i = 0; known && !other_provisions && i < kept.provisions_size(); ++i) {
      other_provisions =
          kept.provisions(i).SerializeAsString() != rule.provisions[static_cast<std::size_t>(i)].SerializeAsString();
    }
    if (other_text || other_provisions) {
      broken(scene, rule.number,
             fact(other_text ? "other_text" : "other_provisions", {{"rule", rule.number}, {"record", version.record}}),
             {shown(emitted), "form: " + hex(version.form), "kept: " + texts});
      return;
    }
    if (!known) {
      not_judged(scene, rule.number, fact("text_passed", {{"shown", shown(emitted)}}));
      return;
    }
    holds(scene, rule.number,
          [&] { return fmt::format("{}: text {} of #{}", shown(emitted), texts.substr(0, 16), version.record); });
  }

  std::vector<v1::Consequence> changed_;
};

}  // namespace

void add_form(Checks& checks) {
  checks.push_back(std::make_unique<Form>());
}

}  // namespace nomic::replay::audit

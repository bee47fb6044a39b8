// R101: only rules in force are cited, each in the version that was in force at the record.

#include <algorithm>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

struct Named {
  std::uint32_t number = 0;
  std::uint32_t lineage = 0;
  std::uint64_t since = 0;
  friend bool operator==(const Named&, const Named&) = default;
};

bool in_books(const Books& books, const Named& named) {
  const auto* rule = books.rule(named.number);
  return rule != nullptr && Named{rule->number, rule->lineage, rule->since} == named;
}

// Whether it is the rule on Judgment as it was before an act of this turn, by which Judgment still goes.
bool judges_still(const Books& books, const v1::Consequence& emitted, const Named& named) {
  const auto& kept = books.dispute.rule_before_act;
  if (!kept || !is_of_judgment(emitted)) return false;
  return std::any_of(kept->by.begin(), kept->by.end(), [&](const auto& one) {
    return one.second.number == named.number && one.second.lineage == named.lineage;
  });
}

class InForce final : public Check {
 public:
  InForce() : Check("R101") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene&) override {
    gone_.clear();
    open_.clear();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    // What a step of this record takes out of force was in force at the record.
    const bool goes = is_rule_change(emitted) || emitted.kind_case() == Kind::kRuleChangedItself;
    if (goes) remember(scene, from_number_of(emitted));
    // Or what has another number from here on, and, where two rules swap theirs, the other one.
    if (emitted.kind_case() == Kind::kCorrected || emitted.kind_case() == Kind::kCorrectionObjected) {
      remember(scene, from_number_of(emitted));
      remember(scene, to_number_of(emitted));
    }
    if (emitted.kind_case() == Kind::kJudgmentDelivered) cites_rules_in_force(emitted, scene);
    cited_.reset();
    if (emitted.rule().number() == 0) return;
    cited_ = Named{emitted.rule().number(), emitted.rule().lineage(), emitted.rule().since()};
    if (in_books(scene.books, *cited_) || judges_still(scene.books, emitted, *cited_) ||
        std::find(gone_.begin(), gone_.end(), *cited_) != gone_.end()) {
      holds(scene, cited_->number, [&] { return shown(emitted); });
      cited_.reset();
    }
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    if (!cited_) return;
    if (in_books(scene.books, *cited_)) {
      holds(scene, cited_->number, [&] { return shown(emitted); });
    } else if (scene.derived_anew) {
      open_.emplace_back(*cited_, shown(emitted));
    } else {
      wrong(scene, *cited_, shown(emitted));
    }
  }

  void after(const Scene& scene) override {
    for (const auto& [cited, text] : open_) {
      if (in_books(scene.books, cited)) {
        const auto& words = text;
        holds(scene, cited.number, [&] { return words; });
      } else {
        not_judged(scene, cited.number, fact("cites_passing_version", {{"shown", text}}));
      }
    }
  }

 private:
  void remember(const Scene& scene, std::uint32_t number) {
    const auto* rule = number == 0 ? nullptr : scene.books.rule(number);
    if (rule != nullptr) gone_.push_back({rule->number, rule->lineage, rule->since});
  }

  void wrong(const Scene& scene, const Named& cited, const std::string& text) {
    const auto* bears = scene.books.rule(cited.number);
    const auto* histories = scene.books.of_lineage(cited.lineage);
    Fact what = fact("cited_not_in_force", {{"rule", cited.number}, {"record", cited.since}});
    if (bears != nullptr) {
      what = fact("cited_since", {{"rule", cited.number}, {"record", cited.since}, {"since", bears->since}});
    } else if (histories != nullptr) {
      what = fact("cited_other_number",
                  {{"rule", cited.number}, {"number", histories->number}, {"since", histories->since}});
    }
    broken(scene, cited.number, what, {text});
  }

  void cites_rules_in_force(const v1::Consequence& emitted, const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    for (const auto number : numbers_in(event->judgment_delivered().cited())) {
      if (scene.books.rule(number) != nullptr) continue;
      broken(scene, number, fact("judgment_cites", {{"rule", number}}), {shown(emitted)});
    }
  }

  std::vector<Named> gone_;
  std::vector<std::pair<Named, std::string>> open_;
  std::optional<Named> cited_;
};

}  // namespace

void add_in_force(Checks& checks) {
  checks.push_back(std::make_unique<InForce>());
}

}  // namespace nomic::replay::audit

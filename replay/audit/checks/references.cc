// MENTIONS: where the rules say that references follow (Numbering.references_follow), each rule whose texts or claims
// of precedence call a renumbered rule by its old number is told to call it by the new one, and no other rule is.
//
// What a rule says is read from the record that holds it, with its clerical corrections and the references that
// followed before put in here; the engine's reading of it is not asked.

#include <algorithm>

#include "check.h"
#include "named_rules.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

bool says_numbering(const v1::Provision* says) {
  return says != nullptr && says->numbering().references_follow();
}

bool claims_over(const BookRule& rule, std::uint32_t number) {
  return std::any_of(rule.provisions.begin(), rule.provisions.end(), [&](const v1::Provision& provision) {
    const auto& rules = provision.precedence_claim().rules();
    return std::find(rules.begin(), rules.end(), reference(number)) != rules.end();
  });
}

class References final : public Check {
 public:
  References() : Check("MENTIONS") {}

  [[nodiscard]] bool in_force(const Reading& law) const override {
    const auto all = law.all(v1::Provision::kNumbering);
    return std::any_of(all.begin(), all.end(), [](const Clause& clause) { return says_numbering(clause.provision); });
  }

  void before(const Scene&) override {
    due_.clear();
    cited_.reset();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.has_references_followed()) return told(emitted, scene);
    if (!is_rule_change(emitted)) return;
    all_told(scene);
    cited_.reset();
    const bool renumbers = emitted.kind_case() != Kind::kRuleEnacted && emitted.kind_case() != Kind::kRuleRepealed &&
                           from_number_of(emitted) != to_number_of(emitted);
    if (!renumbers) return;
    // By the rules just before the change.
    const auto& point = scene.law.point(v1::Provision::kNumbering, v1::Numbering::kReferencesFollowFieldNumber,
                                        {change_of(emitted), {}});
    if (says_numbering(point.says)) cited_ = point.by.front()->lineage;
  }

  void applied(const v1::Consequence& emitted, const Scene& scene) override {
    if (!cited_ || !is_rule_change(emitted)) return;
    from_ = from_number_of(emitted);
    to_ = to_number_of(emitted);
    for (const auto& [number, rule] : scene.books.rules) {
      const auto texts = texts_of_rule(rule);
      if (!texts) {
        not_judged(scene, number, fact("references_not_read", {{"rule", number}, {"number", from_}}));
      } else if (claims_over(rule, from_) || any_names(*texts, scene.books.lettered())) {
        due_.push_back(number);
      }
    }
  }

  void after(const Scene& scene) override { all_told(scene); }

 private:
  [[nodiscard]] bool any_names(const std::vector<Named>& texts, const std::set<std::uint32_t>& lettered) const {
    return std::any_of(texts.begin(), texts.end(), [&](const Named& text) { return text.names(from_, to_, lettered); });
  }

  // What the rule says by now; nothing: it cannot be read.
  [[nodiscard]] std::optional<std::vector<Named>> texts_of_rule(const BookRule& rule) const {
    if (rule.versions.empty()) return std::nullopt;
    const auto& version = rule.versions.back();
    const auto written = texts_in(version);
    if (!written) return std::nullopt;
    auto named = named_in(*written);
    for (const auto& edit : version.edits) {
      for (auto& text : named) text.follow(edit);
      if (edit.correction == 0) continue;
      const auto record = event_at(edit.correction);
      if (!record) return std::nullopt;
      named = corrected(named, event_within(*record)->record_corrected().text());
    }
    return named;
  }

  [[nodiscard]] std::optional<Texts> texts_in(const Version& version) const {
    const auto record = event_at(version.record);
    if (!record) return std::nullopt;
    const auto event = event_within(*record);
    if (event->has_rule_founded()) {
      const auto& texts = event->rule_founded().rule().texts();
      return Texts(texts.begin(), texts.end());
    }
    const auto& changes = event->has_proposal_made()      ? event->proposal_made().changes()
                          : event->has_proposal_revised() ? event->proposal_revised().changes()
                                                          : event->act_performed().changes();
    if (version.change >= static_cast<std::uint32_t>(changes.size())) return std::nullopt;
    const auto& texts = changes.Get(static_cast<int>(version.change)).texts();
    return Texts(texts.begin(), texts.end());
  }

  void told(const v1::Consequence& emitted, const Scene& scene) {
    const auto& followed = emitted.references_followed();
    const auto found = std::find(due_.begin(), due_.end(), number_in(followed.number()));
    const auto* by = scene.books.of_lineage(emitted.rule().lineage());
    const bool right = found != due_.end() && number_in(followed.mentioned()) == from_ &&
                       number_in(followed.mentions()) == to_ && by != nullptr && by->lineage == cited_;
    if (found != due_.end()) due_.erase(found);
    if (right) {
      holds(scene, number_in(followed.number()), [&] { return shown(emitted); });
      return;
    }
    broken(scene, number_in(followed.number()),
           fact("references_not_due", {{"rule", number_in(followed.number())},
                                       {"number", number_in(followed.mentioned())},
                                       {"now", number_in(followed.mentions())}}),
           {shown(emitted)});
  }

  // Each rule that was to be told has been.
  void all_told(const Scene& scene) {
    for (const auto number : due_) {
      broken(scene, number, fact("references_left", {{"rule", number}, {"number", from_}, {"now", to_}}));
    }
    due_.clear();
  }

  std::optional<std::uint32_t> cited_;  // the rule that has them follow, by lineage
  std::uint32_t from_ = 0;
  std::uint32_t to_ = 0;
  std::vector<std::uint32_t> due_;  // rules that are to be told, by number
};

}  // namespace

void add_references(Checks& checks) {
  checks.push_back(std::make_unique<References>());
}

}  // namespace nomic::replay::audit

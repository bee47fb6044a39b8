// MENTIONS: where the rules say that references follow (Numbering.references_follow), each rule whose texts or claims
// of precedence call a renumbered rule by its old number is told to call it by the new one, and no other rule is.
//
// What a rule says is read from the record that holds it, with its clerical corrections and the references that
// followed before put in here; the engine's reading of it is not asked.

#include <algorithm>

#include "check.h"
#include "nomic/replay/mentions.h"
#include "nomic/replay/rule_number.h"

namespace nomic::replay::audit {
namespace {

using Texts = std::vector<v1::Text>;

bool says_numbering(const v1::Provision* says) {
  return says != nullptr && says->numbering().references_follow();
}

bool claims_over(const BookRule& rule, std::uint32_t number) {
  return std::any_of(rule.provisions.begin(), rule.provisions.end(), [&](const v1::Provision& provision) {
    const auto& rules = provision.precedence_claim().rules();
    return std::find(rules.begin(), rules.end(), number) != rules.end();
  });
}

// What a number is called by now; "206a", where no rule bore that by then, is a part of rule 206. 0: what it was.
std::uint32_t called(std::uint32_t number, const std::map<std::uint32_t, std::uint32_t>& references,
                     const std::set<std::uint32_t>& lettered) {
  const auto whole = references.find(number);
  if (whole != references.end()) return whole->second;
  const bool is_part = is_lettered(number) && lettered.count(number) == 0;
  const auto of = is_part ? references.find(plain_of(number)) : references.end();
  return of == references.end() ? 0 : same_part_of(of->second, number);
}

// From the last to the first, so that the places of those before stay as they are.
void read_references(v1::Text& text, const Edit& edit) {
  std::string words = text.text();
  auto found = mentions(words);
  std::reverse(found.begin(), found.end());
  for (const auto& mention : found) {
    const auto now = called(mention.number, edit.references, edit.lettered);
    if (now != 0 && !mention.ranged) words.replace(mention.at, mention.length, numeral(now));
  }
  text.set_text(words);
}

void put_right(Texts& texts, const v1::TextCorrection& slip) {
  auto at = std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.lang() == slip.lang(); });
  if (at == texts.end() && (texts.empty() || !slip.lang().empty())) {
    if (!slip.whole()) return;
    at = texts.emplace(texts.end());
    at->set_lang(slip.lang());
  }
  if (at == texts.end()) at = texts.begin();
  std::string words = at->text();
  if (slip.whole()) {
    words = slip.after();
  } else if (const auto place = words.find(slip.before()); place != std::string::npos) {
    words.replace(place, slip.before().size(), slip.after());
  }
  at->set_text(words);
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
      } else if (claims_over(rule, from_) || says_number(*texts, scene.books.lettered())) {
        due_.push_back(number);
      }
    }
  }

  void after(const Scene& scene) override { all_told(scene); }

 private:
  [[nodiscard]] bool says_number(const Texts& texts, const std::set<std::uint32_t>& lettered) const {
    return std::any_of(texts.begin(), texts.end(), [&](const v1::Text& text) {
      const auto found = mentions(text.text());
      return std::any_of(found.begin(), found.end(), [&](const Mention& one) {
        return !one.ranged && called(one.number, {{from_, to_}}, lettered) != 0;
      });
    });
  }

  // What the rule says by now; nothing: it cannot be read.
  [[nodiscard]] std::optional<Texts> texts_of_rule(const BookRule& rule) const {
    if (rule.versions.empty()) return std::nullopt;
    const auto& version = rule.versions.back();
    auto texts = texts_in(version);
    for (const auto& edit : version.edits) {
      if (!texts) break;
      for (auto& text : *texts) read_references(text, edit);
      if (edit.correction == 0) continue;
      const auto record = event_at(edit.correction);
      if (!record) return std::nullopt;
      put_right(*texts, event_within(*record)->record_corrected().text());
    }
    return texts;
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
    const auto found = std::find(due_.begin(), due_.end(), followed.number());
    const auto* by = scene.books.of_lineage(emitted.rule().lineage());
    const bool right = found != due_.end() && followed.mentioned() == from_ && followed.mentions() == to_ &&
                       by != nullptr && by->lineage == cited_;
    if (found != due_.end()) due_.erase(found);
    if (right) {
      holds(scene, followed.number(), [&] { return shown(emitted); });
      return;
    }
    broken(scene, followed.number(),
           fact("references_not_due",
                {{"rule", followed.number()}, {"number", followed.mentioned()}, {"now", followed.mentions()}}),
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

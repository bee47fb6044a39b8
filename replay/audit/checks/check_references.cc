// MENTIONS: where the rules say that references follow (Numbering.references_follow), each rule whose texts or claims
// of precedence call a renumbered rule by its old number is told to call it by the new one, and no other rule is.
//
// What a rule says is read from the record that holds it, with its clerical corrections and the references that
// followed before put in here; the engine's reading of it is not asked.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "books.h"
#include "check.h"
#include "nomic/replay/mentions.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay::audit {
namespace {

// Which rules a rule's texts name, read by the auditor from the records that hold them, with what they say otherwise by
// now: references that followed renumbered rules, and clerical corrections.

using Texts = std::vector<v1::Text>;

// A text, and the places at which it names rules, each with the number that stands for it by now. The places are those
// of the words as somebody wrote them: "rule 98 and 99" names two rules, also when 98 has become 100.
class Named {
 public:
  explicit Named(v1::Text text);

  void follow(const Edit& edit);
  // Whether it is read otherwise once rule `from` is rule `to`; `lettered`: the numbers with letters that rules bore.
  [[nodiscard]] bool names(std::uint32_t from, std::uint32_t to, const std::set<std::uint32_t>& lettered) const;
  [[nodiscard]] v1::Text as_read() const;

 private:
  v1::Text text_;
  std::vector<std::pair<Mention, std::uint32_t>> places_;
};

// What a number is called by now; "206a", where no rule bore that by then, is a part of rule 206. 0: what it was.
std::uint32_t called(std::uint32_t number, const std::map<std::uint32_t, std::uint32_t>& references,
                     const std::set<std::uint32_t>& lettered) {
  const auto whole = references.find(number);
  if (whole != references.end()) return whole->second;
  const bool is_part = is_lettered(number) && lettered.count(number) == 0;
  const auto of = is_part ? references.find(plain_of(number)) : references.end();
  return of == references.end() ? 0 : same_part_of(of->second, number);
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

Named::Named(v1::Text text) : text_(std::move(text)) {
  for (const auto& mention : mentions(text_.text())) {
    if (!mention.ranged) places_.emplace_back(mention, mention.number);
  }
}

void Named::follow(const Edit& edit) {
  for (auto& [mention, number] : places_) {
    if (const auto now = called(number, edit.references, edit.lettered); now != 0) number = now;
  }
}

bool Named::names(std::uint32_t from, std::uint32_t to, const std::set<std::uint32_t>& lettered) const {
  return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
    return called(place.second, {{from, to}}, lettered) != 0;
  });
}

// From the last place to the first, so that those before stay where they are.
v1::Text Named::as_read() const {
  std::string words = text_.text();
  for (std::size_t at = places_.size(); at-- > 0;) {
    const auto& [mention, number] = places_[at];
    if (number != mention.number) words.replace(mention.at, mention.length, numeral(number));
  }
  auto text = text_;
  text.set_text(words);
  return text;
}

std::vector<Named> named_in(const Texts& texts) {
  return {texts.begin(), texts.end()};
}

// The same texts with a slip put right.
std::vector<Named> corrected(const std::vector<Named>& texts, const v1::TextCorrection& slip) {
  Texts read;
  for (const auto& text : texts) read.push_back(text.as_read());
  put_right(read, slip);
  return named_in(read);
}

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

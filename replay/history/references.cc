#include "nomic/replay/references.h"

#include <algorithm>
#include <map>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// Each number that a rule ever had, with the rules that had it, in the order of the histories.
class Bearers {
 public:
  explicit Bearers(const Histories& histories) {
    for (const auto& life : histories.rules) {
      for (const auto& borne : life.numbers) by_number_[borne.number].push_back({&life, &borne});
    }
  }

  [[nodiscard]] bool is_borne(std::uint32_t number) const { return by_number_.contains(number); }

  // The rule that bore the number just after `record`, or, where none did, the one that the record itself gave it to.
  [[nodiscard]] const RuleHistory* at(std::uint32_t number, std::uint64_t record) const {
    for (const auto& [life, borne] : of(number)) {
      if (borne->from <= record && (borne->until == 0 || borne->until > record)) return life;
    }
    // No rule was recorded under this number: the rule that always had it.
    for (const auto& [life, borne] : of(number)) {
      if (borne->all_along_by != 0 && borne->from > record) return life;
    }
    return nullptr;
  }

  // The rule that bore the number last by then: the text was stale when it was written.
  [[nodiscard]] const RuleHistory* last_by(std::uint32_t number, std::uint64_t record) const {
    const RuleHistory* last = nullptr;
    std::uint64_t until = 0;
    for (const auto& [life, borne] : of(number)) {
      if (borne->until == 0 || borne->until > record || borne->until < until) continue;
      last = life;
      until = borne->until;
    }
    return last;
  }

 private:
  struct Bearer {
    const RuleHistory* life;
    const NumberBorne* borne;
  };

  [[nodiscard]] const std::vector<Bearer>& of(std::uint32_t number) const {
    static const std::vector<Bearer> NONE;
    const auto found = by_number_.find(number);
    return found == by_number_.end() ? NONE : found->second;
  }

  std::map<std::uint32_t, std::vector<Bearer>> by_number_;
};

// A text is written when it is proposed: a number that its own adoption took from a rule means that rule.
const RuleHistory* meant(const Histories& histories, const Bearers& bearers, std::uint32_t number,
                         const RuleVersion& version) {
  const auto* made_by = proposal_of(histories, version.rule.proposal(), version.record);
  const auto written = made_by == nullptr ? version.record : made_by->form;
  const auto* then = bearers.at(number, written);
  if (then != nullptr) return then;
  // "This rule 302 ..." names the number that the proposal itself was to bear.
  const auto* own = bearers.at(number, version.record);
  return own != nullptr ? own : bearers.last_by(number, written);
}

Reference resolve(const Bearers& bearers, const RuleHistory* life, std::uint32_t number) {
  Reference reference;
  if (life == nullptr) {
    const auto* later = bearers.at(number, UINT64_MAX - 1);
    reference.state = later == nullptr ? Reference::State::NOTHING : Reference::State::LATER;
    reference.now = later == nullptr ? 0 : number;
    return reference;
  }
  const auto& last = life->versions.back();
  reference.lineage = life->lineage;
  reference.now = last.rule.number();
  reference.state = !last.in_force                 ? Reference::State::REPEALED
                    : last.rule.number() == number ? Reference::State::HOLDS
                                                   : Reference::State::MOVED;
  return reference;
}

// A number with letters that no rule ever bore names a part of the rule without them: "rule 206a".
Mention as_meant(const Bearers& bearers, const Mention& mention) {
  return !is_lettered(mention.number) || bearers.is_borne(mention.number) ? mention : without_letters(mention);
}

void add_references(const Histories& histories, const Bearers& bearers, const RuleHistory& life, const v1::Text& text,
                    std::vector<Reference>& found) {
  const auto found_mentions = mentions(text.text());
  if (found_mentions.empty()) return;
  const auto blamed = blame(life, text.lang());
  std::size_t at = 0;
  std::size_t sentence = 0;
  for (const auto& as_written : found_mentions) {
    const auto mention = as_meant(bearers, as_written);
    while (sentence + 1 < blamed.size() && at + blamed[sentence].sentence.size() <= mention.at) {
      at += blamed[sentence].sentence.size();
      ++sentence;
    }
    const auto& version = life.versions[blamed.empty() ? life.versions.size() - 1 : blamed[sentence].version];
    auto reference = resolve(bearers, meant(histories, bearers, mention.number, version), mention.number);
    reference.rule = life.versions.back().rule.number();
    reference.lang = text.lang();
    reference.mention = mention;
    reference.written = version.record;
    found.push_back(std::move(reference));
  }
}

}  // namespace

std::vector<Reference> references(const Histories& histories) {
  const Bearers bearers(histories);
  std::vector<Reference> found;
  for (const auto& life : histories.rules) {
    const auto& last = life.versions.back();
    if (!last.in_force) continue;
    for (const auto& text : last.rule.texts()) add_references(histories, bearers, life, text, found);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Reference& a, const Reference& b) { return comes_before(a.rule, b.rule); });
  return found;
}

std::string mended(std::string_view text, const std::vector<Reference>& references) {
  std::string out;
  std::size_t done = 0;
  // They come in the order of their places.
  for (const auto& one : references) {
    if (one.state != Reference::State::MOVED || one.mention.ranged) continue;
    out += text.substr(done, one.mention.at - done);
    out += numeral(one.now);
    done = one.mention.at + one.mention.length;
  }
  out += text.substr(done);
  return out;
}

}  // namespace nomic::replay

// R114: as few rules as there must be remain. R209: there are no more than there may be.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

struct Counts {
  std::int64_t is_mutable = 0;
  std::int64_t is_immutable = 0;
  [[nodiscard]] std::int64_t all() const { return is_mutable + is_immutable; }
};

// The rules in force once some changes have taken effect: those in force now, but for the changes, and how many have
// come.
class RulesThen {
 public:
  explicit RulesThen(const Books& books) : books_(books) {}

  void change(v1::ChangeKind kind, std::uint32_t target) {
    if (kind == v1::ENACT || kind == v1::REENACT) ++come_;
    if (kind == v1::REPEAL) changed_[target] = std::nullopt;
    if (kind == v1::TRANSMUTE_TO_MUTABLE) changed_[target] = v1::MUTABLE;
    if (kind == v1::TRANSMUTE_TO_IMMUTABLE) changed_[target] = v1::IMMUTABLE;
  }

  // A rule that comes is mutable.
  [[nodiscard]] Counts count() const {
    Counts counts{come_, 0};
    for (const auto& [number, rule] : books_.rules) {
      const auto found = changed_.find(number);
      const auto status = found == changed_.end() ? std::optional(rule.status) : found->second;
      if (status) ++(*status == v1::MUTABLE ? counts.is_mutable : counts.is_immutable);
    }
    return counts;
  }

 private:
  const Books& books_;
  std::map<std::uint32_t, std::optional<v1::RuleStatus>> changed_;  // nothing: it goes
  std::int64_t come_ = 0;
};

// How many rules there are too many, or too few.
std::int64_t beyond(std::int64_t count, std::uint32_t most) {
  return std::max(count - most, std::int64_t{0});
}
std::int64_t short_of(std::int64_t count, std::uint32_t least) {
  return std::max(least - count, std::int64_t{0});
}

class Bounds final : public Check {
 public:
  explicit Bounds(ReportedCheck& most) : Check("R114"), most_(most) {}

  [[nodiscard]] bool in_force(const Reading& law) const override {
    const auto all = law.all(v1::Provision::kRulesetBounds);
    return std::any_of(all.begin(), all.end(), [](const auto& clause) {
      return clause.provision->ruleset_bounds().has_min_mutable() ||
             clause.provision->ruleset_bounds().has_min_immutable();
    });
  }

  void before(const Scene&) override { whole_.clear(); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    const bool of_rules = is_rule_change(emitted);
    if (emitted.kind_case() == Kind::kWithoutEffect) without_effect(emitted, scene);
    if (!of_rules || whole_.count(proposal_of(emitted)) != 0) return;
    const auto found = scene.books.adopted.find(proposal_of(emitted));
    if (found != scene.books.adopted.end() && found->second.proposal.waived) {
      not_judged(scene, emitted.rule().number(), fact("upheld", {{"proposal", proposal_of(emitted)}}));
      most_.not_judged(scene, emitted.rule().number(), fact("upheld", {{"proposal", proposal_of(emitted)}}));
      return;
    }
    look(emitted, scene, counts_after(emitted, scene));
  }

 private:
  // What the change leads to; of several that stand or fall together, all of them.
  Counts counts_after(const v1::Consequence& emitted, const Scene& scene) {
    RulesThen then(scene.books);
    const auto found = scene.books.adopted.find(proposal_of(emitted));
    const bool together = scene.books.change_emitted(emitted) && found != scene.books.adopted.end() &&
                          found->second.done.size() > 1 && found->second.together;
    if (!together) {
      then.change(emitted.kind_case() == Kind::kRuleRepealed ? v1::REPEAL : change_of(emitted),
                  from_number_of(emitted));
      return then.count();
    }
    whole_.insert(proposal_of(emitted));
    for (std::size_t at = 0; at < found->second.done.size(); ++at) {
      if (found->second.done[at]) continue;
      then.change(found->second.proposal.changes[at].kind(), scene.books.target_of(found->second.proposal, at));
    }
    return then.count();
  }

  // A bound forbids what leads further beyond it.
  static bool above(std::int64_t then, std::int64_t now, std::uint32_t most) {
    return beyond(then, most) > beyond(now, most);
  }
  static bool below(std::int64_t then, std::int64_t now, std::uint32_t least) {
    return short_of(then, least) > short_of(now, least);
  }

  void look(const v1::Consequence& emitted, const Scene& scene, const Counts& then) {
    const Counts now = RulesThen(scene.books).count();
    bool least = false;
    bool most = false;
    for (const auto& clause : scene.law.all(v1::Provision::kRulesetBounds)) {
      const auto& b = clause.provision->ruleset_bounds();
      const auto number = clause.rule->number;
      const auto text = fact("out_of_bounds", {{"shown", shown(emitted)},
                                               {"mutable", then.is_mutable},
                                               {"immutable", then.is_immutable},
                                               {"rule", number}});
      const bool too_few = (b.has_min_mutable() && below(then.is_mutable, now.is_mutable, b.min_mutable())) ||
                           (b.has_min_immutable() && below(then.is_immutable, now.is_immutable, b.min_immutable()));
      const bool too_many = (b.has_max_mutable() && above(then.is_mutable, now.is_mutable, b.max_mutable())) ||
                            (b.has_max_immutable() && above(then.is_immutable, now.is_immutable, b.max_immutable())) ||
                            (b.has_max_rules() && above(then.all(), now.all(), b.max_rules()));
      if (too_few) broken(scene, number, text, {shown(emitted)});
      if (too_many) most_.broken(scene, number, text, {shown(emitted)});
      least = least || too_few;
      most = most || too_many;
    }
    const auto text = [&] {
      return fmt::format("{}: {} mutable, {} immutable", shown(emitted), then.is_mutable, then.is_immutable);
    };
    if (!least) holds(scene, emitted.rule().number(), text);
    if (!most) most_.holds(scene, emitted.rule().number(), text);
  }

  // A change that is said to break a bound does.
  void without_effect(const v1::Consequence& emitted, const Scene& scene) {
    const auto* rule = scene.books.rule(emitted.rule().number());
    if (rule == nullptr || std::none_of(rule->provisions.begin(), rule->provisions.end(),
                                        [](const auto& one) { return one.has_ruleset_bounds(); })) {
      return;
    }
    const auto found = scene.books.adopted.find(proposal_of(emitted));
    const auto at = scene.books.change_emitted(emitted);
    if (found == scene.books.adopted.end() || !at) return;
    const Counts now = RulesThen(scene.books).count();
    RulesThen changed(scene.books);
    const bool together = found->second.together;
    for (std::size_t one = 0; one < found->second.done.size(); ++one) {
      const bool counts = one == *at || (together && !found->second.done[one]);
      if (counts) {
        changed.change(found->second.proposal.changes[one].kind(), scene.books.target_of(found->second.proposal, one));
      }
    }
    const Counts then = changed.count();
    if (now.is_mutable != then.is_mutable || now.is_immutable != then.is_immutable) return;
    most_.broken(scene, rule->number,
                 fact("bounds_untouched", {{"proposal", proposal_of(emitted)}, {"rule", rule->number}}),
                 {shown(emitted)});
  }

  ReportedCheck& most_;
  std::set<std::uint32_t> whole_;
};

}  // namespace

void add_bounds(Checks& checks) {
  auto most = std::make_unique<ReportedCheck>("R209", [](const Reading& law) {
    const auto all = law.all(v1::Provision::kRulesetBounds);
    return std::any_of(all.begin(), all.end(), [](const auto& clause) {
      const auto& b = clause.provision->ruleset_bounds();
      return b.has_max_mutable() || b.has_max_immutable() || b.has_max_rules();
    });
  });
  checks.push_back(std::make_unique<Bounds>(*most));
  checks.push_back(std::move(most));
}

}  // namespace nomic::replay::audit

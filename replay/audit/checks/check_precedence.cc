// R110: which mutable rules are void, since they conflict with an immutable one. R211: which rules lose a point to
// another. Both by the auditor's own reading.

#include <algorithm>
#include <map>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

class Precedence final : public Check {
 public:
  explicit Precedence(ReportedCheck& yields) : Check("R110"), yields_(yields) {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kPrecedenceMethod); }

  void before(const Scene& scene) override {
    emitted_.clear();
    known_void_.clear();
    founding_ = !scene.books.begun;
    looked_ = scene.books.begun ? scene.books.law_version : ~std::uint64_t{0};
    const auto skipped = scene.entry.index != next_;
    next_ = scene.entry.index + (scene.entry.fell_due ? 0 : 1);
    if (skipped) before_ = scene.law.yields();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() == Kind::kRuleYields) {
      const auto* loser = scene.books.rule(from_number_of(emitted));
      const Yield pair{emitted.rule().lineage(), loser == nullptr ? 0 : loser->lineage};
      emitted_.insert(pair);
      seen_[pair] = scene.law.yields().count(pair) != 0;
      shown_[pair] = shown(emitted) + ": " + emitted.rule_yields().point();
    }
    if (emitted.kind_case() == Kind::kRuleVoid) {
      const auto* loser = scene.books.rule(from_number_of(emitted));
      const auto lineage = loser == nullptr ? 0 : loser->lineage;
      known_void_[lineage] = scene.law.voids().count(lineage) != 0;
      void_shown_[lineage] = shown(emitted) + ": " + emitted.rule_void().point();
    }
  }

  void after(const Scene& scene) override {
    if (!scene.books.begun || scene.books.law_version == looked_) return;
    void_rules(scene);
    yielding(scene);
    before_ = scene.law.yields();
    seen_.clear();
    shown_.clear();
    void_shown_.clear();
  }

 private:
  void void_rules(const Scene& scene) {
    std::set<std::uint32_t> own;
    for (const auto& [lineage, by] : scene.law.voids()) own.insert(lineage);
    for (const auto& [lineage, was] : known_void_) {
      if (was || own.count(lineage) != 0) {
        const auto& text = void_shown_[lineage];
        holds(scene, number_of(scene, lineage), [&] { return text; });
      }
    }
    const auto& kept = scene.books.known_void;
    for (const auto& [lineage, version] : kept) {
      const auto* rule = scene.books.of_lineage(lineage);
      // Once it has changed it is another version that would be void: of that nothing need be emitted.
      const bool changed = rule == nullptr || rule->version != version;
      if (own.count(lineage) != 0 || changed || !reported_.insert({lineage, rule->since}).second) continue;
      broken(scene, number_of(scene, lineage), fact("not_void", {{"rule", number_of(scene, lineage)}}),
             void_shown_.count(lineage) == 0 ? std::vector<Fact>() : std::vector<Fact>{void_shown_[lineage]});
    }
    for (const auto lineage : own) {
      // What a Judgment has found void is void under whatever number it comes back, and is not reported again.
      if (kept.count(lineage) != 0 || scene.law.voids().at(lineage) == 0) continue;
      broken(scene, number_of(scene, lineage),
             fact("void_unreported", {{"rule", number_of(scene, lineage)},
                                      {"immutable", number_of(scene, scene.law.voids().at(lineage))}}));
    }
  }

  void yielding(const Scene& scene) {
    const auto& now = scene.law.yields();
    for (const auto& pair : emitted_) {
      // At the founding the method itself is settled: before it is, one of two yields, of which one is then void.
      const auto voids = scene.law.voids();
      const bool void_by_method = founding_ && (voids.count(pair.loser) != 0 || voids.count(pair.winner) != 0);
      if (seen_[pair] || now.count(pair) != 0 || void_by_method) {
        yields_.holds(scene, number_of(scene, pair.loser), [&] { return shown_[pair]; });
        continue;
      }
      yields_.broken(
          scene, number_of(scene, pair.loser),
          fact("does_not_yield", {{"rule", number_of(scene, pair.loser)}, {"winner", number_of(scene, pair.winner)}}),
          {shown_[pair]});
    }
    by_correction(scene);
    for (const auto& pair : now) {
      if (before_.count(pair) != 0 || emitted_.count(pair) != 0) continue;
      yields_.broken(scene, number_of(scene, pair.loser),
                     fact("yields_unreported",
                          {{"rule", number_of(scene, pair.loser)}, {"winner", number_of(scene, pair.winner)}}));
    }
  }

  // In a live game one player's correction of a number decides no conflict.
  void by_correction(const Scene& scene) {
    const auto& event = *scene.entry.event;
    if (!event.record_corrected().has_number() || event.afterwards() || scene.entry.fell_due) return;
    if (scene.law.yields() == before_) return;
    const auto number = number_in(event.record_corrected().number().number());
    yields_.broken(scene, number, fact("prevails_by_correction", {{"player", scene.entry.author}, {"rule", number}}));
  }

  static std::uint32_t number_of(const Scene& scene, std::uint32_t lineage) {
    const auto* rule = scene.books.of_lineage(lineage);
    return rule == nullptr ? lineage : rule->number;
  }

  ReportedCheck& yields_;
  std::set<Yield> before_;
  std::set<Yield> emitted_;
  std::map<Yield, bool> seen_;
  std::map<Yield, std::string> shown_;
  std::map<std::uint32_t, bool> known_void_;
  std::map<std::uint32_t, std::string> void_shown_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> reported_;  // each once
  bool founding_ = false;
  std::uint64_t looked_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace

void add_precedence(Checks& checks) {
  auto yields = std::make_unique<ReportedCheck>(
      "R211", [](const Reading& law) { return law.any(v1::Provision::kPrecedenceMethod); });
  checks.push_back(std::make_unique<Precedence>(*yields));
  checks.push_back(std::move(yields));
}

}  // namespace nomic::replay::audit

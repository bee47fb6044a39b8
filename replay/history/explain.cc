#include "nomic/replay/explain.h"

#include <algorithm>
#include <map>

namespace nomic::replay {
namespace {

// The versions of rules as they come into force, to be found again by lineage and record.
class Versions {
 public:
  void see(const State& state, std::uint64_t record) {
    for (const auto& rule : state.rules()) {
      if (rule.since() == record) versions_[{rule.lineage(), record}] = rule;
    }
  }
  [[nodiscard]] const v1::Rule* find(const v1::RuleRef& ref) const {
    const auto found = versions_.find({ref.lineage(), ref.since()});
    return found == versions_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint64_t>, v1::Rule> versions_;
};

// A version comes into force in a record that tells of a rule, or founds one.
bool makes_versions(const Played& played) {
  return std::any_of(played.consequences.begin(), played.consequences.end(), [](const v1::Consequence& told) {
    return told.kind() == v1::Consequence::GAME_BEGAN || told.to_number() != 0 || told.from_number() != 0 ||
           told.kind() == v1::Consequence::MOVE_STRUCK || told.kind() == v1::Consequence::MOVE_UPHELD ||
           told.kind() == v1::Consequence::MOVE_STANDS || told.kind() == v1::Consequence::APPLIES_FROM;
  });
}

std::string kind_of(const v1::Event& event) {
  const auto* field = v1::Event::descriptor()->FindFieldByNumber(static_cast<int>(event.kind_case()));
  return field == nullptr ? "" : field->name();
}

}  // namespace

Result<Explanation> explain(Game& game, const std::function<bool(const v1::Consequence&)>& wanted, std::uint64_t size,
                            const std::function<void(std::uint64_t)>& progress) {
  Explanation explanation;
  Versions versions;
  const auto done = game.replay(size, [&](const Played& played) {
    if (progress) progress(played.record.index.value);
    for (const auto& told : played.consequences) {
      if (!wanted(told)) continue;
      explanation.steps.push_back(
          {told, played.record.recorded_at.value, played.record.author, kind_of(played.move.event)});
    }
    if (makes_versions(played)) versions.see(played.after.state(), played.record.index.value);
    return true;
  });
  if (!done) return done.error();
  for (const auto& step : explanation.steps) {
    const auto* rule = versions.find(step.told.rule());
    if (rule == nullptr) continue;
    const bool listed = std::any_of(explanation.rules.begin(), explanation.rules.end(), [&](const v1::Rule& one) {
      return one.lineage() == rule->lineage() && one.since() == rule->since();
    });
    if (!listed) explanation.rules.push_back(*rule);
  }
  return explanation;
}

}  // namespace nomic::replay

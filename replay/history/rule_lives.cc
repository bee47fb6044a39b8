// Rules along their lineages: read from the states after the records that touched a rule.
#include <algorithm>
#include <set>

#include "nomic/replay/lives.h"

namespace nomic::replay {
namespace {

// Whether a record with such a consequence can leave a rule other than it found it.
bool touches_rules(v1::Consequence::Kind kind) {
  switch (kind) {
    case v1::Consequence::GAME_BEGAN:
    case v1::Consequence::RULE_ENACTED:
    case v1::Consequence::RULE_AMENDED:
    case v1::Consequence::RULE_REPEALED:
    case v1::Consequence::RULE_TRANSMUTED:
    case v1::Consequence::RULE_REENACTED:
    case v1::Consequence::RULE_RESTORED:
    case v1::Consequence::RULE_CHANGED_ITSELF:
    case v1::Consequence::APPLIES_FROM:
    case v1::Consequence::RECKONED_ANEW:
    case v1::Consequence::MOVE_STRUCK:
    case v1::Consequence::MOVE_UPHELD:
    case v1::Consequence::MOVE_STANDS:
    case v1::Consequence::CORRECTED:
    case v1::Consequence::CORRECTION_OBJECTED:
      return true;
    default:
      return false;
  }
}

bool is_mark(v1::Consequence::Kind kind) {
  return kind == v1::Consequence::RULE_VOID || kind == v1::Consequence::RULE_REVIVED ||
         kind == v1::Consequence::RULE_YIELDS || kind == v1::Consequence::FOUND;
}

bool same_version(const v1::Rule& a, const v1::Rule& b) {
  return a.number() == b.number() && a.since() == b.since() && a.status() == b.status() &&
         a.SerializeAsString() == b.SerializeAsString();
}

class RuleLives {
 public:
  void see(const Played& played) {
    const auto& told = played.consequences;
    if (std::any_of(told.begin(), told.end(), [](const auto& one) { return touches_rules(one.kind()); })) {
      compare(played);
    }
    for (const auto& one : told) {
      if (is_mark(one.kind())) mark(one);
    }
  }

  // Those that ever bore the number; 0: all.
  std::vector<RuleLife> take(std::uint32_t number) {
    std::vector<RuleLife> taken;
    for (auto& [lineage, life] : lives_) {
      const bool bore = std::any_of(life.numbers.begin(), life.numbers.end(),
                                    [&](const NumberBorne& borne) { return borne.number == number; });
      if (number == 0 || bore) taken.push_back(std::move(life));
    }
    return taken;
  }

 private:
  void compare(const Played& played) {
    std::set<std::uint32_t> in_force;
    for (const auto& rule : played.after.state().rules()) {
      in_force.insert(rule.lineage());
      auto& life = lives_[rule.lineage()];
      life.lineage = rule.lineage();
      const bool stands = !life.versions.empty() && life.versions.back().in_force;
      if (!stands || !same_version(life.versions.back().rule, rule)) add(life, played, rule, true);
    }
    for (auto& [lineage, life] : lives_) {
      if (!life.versions.back().in_force || in_force.contains(lineage)) continue;
      add(life, played, life.versions.back().rule, false);
    }
  }

  static void add(RuleLife& life, const Played& played, const v1::Rule& rule, bool in_force) {
    const auto record = played.record.index.value;
    RuleVersion version{in_force, rule, record, played.record.recorded_at.value, {}};
    const auto before = life.versions.empty() ? 0 : life.versions.back().rule.number();
    for (const auto& told : played.consequences) {
      if (!touches_rules(told.kind())) continue;
      const bool about_rule = told.from_number() != 0 || told.to_number() != 0;
      const bool about_this = told.to_number() == rule.number() || (before != 0 && told.from_number() == before);
      if (about_this || !about_rule) version.causes.push_back(told);
    }
    if (!life.numbers.empty() && life.numbers.back().until == 0 &&
        (!in_force || life.numbers.back().number != rule.number())) {
      life.numbers.back().until = record;
    }
    if (in_force && (life.numbers.empty() || life.numbers.back().until != 0)) {
      life.numbers.push_back({rule.number(), record, 0});
    }
    life.versions.push_back(std::move(version));
  }

  // RULE_YIELDS and its kin name the rule by the number that it bears at that record.
  void mark(const v1::Consequence& told) {
    const auto number = told.kind() == v1::Consequence::FOUND ? told.rule().number() : told.from_number();
    for (auto& [lineage, life] : lives_) {
      const auto& now = life.versions.back();
      if (now.in_force && now.rule.number() == number) life.marks.push_back(told);
    }
  }

  std::map<std::uint32_t, RuleLife> lives_;
};

}  // namespace

Result<Lives> rule_lives(Game& game, std::uint32_t number, std::uint64_t size,
                         const std::function<void(std::uint64_t)>& progress) {
  RuleLives rules;
  ProposalLives proposals;
  const auto done = game.replay(size, [&](const Played& played) {
    if (progress) progress(played.record.index.value);
    rules.see(played);
    proposals.see(played);
    return true;
  });
  if (!done) return done.error();
  return Lives{rules.take(number), proposals.take()};
}

const ProposalLife* proposal_of(const Lives& lives, std::uint32_t number, std::uint64_t record) {
  const ProposalLife* found = nullptr;
  const auto [begin, end] = lives.proposals.equal_range(number);
  for (auto at = begin; at != end; ++at) {
    if (at->second.made <= record) found = &at->second;
  }
  return number == 0 ? nullptr : found;
}

}  // namespace nomic::replay

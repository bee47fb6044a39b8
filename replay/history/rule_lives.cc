// Rules along their lineages: read from the states after the records that touched a rule.
#include <algorithm>
#include <set>

#include "consequence_reading.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/lives.h"
#include "nomic/replay/rule_past.h"
#include "proposal_lives.h"

namespace nomic::replay {
namespace {

bool same_version(const v1::Rule& a, const v1::Rule& b) {
  return a.number() == b.number() && a.since() == b.since() && a.status() == b.status() &&
         a.SerializeAsString() == b.SerializeAsString();
}

// Adds the next version of a rule, with what of the record's consequences made it.
void add_version(RuleLife& life, RuleVersion version, const Consequences& consequences) {
  const std::uint32_t number = version.rule.number();
  const auto before = life.versions.empty() ? 0 : life.versions.back().rule.number();
  for (const auto& told : consequences) {
    if (!touches_rules(told)) continue;
    const bool about_rule = from_number_of(told) != 0 || to_number_of(told) != 0;
    const bool about_this = to_number_of(told) == number || (before != 0 && from_number_of(told) == before);
    if (about_this || !about_rule) version.causes.push_back(told);
  }
  if (!life.numbers.empty() && life.numbers.back().until == 0 &&
      (!version.in_force || life.numbers.back().number != number)) {
    life.numbers.back().until = version.record;
  }
  if (version.in_force && (life.numbers.empty() || life.numbers.back().until != 0)) {
    life.numbers.push_back({number, version.record, 0});
  }
  life.versions.push_back(std::move(version));
}

// Whether the rule is in force after the record, under that number.
bool bears(const RuleLife& life, std::uint32_t number, std::uint64_t record) {
  return std::any_of(life.numbers.begin(), life.numbers.end(), [&](const NumberBorne& borne) {
    return borne.number == number && borne.from <= record && (borne.until == 0 || borne.until > record);
  });
}

class RuleLives {
 public:
  void see(const Played& played) {
    const auto& told = played.consequences;
    if (std::any_of(told.begin(), told.end(), touches_rules)) compare(played);
    for (const auto& one : told) mark(one);
  }

  // Those that ever bore the number; 0: all.
  std::vector<RuleLife> take(std::uint32_t number) {
    std::vector<RuleLife> taken;
    for (auto& [lineage, life] : lives_) {
      const bool bore = std::any_of(life.numbers.begin(), life.numbers.end(),
                                    [&](const NumberBorne& borne) { return borne.number == number; });
      if (number != 0 && !bore) continue;
      taken.push_back(std::move(life));
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
      v1::Rule& stood = stood_[rule.lineage()];
      const bool stands = !life.versions.empty() && life.versions.back().in_force;
      if (stands && same_version(stood, rule)) continue;
      stood = rule;
      add(life, played, by_itself(played.after.state(), rule), true);
    }
    for (auto& [lineage, life] : lives_) {
      if (!life.versions.back().in_force || in_force.contains(lineage)) continue;
      add(life, played, life.versions.back().rule, false);
    }
  }

  static void add(RuleLife& life, const Played& played, const v1::Rule& rule, bool in_force) {
    add_version(life, {in_force, rule, played.record.index.value, played.record.recorded_at.value, {}},
                played.consequences);
  }

  // RULE_YIELDS and its kin name the rule by the number that it bears at that record.
  void mark(const v1::Consequence& told) {
    const auto number = rule_marked(told);
    if (!number) return;
    for (auto& [lineage, life] : lives_) {
      const auto& now = life.versions.back();
      if (now.in_force && now.rule.number() == *number) life.marks.push_back(told);
    }
  }

  std::map<std::uint32_t, RuleLife> lives_;
  std::map<std::uint32_t, v1::Rule> stood_;  // each as the state had it last
};

// The life of a rule, by look-up.
Result<RuleLife> life_by_index(const Game& game, GameIndex& index, std::uint32_t lineage) {
  RuleLife life;
  life.lineage = lineage;
  auto versions = index.versions(lineage);
  if (!versions) return versions.error();
  for (IndexedVersion& each : *versions) {
    auto move = game.history().at(each.record);
    if (!move) return move.error();
    auto consequences = index.consequences(each.record);
    if (!consequences) return consequences.error();
    const bool in_force = each.rule.has_value();
    // A rule that is not in force is shown as it stood last.
    v1::Rule rule = in_force ? *std::move(each.rule) : life.versions.empty() ? v1::Rule() : life.versions.back().rule;
    add_version(life, {in_force, std::move(rule), each.record, move->recorded_at, {}}, *consequences);
  }
  auto marked = index.of_rule_marks(lineage);
  if (!marked) return marked.error();
  for (const std::uint64_t record : *marked) {
    auto consequences = index.consequences(record);
    if (!consequences) return consequences.error();
    for (const v1::Consequence& one : *consequences) {
      if (const auto number = rule_marked(one); number && bears(life, *number, record)) life.marks.push_back(one);
    }
  }
  return life;
}

Result<Lives> lives_by_index(Game& game, GameIndex& index, std::uint32_t number) {
  auto lineages = index.lineages(number);
  if (!lineages) return lineages.error();
  Lives lives;
  std::set<std::uint32_t> proposals;
  if (number != 0) proposals.insert(number);
  for (const std::uint32_t lineage : *lineages) {
    auto life = life_by_index(game, index, lineage);
    if (!life) return life.error();
    for (const RuleVersion& version : life->versions) {
      if (version.rule.proposal() != 0) proposals.insert(version.rule.proposal());
      for (const v1::Consequence& cause : version.causes) proposals.insert(proposal_named(cause));
    }
    lives.rules.push_back(*std::move(life));
  }
  proposals.erase(0);
  for (const std::uint32_t proposal : proposals) {
    auto found = proposal_lives(game, index, proposal);
    if (!found) return found.error();
    for (ProposalLife& life : *found) lives.proposals.emplace(proposal, std::move(life));
  }
  return lives;
}

}  // namespace

Result<Lives> rule_lives(Game& game, std::uint32_t number, std::uint64_t size,
                         const std::function<void(std::uint64_t)>& progress) {
  auto index = game.index(size);
  if (!index) return index.error();
  if (*index) return lives_by_index(game, **index, number);
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

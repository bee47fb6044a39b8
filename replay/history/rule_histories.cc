// Rules along their lineages: read from the states after the records that touched a rule.
#include <algorithm>
#include <set>

#include "consequence_reading.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/rule_past.h"
#include "proposal_histories.h"

namespace nomic::replay {
namespace {

bool same_version(const v1::Rule& a, const v1::Rule& b) {
  return a.number() == b.number() && a.since() == b.since() && a.status() == b.status() &&
         a.SerializeAsString() == b.SerializeAsString();
}

// Adds the next version of a rule, with what of the record's consequences made it.
void add_version(RuleHistory& life, RuleVersion version, const Consequences& consequences) {
  const std::uint32_t number = version.rule.number();
  const auto before = life.versions.empty() ? 0 : life.versions.back().rule.number();
  for (const auto& emitted : consequences) {
    if (!touches_rules(emitted)) continue;
    const bool about_rule = from_number_of(emitted) != 0 || to_number_of(emitted) != 0;
    const bool about_this = to_number_of(emitted) == number || (before != 0 && from_number_of(emitted) == before);
    if (about_this || !about_rule) version.causes.push_back(emitted);
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
bool bears(const RuleHistory& life, std::uint32_t number, std::uint64_t record) {
  return std::any_of(life.numbers.begin(), life.numbers.end(), [&](const NumberBorne& borne) {
    return borne.number == number && borne.from <= record && (borne.until == 0 || borne.until > record);
  });
}

class RuleHistories {
 public:
  void see(const Played& played) {
    const auto& emitted = played.consequences;
    if (std::any_of(emitted.begin(), emitted.end(), touches_rules)) compare(played);
    for (const auto& one : emitted) mark(one);
  }

  // Those that ever bore the number; 0: all.
  std::vector<RuleHistory> take(std::uint32_t number) {
    std::vector<RuleHistory> taken;
    for (auto& [lineage, life] : histories_) {
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
      auto& life = histories_[rule.lineage()];
      life.lineage = rule.lineage();
      v1::Rule& stood = stood_[rule.lineage()];
      const bool stands = !life.versions.empty() && life.versions.back().in_force;
      if (stands && same_version(stood, rule)) continue;
      stood = rule;
      add(life, played, by_itself(played.after.state(), rule), true);
    }
    for (auto& [lineage, life] : histories_) {
      if (!life.versions.back().in_force || in_force.contains(lineage)) continue;
      add(life, played, life.versions.back().rule, false);
    }
  }

  static void add(RuleHistory& life, const Played& played, const v1::Rule& rule, bool in_force) {
    add_version(life, {in_force, rule, played.record.index.value, played.record.recorded_at.value, {}},
                played.consequences);
  }

  // RULE_YIELDS and its kin name the rule by the number that it bears at that record.
  void mark(const v1::Consequence& emitted) {
    const auto number = rule_marked(emitted);
    if (!number) return;
    for (auto& [lineage, life] : histories_) {
      const auto& now = life.versions.back();
      if (now.in_force && now.rule.number() == *number) life.marks.push_back(emitted);
    }
  }

  std::map<std::uint32_t, RuleHistory> histories_;
  std::map<std::uint32_t, v1::Rule> stood_;  // each as the state had it last
};

// The life of a rule, by look-up.
Result<RuleHistory> life_by_index(const Game& game, GameIndex& index, std::uint32_t lineage) {
  RuleHistory life;
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

Result<Histories> histories_by_index(Game& game, GameIndex& index, std::uint32_t number) {
  auto lineages = index.lineages(number);
  if (!lineages) return lineages.error();
  Histories histories;
  std::set<std::uint32_t> proposals;
  if (number != 0) proposals.insert(number);
  for (const std::uint32_t lineage : *lineages) {
    auto life = life_by_index(game, index, lineage);
    if (!life) return life.error();
    for (const RuleVersion& version : life->versions) {
      if (version.rule.proposal() != 0) proposals.insert(version.rule.proposal());
      for (const v1::Consequence& cause : version.causes) proposals.insert(proposal_named(cause));
    }
    histories.rules.push_back(*std::move(life));
  }
  proposals.erase(0);
  for (const std::uint32_t proposal : proposals) {
    auto found = proposal_histories(game, index, proposal);
    if (!found) return found.error();
    for (ProposalHistory& life : *found) histories.proposals.emplace(proposal, std::move(life));
  }
  return histories;
}

}  // namespace

Result<Histories> rule_histories(Game& game, std::uint32_t number, std::uint64_t size,
                                 const std::function<void(std::uint64_t)>& progress) {
  auto index = game.index(size);
  if (!index) return index.error();
  if (*index) return histories_by_index(game, **index, number);
  RuleHistories rules;
  ProposalHistories proposals;
  const auto done = game.replay(size, [&](const Played& played) {
    if (progress) progress(played.record.index.value);
    rules.see(played);
    proposals.see(played);
    return true;
  });
  if (!done) return done.error();
  return Histories{rules.take(number), proposals.take()};
}

const ProposalHistory* proposal_of(const Histories& histories, std::uint32_t number, std::uint64_t record) {
  const ProposalHistory* found = nullptr;
  const auto [begin, end] = histories.proposals.equal_range(number);
  for (auto at = begin; at != end; ++at) {
    if (at->second.made <= record) found = &at->second;
  }
  return number == 0 ? nullptr : found;
}

}  // namespace nomic::replay

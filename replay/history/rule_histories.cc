// Rules along their lineages: read from the states after the records that touched a rule.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "consequence_reading.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/content.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/rule_past.h"
#include "proposal_histories.h"

namespace nomic::replay {
namespace {

bool same_version(const v1::Rule& a, const v1::Rule& b) {
  return a.number() == b.number() && a.since() == b.since() && a.status() == b.status() &&
         a.SerializeAsString() == b.SerializeAsString();
}

// Whether the rule is found to have borne, all along, the number that it bears from that record on.
bool found_all_along(const v1::Rule& rule, const NumberBorne& borne) {
  const auto& all = rule.numbers_found();
  return std::any_of(all.begin(), all.end(), [&](const v1::NumberFound& found) {
    return found.all_along() && found.record() == borne.from && found.number() == borne.number;
  });
}

// Adds the next version of a rule, with what of the record's consequences made it.
void add_version(RuleHistory& history, RuleVersion version, const Consequences& consequences) {
  const std::uint32_t number = version.rule.number();
  const auto before = history.versions.empty() ? 0 : history.versions.back().rule.number();
  for (const auto& emitted : consequences) {
    if (!touches_rules(emitted)) continue;
    const bool about_rule = from_number_of(emitted) != 0 || to_number_of(emitted) != 0;
    const bool about_this = to_number_of(emitted) == number || (before != 0 && from_number_of(emitted) == before);
    if (about_this || !about_rule) version.causes.push_back(emitted);
  }
  if (!history.numbers.empty() && history.numbers.back().until == 0 &&
      (!version.in_force || history.numbers.back().number != number)) {
    history.numbers.back().until = version.record;
  }
  if (version.in_force && (history.numbers.empty() || history.numbers.back().until != 0)) {
    history.numbers.push_back({number, version.record, 0, 0});
  }
  // What is found of a number may be taken back.
  for (NumberBorne& borne : history.numbers) {
    borne.all_along_by = found_all_along(version.rule, borne) ? borne.from : 0;
  }
  history.versions.push_back(std::move(version));
}

// Whether the rule is in force after the record, under that number.
bool bears(const RuleHistory& history, std::uint32_t number, std::uint64_t record) {
  return std::any_of(history.numbers.begin(), history.numbers.end(), [&](const NumberBorne& borne) {
    return borne.number == number && borne.from <= record && (borne.until == 0 || borne.until > record);
  });
}

// Whether the consequence says that the finding has no effect any more, or that it has again; nothing: neither.
std::optional<bool> falls(const v1::Consequence& finding, const v1::Consequence& one) {
  if (!finding.has_found() || about(one) != finding.record()) return std::nullopt;
  const auto is_it = [&](const v1::Finding& named) {
    return named.SerializeAsString() == finding.found().finding().SerializeAsString();
  };
  if (one.has_finding_fallen() && is_it(one.finding_fallen().finding())) return true;
  if (one.has_finding_stands() && is_it(one.finding_stands().finding())) return false;
  if (one.has_judgment_overruled() || one.has_move_struck() || one.has_move_fallen()) return true;
  if (one.has_move_stands()) return false;
  return std::nullopt;
}

void see_findings(RuleHistory& history, const v1::Consequence& one, std::uint64_t record) {
  for (const auto& mark : history.marks) {
    const auto fallen = falls(mark, one);
    if (!fallen) continue;
    const std::pair place(mark.record(), mark.order());
    if (*fallen) {
      history.marks_fallen[place] = record;
    } else {
      history.marks_fallen.erase(place);
    }
  }
}

class RuleHistories {
 public:
  void see(const Played& played) {
    const auto& emitted = played.consequences;
    if (std::any_of(emitted.begin(), emitted.end(), touches_rules)) compare(played);
    for (const auto& one : emitted) {
      mark(one);
      if (!mark_claim(one)) continue;
      for (auto& [lineage, history] : histories_) see_findings(history, one, played.record.index.value);
    }
  }

  // Those that ever bore the number; 0: all.
  std::vector<RuleHistory> take(std::uint32_t number) {
    std::vector<RuleHistory> taken;
    for (auto& [lineage, history] : histories_) {
      const bool bore = std::any_of(history.numbers.begin(), history.numbers.end(),
                                    [&](const NumberBorne& borne) { return borne.number == number; });
      if (number != 0 && !bore) continue;
      taken.push_back(std::move(history));
    }
    return taken;
  }

 private:
  void compare(const Played& played) {
    std::set<std::uint32_t> in_force;
    for (const auto& rule : played.after.state().rules()) {
      in_force.insert(rule.lineage());
      auto& history = histories_[rule.lineage()];
      history.lineage = rule.lineage();
      v1::Rule& stood = stood_[rule.lineage()];
      const bool stands = !history.versions.empty() && history.versions.back().in_force;
      if (stands && same_version(stood, rule)) continue;
      stood = rule;
      add(history, played, by_itself(played.after.state(), rule), true);
    }
    for (auto& [lineage, history] : histories_) {
      if (!history.versions.back().in_force || in_force.contains(lineage)) continue;
      add(history, played, history.versions.back().rule, false);
    }
  }

  static void add(RuleHistory& history, const Played& played, const v1::Rule& rule, bool in_force) {
    add_version(history, {in_force, rule, played.record.index.value, played.move.recorded_at, {}}, played.consequences);
  }

  // RULE_YIELDS and its kin name the rule by the number that it bears at that record.
  void mark(const v1::Consequence& emitted) {
    const auto number = rule_marked(emitted);
    if (!number) return;
    for (auto& [lineage, history] : histories_) {
      const auto& now = history.versions.back();
      if (now.in_force && now.rule.number() == *number) history.marks.push_back(emitted);
    }
  }

  std::map<std::uint32_t, RuleHistory, InOrder> histories_;
  std::map<std::uint32_t, v1::Rule> stood_;  // each as the state had it last
};

// Which of the findings have no effect any more.
Status find_fallen(GameIndex& index, RuleHistory& history) {
  std::set<std::uint64_t> marking;
  for (const auto& mark : history.marks) {
    if (!mark.has_found()) continue;
    NOMIC_ASSIGN(auto records, index.marking(mark.record()));
    marking.insert(records.begin(), records.end());
  }
  for (const std::uint64_t record : marking) {
    NOMIC_ASSIGN(auto consequences, index.consequences(record));
    for (const v1::Consequence& one : consequences) {
      if (mark_claim(one)) see_findings(history, one, record);
    }
  }
  return ledger::Done{};
}

// The history of a rule, by look-up.
Result<RuleHistory> history_by_index(const Game& game, GameIndex& index, std::uint32_t lineage) {
  RuleHistory history;
  history.lineage = lineage;
  NOMIC_ASSIGN(auto versions, index.versions(lineage));
  for (IndexedVersion& each : versions) {
    NOMIC_ASSIGN(auto move, game.history().at(each.record));
    NOMIC_ASSIGN(auto consequences, index.consequences(each.record));
    const bool in_force = each.rule.has_value();
    // A rule that is not in force is shown as it stood last.
    v1::Rule rule = in_force                   ? *std::move(each.rule)
                    : history.versions.empty() ? v1::Rule()
                                               : history.versions.back().rule;
    add_version(history, {in_force, std::move(rule), each.record, move.recorded_at, {}}, consequences);
  }
  NOMIC_ASSIGN(auto marked, index.of_rule_marks(lineage));
  for (const std::uint64_t record : marked) {
    NOMIC_ASSIGN(auto consequences, index.consequences(record));
    for (const v1::Consequence& one : consequences) {
      if (const auto number = rule_marked(one); number && bears(history, *number, record)) history.marks.push_back(one);
    }
  }
  NOMIC_TRY(find_fallen(index, history));
  return history;
}

Result<Histories> histories_by_index(Game& game, GameIndex& index, std::uint32_t number) {
  NOMIC_ASSIGN(auto lineages, index.lineages(number));
  Histories histories;
  std::set<std::uint32_t> proposals;
  if (number != 0) proposals.insert(number);
  for (const std::uint32_t lineage : lineages) {
    NOMIC_ASSIGN(auto history, history_by_index(game, index, lineage));
    for (const RuleVersion& version : history.versions) {
      if (version.rule.proposal() != 0) proposals.insert(version.rule.proposal());
      for (const v1::Consequence& cause : version.causes) proposals.insert(proposal_named(cause));
    }
    histories.rules.push_back(std::move(history));
  }
  proposals.erase(0);
  for (const std::uint32_t proposal : proposals) {
    NOMIC_ASSIGN(auto found, proposal_histories(game, index, proposal));
    for (ProposalHistory& history : found) histories.proposals.emplace(proposal, std::move(history));
  }
  return histories;
}

// What each version said stands in the record that it names.
Status fetch_all_texts(const History& history, Histories& histories) {
  std::vector<v1::Rule*> rules;
  for (RuleHistory& life : histories.rules) {
    for (RuleVersion& version : life.versions) rules.push_back(&version.rule);
  }
  return fetch_texts(history, rules);
}

Status fetch_new_texts(const History& history, Histories& histories) {
  std::vector<v1::Rule*> rules;
  for (RuleHistory& life : histories.rules) {
    const v1::Rule* before = nullptr;
    for (RuleVersion& version : life.versions) {
      const bool is_new = version.in_force && (before == nullptr || !have_same_texts(*before, version.rule));
      if (version.in_force) before = &version.rule;
      if (is_new || &version == &life.versions.back()) rules.push_back(&version.rule);
    }
    NOMIC_TRY(fetch_notes(history, life.versions.back().rule));
  }
  return fetch_texts_alone(history, std::move(rules));
}

Result<Histories> without_texts(Game& game, std::uint32_t number, std::uint64_t size,
                                const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto index, game.index(size));
  if (index) return histories_by_index(game, *index, number);
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

}  // namespace

Result<Histories> rule_histories(Game& game, std::uint32_t number, std::uint64_t size,
                                 const std::function<void(std::uint64_t)>& progress, VersionTexts texts) {
  NOMIC_ASSIGN(auto histories, without_texts(game, number, size, progress));
  const bool all = texts == VersionTexts::ALL;
  NOMIC_TRY(all ? fetch_all_texts(game.history(), histories) : fetch_new_texts(game.history(), histories));
  return histories;
}

const ProposalHistory* proposal_of(const Histories& histories, std::uint32_t number, std::uint64_t record) {
  const auto found = histories.proposals.find(number);
  const bool made_it = number != 0 && found != histories.proposals.end() && found->second.made <= record;
  return made_it ? &found->second : nullptr;
}

}  // namespace nomic::replay

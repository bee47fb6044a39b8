#include "nomic/replay/explain.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "consequence_reading.h"
#include "nomic/replay/content.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"

namespace nomic::replay {
namespace {

// The versions of rules as they come into force, to be found again by lineage and record.
class Versions {
 public:
  void see(const State& state, std::uint64_t record) {
    for (const auto& rule : state.rules()) {
      if (rule.since() == record) versions_[{rule.lineage(), record}] = by_itself(state, rule);
    }
  }
  [[nodiscard]] const v1::Rule* find(const v1::RuleVersion& ref) const {
    const auto found = versions_.find({ref.lineage(), ref.since()});
    return found == versions_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint64_t>, v1::Rule> versions_;
};

// A version comes into force in a record that tells of a rule, or founds one.
bool makes_versions(const Played& played) {
  return std::any_of(played.consequences.begin(), played.consequences.end(), [](const v1::Consequence& emitted) {
    return emitted.kind_case() == v1::Consequence::kGameBegan || to_number_of(emitted) != 0 ||
           from_number_of(emitted) != 0 || emitted.kind_case() == v1::Consequence::kMoveStruck ||
           emitted.kind_case() == v1::Consequence::kMoveUpheld || emitted.kind_case() == v1::Consequence::kMoveStands ||
           emitted.kind_case() == v1::Consequence::kAppliesFrom;
  });
}

// Each version that a step cites, once.
Status add_rules(Explanation& explanation, const History& history,
                 const std::function<Result<std::optional<v1::Rule>>(const v1::RuleVersion&)>& find) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> listed;
  for (const auto& step : explanation.steps) {
    const v1::RuleVersion& ref = step.emitted.rule();
    if (!listed.insert({ref.lineage(), ref.since()}).second) continue;
    NOMIC_ASSIGN(auto rule, find(ref));
    if (!rule) continue;
    NOMIC_ASSIGN(auto whole, with_texts(history, *rule));
    explanation.rules.push_back(std::move(whole));
  }
  return ledger::Done{};
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string kind_of(const v1::Event& event) {
  const auto* field = v1::Event::descriptor()->FindFieldByNumber(static_cast<int>(event.kind_case()));
  return field == nullptr ? "" : field->name();
}

void keep_last(std::vector<Step>& steps, std::optional<std::uint64_t> last) {
  if (!last || steps.size() <= *last) return;
  steps.erase(steps.begin(), steps.end() - static_cast<std::ptrdiff_t>(*last));
}

// The last of the consequences that `wanted` picks, by deriving the game. Memory: twice as many as are kept.
Result<Explanation> explain_by_replay(Game& game, const std::function<bool(const v1::Consequence&)>& wanted,
                                      std::uint64_t size, std::optional<std::uint64_t> last,
                                      const std::function<void(std::uint64_t)>& progress) {
  Explanation explanation;
  Versions versions;
  const auto done = game.replay(size, [&](const Played& played) {
    if (progress) progress(played.record.index.value);
    for (const auto& emitted : played.consequences) {
      if (!wanted(emitted)) continue;
      explanation.steps.push_back({emitted, played.move.recorded_at, played.record.author, kind_of(played.move.event)});
      if (last && explanation.steps.size() / 2 > *last) keep_last(explanation.steps, last);
    }
    if (makes_versions(played)) versions.see(played.after.state(), played.record.index.value);
    return true;
  });
  if (!done) return done.error();
  keep_last(explanation.steps, last);
  const auto& history = game.history();
  const Status added =
      add_rules(explanation, history, [&](const v1::RuleVersion& ref) -> Result<std::optional<v1::Rule>> {
        const auto* rule = versions.find(ref);
        return rule == nullptr ? std::optional<v1::Rule>() : std::optional<v1::Rule>(*rule);
      });
  if (!added) return added.error();
  return explanation;
}

}  // namespace

Result<Explanation> explain(Game& game, const std::function<bool(const v1::Consequence&)>& wanted, std::uint64_t size,
                            const std::function<void(std::uint64_t)>& progress) {
  return explain_by_replay(game, wanted, size, std::nullopt, progress);
}

bool Subject::picks(const v1::Consequence& one) const {
  switch (kind) {
    case Kind::SCORE:
      return has_name(scores_told(one), player);
    case Kind::PROPOSAL:
      return proposal_named(one) == proposal;
    case Kind::RECORD:
      return one.record() == record;
    case Kind::VICTORY:
      return is_of_victory(one);
    case Kind::CAUSES:
      return std::binary_search(causes.begin(), causes.end(), Cause(one.record(), one.order()));
  }
  return false;
}

namespace {

// The records in which the subject's consequences are.
Result<std::vector<std::uint64_t>> records_of(GameIndex& index, const Subject& subject,
                                              std::optional<std::uint64_t> last) {
  switch (subject.kind) {
    case Subject::Kind::SCORE:
      return index.of_score(subject.player, last);
    case Subject::Kind::PROPOSAL:
      return index.of_proposal(subject.proposal);
    case Subject::Kind::RECORD:
      return std::vector<std::uint64_t>{subject.record};
    case Subject::Kind::VICTORY:
      return index.of_victory();
    case Subject::Kind::CAUSES:
      break;
  }
  std::vector<std::uint64_t> records;
  for (const auto& [record, order] : subject.causes) {
    if (records.empty() || records.back() != record) records.push_back(record);
  }
  return records;
}

Result<Explanation> explain_by_index(Game& game, GameIndex& index, const Subject& subject,
                                     std::optional<std::uint64_t> last) {
  Explanation explanation;
  NOMIC_ASSIGN(auto records, records_of(index, subject, last));
  // From the last on, so that no more are read than are kept.
  auto& steps = explanation.steps;
  for (auto record = records.rbegin(); record != records.rend() && (!last || steps.size() < *last); ++record) {
    NOMIC_ASSIGN(auto move, game.history().at(*record));
    NOMIC_ASSIGN(auto consequences, index.consequences(*record));
    std::reverse(consequences.begin(), consequences.end());
    for (const v1::Consequence& one : consequences) {
      if (subject.picks(one)) steps.push_back({one, move.recorded_at, move.author, kind_of(move.event)});
    }
  }
  std::reverse(steps.begin(), steps.end());
  keep_last(steps, last);
  const auto& history = game.history();
  const Status added =
      add_rules(explanation, history, [&](const v1::RuleVersion& ref) -> Result<std::optional<v1::Rule>> {
        auto rule = index.version(ref.lineage(), ref.since());
        if (rule && *rule && (**rule).since() != ref.since()) return std::optional<v1::Rule>();
        return rule;
      });
  if (!added) return added.error();
  return explanation;
}

}  // namespace

Result<Explanation> explain(Game& game, const Subject& subject, std::uint64_t size, std::optional<std::uint64_t> last,
                            const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto index, game.index(size));
  if (index) return explain_by_index(game, *index, subject, last);
  return explain_by_replay(
      game, [&](const v1::Consequence& one) { return subject.picks(one); }, size, last, progress);
}

}  // namespace nomic::replay

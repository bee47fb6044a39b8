#include "index_rows.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <map>
#include <utility>

#include "consequence_reading.h"
#include "index_keys.h"
#include "nomic/replay/rule_past.h"
#include "nomic/replay/state/rule_difference.h"
#include "nomic/v1/index.pb.h"

namespace nomic::replay {
namespace {

// As v1::IndexedConsequences of them is serialized, without a copy of each.
void encode(const Consequences& consequences, std::string& bytes) {
  using Stream = google::protobuf::io::CodedOutputStream;
  constexpr std::uint32_t LENGTH_DELIMITED = 2;
  constexpr std::uint32_t TAG = v1::IndexedConsequences::kConsequencesFieldNumber << 3U | LENGTH_DELIMITED;
  std::size_t size = 0;
  for (const v1::Consequence& one : consequences) {
    const std::size_t of_one = one.ByteSizeLong();
    size += Stream::VarintSize32(TAG) + Stream::VarintSize32(static_cast<std::uint32_t>(of_one)) + of_one;
  }
  bytes.resize(size);
  auto* to = reinterpret_cast<std::uint8_t*>(bytes.data());
  for (const v1::Consequence& one : consequences) {
    to = Stream::WriteTagToArray(TAG, to);
    to = Stream::WriteVarint32ToArray(static_cast<std::uint32_t>(one.GetCachedSize()), to);
    to = one.SerializeWithCachedSizesToArray(to);
  }
}

// The keys under which the record is found, beside those of rules and marks: in order, each once.
void find_keys(const Consequences& consequences, const State& after, std::vector<std::string>& keys) {
  keys.clear();
  const auto add = [&](IndexKind kind, std::uint32_t number) {
    if (number != 0) keys.push_back(index_key(kind, number));
  };
  for (const v1::Consequence& one : consequences) {
    add(IndexKind::PROPOSAL, proposal_named(one));
    add(IndexKind::VOTE, vote_ended(one));
    add(IndexKind::OUTCOME, outcome_declared(one));
    add(IndexKind::TURN, turn_ended(one));
    add(IndexKind::CIRCUIT, circuit_ended(one));
    for (const auto& player : scores_told(one)) keys.push_back(index_key_of_name(IndexKind::SCORE, player));
    if (is_of_victory(one)) keys.push_back(index_key(IndexKind::VICTORY));
    if (const auto number = rule_marked(one)) {
      for (const v1::Rule& rule : after.rules()) {
        if (rule.number() == *number) add(IndexKind::MARK_OF_RULE, rule.lineage());
      }
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

void add_marks(const Move& move, const Consequences& consequences, const State& after,
               std::vector<ledger::IndexRow>& rows) {
  const std::vector<MarkChange> changes = mark_changes(move, consequences, after);
  if (changes.empty()) return;
  std::map<std::uint64_t, v1::IndexedMarks> by_record;
  for (const MarkChange& change : changes) {
    auto* added = by_record[change.about].add_changes();
    added->set_what(static_cast<std::uint32_t>(change.what));
    added->set_by(change.by);
  }
  for (const auto& [about, marks] : by_record) {
    rows.push_back({index_key_of_record(IndexKind::MARKS, about), move.index, marks.SerializeAsString()});
  }
}

// As it is kept: where its older texts are found stands in the state.
std::string row_of(const State& after, const v1::Rule& rule) {
  v1::IndexedRule kept;
  *kept.mutable_rule() = by_itself(after, rule);
  return kept.SerializeAsString();
}

bool some_touch_rules(const Consequences& consequences) {
  return std::any_of(consequences.begin(), consequences.end(),
                     [](const v1::Consequence& one) { return touches_rules(one); });
}

}  // namespace

IndexRows::IndexRows(const State& before) {
  if (before.size() >= before.founding().founding_records()) rules_ = before.rules();
}

void IndexRows::compare_rules(const Move& move, const State& after, std::vector<ledger::IndexRow>& rows) {
  const Collection<v1::Rule> before = std::exchange(rules_, after.rules());
  const RuleDifference difference = difference_between(before, rules_);
  std::map<std::uint32_t, const v1::Rule*> gone;  // by lineage
  for (const v1::Rule* rule : difference.gone) gone[rule->lineage()] = rule;
  for (const v1::Rule* rule : difference.come) {
    const std::uint32_t lineage = rule->lineage();
    const auto stood = gone.find(lineage);
    const bool is_new = stood == gone.end();
    if (is_new || stood->second->number() != rule->number()) {
      rows.push_back({index_key(IndexKind::NUMBER, rule->number(), lineage), move.index});
    }
    if (is_new || stood->second->SerializeAsString() != rule->SerializeAsString()) {
      rows.push_back({index_key(IndexKind::RULE, lineage), move.index, row_of(after, *rule)});
    }
    if (!is_new) gone.erase(stood);
  }
  for (const auto& [lineage, rule] : gone) rows.push_back({index_key(IndexKind::RULE, lineage), move.index});
}

void IndexRows::each(const Move& move, const Consequences& consequences, const State& after, const Sink& row) {
  if (!consequences.empty()) {
    encode(consequences, bytes_);
    row(index_key(IndexKind::CONSEQUENCES), move.index, bytes_);
  }
  find_keys(consequences, after, keys_);
  for (const std::string& key : keys_) row(key, move.index, {});
  std::vector<ledger::IndexRow> others;
  add_marks(move, consequences, after, others);
  if (some_touch_rules(consequences)) compare_rules(move, after, others);
  for (const ledger::IndexRow& other : others) row(other.key, other.record, other.value);
}

std::vector<ledger::IndexRow> IndexRows::of(const Move& move, const Consequences& consequences, const State& after) {
  std::vector<ledger::IndexRow> rows;
  each(move, consequences, after, [&rows](std::string_view key, std::uint64_t record, std::string_view value) {
    rows.push_back({std::string(key), record, std::string(value)});
  });
  return rows;
}

std::vector<ledger::IndexRow> index_rows(const Move& move, const Consequences& consequences, const State& before,
                                         const State& after) {
  IndexRows rows = some_touch_rules(consequences) ? IndexRows(before) : IndexRows();
  return rows.of(move, consequences, after);
}

}  // namespace nomic::replay

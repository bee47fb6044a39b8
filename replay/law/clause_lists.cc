#include "clause_lists.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "nomic/replay/law/clause.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

bool precedes(const RuleClause& a, const RuleClause& b) {
  return a.rule->number() != b.rule->number() ? comes_before(a.rule->number(), b.rule->number()) : a.place < b.place;
}

RuleClause clause_at(const v1::Rule& rule, int place) {
  const v1::Provision& provision = rule.provisions(place);
  const auto* says = clause_of(provision);
  return {&rule, &provision, place,
          std::make_shared<const std::string>(says == nullptr ? std::string() : says->SerializeAsString())};
}

using ListsByKind = std::vector<RuleClauses>;

ListsByKind by_kind(const std::vector<const v1::Rule*>& rules, std::size_t kinds) {
  ListsByKind lists(kinds);
  for (const v1::Rule* rule : rules) {
    for (int place = 0; place < rule->provisions_size(); ++place) {
      lists[static_cast<std::size_t>(rule->provisions(place).kind_case())].push_back(clause_at(*rule, place));
    }
  }
  return lists;
}

// How many clauses of each kind these rules have.
std::vector<std::size_t> count_by_kind(const std::vector<const v1::Rule*>& rules, std::size_t kinds) {
  std::vector<std::size_t> counts(kinds);
  for (const v1::Rule* rule : rules) {
    for (const v1::Provision& provision : rule->provisions()) ++counts[static_cast<std::size_t>(provision.kind_case())];
  }
  return counts;
}

}  // namespace

const std::vector<v1::Provision::KindCase>& provision_kinds() {
  static const std::vector<v1::Provision::KindCase> KINDS = [] {
    std::vector<v1::Provision::KindCase> kinds;
    const auto* oneof = v1::Provision::descriptor()->FindOneofByName("kind");
    kinds.reserve(static_cast<std::size_t>(oneof->field_count()));
    for (int i = 0; i < oneof->field_count(); ++i) {
      kinds.push_back(static_cast<v1::Provision::KindCase>(oneof->field(i)->number()));
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
  }();
  return KINDS;
}

// A list for each number up to that of the last kind, 0 (a provision of no kind) included.
ClauseLists::ClauseLists() {
  static const auto NONE = std::make_shared<const RuleClauses>();
  by_kind_.assign(static_cast<std::size_t>(provision_kinds().back()) + 1, NONE);
}

void ClauseLists::change(const RuleDifference& difference) {
  ListsByKind come = by_kind(difference.come, by_kind_.size());
  const std::vector<std::size_t> gone = count_by_kind(difference.gone, by_kind_.size());
  for (std::size_t kind = 0; kind < by_kind_.size(); ++kind) {
    if (come[kind].empty() && gone[kind] == 0) continue;
    const RuleClauses& old = *by_kind_[kind];
    RuleClauses kept;
    kept.reserve(old.size());
    std::copy_if(old.begin(), old.end(), std::back_inserter(kept),
                 [&](const RuleClause& clause) { return !holds(difference.gone, clause.rule); });
    assert(kept.size() + gone[kind] == old.size());
    RuleClauses all;
    all.reserve(kept.size() + come[kind].size());
    std::merge(std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()),
               std::make_move_iterator(come[kind].begin()), std::make_move_iterator(come[kind].end()),
               std::back_inserter(all), precedes);
    by_kind_[kind] = std::make_shared<const RuleClauses>(std::move(all));
  }
}

}  // namespace nomic::replay

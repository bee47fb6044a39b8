#include "site/rule_lives.h"

#include <algorithm>
#include <set>

#include "list_spans.h"
#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

void add_version(RuleLife& life, std::uint32_t record, const v1::RulesView::Rule* form) {
  life.versions.push_back({record, form});
  const std::uint32_t number = form == nullptr ? 0 : replay::number_in(form->number());
  const bool bears = !life.spans.empty() && life.spans.back().until == 0;
  if (bears && life.spans.back().number == number) return;
  if (bears) life.spans.back().until = record;
  if (number != 0) life.spans.push_back({number, record, 0});
}

using Forms = std::vector<const v1::RulesView::Rule*>;

}  // namespace

const v1::RulesView::Rule& RuleLife::last_form() const {
  const auto found =
      std::find_if(versions.rbegin(), versions.rend(), [](const auto& one) { return one.form != nullptr; });
  return *found->form;
}

bool RuleLife::ever_bore(std::uint32_t number) const {
  return std::any_of(spans.begin(), spans.end(), [number](const Span& span) { return span.number == number; });
}

RuleLives rule_lives(const v1::ReportView& view) {
  RuleLives lives;
  Forms in_force;
  for (int at = 0; at < view.moments_size(); ++at) {
    if (!view.moments(at).has_rules()) continue;
    const auto record = static_cast<std::uint32_t>(at);
    Forms came;
    std::set<std::uint32_t> lineages;
    for (const std::uint32_t place : view.moments(at).rules().rules()) {
      came.push_back(&view.rules(static_cast<int>(place)));
      lineages.insert(replay::number_in(came.back()->lineage()));
    }
    std::map<std::uint32_t, const v1::RulesView::Rule*> before;  // by lineage
    Forms gone;
    in_force = changed_list(in_force, view.moments(at).rules().spans(), came, &gone);
    for (const auto* form : gone) before[replay::number_in(form->lineage())] = form;
    for (const auto* form : came) {
      const auto known = before.find(replay::number_in(form->lineage()));
      if (known == before.end() || known->second != form)
        add_version(lives[replay::number_in(form->lineage())], record, form);
    }
    for (const auto& [lineage, form] : before) {
      if (!lineages.contains(lineage)) add_version(lives[lineage], record, nullptr);
    }
  }
  return lives;
}

}  // namespace nomic::tools

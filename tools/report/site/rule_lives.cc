#include "site/rule_lives.h"

#include <algorithm>
#include <set>

namespace nomic::tools {
namespace {

void add_version(RuleLife& life, std::uint32_t record, const v1::RulesView::Rule* form) {
  life.versions.push_back({record, form});
  const std::uint32_t number = form == nullptr ? 0 : form->number();
  const bool bears = !life.spans.empty() && life.spans.back().until == 0;
  if (bears && life.spans.back().number == number) return;
  if (bears) life.spans.back().until = record;
  if (number != 0) life.spans.push_back({number, record, 0});
}

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
  std::vector<const v1::RulesView::Rule*> in_force;
  for (int at = 0; at < view.moments_size(); ++at) {
    if (!view.moments(at).has_rules()) continue;
    const auto record = static_cast<std::uint32_t>(at);
    const v1::ReportMoment::InForce& changes = view.moments(at).rules();
    std::vector<const v1::RulesView::Rule*> came;
    std::set<std::uint32_t> lineages;
    for (const std::uint32_t place : changes.rules()) {
      came.push_back(&view.rules(static_cast<int>(place)));
      lineages.insert(came.back()->lineage());
    }
    const auto from = in_force.begin() + changes.kept_first();
    const auto until = in_force.end() - changes.kept_last();
    std::map<std::uint32_t, const v1::RulesView::Rule*> before;  // by lineage
    for (auto gone = from; gone != until; ++gone) before[(*gone)->lineage()] = *gone;
    for (const auto* form : came) {
      const auto known = before.find(form->lineage());
      if (known == before.end() || known->second != form) add_version(lives[form->lineage()], record, form);
    }
    for (const auto& [lineage, form] : before) {
      if (!lineages.contains(lineage)) add_version(lives[lineage], record, nullptr);
    }
    in_force.insert(in_force.erase(from, until), came.begin(), came.end());
  }
  return lives;
}

}  // namespace nomic::tools

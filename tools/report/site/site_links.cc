#include "site/site_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "html_text.h"
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

namespace {

// The name under which records know whoever has the score.
const std::string& recorded_name(const v1::ScoresView::Score& score) {
  return score.recorded_as().empty() ? score.player() : score.recorded_as();
}

}  // namespace

SiteGame::SiteGame(const v1::ReportView& document, const ShownMoment& then, const SiteRequest& asked,
                   const PageWords& catalogue)
    : view(document), shown(then), request(asked), words(catalogue), lives(rule_lives(document)) {
  read_numbers();
  read_proposals();
  read_debates();
  read_turns();
  read_scores();
  for (const auto& reference : document.references()) stale[replay::number_in(reference.rule())].push_back(&reference);
}

void SiteGame::read_numbers() {
  for (const auto& [lineage, life] : lives) {
    for (const RuleLife::Span& span : life.spans) {
      auto& bearers = numbers[span.number];
      if (std::find(bearers.begin(), bearers.end(), &life) == bearers.end()) bearers.push_back(&life);
    }
  }
  for (auto& [number, bearers] : numbers) {
    // In force under it, then last under it, then under another.
    const auto rank = [number = number](const RuleLife* life) {
      return life->number() != number ? 2 : life->in_force() ? 0 : 1;
    };
    std::stable_sort(bearers.begin(), bearers.end(),
                     [&](const RuleLife* one, const RuleLife* other) { return rank(one) < rank(other); });
  }
}

void SiteGame::read_proposals() {
  for (const ProposalOfDocument& proposal : view.proposals()) {
    by_record_[proposal.made()] = &proposal;
    proposals[replay::number_in(proposal.number())].push_back(&proposal);
  }
}

const ProposalOfDocument* SiteGame::made_at(std::uint32_t record) const {
  const auto found = by_record_.find(record);
  return found == by_record_.end() ? nullptr : found->second;
}

void SiteGame::read_debates() {
  for (std::uint32_t record = 0; record < size(); ++record) {
    const v1::LogView& spoken = entry(record).record();
    if (spoken.kind() != "DEBATE_SPOKEN") continue;
    const v1::EventView& event = spoken.event();
    debates_[event.proposal()].push_back(record);
  }
}

std::vector<std::uint32_t> SiteGame::debate_on(const ProposalOfDocument& proposal) const {
  const std::uint32_t until = proposal.ended() == 0 ? size() - 1 : proposal.ended();
  const auto debate = debates_.find(proposal.number());
  if (debate == debates_.end()) return {};
  const auto& records = debate->second;
  return {std::lower_bound(records.begin(), records.end(), proposal.made()),
          std::upper_bound(records.begin(), records.end(), until)};
}

void SiteGame::read_turns() {
  std::uint32_t turn = 0;
  for (const v1::ReportMoment& moment : view.moments()) {
    if (moment.has_turn()) turn = moment.turn();
    turns.push_back(turn);
  }
}

void SiteGame::read_scores() {
  std::map<std::string, std::size_t> places;  // by the name in the records
  for (const v1::ReportMoment& moment : view.moments()) {
    for (const auto& score : moment.scores().scores()) {
      const auto place = places.try_emplace(recorded_name(score), scorers.size());
      if (place.second) scorers.emplace_back();
      scorers[place.first->second].name = score.player();
    }
  }
  for (std::uint32_t record = 0; record < size(); ++record) {
    const v1::ReportEntry& of_record = entry(record);
    for (int at = 0; at < of_record.record().consequences_size(); ++at) {
      const v1::ConsequenceView& one = of_record.record().consequences(at);
      const auto place = places.find(one.score().player());
      if (place == places.end()) continue;
      scorers[place->second].entries.push_back(
          {record, &one, at < of_record.reckoned_size() ? of_record.reckoned(at) : std::string()});
    }
  }
}

std::string numeral_of(std::uint32_t number) {
  return fmt::format("{}", replay::numeral(number));
}

std::string rule_path(std::uint32_t number) {
  return fmt::format("rules/{}.html", numeral_of(number));
}

std::string proposal_path(const ProposalOfDocument& proposal) {
  return proposal.number().starts_with('#')
             ? fmt::format("proposals/record-{}.html", proposal.made())
             : fmt::format("proposals/{}.html", numeral_of(replay::number_in(proposal.number())));
}

std::string records_path(std::uint32_t first) {
  return fmt::format("records/{}.html", first);
}

std::string record_path(std::uint32_t record) {
  return fmt::format("{}#r{}", records_path(record - record % RECORDS_A_PAGE), record);
}

std::string scorer_path(std::size_t place) {
  return fmt::format("scores/player-{}.html", place + 1);
}

std::string SiteLinks::to(std::string_view path, std::string_view markup) const {
  return fmt::format("<a href=\"{}\">{}</a>", address(path), markup);
}

std::string SiteLinks::record(std::uint32_t record) const {
  const std::string label = fmt::format("#{}", record);
  return record < game_.size() ? to(record_path(record), label) : label;
}

std::string SiteLinks::rule(std::uint32_t number) const {
  return rule(number, say("rule.in", {{"number", numeral_of(number)}}));
}

std::string SiteLinks::rule(std::uint32_t number, std::string_view markup) const {
  return game_.numbers.count(number) == 0 ? std::string(markup) : to(rule_path(number), markup);
}

std::string SiteLinks::rule_of(std::uint32_t number, std::uint32_t since) const {
  return rule(number, say("rule.of", {{"number", numeral_of(number)}, {"record", fmt::format("{}", since)}}));
}

std::string SiteLinks::name(const ProposalOfDocument& proposal) const {
  return proposal.number().starts_with('#')
             ? say("proposal.unnumbered", {{"record", fmt::format("{}", proposal.made())}})
             : say("proposal.name", {{"number", numeral_of(replay::number_in(proposal.number()))}});
}

std::string SiteLinks::proposal(const ProposalOfDocument& proposal) const {
  return to(proposal_path(proposal), name(proposal));
}

std::string SiteLinks::proposal(std::uint32_t number) const {
  const auto known = game_.proposals.find(number);
  return known == game_.proposals.end() ? say("proposal.name", {{"number", numeral_of(number)}})
                                        : proposal(*known->second.back());
}

std::string SiteLinks::say(std::string_view key) const {
  return html(game_.words(key));
}

std::string SiteLinks::say(std::string_view key, PageWords::Parts parts) const {
  return game_.words.filled(key, parts);
}

std::string SiteLinks::value(std::string_view set, std::string_view value) const {
  const auto& all = game_.words.all();
  const auto found = all.find(fmt::format("{}.{}", set, value));
  return found == all.end() ? std::string() : html(found->second);
}

std::string SiteLinks::counted(std::string_view key, std::uint32_t count) const {
  constexpr std::string_view OR = " | ";
  const std::string both = game_.words.filled(key, {{"count", fmt::format("{}", count)}});
  const std::size_t at = both.find(OR);
  if (at == std::string::npos) return html(both);
  return html(count == 1 ? both.substr(0, at) : both.substr(at + OR.size()));
}

}  // namespace nomic::tools

#include "site/site_game.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::tools {
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

}  // namespace nomic::tools

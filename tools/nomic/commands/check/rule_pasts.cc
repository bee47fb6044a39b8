#include "check/rule_pasts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nomic/replay/content.h"
#include "nomic/words/proposal_words.h"

namespace nomic::tools {
namespace {

// How many versions are looked at for one that was as is asked.
constexpr std::size_t MOST_VERSIONS = 200;

}  // namespace

std::string place_of(const Cause& cause) {
  return cause.proposal == 0 ? fmt::format("#{}", cause.record)
                             : fmt::format("#{} ({})", cause.record, the_proposal(cause.proposal));
}

std::string words_of(const Cause& cause) {
  return cause.founded ? fmt::format("since the founding (#{})", cause.record) : "since " + place_of(cause);
}

Result<const RulePasts::Proposals*> RulePasts::read(std::uint32_t number) {
  const auto known = proposals_.find(number);
  if (known != proposals_.end()) return &known->second;
  if (founding_ == 0) {
    replay::Point start;
    start.kind = replay::Point::Kind::START;
    NOMIC_ASSIGN(auto founding, game_.resolve(start));
    founding_ = founding;
  }
  NOMIC_ASSIGN(auto histories, replay::rule_histories(game_, number, game_.head().size, {}));
  Proposals& proposals = proposals_[number];
  for (const auto& [its, history] : histories.proposals) {
    if (history.outcome.record() != 0) proposals[history.outcome.record()] = its;
  }
  for (replay::RuleHistory& history : histories.rules) {
    const std::uint32_t lineage = history.lineage;
    pasts_.insert_or_assign(lineage, Past{std::move(history), proposals});
  }
  return &proposals;
}

Result<const RulePasts::Past*> RulePasts::past(const v1::Rule& rule) {
  const auto known = pasts_.find(rule.lineage());
  if (known != pasts_.end()) return &known->second;
  NOMIC_TRY(read(rule.number()).status());
  return &pasts_[rule.lineage()];
}

Result<std::uint32_t> RulePasts::proposal_at(std::uint32_t number, std::uint64_t record) {
  NOMIC_ASSIGN(auto proposals, read(number));
  const auto found = proposals->find(record);
  return found == proposals->end() ? 0 : found->second;
}

std::size_t RulePasts::versions_at(const Past& past, std::uint64_t size) {
  const auto& versions = past.history.versions;
  const auto end = std::find_if(versions.begin(), versions.end(),
                                [&](const replay::RuleVersion& version) { return version.record >= size; });
  return static_cast<std::size_t>(end - versions.begin());
}

Cause RulePasts::cause_of(const Past& past, std::size_t version) const {
  const replay::RuleVersion& made = past.history.versions[version];
  Cause cause{.record = made.record, .proposal = 0, .founded = false};
  if (made.in_force && made.rule.since() == made.record) cause.proposal = made.rule.proposal();
  if (const auto ended = past.proposals.find(made.record); cause.proposal == 0 && ended != past.proposals.end())
    cause.proposal = ended->second;
  cause.founded = made.record < founding_;
  return cause;
}

Result<Cause> RulePasts::since(const v1::Rule& rule, std::uint64_t size, const Same& same) {
  NOMIC_ASSIGN(auto found, past(rule));
  const auto& versions = found->history.versions;
  std::size_t at = versions_at(*found, size);
  // A game whose past was acted on has versions that no record shows.
  if (at == 0) return Cause{.record = rule.since(), .proposal = rule.proposal(), .founded = false};
  for (--at; at > 0 && versions[at - 1].in_force; --at) {
    NOMIC_ASSIGN(auto alike, same(versions[at - 1].rule, rule));
    if (!alike) break;
  }
  return cause_of(*found, at);
}

Result<std::optional<Cause>> RulePasts::ended(const v1::Rule& rule, std::uint64_t size, const Was& was) {
  NOMIC_ASSIGN(auto found, past(rule));
  const auto& versions = found->history.versions;
  std::size_t at = versions_at(*found, size);
  if (at < 2) return std::optional<Cause>();
  const std::size_t stop = at > MOST_VERSIONS ? at - MOST_VERSIONS : 0;
  for (at -= 1; at > stop; --at) {
    NOMIC_ASSIGN(auto so, was(versions[at - 1].rule));
    if (so) return std::optional<Cause>(cause_of(*found, at));
  }
  return std::optional<Cause>();
}

Result<std::string> RulePasts::text_of(const v1::Rule& version, const std::string& lang) const {
  const std::string& own = game_.engine().state().founding().lang();
  NOMIC_ASSIGN(auto texts, replay::texts_of(game_.history(), version));
  for (const v1::Text& text : texts) {
    if ((text.lang().empty() ? own : text.lang()) == lang) return text.text();
  }
  return std::string();
}

}  // namespace nomic::tools

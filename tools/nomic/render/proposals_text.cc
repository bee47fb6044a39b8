#include "render/proposals_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/form_text.h"
#include "render/history_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr std::size_t PROPOSAL_INDENT = 4;

std::size_t votes_so_far(const v1::HistoryView::Proposal& proposal, std::string_view choice) {
  return static_cast<std::size_t>(
      std::count_if(proposal.votes().begin(), proposal.votes().end(),
                    [&](const auto& vote) { return vote.standing() == "COUNTS" && vote.choice() == choice; }));
}

std::string tally(const v1::HistoryView::Proposal& proposal) {
  return proposal.votes_unknown() ? "by votes that are not on record"
                                  : fmt::format("{}-{}", proposal.votes_for(), proposal.votes_against());
}

// "adopted 2-0 at #37", "being voted on, 1-0 so far".
std::string brief_standing(const v1::HistoryView::Proposal& proposal) {
  const std::string& standing = proposal.standing();
  if (standing == "DEBATED") return "being debated";
  if (standing == "VOTED_ON") {
    return fmt::format("being voted on, {}-{} so far", votes_so_far(proposal, "FOR"),
                       votes_so_far(proposal, "AGAINST"));
  }
  if (standing == "WITHOUT_EFFECT") return "struck: without effect";
  if (standing == "WITHDRAWN") return fmt::format("withdrawn at #{}", proposal.ended());
  if (standing == "UNDETERMINED") return fmt::format("{}, and no rule says with what outcome", tally(proposal));
  return fmt::format("{} {}{} at #{}", standing == "ADOPTED" ? "adopted" : "defeated", tally(proposal),
                     attested_words(proposal), proposal.ended());
}

// Its title, or how its text begins.
std::string begins_with(const v1::HistoryView::Proposal& proposal) {
  for (const v1::ChangeView& change : proposal.changes()) {
    const std::string& shown = change.title().empty() ? change.text() : change.title();
    if (!shown.empty()) return ": " + on_one_line(shown.substr(0, shown.find('\n')));
  }
  return {};
}

std::string steps_words(const v1::HistoryView::Proposal& proposal) {
  std::string out = fmt::format("Made at #{}", proposal.made());
  if (!proposal.made_at().empty()) out += fmt::format(" ({})", proposal.made_at());
  for (const std::uint32_t record : proposal.revised()) out += fmt::format(", revised at #{}", record);
  if (proposal.called() != 0) out += fmt::format(", its vote called at #{}", proposal.called());
  return out + ".";
}

}  // namespace

std::string standing_words(const v1::HistoryView::Proposal& proposal) {
  std::string out = brief_standing(proposal);
  if (!proposal.rule().empty()) {
    out += fmt::format(" (rule {} as it stood since #{})", proposal.rule(), proposal.rule_since());
  }
  return out;
}

// Of open proposals about rules that are others by now.
std::string notes_of(const v1::ProposalsView& view, std::size_t width) {
  std::string out;
  for (const auto& proposal : view.proposals()) {
    for (const v1::ChangeView& change : proposal.changes()) {
      if (!change.has_since_then()) continue;
      const std::string words = on_one_line(change.since_then().in_words());
      out += wrap(fmt::format("{} of {}: {}.", yellow("Note"), the_proposal(proposal.number()), words), width, 0);
    }
  }
  return out;
}

std::string proposals_table(const v1::ProposalsView& view, std::size_t width) {
  Table table({Align::RIGHT, Align::LEFT, Align::LEFT, Align::LEFT});
  for (const auto& proposal : view.proposals()) {
    table.row({proposal.number(), on_one_line(proposal.proponent()), brief_standing(proposal),
               on_one_line(proposal.change()) + begins_with(proposal)});
  }
  return table.print(width) + notes_of(view, width);
}

std::string proposal_text(const v1::HistoryView::Proposal& proposal, std::size_t width) {
  std::string out =
      wrap(fmt::format("{} by {}, to {}: {}.", bold(capital_proposal(proposal.number())),
                       on_one_line(proposal.proponent()), on_one_line(proposal.change()), standing_words(proposal)),
           width, 0);
  out += wrap(steps_words(proposal), width, PROPOSAL_INDENT);
  if (const auto votes = votes_words(proposal); !votes.empty()) out += wrap(votes, width, PROPOSAL_INDENT);
  if (const auto words = attestations_words(proposal); !words.empty()) out += wrap(words, width, PROPOSAL_INDENT);
  if (!proposal.reason().empty()) {
    out += wrap(fmt::format("Why: {}", on_one_line(proposal.reason())), width, PROPOSAL_INDENT);
  }
  return out + form_text(proposal.changes(), width, PROPOSAL_INDENT);
}

}  // namespace nomic::tools

// Open proposals as they are readable without a script: their changes, the ballots cast and those that are missing.
#include <fmt/format.h>

#include <unordered_map>

#include "form_html.h"
#include "html_text.h"
#include "nomic/replay/reference.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

std::string ballots(const v1::HistoryView::Proposal& proposal, const PageWords& words) {
  std::string cast;
  for (const auto& vote : proposal.votes()) {
    if (vote.standing() != "COUNTS") continue;
    const std::string one =
        words.filled("votes.one", {{"player", html_name(vote.player())}, {"choice", words("choice." + vote.choice())}});
    cast = cast.empty() ? one : words.filled("list.more", {{"row", cast}, {"part", one}});
  }
  return cast.empty() ? words("votes.none") : cast;
}

std::string missing(const v1::StatusView::OpenProposal& open, const PageWords& words) {
  std::vector<std::string> names;
  for (const std::string& name : open.missing()) names.push_back(html_name(name));
  return names.empty() ? words("votes.none.missing") : words.row(names);
}

std::string proposal_html(const v1::HistoryView::Proposal& proposal, const v1::StatusView::OpenProposal& open,
                          const PageWords& words) {
  const std::string name = proposal.number().starts_with('#')
                               ? words.filled("proposal.unnumbered", {{"record", std::to_string(proposal.made())}})
                               : words.filled("proposal.name", {{"number", proposal.number()}});
  const bool debated = open.phase() == v1::StatusView::DEBATING;
  std::string out = fmt::format("<article><h4>{}: {}</h4><p>{} {}</p>", name, program_words(proposal.change(), words),
                                words.filled("now.open.by", {{"player", html_name(proposal.proponent())}}),
                                words(debated ? "now.open.debated" : "now.open.voting"));
  if (!proposal.reason().empty()) {
    out += "<p class=\"quiet\">" + words("proposal.why") + "</p>" + html_passage("blockquote", "", proposal.reason());
  }
  for (const v1::ChangeView& change : proposal.changes()) out += change_html(change, words);
  if (open.phase() == v1::StatusView::VOTING) {
    out += "<p>" + words.filled("votes.cast", {{"cast", ballots(proposal, words)}, {"missing", missing(open, words)}}) +
           "</p>";
  }
  return out + "</article>";
}

}  // namespace

std::string open_proposals_html(const v1::ReportView& view, const v1::StatusView& status, const PageWords& words) {
  std::unordered_map<std::uint32_t, const v1::StatusView::OpenProposal*> by_record;
  for (const auto& open : status.proposals()) by_record.emplace(open.record(), &open);
  std::string out;
  for (const auto& proposal : view.proposals()) {
    const auto open = by_record.find(proposal.made());
    if (open != by_record.end()) out += proposal_html(proposal, *open->second, words);
  }
  return out.empty() ? "<p>" + words("now.open.none") + "</p>" : out;
}

}  // namespace nomic::tools

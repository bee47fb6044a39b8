#include <fmt/format.h>

#include <algorithm>

#include "form_html.h"
#include "html_text.h"
#include "nomic/words/points_words.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

std::string phase_words(v1::StatusView::Phase phase) {
  switch (phase) {
    case v1::StatusView::PROPOSING:
      return "a proposal is to be made";
    case v1::StatusView::DEBATING:
      return "a proposal is debated";
    case v1::StatusView::VOTING:
      return "a vote is open";
    case v1::StatusView::THROWING:
      return "the dice are to be thrown";
    case v1::StatusView::TURN_COMPLETE:
      return "the turn is complete";
    case v1::StatusView::WON:
      return "somebody has won";
    case v1::StatusView::UNDETERMINED:
      return "a vote has ended, and no rule says with what outcome";
    case v1::StatusView::BEGUN:
      return "the same player proposes anew";
    default:
      return "the game has not begun";
  }
}

template <class List>
std::string names_html(const List& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + html_name(name);
  return out;
}

std::string must_act(const v1::StatusView& status) {
  std::string items;
  for (const auto& way : status.ways()) {
    if (!way.must()) continue;
    const std::string who = way.player().empty() ? "anyone" : html_name(way.player());
    const std::string rule = way.rule() == 0 ? "" : fmt::format(" (rule {})", way.rule());
    items += fmt::format("<li>{}: <code>{}</code>{}</li>", who, html(way.command()), rule);
  }
  return items.empty() ? "<p>The game waits for nobody.</p>" : "<ul>" + items + "</ul>";
}

std::string ballots(const v1::HistoryView::Proposal& proposal) {
  std::string items;
  for (const auto& vote : proposal.votes()) {
    if (vote.standing() != "COUNTS") continue;
    const std::string choice = vote.choice() == "FOR" ? "for" : vote.choice() == "AGAINST" ? "against" : "abstains";
    items += (items.empty() ? "" : ", ") + html_name(vote.player()) + " " + choice;
  }
  return items.empty() ? "nobody" : items;
}

const v1::StatusView::OpenProposal* open_of(const v1::StatusView& status, std::uint32_t made) {
  const auto found = std::find_if(status.proposals().begin(), status.proposals().end(),
                                  [made](const auto& open) { return open.record() == made; });
  return found == status.proposals().end() ? nullptr : &*found;
}

std::string proposal_html(const v1::HistoryView::Proposal& proposal, const v1::StatusView::OpenProposal& open) {
  const std::string number = proposal.number_unknown() ? fmt::format("The proposal of record #{}", proposal.made())
                                                       : fmt::format("Proposal {}", proposal.number());
  std::string out = fmt::format("<article><h4>{}: {}</h4><p>By {}. {}.</p>", number, html(proposal.change()),
                                html_name(proposal.proponent()),
                                open.phase() == v1::StatusView::DEBATING ? "It is debated" : "It is voted on");
  if (!proposal.reason().empty()) out += html_passage("p", "", proposal.reason());
  for (const v1::ChangeView& change : proposal.changes()) out += change_html(change);
  if (open.phase() == v1::StatusView::VOTING) {
    out += fmt::format("<p>Votes: {}. Missing: {}.</p>", ballots(proposal),
                       open.missing().empty() ? "nobody" : names_html(open.missing()));
  }
  return out + "</article>";
}

std::string open_proposals(const v1::ReportView& view, const v1::StatusView& status) {
  std::string out;
  for (const auto& proposal : view.proposals()) {
    const auto* open = open_of(status, proposal.made());
    if (open != nullptr) out += proposal_html(proposal, *open);
  }
  return out.empty() ? "<p>Nothing is proposed.</p>" : out;
}

std::string scores_html(const v1::ScoresView& scores) {
  std::string rows;
  for (const auto& score : scores.scores()) {
    std::string about = score.won() ? " (won)" : score.in_game() ? "" : " (left)";
    if (score.has_unknown_since()) about += fmt::format(" (not known whole since #{})", score.unknown_since());
    rows +=
        fmt::format("<tr><th scope=\"row\">{}{}</th><td>{}</td></tr>", html_name(score.player()), about,
                    print_points(static_cast<std::int64_t>(score.points() * 1000 + (score.points() < 0 ? -0.5 : 0.5))));
  }
  return R"(<table><thead><tr><th scope="col">Player</th><th scope="col">Points</th></tr></thead><tbody>)" + rows +
         "</tbody></table>";
}

template <class List>
std::string sentences_html(const List& sentences) {
  std::string items;
  for (const std::string& sentence : sentences) items += "<li>" + html(sentence) + "</li>";
  return items.empty() ? "" : "<ul>" + items + "</ul>";
}

}  // namespace

std::string turn_sentence(const v1::StatusView& status, const std::string& mover) {
  const std::string who = mover.empty() ? "" : fmt::format("{} is moving, and ", mover);
  return fmt::format("Turn {} of circuit {}: {}{}.", status.turn(), status.circuit(), who, phase_words(status.phase()));
}

std::string static_now(const v1::ReportView& view, const ShownMoment& shown) {
  const v1::StatusView& status = shown.status;
  std::string out = R"(<section aria-labelledby="s-now"><h2 id="s-now">Now</h2>)";
  out += "<p>" + turn_sentence(status, status.turn_of().empty() ? "" : html_name(status.turn_of())) + "</p>";
  for (const auto& winner : status.winners()) {
    out += fmt::format("<p><strong>{} has won</strong> at record #{} (rule {}).</p>", html_name(winner.player()),
                       winner.record(), winner.rule());
  }
  out += "<h3>Who must act</h3>" + must_act(status);
  out += "<h3>Open proposals</h3>" + open_proposals(view, status);
  out += "<h3>Scores</h3>" + scores_html(shown.scores);
  const std::string notes = sentences_html(status.notes());
  if (!notes.empty()) out += "<h3>To know</h3>" + notes;
  return out + "</section>";
}

}  // namespace nomic::tools

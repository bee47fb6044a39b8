// All proposals, and a page for each, the defeated ones too.
#include <fmt/format.h>

#include <algorithm>

#include "form_html.h"
#include "html_text.h"
#include "nomic/replay/reference.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view PROPOSALS = "proposals/index.html";

// "4–1"; empty: it has not ended.
std::string tally(const SiteLinks& links, const ProposalOfDocument& proposal) {
  if (proposal.ended() == 0) return {};
  std::string votes = proposal.votes_unknown()
                          ? links.say("tally.unknown")
                          : fmt::format("{}\u2013{}", proposal.votes_for(), proposal.votes_against());
  if (proposal.attested_by().empty()) return votes;
  std::vector<std::string> names;
  for (const std::string& name : proposal.attested_by()) names.push_back(html_name(name));
  return links.say("tally.attested", {{"tally", votes}, {"players", fmt::format("{}", fmt::join(names, ", "))}});
}

// The ballots that contradict what players attested of it; empty: none do.
std::string contradicted(const SiteLinks& links, const ProposalOfDocument& proposal) {
  if (proposal.contradicted_by().empty()) return {};
  std::vector<std::string> records;
  for (const std::uint32_t record : proposal.contradicted_by()) records.push_back(links.record(record));
  return " " + links.say("tally.contradicted", {{"records", fmt::format("{}", fmt::join(records, ", "))}});
}

std::string outcome(const SiteLinks& links, const ProposalOfDocument& proposal) {
  return fmt::format("<span class=\"standing {}\">{}</span>", html(proposal.standing()),
                     links.value("outcome", proposal.standing()));
}

std::string how_it_stands(const SiteLinks& links, const ProposalOfDocument& proposal) {
  std::string out = "<p><strong>" + outcome(links, proposal) + "</strong>";
  if (proposal.ended() != 0) {
    const std::string votes = tally(links, proposal);
    const std::string record = links.record(proposal.ended());
    const std::string time = html_time(proposal.ended_at());
    out +=
        " " + (proposal.rule().empty()
                   ? links.say("proposal.ended", {{"tally", votes}, {"record", record}, {"time", time}})
                   : links.say("proposal.ended.rule",
                               {{"tally", votes},
                                {"record", record},
                                {"time", time},
                                {"rule", links.rule_of(replay::number_in(proposal.rule()), proposal.rule_since())}}));
  }
  return out + contradicted(links, proposal) + "</p>";
}

std::string made(const SiteLinks& links, const ProposalOfDocument& proposal) {
  std::string out = links.say("proposal.made", {{"player", html_name(proposal.proponent())},
                                                {"record", links.record(proposal.made())},
                                                {"time", html_time(proposal.made_at())}});
  for (const std::uint32_t record : proposal.revised())
    out += " " + links.say("proposal.revised", {{"record", links.record(record)}});
  if (proposal.called() != 0) out += " " + links.say("proposal.called", {{"record", links.record(proposal.called())}});
  return "<p>" + out + "</p>";
}

// The rules that it is about, and what they became.
std::string rules_concerned(const SiteLinks& links, const ProposalOfDocument& proposal) {
  std::vector<std::string> items;
  for (const v1::ChangeView& change : proposal.changes()) {
    if (!change.rule().empty()) items.push_back(links.rule(replay::number_in(change.rule())));
  }
  if (proposal.standing() == "ADOPTED" && links.game().numbers.count(replay::number_in(proposal.number())) != 0) {
    items.push_back(links.rule(replay::number_in(proposal.number())));
  }
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items.empty() ? "" : "<h3>" + links.say("view.rules") + "</h3>" + site_list(items);
}

std::string debate(const SiteLinks& links, const ProposalOfDocument& proposal) {
  const SiteGame& game = links.game();
  std::string out;
  for (const std::uint32_t record : game.debate_on(proposal)) {
    const v1::LogView& spoken = game.entry(record).record();
    out += "<article><p class=\"quiet\">" + html_name(spoken.author()) + ", " + links.record(record) + " " +
           site_time(spoken) + site_standing(links, spoken) + "</p>" +
           html_passage("blockquote", "", spoken.event().text()) + "</article>";
  }
  return out.empty() ? "" : "<h3>" + links.say("proposal.debate") + "</h3>" + out;
}

std::string ballots(const SiteLinks& links, const ProposalOfDocument& proposal) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& vote : proposal.votes()) {
    rows.push_back({html_name(vote.player()), links.value("choice", vote.choice()), links.record(vote.record()),
                    links.value("counted", vote.standing())});
  }
  if (rows.empty()) return {};
  const std::string name = links.say("proposal.ballots");
  return "<h3>" + name + "</h3>" +
         site_table(name,
                    {links.say("column.voter"), links.say("column.ballot"), links.say("column.record"),
                     links.say("column.counted")},
                    rows);
}

std::string what_came(const SiteLinks& links, const ProposalOfDocument& proposal) {
  if (proposal.ended() == 0) return {};
  std::vector<std::string> items;
  for (const std::string& brought : links.game().entry(proposal.ended()).brought())
    items.push_back(site_sentence(links.game(), brought));
  return items.empty() ? "" : "<h3>" + links.say("proposal.came") + "</h3>" + site_list(items);
}

std::string whole_proposal(const SiteLinks& links, const ProposalOfDocument& proposal) {
  const SiteGame& game = links.game();
  std::string out = fmt::format("<article id=\"r{}\"><h1>{}: {}</h1>", proposal.made(), links.name(proposal),
                                site_sentence(game, proposal.change()));
  out += made(links, proposal) + how_it_stands(links, proposal);
  if (!proposal.reason().empty())
    out += "<h2>" + links.say("proposal.why") + "</h2>" + html_passage("p", "", proposal.reason());
  out += "<h2>" + links.say("proposal.says") + "</h2>";
  for (const v1::ChangeView& change : proposal.changes()) out += change_html(change, game.words);
  return out + rules_concerned(links, proposal) + debate(links, proposal) + ballots(links, proposal) +
         what_came(links, proposal) + "</article>\n";
}

SiteFile proposal_page(const SiteGame& game, const std::vector<const ProposalOfDocument*>& with_number) {
  const std::string path = proposal_path(*with_number.front());
  const SiteLinks links(game, path);
  std::string body = "<p>" + links.to(PROPOSALS, links.say("proposal.all")) + "</p>";
  for (const auto* proposal : with_number) body += whole_proposal(links, *proposal);
  return site_page(game, path, links.name(*with_number.front()), PROPOSALS, body);
}

void add_list(const SiteGame& game, std::vector<SiteFile>& files) {
  const SiteLinks links(game, PROPOSALS);
  std::vector<std::vector<std::string>> rows;
  for (const ProposalOfDocument& proposal : game.view.proposals()) {
    rows.push_back({links.to(proposal_path(proposal), links.name(proposal)), html_name(proposal.proponent()),
                    outcome(links, proposal), tally(links, proposal), site_sentence(game, proposal.change())});
  }
  const std::string title = "<h1>" + links.say("view.proposals") + "</h1>";
  const std::vector<std::string> head = {links.say("column.proposal"), links.say("column.by"),
                                         links.say("column.standing"), links.say("column.votes"),
                                         links.say("column.about")};
  SiteRows about{"proposals/index", game.words("view.proposals"), std::string(PROPOSALS), title, title, {}};
  about.as_html = [&](const auto& part) {
    return part.empty() ? "<p>" + links.say("now.open.none") + "</p>"
                        : site_table(links.say("view.proposals"), head, part);
  };
  add_rows(game, about, rows, files);
}

}  // namespace

void add_proposal_pages(const SiteGame& game, std::vector<SiteFile>& files) {
  add_list(game, files);
  for (const auto& [number, with_number] : game.proposals) files.push_back(proposal_page(game, with_number));
}

}  // namespace nomic::tools

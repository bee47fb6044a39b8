// What stands now: whose turn it is, who must act, what is open, scores, what happened last.
#include <fmt/format.h>

#include <algorithm>

#include "html_text.h"
#include "nomic/replay/reference.h"
#include "site/site_pages.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

constexpr std::string_view FRONT = "index.html";
constexpr std::uint32_t LATEST = 15;

std::string must_act(const SiteLinks& links) {
  std::vector<std::string> items;
  for (const auto& way : links.game().shown.status.ways()) {
    if (!way.must()) continue;
    items.push_back((way.player().empty() ? links.say("now.anyone") : html_name(way.player())) +
                    R"(: <code dir="ltr" lang="en">)" + html(way.command()) + "</code>" +
                    (way.rule().empty() ? "" : " (" + links.rule(replay::number_in(way.rule())) + ")"));
  }
  return items.empty() ? "<p>" + links.say("now.nobody") + "</p>" : site_list(items);
}

template <class List>
std::string names(const List& list) {
  std::string out;
  for (const std::string& name : list) out += (out.empty() ? "" : ", ") + html_name(name);
  return out;
}

std::string open_proposals(const SiteLinks& links) {
  const SiteGame& game = links.game();
  std::vector<std::string> items;
  for (const auto& open : game.shown.status.proposals()) {
    const auto* proposal = game.made_at(open.record());
    if (proposal == nullptr) continue;
    std::string item = links.proposal(*proposal) + ": " + site_sentence(game, open.change()) + ". " +
                       links.say("now.open.by", {{"player", html_name(open.proponent())}});
    if (open.phase() == v1::StatusView::VOTING) {
      const std::string cast = open.voted().empty() ? links.say("votes.none") : names(open.voted());
      const std::string missing = open.missing().empty() ? links.say("votes.none.missing") : names(open.missing());
      item += " " + links.say("votes.cast", {{"cast", cast}, {"missing", missing}});
    } else {
      item += " " + links.say(open.phase() == v1::StatusView::DEBATING ? "now.open.debated" : "now.open.voting");
    }
    items.push_back(item);
  }
  return items.empty() ? "<p>" + links.say("now.open.none") + "</p>" : site_list(items);
}

std::string winners(const SiteLinks& links) {
  std::string out;
  for (const auto& winner : links.game().shown.status.winners()) {
    out += "<p class=\"won\">" +
           links.say("now.won", {{"player", "<strong>" + html_name(winner.player()) + "</strong>"},
                                 {"record", links.record(winner.record())},
                                 {"rule", links.rule(replay::number_in(winner.rule()))}}) +
           "</p>";
  }
  return out;
}

// The latest records, the newest first.
std::string latest(const SiteLinks& links) {
  const SiteGame& game = links.game();
  std::string out;
  for (std::uint32_t record = game.size(); record > game.size() - std::min(game.size(), LATEST); --record) {
    const v1::ReportEntry& entry = game.entry(record - 1);
    out += "<li><p>" + links.record(record - 1) + " " + site_time(entry.record()) + " " +
           site_sentence(game, entry.in_words()) + site_standing(links, entry.record()) + "</p></li>";
  }
  return "<ol class=\"records\">" + out + "</ol>";
}

}  // namespace

SiteFile front_page(const SiteGame& game) {
  const SiteLinks links(game, FRONT);
  const v1::StatusView& status = game.shown.status;
  const std::string mover = status.turn_of().empty() ? "" : html_name(status.turn_of());
  std::string body = static_heading(game.view, game.words) + "<p>" + turn_sentence(status, mover, game.words) + "</p>" +
                     winners(links);
  body += "<h2>" + links.say("now.must") + "</h2>" + must_act(links);
  body += "<h2>" + links.say("now.open") + "</h2>" + open_proposals(links);
  body += "<h2>" + links.say("view.scores") + "</h2>" + scores_table(links);
  std::vector<std::string> notes;
  for (const std::string& note : status.notes()) notes.push_back(site_sentence(game, note));
  if (!notes.empty()) body += "<h2>" + links.say("now.notes") + "</h2>" + site_list(notes);
  body += "<h2>" + links.say("site.happened") + "</h2>" + latest(links);
  return site_page(game, std::string(FRONT), "", FRONT, body);
}

}  // namespace nomic::tools

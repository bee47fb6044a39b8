// Every record: who said what, when, and what it brought about; a hundred a page.
#include <fmt/format.h>

#include <algorithm>

#include "html_text.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view RECORDS = "records/index.html";

// What its author wrote; of a proposal, where that stands.
std::string text_of(const SiteLinks& links, std::uint32_t record) {
  if (const auto* proposal = links.game().made_at(record)) return "<p>" + links.proposal(*proposal) + "</p>";
  const std::string& text = links.game().entry(record).record().event().text();
  return text.empty() ? "" : html_passage("blockquote", "", text);
}

// How it came, where whose it is rests on the keeper's word.
std::string came(const SiteLinks& links, std::uint32_t record) {
  const std::string words = links.value("via", links.game().entry(record).record().via());
  return words.empty() ? "" : " <span class=\"mark\">[" + words + "]</span>";
}

std::string record_item(const SiteLinks& links, std::uint32_t record) {
  const SiteGame& game = links.game();
  const v1::ReportEntry& entry = game.entry(record);
  std::string out =
      fmt::format("<li id=\"r{}\"><p>{} {} {}{}{}</p>", record, links.record(record), site_time(entry.record()),
                  site_sentence(game, entry.in_words()), site_standing(links, entry.record()), came(links, record));
  out += text_of(links, record);
  std::string brought;
  for (const std::string& words : entry.brought()) {
    if (words != entry.in_words()) brought += site_sentence(game, words) + " ";
  }
  if (!brought.empty()) out += "<p class=\"quiet\">" + brought + "</p>";
  return out + "</li>\n";
}

std::string neighbours(const SiteLinks& links, std::uint32_t first) {
  std::string out = links.to(RECORDS, links.say("records.all"));
  const auto span = [&](std::uint32_t from) {
    const std::uint32_t to = std::min(links.game().size(), from + RECORDS_A_PAGE) - 1;
    return to == from ? fmt::format("#{}", from) : fmt::format("#{}\u2013#{}", from, to);
  };
  if (first > 0) out += " \u00b7 " + links.to(records_path(first - RECORDS_A_PAGE), span(first - RECORDS_A_PAGE));
  // Without its end: a page that is full stays as it is while the next one grows.
  const std::uint32_t next = first + RECORDS_A_PAGE;
  if (next < links.game().size()) out += " \u00b7 " + links.to(records_path(next), fmt::format("#{}\u2013", next));
  return "<p class=\"pager\">" + out + "</p>";
}

std::string turn_heading(const SiteLinks& links, std::uint32_t record) {
  if (record < links.game().view.founding()) return links.say("site.founding");
  return links.say("site.turn", {{"turn", fmt::format("{}", links.game().turns[record])}});
}

SiteFile records_page(const SiteGame& game, std::uint32_t first) {
  const std::string path = records_path(first);
  const SiteLinks links(game, path);
  const std::uint32_t end = std::min(game.size(), first + RECORDS_A_PAGE);
  const std::string title =
      game.words.filled("records.part", {{"from", fmt::format("{}", first)}, {"to", fmt::format("{}", end - 1)}});
  std::string body = "<h1>" + links.say("view.records") + "</h1>" + neighbours(links, first);
  std::string heading;
  for (std::uint32_t record = first; record < end; ++record) {
    const std::string now = turn_heading(links, record);
    if (now != heading) body += (heading.empty() ? "<h2>" : "</ol><h2>") + now + "</h2><ol class=\"records\">";
    heading = now;
    body += record_item(links, record);
  }
  return site_page(game, path, title, RECORDS, body + "</ol>" + neighbours(links, first));
}

// Where each turn begins, and the pages.
SiteFile records_index(const SiteGame& game) {
  const SiteLinks links(game, RECORDS);
  std::vector<std::string> pages;
  for (std::uint32_t first = 0; first < game.size(); first += RECORDS_A_PAGE) {
    const std::uint32_t last = std::min(game.size(), first + RECORDS_A_PAGE) - 1;
    pages.push_back(links.to(records_path(first), links.say("records.part", {{"from", fmt::format("{}", first)},
                                                                             {"to", fmt::format("{}", last)}})) +
                    " " + site_time(game.entry(first).record()));
  }
  std::string turns;
  std::uint32_t turn = 0;
  for (std::uint32_t record = game.view.founding(); record < game.size(); ++record) {
    if (game.turns[record] == turn) continue;
    turn = game.turns[record];
    turns += (turns.empty() ? "" : " \u00b7 ") + links.to(record_path(record), fmt::format("{}", turn));
  }
  std::string body = "<h1>" + links.say("view.records") + "</h1>" + site_list(pages);
  if (!turns.empty()) body += "<h2>" + links.say("site.turns") + "</h2><p>" + turns + "</p>";
  return site_page(game, std::string(RECORDS), game.words("view.records"), RECORDS, body);
}

}  // namespace

void add_record_pages(const SiteGame& game, std::vector<SiteFile>& files) {
  files.push_back(records_index(game));
  for (std::uint32_t first = 0; first < game.size(); first += RECORDS_A_PAGE)
    files.push_back(records_page(game, first));
}

}  // namespace nomic::tools

// The feed of what happened: Atom (RFC 4287), an entry a record, the newest first.
//
// Identifiers are tag: URIs (RFC 4151) of the game's identity and the record, and stay what they are wherever the
// folder lies and however often it is made. A tag needs a name that somebody holds; the game's identity, 64 hex digits,
// is nobody's domain, so it stands below .invalid (RFC 2606), which nobody can hold: no other tag can be the same.
#include <fmt/format.h>

#include <algorithm>

#include "html_text.h"
#include "nomic/words/terminal_text.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

// Entries in it.
constexpr std::uint32_t ENTRIES = 100;
// Where a record says no time.
constexpr std::string_view NO_TIME = "1970-01-01T00:00:00Z";

// "tag:4a1c...,2026-11-23:record/41". A label of a domain has at most 63 characters.
std::string tag(const SiteGame& game, std::string_view what) {
  const std::string& id = game.view.game();
  const std::string& founded = game.entry(0).record().recorded_at();
  constexpr std::size_t HALF = 32;
  return fmt::format("tag:{}.{}.nomic.invalid,{}:{}", id.substr(0, HALF), id.substr(std::min(HALF, id.size())),
                     founded.size() < 10 ? NO_TIME.substr(0, 10) : std::string_view(founded).substr(0, 10), what);
}

std::string time_of(const v1::LogView& record) {
  return html(record.recorded_at().empty() ? NO_TIME : std::string_view(record.recorded_at()));
}

// Text in one line: what a reader shows in a list.
std::string line(std::string_view text) {
  return html(on_one_line(text));
}

std::string content(const SiteGame& game, std::uint32_t record) {
  const v1::ReportEntry& entry = game.entry(record);
  std::string out = "<p>" + site_sentence(game, entry.in_words()) + "</p>";
  std::vector<std::string> brought;
  for (const std::string& words : entry.brought()) brought.push_back(site_sentence(game, words));
  out += site_list(brought);
  const std::string& text = entry.record().event().text();
  if (!text.empty()) out += html_passage("blockquote", "", text);
  return out;
}

// Where the entry leads: a proposal to its page, anything else to its record.
std::string target(const SiteGame& game, std::uint32_t record) {
  const auto* proposal = game.made_at(record);
  return proposal == nullptr ? record_path(record) : proposal_path(*proposal);
}

std::string entry_of(const SiteGame& game, std::uint32_t record) {
  const v1::LogView& log = game.entry(record).record();
  const std::string author = log.author().empty() ? "" : "<author><name>" + line(log.author()) + "</name></author>";
  return fmt::format(
      "<entry><id>{}</id><title type=\"text\">{}</title><updated>{}</updated>{}"
      "<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>"
      "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">{}</div></content></entry>\n",
      tag(game, fmt::format("record/{}", record)), line(game.entry(record).in_words()), time_of(log), author,
      target(game, record), content(game, record));
}

}  // namespace

SiteFile feed(const SiteGame& game) {
  const std::string& url = game.request.url;
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"";
  // Links are relative: to where the feed was found, or to where it says that it is.
  if (!url.empty()) out += fmt::format(" xml:base=\"{}/\"", html(url));
  out += fmt::format(" xml:lang=\"{}\">\n<id>{}</id><title type=\"text\">{}</title><updated>{}</updated>\n",
                     html(game.words.lang()), tag(game, "feed"), line(game.view.name()),
                     time_of(game.entry(game.size() - 1).record()));
  if (!url.empty()) {
    out += fmt::format("<link rel=\"self\" type=\"application/atom+xml\" href=\"{}/feed.atom\"/>\n", html(url));
  }
  // Whoever made a record is its author; of the founding ones, which nobody did, the game itself.
  out += fmt::format(
      "<author><name>{}</name></author>\n<link rel=\"alternate\" type=\"text/html\" href=\"index.html\"/>\n",
      line(game.view.name()));
  out += fmt::format("<generator>nomic {}</generator>\n", html(game.view.program()));
  for (std::uint32_t record = game.size(); record > game.size() - std::min(game.size(), ENTRIES); --record)
    out += entry_of(game, record - 1);
  return {"feed.atom", out + "</feed>\n"};
}

}  // namespace nomic::tools

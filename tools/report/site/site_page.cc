#include "site/site_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "html_text.h"
#include "nomic/words/points_words.h"

namespace nomic::tools {
namespace {

constexpr std::string_view FRONT = "index.html";

// What every page leads to.
struct Heading {
  std::string_view path;
  std::string_view key;
};
constexpr Heading HEADINGS[] = {{"index.html", "view.now"},         {"scores/index.html", "view.scores"},
                                {"rules/index.html", "view.rules"}, {"proposals/index.html", "view.proposals"},
                                {"disputes.html", "view.disputes"}, {"records/index.html", "view.records"},
                                {"evidence.html", "view.evidence"}};

// Nothing but the folder's own style, which a page that is opened from a disk has by file:.
constexpr std::string_view POLICY = "default-src 'none'; style-src 'self' file:; base-uri 'none'; form-action 'none'";

std::string headings(const SiteLinks& links, std::string_view within) {
  std::string items;
  for (const Heading& heading : HEADINGS) {
    const std::string_view current = heading.path == within ? " aria-current=\"page\"" : "";
    items +=
        fmt::format("<li><a href=\"{}\"{}>{}</a></li>", links.address(heading.path), current, links.say(heading.key));
  }
  return fmt::format("<nav aria-label=\"{}\"><ul>{}</ul></nav>", links.say("page.views"), items);
}

std::int64_t thousandths(double points) {
  return static_cast<std::int64_t>(points * 1000 + (points < 0 ? -0.5 : 0.5));
}

}  // namespace

SiteFile site_page(const SiteGame& game, const std::string& path, const std::string& title, std::string_view within,
                   std::string_view body) {
  const SiteLinks links(game, path);
  const std::string name = html(game.view.name());
  const std::string whole = title.empty() ? name : html(title) + " \u00b7 " + name;
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n"
      "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"{}\" title=\"{}\">\n</head>\n",
      html(game.words.lang()), POLICY, whole, links.address("style.css"), links.address("feed.atom"),
      links.say("site.feed"));
  out +=
      fmt::format("<body>\n<a class=\"skip\" href=\"#main\">{}</a>\n<header><p class=\"quiet\" dir=\"auto\">{}</p>{}",
                  links.say("page.skip"), name, headings(links, within));
  // The first page says it in its heading.
  if (game.view.has_rehearsal() && path != FRONT) {
    out += "<p class=\"note\">" + site_sentence(game, game.view.rehearsal().in_words()) + "</p>";
  }
  out += fmt::format(
      "</header>\n<main id=\"main\">{}</main>\n<footer class=\"about\"><p>{}</p></footer>\n</body>\n</html>\n", body,
      links.say("site.foot", {{"feed", links.to("feed.atom", links.say("site.feed"))},
                              {"evidence", links.to("evidence.html", links.say("view.evidence"))}}));
  return {path, std::move(out)};
}

std::string site_table(const std::string& caption, const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string out = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption class=\"unseen\">{0}"
      "</caption><thead><tr>",
      caption);
  for (const std::string& cell : head) out += fmt::format("<th scope=\"col\">{}</th>", cell);
  out += "</tr></thead><tbody>";
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t at = 0; at < row.size(); ++at) {
      out += at == 0 ? fmt::format("<th scope=\"row\">{}</th>", row[at]) : fmt::format("<td>{}</td>", row[at]);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>";
}

std::string site_list(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += "<li>" + item + "</li>";
  return out.empty() ? "" : "<ul>" + out + "</ul>";
}

std::string site_sentence(const SiteGame& game, std::string_view sentence) {
  return "<span dir=\"auto\">" + program_words(sentence, game.words) + "</span>";
}

std::string site_time(const v1::LogView& record) {
  if (record.has_occurred_as_written()) return html(record.occurred_as_written());
  if (record.has_occurred_day()) return fmt::format("{} ({})", html(record.occurred_day()), html(record.zone()));
  return html_time(record.happened_at().empty() ? record.recorded_at() : record.happened_at());
}

std::string site_standing(const SiteLinks& links, const v1::LogView& record) {
  if (record.standing().empty() || record.standing() == "STANDS") return {};
  const std::string words = links.value("standing", record.standing());
  const bool by_itself = record.standing_by() == record.index() || record.standing_by() == 0;
  return fmt::format(
      " <span class=\"mark\">[{}]</span>",
      by_itself ? words
                : links.say("standing.by", {{"standing", words}, {"record", links.record(record.standing_by())}}));
}

std::string site_points(double points) {
  return print_points(thousandths(points));
}

std::string site_change(double points) {
  return print_change(thousandths(points));
}

void add_rows(const SiteGame& game, const SiteRows& about, const std::vector<std::vector<std::string>>& rows,
              std::vector<SiteFile>& files) {
  const std::size_t earlier = rows.empty() ? 0 : (rows.size() - 1) / ROWS_A_PAGE;
  const auto path_of = [&](std::size_t page) {
    return page == earlier ? about.stem + ".html" : fmt::format("{}-{}.html", about.stem, page + 1);
  };
  for (std::size_t page = 0; page <= earlier; ++page) {
    const std::size_t from = page * ROWS_A_PAGE;
    const std::size_t to = std::min(rows.size(), from + ROWS_A_PAGE);
    const std::string path = path_of(page);
    const SiteLinks links(game, path);
    std::string others;
    // A page whose rows are all there leads to those before it, so that it stays as it is.
    for (std::size_t other = 0; other <= page && earlier > 0; ++other) {
      const std::string label =
          fmt::format("{}\u2013{}", other * ROWS_A_PAGE + 1, std::min(rows.size(), (other + 1) * ROWS_A_PAGE));
      others += (others.empty() ? "" : " \u00b7 ") +
                (other == page ? fmt::format("<strong>{}</strong>", label) : links.to(path_of(other), label));
    }
    if (page < earlier) others += " \u00b7 " + links.to(path_of(earlier), links.say("site.latest"));
    std::string body = page == earlier ? about.before : about.before_earlier;
    if (!others.empty()) body += "<p class=\"pager\">" + others + "</p>";
    body += about.as_html(
        {rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to)});
    files.push_back(site_page(game, path, about.title, about.within, body));
  }
}

}  // namespace nomic::tools

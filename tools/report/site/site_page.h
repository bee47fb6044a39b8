// The frame of a page of the folder, and parts that several pages have.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/report/game_site.h"
#include "site/site_links.h"

namespace nomic::tools {

// A whole page. `title` is text, `body` is HTML; `within`: the path of the page of the heading that it belongs to.
SiteFile site_page(const SiteGame& game, const std::string& path, const std::string& title, std::string_view within,
                   std::string_view body);

// head: cells of the heading; rows: their cells, of which the first heads its row.
std::string site_table(const std::string& caption, const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows);
// Nothing where there are none.
std::string site_list(const std::vector<std::string>& items);

// A sentence of the program, in English, in which words of players may stand.
std::string site_sentence(const SiteGame& game, std::string_view sentence);
// What everybody has.
std::string scores_table(const SiteLinks& links);
// When it happened, as far as it is known.
std::string site_time(const v1::LogView& record);
// " [without effect: struck by #41]": what later records say of one.
std::string site_standing(const SiteLinks& links, const v1::LogView& record);
// "14.3"; "+4".
std::string site_points(double points);
std::string site_change(double points);

// Rows that are too many for one page: the latest on the page of that stem, the earlier ones, so many a page, on
// STEM-1.html, STEM-2.html and so on, which never change again.
inline constexpr std::size_t ROWS_A_PAGE = 500;
struct SiteRows {
  std::string stem;   // "proposals/index"
  std::string title;  // text
  std::string within;
  // HTML that stands before the rows of the latest page, and of the others.
  std::string before;
  std::string before_earlier;
  std::function<std::string(const std::vector<std::vector<std::string>>&)> as_html;
};
void add_rows(const SiteGame& game, const SiteRows& about, const std::vector<std::vector<std::string>>& rows,
              std::vector<SiteFile>& files);

}  // namespace nomic::tools

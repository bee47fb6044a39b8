#include "nomic/report/game_site.h"

#include <algorithm>

#include "site/site_pages.h"
#include "static_page.h"
#include "web_files.h"

namespace nomic::tools {
namespace {

std::string_view style() {
  for (const WebFile& file : web_files()) {
    if (file.name == "style") return file.text;
  }
  return {};
}

}  // namespace

std::vector<SiteFile> site_of(const v1::ReportView& view, const ShownMoment& shown, const SiteRequest& request) {
  const PageWords words = page_words_of(view, shown);
  const SiteGame game(view, shown, request, words);
  std::vector<SiteFile> files;
  files.push_back({"style.css", std::string(style())});
  files.push_back(feed(game));
  files.push_back(front_page(game));
  files.push_back(disputes_page(game));
  files.push_back(evidence_page(game));
  add_rule_pages(game, files);
  add_proposal_pages(game, files);
  add_record_pages(game, files);
  add_score_pages(game, files);
  std::sort(files.begin(), files.end(),
            [](const SiteFile& one, const SiteFile& other) { return one.path < other.path; });
  return files;
}

}  // namespace nomic::tools

#include "look/report_site.h"

#include <fmt/format.h>

#include <algorithm>

#include "look/site_folder.h"
#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"

namespace nomic::tools {
namespace {

// The records, in the folder.
constexpr const char* BUNDLE = "game.bundle";

// What may stand in an address (RFC 3986) of a web server, so far as a feed may name it.
bool is_web_address(std::string_view url) {
  const bool is_web = url.starts_with("https://") || url.starts_with("http://");
  const std::size_t host = url.find("//") + 2;
  static constexpr std::string_view SIGNS = "-._~:/[]@!$&'()*+,;=%";
  return is_web && url.size() > host && url[host] != '/' && std::all_of(url.begin(), url.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  SIGNS.find(c) != std::string_view::npos;
         });
}

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

}  // namespace

void SiteOptions::declare(Arguments& arguments) {
  arguments.option("--site", "DIR", "The folder to write a page a rule and a proposal into, with a feed.", folder_);
  arguments.option("--url", "URL", "Where the folder will be found, for its feed to say.", url_);
}

Status SiteOptions::check(bool other) const {
  if (url_ && !folder_)
    return usage("--url says where a folder of pages will be found.", "nomic report --site DIR --url URL");
  if (!folder_) return ledger::Done{};
  if (other)
    return usage("a folder of pages, or one page, or Markdown: one at a time.", "leave out -o and --format md");
  if (folder_->empty() || *folder_ == STANDARD_STREAM) return usage("a site is a folder.", "nomic report --site DIR");
  if (url_ && !is_web_address(*url_)) {
    return usage(fmt::format("{} is no address of a web server.", in_quotes(*url_)), "--url https://example.org/game");
  }
  return ledger::Done{};
}

Status SiteOptions::write(Call& call, const v1::ReportView& view, const ShownMoment& shown, std::string bundle,
                          bool force) const {
  SiteRequest request;
  request.url = without_slash(url_.value_or(""));
  if (!bundle.empty()) request.bundle = BUNDLE;
  std::vector<SiteFile> files = site_of(view, shown, request);
  if (!bundle.empty()) files.push_back({BUNDLE, std::move(bundle)});
  NOMIC_ASSIGN(auto done, write_site_folder(call, *folder_, view.game(), force, files));
  if (call.out.is_text()) {
    call.out.text(fmt::format("The pages of #0 to #{} are in {}: {} files, {} KB; {} written, {} removed.\n",
                              view.size() - 1, in_quotes(*folder_), done.files, (done.bytes + 999) / 1000, done.written,
                              done.removed));
    return ledger::Done{};
  }
  v1::SiteView answer;
  answer.set_folder(*folder_);
  answer.set_game(view.game());
  answer.set_size(view.size());
  answer.set_head_hash(view.head_hash());
  answer.set_root(view.root());
  answer.set_files(count32(done.files));
  answer.set_written(count32(done.written));
  answer.set_removed(count32(done.removed));
  answer.set_bytes(static_cast<double>(done.bytes));
  answer.set_records(view.records());
  call.out.json(answer);
  return ledger::Done{};
}

}  // namespace nomic::tools

#include "check/committed_pages.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "nomic/past/posted_pages.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

bool holds_dated_names(const Call& call, const std::string& path) {
  std::error_code error;
  for (fs::directory_iterator entry(path_in(call.io, path), error), end; !error && entry != end;
       entry.increment(error)) {
    if (!date_in(entry->path().filename().string()).empty()) return true;
  }
  return false;
}

}  // namespace

bool are_committed(const Call& call, const std::vector<std::string>& paths) {
  if (paths.size() != 1 || !Repository::is_at(path_in(call.io, paths[0]))) return false;
  return !is_folder(call, paths[0]) || !holds_dated_names(call, paths[0]);
}

Result<DatedPages> committed_pages(const Call& call, const std::string& path, const std::vector<std::string>& rules_in,
                                   const replay::ImportOptions& reading) {
  auto posted = read_posted_pages(path_in(call.io, path), rules_in, reading);
  if (!posted) return usage(posted.error().what, posted.error().hint);
  DatedPages pages;
  for (PostedPage& one : *posted) {
    DatedPage page;
    page.name = one.name;
    page.at = replay::print_time(one.posted);
    NOMIC_ASSIGN(auto when, replay::parse_point(page.at));
    page.when = std::move(when);
    page.read = [bytes = PageBytes{fmt::format("the commit {}", one.name), one.folder, std::move(one.files)}](
                    const Call&) -> Result<PageBytes> { return bytes; };
    pages.pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace nomic::tools

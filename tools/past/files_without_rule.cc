#include "files_without_rule.h"

#include <set>
#include <utility>

namespace nomic::tools {
namespace {

std::set<std::string> without_rule(const RulePage& page) {
  std::set<std::size_t> read;
  for (const replay::PageLine& place : page.posted.places) read.insert(place.file);
  std::set<std::string> without;
  for (std::size_t i = 0; page.folder && i < page.files.size(); ++i) {
    // Dated folders have names of their own.
    const std::string& name = page.paths.empty() ? page.files[i].name : page.paths[i];
    if (read.count(i) == 0 && names_rule(name)) without.insert(name);
  }
  return without;
}

}  // namespace

void FilesWithoutRule::note(std::size_t version, const RulePage& page) {
  std::map<std::string, std::size_t> open;
  for (const std::string& name : without_rule(page)) {
    const auto before = open_.find(name);
    open[name] = before == open_.end() ? slips_.size() : before->second;
    if (before != open_.end()) continue;
    replay::PastSlip& slip = slips_.emplace_back();
    slip.kind = replay::PastSlipKind::FILE_WITHOUT_RULE;
    slip.version = version;
    slip.page = name;
  }
  for (const auto& [name, slip] : open_) {
    if (open.count(name) == 0) slips_[slip].until = version;
  }
  open_ = std::move(open);
}

}  // namespace nomic::tools

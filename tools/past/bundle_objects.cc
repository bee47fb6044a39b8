#include "bundle_objects.h"

#include <fmt/format.h>

#include <vector>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view MARKS[] = {"# v2 git bundle\n", "# v3 git bundle\n"};
constexpr std::size_t ID_SIZE = 40;

}  // namespace

bool is_git_bundle(std::string_view bytes) {
  return bytes.starts_with(MARKS[0]) || bytes.starts_with(MARKS[1]);
}

PastResult<BundleHead> read_bundle_head(std::string_view bytes) {
  BundleHead head;
  std::size_t at = MARKS[0].size();
  for (;;) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos) return PastError{"the bundle ends in the middle of its list of branches", ""};
    const std::string_view line = bytes.substr(at, end - at);
    at = end + 1;
    if (line.empty()) {
      head.pack = at;
      return head;
    }
    if (line.front() == '@') continue;
    if (line.front() == '-') {
      return PastError{"the bundle needs commits that it does not hold",
                       "make one of the whole history: git bundle create FILE --all"};
    }
    if (line.size() < ID_SIZE + 2) return PastError{"the bundle's list of branches cannot be read", ""};
    head.refs.emplace(line.substr(ID_SIZE + 1), line.substr(0, ID_SIZE));
  }
}

PastResult<std::string> tip_of(const BundleHead& head, const std::string& branch) {
  const auto& refs = head.refs;
  std::vector<std::string> wanted = {"HEAD", "refs/heads/main", "refs/heads/master"};
  if (!branch.empty()) wanted = {branch, "refs/heads/" + branch, "refs/remotes/" + branch};
  for (const std::string& name : wanted) {
    if (const auto found = refs.find(name); found != refs.end()) return found->second;
  }
  if (branch.empty() && refs.size() == 1) return refs.begin()->second;
  std::string there;
  for (const auto& [name, id] : refs) there += (there.empty() ? "" : ", ") + name;
  return PastError{branch.empty() ? "the bundle does not say which of its branches is the main one"
                                  : fmt::format("the bundle has no branch {}", in_quotes(branch)),
                   fmt::format("name one of these with --branch: {}", there)};
}

}  // namespace nomic::tools

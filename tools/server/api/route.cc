#include "api/route.h"

#include <algorithm>

namespace nomic::tools {
namespace {

constexpr bool are_rows_in_order() {
  for (std::size_t at = 0; at < ROUTES.size(); ++at) {
    if (static_cast<std::size_t>(ROUTES[at].route) != at) return false;
  }
  return true;
}
static_assert(are_rows_in_order(), "row_of() finds a row by its route");

bool fits(std::string_view path, const std::vector<std::string>& parts) {
  path.remove_prefix(1);
  std::size_t at = 0;
  while (!path.empty()) {
    const std::string_view own = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(own.size() + 1, path.size()));
    if (at == parts.size()) return false;
    if (!own.starts_with('{') && own != parts[at]) return false;
    ++at;
  }
  return at == parts.size();
}

}  // namespace

const RouteRow* find_route(std::string_view method, const Target& target) {
  const auto found = std::find_if(ROUTES.begin(), ROUTES.end(), [&](const RouteRow& row) {
    return row.method == method && fits(row.path, target.parts());
  });
  return found == ROUTES.end() ? nullptr : &*found;
}

std::string methods_at(const Target& target) {
  std::string methods;
  for (const RouteRow& row : ROUTES) {
    if (!fits(row.path, target.parts())) continue;
    if (!methods.empty()) methods += ", ";
    methods += row.method;
    if (row.method == "GET") methods += ", HEAD";
  }
  return methods;
}

}  // namespace nomic::tools

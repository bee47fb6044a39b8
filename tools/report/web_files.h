// The page's script, style and licences, as tools/web joins them: page.js, page.css, licences. None where the packages
// that they need were not there.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct WebFile {
  std::string_view name;
  std::string_view text;
};

const std::vector<WebFile>& web_files();

}  // namespace nomic::tools

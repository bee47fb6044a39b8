// The list of a site's files: what of a folder this program has made.
//
//     nomic site 1
//     game 4a1cb5b0...
//     disputes.html
//     rules/301.html
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace nomic::tools {

struct SiteList {
  bool is_list = false;  // false: there is none, or what is there is none
  std::string game;
  std::set<std::string> paths;
};

// Whatever the file says, only paths that a site can have are read from it: none leads out of the folder.
SiteList read_site_list(const std::string& path);
std::string site_list_text(const std::string& game, const std::set<std::string>& paths);

// Whether the file at the path, no link, has exactly these bytes.
bool has_bytes(const std::string& path, std::string_view bytes);

}  // namespace nomic::tools

// A page that is live: what `nomic serve` shows at its address. It has the views of a page in a file (page.h), but asks
// for its document, and again whenever the game has grown; and players make their moves in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// What a server gives at a path of its own.
struct LiveFile {
  std::string path;  // "/"
  std::string type;  // of Content-Type
  std::string content;
};

// The page, its script, its style, and the licences of what is in them; none where the program was built without the
// page's script. They are the same for every game.
std::vector<LiveFile> live_files();

// What a browser may do on it: Content-Security-Policy. It runs this script alone, asks this server alone, and stands
// in nobody's frame.
std::string_view live_policy();

}  // namespace nomic::tools

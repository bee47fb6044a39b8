// A folder of pages on a disk: written so that whoever serves it never sees half a file, and so that nothing in it is
// touched that this program has not put there.
//
// The folder's own list of its files, nomic-site.txt, says what is ours: the game, and a path a line. It is written
// before any file is, with what is there and what will be, and once more at the end; so a run that was killed leaves
// whole files and a list that knows them, and the next run ends its work. A file is replaced only where its bytes are
// others, and removed where the game has no such page any more. Two runs at a time: the second is refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/report/game_site.h"

namespace nomic::tools {

// The list.
inline constexpr const char* SITE_LIST = "nomic-site.txt";

struct SiteWritten {
  std::uint64_t files = 0;    // that the folder now holds of ours
  std::uint64_t written = 0;  // that are new or other than they were
  std::uint64_t removed = 0;
  std::uint64_t bytes = 0;  // of all
};

// `game`: its identity. Into a folder that is new, empty, or holds a site of that game; into any other, and over files
// that are not ours, only with `force`. Fails as a use that is wrong (2), or where it cannot be written (5).
Result<SiteWritten> write_site_folder(const Call& call, const std::string& folder, const std::string& game, bool force,
                                      const std::vector<SiteFile>& files);

}  // namespace nomic::tools

// Whose folder is opened: as git has it, a folder that nobody named, but that lay above the working folder, must belong
// to whoever runs the program, or somebody could have put it there for others to come upon.
//
// Whatever the trust, nothing in a ledger's folder is opened through a symbolic link.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nomic::ledger {

struct FolderTrust {
  // The folder was come upon, not named: UNTRUSTED where it belongs to another user.
  bool come_upon = false;
  // A user whose folders are as good as one's own: who called sudo.
  std::optional<std::uint32_t> also_owner = {};
  // Folders that may belong to anybody; "*" is all of them.
  std::vector<std::string> safe_folders = {};
};

}  // namespace nomic::ledger

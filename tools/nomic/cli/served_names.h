// ServedNames: which game each name meant when a server was asked before. A server may put another game under a name;
// then the user is told, and not shown the one for the other.
//
//     ServedNames names(how.seen_dir, server, address);
//     NOMIC_TRY(names.check("friday", id));  // DAMAGED: it was another game
//     names.remember("friday", id);
//
// It is a file a name beside the memory of games (ledger/seen.h), and as that it may be removed: then the next answer
// is believed. A name is known from its first answer on.
#pragma once

#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class ServedNames {
 public:
  // `seen_dir` is the memory's; empty: nothing is remembered. `server` tells servers apart, and is a name of a file.
  // `address` as the user typed it.
  ServedNames(const std::string& seen_dir, const std::string& server, std::string address);

  // `game`: 64 hexadecimal digits. An empty name is that of a server's only game.
  [[nodiscard]] Status check(const std::string& name, const std::string& game) const;
  void remember(const std::string& name, const std::string& game) const;

 private:
  [[nodiscard]] std::string file_of(const std::string& name) const;

  std::string address_;
  std::string folder_;
};

}  // namespace nomic::tools

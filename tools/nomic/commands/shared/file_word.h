// The one word of a command that looks at a game as a whole: a bundle or a backup, to look at in place of the ledger.
//
//     nomic audit game.bundle         is         nomic audit --ledger game.bundle
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/ledger/hash.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

class FileWord {
 public:
  void declare(Arguments& arguments);
  // For Command::file_asked().
  [[nodiscard]] Result<std::string> asked() const;

 private:
  std::vector<std::string> words_;
};

// Where a file is asked: what was checked of that game, and what was not. The answer says it, and nothing else does.
void add_file(Call& call, const ledger::GameId& game, v1::FindingsView& view);

}  // namespace nomic::tools

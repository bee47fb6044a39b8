#include "shared/folder_to_make.h"

#include <fmt/format.h>

#include "cli/file_ledger.h"
#include "nomic/ledger/address.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

Status check_folder_to_make(const std::string& named, const std::string& folder) {
  if (ledger::is_database_address(folder)) return ledger::Done{};
  const bool is_input = named == "-" || folder == "-" || folder.ends_with("/-");
  if (!is_input && !is_file(folder)) return ledger::Done{};
  return usage(fmt::format("{} is {}, and no folder for a ledger.", in_quotes(named),
                           is_input ? "what standard input is called" : "a file"),
               "name a folder that is not there yet, or one that is empty");
}

}  // namespace nomic::tools

// The folder of a ledger that is to be made: what cannot be one is said before anything is.
#pragma once

#include <string>

#include "nomic/views/failure.h"

namespace nomic::tools {

// `named` as it was typed, `folder` where that is. "-" is what standard input is called, and a file is no folder.
Status check_folder_to_make(const std::string& named, const std::string& folder);

}  // namespace nomic::tools

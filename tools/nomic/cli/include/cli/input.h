// Files that a user names, opened to be read: each command says by the same words why one cannot be.
#pragma once

#include <cstddef>
#include <string>

#include "cli/io.h"
#include "nomic/ledger/input_file.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The file of that name (InputFile::open).
Result<ledger::InputFile> open_input(const Io& io, const std::string& named);

// Why it cannot be read; `named` as the user named it.
Failure unreadable(const std::string& named, const ledger::InputFault& fault);
// It has more bytes than any file of its kind.
Failure too_long(const std::string& named, std::size_t limit);

}  // namespace nomic::tools

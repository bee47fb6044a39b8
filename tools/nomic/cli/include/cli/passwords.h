// Passwords of key files: from a file or a descriptor, else typed at the terminal; never an argument, which every
// process can read.
#pragma once

#include <optional>
#include <string>

#include "cli/io.h"
#include "nomic/ledger/key.h"

namespace nomic::tools {

// The first line of the file; /dev/fd/3 is a descriptor.
std::optional<std::string> password_in_file(const Io& io, const std::string& path);

// Typed without being shown. Nothing where there is no terminal.
std::optional<std::string> password_typed(const Io& io, const std::string& prompt);

// How the password of `key_file` is asked for.
ledger::AskPassword asking(const Io& io, const std::string& key_file, const std::optional<std::string>& password_file);

}  // namespace nomic::tools

#include "cli/input.h"

#include <fmt/format.h>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {

Result<ledger::InputFile> open_input(const Io& io, const std::string& named) {
  auto file = ledger::InputFile::open(path_in(io, named));
  if (!file) return unreadable(named, file.error());
  return *std::move(file);
}

Failure unreadable(const std::string& named, const ledger::InputFault& fault) {
  return usage(fmt::format("the file {} cannot be read: {}.", in_quotes(named), fault.why));
}

Failure too_long(const std::string& named, std::size_t limit) {
  const std::string what = named == "-" ? "standard input" : fmt::format("the file {}", in_quotes(named));
  return usage(fmt::format("{} has more than {} bytes, and no more are read.", what, limit),
               "see whether it is the file that you meant");
}

}  // namespace nomic::tools

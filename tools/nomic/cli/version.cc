#include "cli/version.h"

#include <fmt/format.h>

#include "nomic/ledger/formats.h"
#include "nomic/replay/engine.h"
#include "nomic/version.h"

namespace nomic::tools {
namespace {

// "1", or "1 to 3".
std::string up_to(std::uint64_t last) {
  return last == 1 ? std::string("1") : fmt::format("1 to {}", last);
}

void add_parts(std::string& out, std::string_view heading, const std::vector<BuiltPart>& parts, bool is_in) {
  std::string names;
  for (const BuiltPart& part : parts) {
    if (part.is_in == is_in) names += fmt::format("{}{}", names.empty() ? "" : ", ", part.name);
  }
  if (!names.empty()) out += fmt::format("{:<11}{}\n", heading, names);
}

}  // namespace

std::string_view program_version() {
  return NOMIC_VERSION;
}

std::string version_text(std::string_view commit, const std::vector<BuiltPart>& parts) {
  using ledger::BUNDLE_FORMAT;
  using ledger::LEDGER_FORMAT;
  std::string out = fmt::format("nomic {}\n", program_version());
  if (!commit.empty()) out += fmt::format("commit     {}\n", commit);
  out += fmt::format("ledgers    reads format {}, writes {}\n", up_to(LEDGER_FORMAT), LEDGER_FORMAT);
  out += fmt::format("bundles    reads format {}, writes {}\n", up_to(BUNDLE_FORMAT), BUNDLE_FORMAT);
  out += fmt::format("games      plays semantics {}, founds {}\n", up_to(replay::SEMANTICS), replay::SEMANTICS);
  add_parts(out, "built in", parts, true);
  add_parts(out, "left out", parts, false);
  return out;
}

}  // namespace nomic::tools

#include "cli/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Whatever comes after it, a bundle is read on its own terms.
constexpr std::string_view BEGINS_BUNDLES = "nomic bundle";
constexpr std::size_t LOOKED_AT = 512;

// Bundles hold hashes soon: bytes that no text has.
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < ' ' && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F || byte >= 0xF5;
}

Failure no_bundle(const std::string& named, std::string_view kind, std::string_view whose, std::string_view command) {
  return {Exit::DAMAGED, fmt::format("{} is no bundle: it is {}", in_quotes(named), kind),
          fmt::format("{} nomic {} {}; bundles are what nomic export writes", whose, command, as_shell_word(named)),
          "BAD_BUNDLE"};
}

}  // namespace

Status check_is_no_text(const std::string& path, const std::string& named) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return ledger::Done{};
  std::ifstream file(path, std::ios::binary);
  std::array<char, LOOKED_AT> buffer{};
  file.read(buffer.data(), buffer.size());
  const std::string_view begins(buffer.data(), static_cast<std::size_t>(file.gcount()));
  const std::string_view first = begins.substr(0, BEGINS_BUNDLES.size());
  if (begins.empty() || BEGINS_BUNDLES.starts_with(first)) return ledger::Done{};
  if (std::any_of(begins.begin(), begins.end(), is_control)) return ledger::Done{};
  if (begins.front() == '<') {
    return no_bundle(named, "a page", "one that nomic report wrote is checked by", "verify");
  }
  return no_bundle(named, "a text", "posted scores are compared by", "compare --scores");
}

}  // namespace nomic::tools

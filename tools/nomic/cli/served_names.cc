#include "served_names.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <utility>

#include "nomic/ledger/hash.h"
#include "nomic/ledger/input_file.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t DIGITS = 32;
constexpr std::size_t ID_SIZE = 64;
constexpr std::size_t BRIEF = 12;

std::string digits_of(const std::string& text) {
  return ledger::sha256(text).hex().substr(0, DIGITS);
}

// The identity that a file holds; empty: none.
std::string identity_in(const std::string& folder, const std::string& name) {
  auto file = ledger::InputFile::open_within(folder, name);
  if (!file) return {};
  std::string bytes(ID_SIZE, '\0');
  std::size_t size = 0;
  for (std::ptrdiff_t got = 1; got > 0 && size < ID_SIZE;) {
    got = file->read(bytes.data() + size, ID_SIZE - size);
    if (got > 0) size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return ledger::Hash::from_hex(bytes) ? bytes : std::string();
}

}  // namespace

ServedNames::ServedNames(const std::string& seen_dir, const std::string& server, std::string address)
    : address_(std::move(address)) {
  if (!seen_dir.empty()) folder_ = (fs::path(seen_dir).parent_path() / "servers" / server).string();
}

std::string ServedNames::file_of(const std::string& name) const {
  return folder_ + "/" + digits_of(name);
}

Status ServedNames::check(const std::string& name, const std::string& game) const {
  if (folder_.empty()) return ledger::Done{};
  const std::string known = identity_in(folder_, digits_of(name));
  if (known.empty() || known == game) return ledger::Done{};
  return Failure{Exit::DAMAGED,
                 fmt::format("{} has another game {}: it was {}, and is {} now", on_one_line(address_),
                             name.empty() ? "than the only one that it had" : "under the name " + in_quotes(name),
                             known.substr(0, BRIEF), on_one_line(game.substr(0, BRIEF))),
                 fmt::format("ask the host; if a new game has begun, accept it: rm {}", as_shell_word(file_of(name))),
                 "ANOTHER_GAME"};
}

void ServedNames::remember(const std::string& name, const std::string& game) const {
  if (folder_.empty() || identity_in(folder_, digits_of(name)) == game) return;
  // If this file cannot be written, neither can the memory of games, and that failure is reported.
  if (!ledger::make_folders(folder_, ledger::FileMode::OWNED)) return;
  using ledger::WholeFile;
  static_cast<void>(ledger::put_whole(file_of(name), game + "\n", WholeFile::Place::TAKEN, WholeFile::Sync::NO,
                                      ledger::FileMode::OWNED));
}

}  // namespace nomic::tools

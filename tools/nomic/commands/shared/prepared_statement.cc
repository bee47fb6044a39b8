#include "shared/prepared_statement.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <vector>

#include "nomic/ledger/whole_file.h"
#include "nomic/service/zone.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view SEEN_HEADER = "nomic/seen/v1";

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

Failure not_seen(std::string why) {
  return usage(fmt::format("what was seen cannot be read: {}.", why),
               "nomic head prints it; a checkpoint with a head line will do too");
}

std::optional<std::uint64_t> decimal(const std::string& digits) {
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, number);
  const bool plain = !digits.empty() && error == std::errc() && at == end && (digits.size() == 1 || digits[0] != '0');
  return plain ? std::optional(number) : std::nullopt;
}

std::string after(const std::string& line, std::string_view word) {
  return line.starts_with(word) ? line.substr(word.size()) : std::string();
}

Result<SeenHead> seen_of(const std::string& game, const std::string& size, const std::string& head) {
  const auto id = ledger::Hash::from_hex(game);
  const auto records = decimal(size);
  const auto hash = ledger::Hash::from_hex(head);
  if (!id) return not_seen("it does not name the game by its 64 digits");
  if (!records || *records == 0) return not_seen("its size is no number of records");
  if (!hash) return not_seen("it does not give the hash of the last record, by 64 digits");
  return SeenHead{{*id}, *records, *hash, {}};
}

// The text of a checkpoint: origin, size, root, further lines; an empty line ends it.
Result<SeenHead> seen_in_checkpoint(const std::vector<std::string>& lines) {
  if (lines.size() < 4) return not_seen("it is neither what nomic head prints nor a checkpoint");
  const std::string game = lines[0].substr(lines[0].rfind('/') + 1);
  for (std::size_t i = 3; i < lines.size() && !lines[i].empty(); ++i) {
    if (lines[i].starts_with("head ")) return seen_of(game, lines[1], after(lines[i], "head "));
  }
  return not_seen("the checkpoint bears no line \"head <64 digits>\"");
}

}  // namespace

std::string print_seen(const SeenHead& seen) {
  const std::string times = seen.zone ? fmt::format("times said in {}\n", *seen.zone) : "";
  return fmt::format("{}\ngame {}\nsize {}\nhead {}\n{}", SEEN_HEADER, seen.game.hash.hex(), seen.size, seen.head.hex(),
                     times);
}

Result<SeenHead> parse_seen(const std::string& text) {
  const auto lines = lines_in(text);
  if (lines.empty() || lines[0] != SEEN_HEADER) return seen_in_checkpoint(lines);
  if (lines.size() != 4 && lines.size() != 5) return not_seen("it has more or fewer lines than four, or five");
  auto seen = seen_of(after(lines[1], "game "), after(lines[2], "size "), after(lines[3], "head "));
  if (!seen || lines.size() == 4) return seen;
  const std::string zone = after(lines[4], "times said in ");
  if (zone.empty() || !must_be_zone(zone)) return not_seen("its last line does not name the zone of the game's days");
  seen->zone = zone;
  return seen;
}

Status write_prepared(Call& call, const std::string& path, const ledger::SignedStatement& made) {
  const std::string text = ledger::armored(made);
  if (path == "-") {
    call.out.raw(text);
    return ledger::Done{};
  }
  const int error = ledger::put_whole(path_in(call.io, path), text, ledger::WholeFile::Place::FREE,
                                      ledger::WholeFile::Sync::YES, ledger::FileMode::DOCUMENT);
  if (error == 0) return ledger::Done{};
  const std::string what =
      fmt::format("the statement cannot be written to {}: {}", in_quotes(path), std::strerror(error));
  if (error == EEXIST) return usage(what + ".", "name a file that is not there yet");
  return Failure{Exit::UNAVAILABLE, what, "repeat with the same --request-id, or name another file"};
}

}  // namespace nomic::tools

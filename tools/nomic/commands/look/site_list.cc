#include "look/site_list.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

namespace nomic::tools {
namespace {

constexpr std::string_view FIRST_LINE = "nomic site 1\n";
constexpr std::string_view GAME = "game ";
constexpr std::array<std::string_view, 4> ENDINGS = {".html", ".css", ".atom", ".bundle"};
// More than any list.
constexpr std::size_t MOST = std::size_t{64} << 20U;

bool is_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_path(std::string_view path) {
  const auto ending =
      std::find_if(ENDINGS.begin(), ENDINGS.end(), [&](std::string_view end) { return path.ends_with(end); });
  if (ending == ENDINGS.end()) return false;
  path.remove_suffix(ending->size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return is_word(path);
  return is_word(path.substr(0, slash)) && is_word(path.substr(slash + 1));
}

std::optional<std::string> read_plain(const std::string& path, std::size_t most) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::optional<std::string> bytes;
  struct stat found {};
  if (::fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && static_cast<std::size_t>(found.st_size) <= most) {
    bytes.emplace(static_cast<std::size_t>(found.st_size), '\0');
    std::size_t read = 0;
    while (read < bytes->size()) {
      const ssize_t got = ::read(fd, bytes->data() + read, bytes->size() - read);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      read += static_cast<std::size_t>(got);
    }
    bytes->resize(read);
  }
  ::close(fd);
  return bytes;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

}  // namespace

SiteList read_site_list(const std::string& path) {
  SiteList list;
  const auto bytes = read_plain(path, MOST);
  if (!bytes || !bytes->starts_with(FIRST_LINE)) return list;
  std::string_view text = std::string_view(*bytes).substr(FIRST_LINE.size());
  const std::string_view game = take_line(text);
  if (!game.starts_with(GAME)) return list;
  list.is_list = true;
  list.game = game.substr(GAME.size());
  while (!text.empty()) {
    if (const std::string_view line = take_line(text); is_path(line)) list.paths.emplace(line);
  }
  return list;
}

std::string site_list_text(const std::string& game, const std::set<std::string>& paths) {
  std::string out = fmt::format("{}{}{}\n", FIRST_LINE, GAME, game);
  for (const std::string& path : paths) out += path + "\n";
  return out;
}

bool has_bytes(const std::string& path, std::string_view bytes) {
  const auto there = read_plain(path, bytes.size());
  return there && *there == bytes;
}

}  // namespace nomic::tools

#include "cli/passwords.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>

namespace nomic::tools {
namespace {

constexpr std::size_t LINE_BYTES = 4096;

std::optional<std::string> first_line(std::FILE* file) {
  std::array<char, LINE_BYTES> buffer{};
  if (std::fgets(buffer.data(), static_cast<int>(buffer.size()), file) == nullptr) return std::nullopt;
  std::string line = buffer.data();
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  return line;
}

}  // namespace

std::optional<std::string> password_in_file(const Io& io, const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_in(io, path).c_str(), "rb"), std::fclose);
  if (!file) return std::nullopt;
  return first_line(file.get());
}

std::optional<std::string> password_typed(const Io& io, const std::string& prompt) {
  if (!io.err_is_terminal) return std::nullopt;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> terminal(std::fopen("/dev/tty", "r+"), std::fclose);
  if (!terminal) return std::nullopt;
  const int fd = ::fileno(terminal.get());
  termios shown{};
  if (::tcgetattr(fd, &shown) != 0) return std::nullopt;
  termios hidden = shown;
  hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  if (::tcsetattr(fd, TCSAFLUSH, &hidden) != 0) return std::nullopt;
  fmt::print(terminal.get(), "{}", prompt);
  std::fflush(terminal.get());
  auto typed = first_line(terminal.get());
  ::tcsetattr(fd, TCSAFLUSH, &shown);
  fmt::print(terminal.get(), "\n");
  return typed;
}

ledger::AskPassword asking(const Io& io, const std::string& key_file, const std::optional<std::string>& password_file) {
  return [&io, key_file, password_file] {
    if (password_file) return password_in_file(io, *password_file);
    return password_typed(io, fmt::format("Password of {}: ", key_file));
  };
}

}  // namespace nomic::tools

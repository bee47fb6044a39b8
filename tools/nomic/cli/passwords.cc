#include "cli/passwords.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "cli/input.h"

namespace nomic::tools {
namespace {

constexpr std::size_t LINE_BYTES = 4096;

std::string without_end(std::string line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  return line;
}

std::optional<std::string> first_line(std::FILE* file) {
  std::array<char, LINE_BYTES> buffer{};
  if (std::fgets(buffer.data(), static_cast<int>(buffer.size()), file) == nullptr) return std::nullopt;
  return without_end(buffer.data());
}

}  // namespace

std::optional<std::string> password_in_file(const Io& io, const std::string& path) {
  auto file = open_input(io, path);
  if (!file) return std::nullopt;
  auto text = read_all([&](char* into, std::size_t count) { return file->read(into, count); }, LINE_BYTES);
  if (!text || text->empty()) return std::nullopt;
  return without_end(text->substr(0, std::min(text->find('\n'), LINE_BYTES - 1)));
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

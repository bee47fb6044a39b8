#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/config.h"
#include "cli/trimmed.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// More than anybody writes, so that a file without end is not read for ever.
constexpr std::size_t LONGEST_CONFIG = 1 << 16;

struct OpenedConfig {
  std::string text;
  int error = 0;  // an errno; ENOENT: there is none
};

// A ledger's folder may come from anywhere: no link of it is followed, and nothing but a plain file is waited for.
OpenedConfig config_text(ConfigOf whose, const std::string& path) {
  const int links = whose == ConfigOf::LEDGER ? O_NOFOLLOW : 0;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | links);
  if (file < 0) return {{}, errno};
  struct stat about {};
  OpenedConfig opened;
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) opened.error = EINVAL;
  std::string buffer(LONGEST_CONFIG, '\0');
  while (opened.error == 0 && opened.text.size() < LONGEST_CONFIG) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) opened.error = errno;
    if (got <= 0) break;
    opened.text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(file);
  if (opened.text.size() >= LONGEST_CONFIG) opened.error = EFBIG;
  return opened;
}

// A key and its value; nothing of a comment or of an empty line.
Result<std::optional<ConfigLine>> setting_in(std::string_view text, std::size_t number) {
  const std::string_view line = trimmed(text);
  if (line.empty() || line[0] == '#') return std::optional<ConfigLine>();
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return usage("it is no setting.", "write: key = value");
  ConfigLine setting{std::string(trimmed(line.substr(0, equals))), std::string(trimmed(line.substr(equals + 1))),
                     number};
  NOMIC_TRY(check_setting(setting.key, setting.value));
  return std::optional(std::move(setting));
}

std::vector<std::string> lines_of_text(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

Failure not_written(const std::string& path, int error) {
  return {
      Exit::UNAVAILABLE, fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)), {}};
}

}  // namespace

std::string user_config_path(const Io& io) {
  const auto config = io.env("XDG_CONFIG_HOME");
  const auto home = io.env("HOME");
  // The XDG specification has relative paths ignored.
  if (config && config->starts_with('/')) return *config + "/nomic/config";
  return home && home->starts_with('/') ? *home + "/.config/nomic/config" : std::string();
}

std::string ledger_config_path(const std::string& ledger_folder) {
  return ledger_folder + "/config";
}

Result<ConfigFile> read_config(ConfigOf whose, const std::string& path) {
  ConfigFile file{whose, path};
  if (path.empty()) return file;
  const OpenedConfig opened = config_text(whose, path);
  const bool is_strict = whose == ConfigOf::USER;
  if (opened.error != 0) {
    if (!is_strict || opened.error == ENOENT || opened.error == ENOTDIR) return file;
    return usage(fmt::format("the configuration {} cannot be read: {}.", in_quotes(path), std::strerror(opened.error)),
                 "mend it, or move it away");
  }
  std::size_t number = 0;
  for (const std::string& text : lines_of_text(opened.text)) {
    auto line = setting_in(text, ++number);
    if (!line && is_strict) {
      Failure failure = line.error();
      failure.what = fmt::format("{}:{}: {}", on_one_line(path), number, failure.what);
      return failure;
    }
    if (line && *line) file.lines.push_back(std::move(**line));
  }
  return file;
}

Status write_setting(const ConfigFile& file, const std::string& key, const std::optional<std::string>& value) {
  const OpenedConfig opened = config_text(file.whose, file.path);
  if (opened.error != 0 && opened.error != ENOENT) return not_written(file.path, opened.error);
  std::string text;
  bool is_written = !value;
  std::size_t number = 0;
  for (const std::string& line : lines_of_text(opened.text)) {
    ++number;
    const bool is_it = std::any_of(file.lines.begin(), file.lines.end(),
                                   [&](const ConfigLine& each) { return each.line == number && each.key == key; });
    if (!is_it) {
      text += line + "\n";
    } else if (!is_written) {
      text += fmt::format("{} = {}\n", key, *value);
      is_written = true;
    }
  }
  if (!is_written) text += fmt::format("{} = {}\n", key, *value);
  using ledger::FileMode;
  using ledger::WholeFile;
  NOMIC_TRY(or_failure(ledger::make_folders(std::filesystem::path(file.path).parent_path().string(), FileMode::OWNED)));
  const int error = ledger::put_whole(file.path, text, WholeFile::Place::TAKEN, WholeFile::Sync::YES, FileMode::OWNED);
  if (error != 0) return not_written(file.path, error);
  return ledger::Done{};
}

}  // namespace nomic::tools

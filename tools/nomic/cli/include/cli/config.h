// Configuration: what need not be typed every time. A user's stands in ~/.config/nomic/config (or below
// XDG_CONFIG_HOME), a ledger's own in the file `config` of its folder:
//
//     # whose seat this is
//     player = Ann
//     language = ja
//     color = never
//     pager = less -S
//     editor = nano
//     alias.mine = log --player Ann --limit 20
//
// A line is a key, =, and a value, which is the rest of the line; a line that begins with # is a comment. Of two lines
// of a key the later counts. What is typed prevails over the environment, that over the ledger's own file, and that
// over the user's. A ledger's own may say player, language and color only: a folder may come from anywhere, and must
// not run programs here. What else it says, or what of it cannot be read, does not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

enum class ConfigOf : std::uint8_t { USER, LEDGER };

// One line of a file.
struct ConfigLine {
  std::string key;
  std::string value;
  std::size_t line = 0;  // from 1
};

// A file as it was read: none of its lines where there is no file.
struct ConfigFile {
  ConfigOf whose = ConfigOf::USER;
  std::string path;  // empty: there is no place for it
  std::vector<ConfigLine> lines = {};
};

// The setting is one that there is, and its value is one that it may have.
Status check_setting(std::string_view key, std::string_view value);
// Whether a file may say it.
bool may_say(ConfigOf whose, std::string_view key);

// Where a user's settings stand; empty: nobody says where this user's home is.
std::string user_config_path(const Io& io);
std::string ledger_config_path(const std::string& ledger_folder);

// Reads it. A user's that cannot be read, or in which a line is no setting, is wrong usage, which names the line; a
// ledger's own is then read as far as it can be.
Result<ConfigFile> read_config(ConfigOf whose, const std::string& path);

// Puts a setting into the file, in place of one of the same key, or takes it out; comments and other lines stay. The
// file is written aside and renamed, so that it is never half there.
Status write_setting(const ConfigFile& file, const std::string& key, const std::optional<std::string>& value);

// Both files together.
class Config {
 public:
  Config() = default;
  Config(ConfigFile user, ConfigFile ledger) : user_(std::move(user)), ledger_(std::move(ledger)) {}

  // Which line says it, if any does.
  [[nodiscard]] const ConfigLine* line_of(std::string_view key) const;
  // Its value; empty where none is set.
  [[nodiscard]] std::string value_of(std::string_view key) const;
  [[nodiscard]] std::optional<std::string> pager() const { return said("pager"); }
  [[nodiscard]] std::optional<std::string> editor() const { return said("editor"); }
  // What an alias stands for.
  [[nodiscard]] std::optional<std::string> alias(std::string_view name) const;

  [[nodiscard]] const ConfigFile& user() const { return user_; }
  [[nodiscard]] const ConfigFile& of_ledger() const { return ledger_; }

 private:
  [[nodiscard]] std::optional<std::string> said(std::string_view key) const;

  ConfigFile user_ = {ConfigOf::USER, {}};
  ConfigFile ledger_ = {ConfigOf::LEDGER, {}};
};

}  // namespace nomic::tools

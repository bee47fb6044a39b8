// What the configuration says of a run: settings where nothing was typed, and aliases.
#include <fmt/format.h>

#include <utility>

#include "cli/config.h"
#include "cli/run.h"
#include "cli/shell_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

Result<const Config*> Runner::config(const std::string& ledger) {
  if (const auto known = configs_.find(ledger); known != configs_.end()) return &known->second;
  NOMIC_ASSIGN(auto user, read_config(ConfigOf::USER, user_config_path(io_)));
  ConfigFile own{ConfigOf::LEDGER, {}};
  // A database has no settings of its own.
  if (auto folder = session_.find_ledger(ledger); folder && !session_.is_database(*folder)) {
    NOMIC_ASSIGN(auto read, read_config(ConfigOf::LEDGER, ledger_config_path(*folder)));
    own = std::move(read);
  }
  return &configs_.emplace(ledger, Config(std::move(user), std::move(own))).first->second;
}

Status Runner::configure(Settings& settings) {
  // A line of a play has what the play was given.
  if (in_play_) return ledger::Done{};
  NOMIC_ASSIGN(auto read, config(settings.ledger));
  const Config& config = *read;
  if (settings.as.empty()) settings.as = config.value_of("player");
  const auto no_color = io_.env("NO_COLOR");
  if (settings.color.empty() && (!no_color || no_color->empty())) settings.color = config.value_of("color");
  settings.language = config.value_of("language");
  settings.pager = config.pager();
  settings.editor = config.editor();
  return ledger::Done{};
}

Result<std::vector<std::string>> Runner::without_alias(std::vector<std::string> words, const Settings& settings) {
  // An alias may stand for another; one that comes back to itself stands for nothing.
  constexpr int DEEPEST = 8;
  for (int depth = 0; !in_play_ && find_command(commands_, words.front()) == nullptr; ++depth) {
    NOMIC_ASSIGN(auto read, config(settings.ledger));
    const auto meant = read->alias(words.front());
    if (!meant) break;
    if (depth == DEEPEST) {
      return usage(fmt::format("the alias {} comes back to itself.", in_quotes(words.front())), "see: nomic config");
    }
    NOMIC_ASSIGN(auto instead, shell_words(*meant));
    instead.insert(instead.end(), words.begin() + 1, words.end());
    words = std::move(instead);
  }
  return words;
}

}  // namespace nomic::tools

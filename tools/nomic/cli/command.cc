#include "cli/command.h"

#include <utility>

#include "cli/declared.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {

Result<replay::Game*> Call::game(ledger::Access access) const {
  NOMIC_ASSIGN(auto folder, session.find_ledger(settings.ledger));
  auto found = session.game(folder, settings.game, access);
  if (found) is_about((*found)->engine().state().founding());
  return found;
}

void Call::is_about(const v1::GameFounded& founding) const {
  if (auto view = rehearsal_view(founding)) out.of_rehearsal(*view, session.told_of(view->in_words()));
}

void Call::is_about(ledger::Ledger& ledger, const ledger::GameId& game) const {
  if (auto founding = founding_in(ledger, game)) is_about(*founding);
}

Result<Service> Call::service(ledger::Access access) {
  NOMIC_ASSIGN(auto folder, session.find_ledger(settings.ledger));
  NOMIC_ASSIGN(auto ledger, session.ledger(folder, access));
  NOMIC_ASSIGN(auto game, session.game(folder, settings.game, access));
  is_about(game->engine().state().founding());
  return Service(*ledger, *game);
}

Result<GameServer*> Call::keeper() const {
  NOMIC_ASSIGN(auto folder, session.find_ledger(settings.ledger));
  return session.keeper(folder);
}

const CommandSpec* find_command(const CommandList& commands, std::string_view name) {
  for (const CommandSpec* command : commands) {
    if (command->name == name) return command;
  }
  return nullptr;
}

void declare_common(Arguments& arguments, Settings& settings) {
  const auto into = [](std::string& setting) {
    return [&setting](const std::string& typed) -> Status {
      setting = typed;
      return ledger::Done{};
    };
  };
  const auto one_of = [](std::string& setting, std::string name, std::vector<std::string> words) {
    return [&setting, name = std::move(name), words = std::move(words)](const std::string& typed) -> Status {
      for (const std::string& word : words) {
        if (typed == word) {
          setting = typed;
          return ledger::Done{};
        }
      }
      return unknown_word(name, typed, words);
    };
  };
  arguments.section(std::string(COMMON_OPTIONS));
  arguments.option(
      "--ledger", "DIR",
      "The ledger's folder, a bundle to look at in its place, or a server's address (https://...). Else NOMIC_LEDGER, "
      "else the nearest .nomic here or above.",
      into(settings.ledger));
  arguments.option("--game", "NAME", "The game, where the ledger holds several. Else NOMIC_GAME.", into(settings.game));
  arguments.option("--format", "FORMAT", "text, json (one document) or jsonl (a line an item); of report also md.",
                   one_of(settings.format, "format", {"text", "json", "jsonl", "md"}));
  arguments.option("--color", "WHEN", "auto, always or never. NO_COLOR turns colour off too.",
                   one_of(settings.color, "choice for --color", {"auto", "always", "never"}));
  arguments.flag("--no-pager", "Prints a long answer at once. Else it goes through NOMIC_PAGER, PAGER or less.",
                 settings.no_pager);
}

}  // namespace nomic::tools

#include "cli/program_facts.h"

namespace nomic::tools {

const std::vector<ProgramFact>& exit_statuses() {
  static const std::vector<ProgramFact> ALL = {
      {"0", "Done; and where whoever read the answer has left."},
      {"1",
       "What was checked is false or different: `audit`, `compare`, `prove`, `verify-proof`, `checkpoint verify`, "
       "`replay --check`, `verify` of a bundle."},
      {"2", "Wrong usage: what no ledger could accept."},
      {"3", "Refused: the game does not allow it now. The rules are cited."},
      {"4", "The ledger, or a file to be imported, is damaged or not what it claims; a rollback; a newer format."},
      {"5",
       "Locked, full, read-only, out of memory, a write whose outcome is unknown, an `--expect` that does not hold."},
  };
  return ALL;
}

const std::vector<ProgramFact>& environment_heeded() {
  static const std::vector<ProgramFact> ALL = {
      {"NOMIC_LEDGER", "The ledger, where `--ledger` does not say."},
      {"NOMIC_GAME", "The game, where `--game` does not say."},
      {"NOMIC_PLAYER", "Who moves, where `--as` does not say."},
      {"NOMIC_KEY", "The file of the key that signs, where `--key` does not say."},
      {"NOMIC_FILE_SECONDS",
       "Processor time that a command may take which looks into a game, or reads what comes from a file, a repository "
       "or "
       "a server; else 40 and 20 for each megabyte. 0 sets no limit, and none of memory."},
      {"NOMIC_EDITOR, VISUAL, EDITOR", "The editor of `--edit`: the first of them that is set."},
      {"NOMIC_PAGER, PAGER", "What long answers go through: the first of them that is set, else less."},
      {"NOMIC_TOKEN", "By which a server at an address knows who asks. It is sent over https, or on this machine."},
      {"SSL_CERT_FILE, SSL_CERT_DIR", "Authorities that vouch for servers at https, in place of the system's."},
      {"NO_COLOR", "Where it is set to anything, nothing is coloured."},
      {"COLUMNS", "How wide lines may be, where no terminal says so."},
      {"BROWSER", "What `report --open` opens the page with; else xdg-open."},
      {"XDG_CONFIG_HOME", "Where your settings are kept (`nomic config`), in nomic/config; else ~/.config."},
      {"XDG_CACHE_HOME", "Where copies of what servers keep are, in nomic/servers; else ~/.cache."},
      {"XDG_STATE_HOME", "Where it is kept how far you have seen each game, in nomic; else ~/.local/state."},
  };
  return ALL;
}

}  // namespace nomic::tools

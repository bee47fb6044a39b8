#include "cli/editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* USUAL_EDITOR = "vi";
constexpr int KILLED = 128;

// Those that open a file at a line by +LINE.
bool takes_line(std::string_view editor) {
  constexpr std::array<std::string_view, 13> KNOWN = {"emacs", "emacsclient", "gvim", "jed",  "joe", "kak", "mg",
                                                      "micro", "nano",        "nvim", "view", "vi",  "vim"};
  editor = editor.substr(0, editor.find(' '));
  editor = editor.substr(editor.rfind('/') + 1);
  return std::find(KNOWN.begin(), KNOWN.end(), editor) != KNOWN.end();
}

}  // namespace

Result<std::string> editor_wanted(const Io& io, const std::optional<std::string>& configured) {
  if (!io.run_editor) return usage("no editor can be opened here.", "give the text: --text TEXT or --file FILE");
  std::vector<std::optional<std::string>> choices = {io.env("NOMIC_EDITOR"), configured, io.env("VISUAL"),
                                                     io.env("EDITOR")};
  for (std::optional<std::string>& choice : choices) {
    if (choice && choice->find_first_not_of(" \t") != std::string::npos) return *std::move(choice);
  }
  if (!io.in_is_terminal || !io.err_is_terminal) {
    return usage("there is no terminal for an editor.",
                 "name one that needs none in EDITOR, or give the text: --text TEXT or --file FILE");
  }
  return std::string(USUAL_EDITOR);
}

Status edit_file(const Io& io, const std::string& editor, const std::string& file, std::size_t line) {
  std::vector<std::string> arguments;
  if (line != 0 && takes_line(editor)) arguments.push_back(fmt::format("+{}", line));
  arguments.push_back(file);
  const int status = io.run_editor(editor, arguments);
  if (status == 0) return ledger::Done{};
  // As a shell has it: found, but not to be run; not found.
  constexpr int CANNOT_RUN = 126;
  constexpr int NOT_FOUND = 127;
  if (status < 0 || status == CANNOT_RUN || status == NOT_FOUND) {
    return usage(fmt::format("the editor {} could not be run.", in_quotes(editor)),
                 "name another: NOMIC_EDITOR=nano, or for good: nomic config editor nano");
  }
  const std::string how = status > KILLED ? fmt::format("was killed by signal {}", status - KILLED)
                                          : fmt::format("ended with status {}", status);
  return usage(fmt::format("the editor {} {}.", in_quotes(editor), how));
}

}  // namespace nomic::tools

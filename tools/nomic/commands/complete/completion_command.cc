// nomic completion: the scripts by which shells complete command lines.

#include <string_view>

#include "commands/all.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {
namespace {

// The scripts of nomic completion. They hold no word of the program: they ask `nomic complete` at each tab.

constexpr std::string_view BASH = R"(# Completion of nomic in bash: source <(nomic completion bash)
_nomic() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("$line")
    fi
  done < <("$1" complete bash "$COMP_POINT" "$COMP_LINE" 2>/dev/null)
  # What goes on behind it has no space behind it.
  if [[ ${#COMPREPLY[@]} -eq 1 && ( ${COMPREPLY[0]} == *= || ${COMPREPLY[0]} == *' ' ) ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o nosort -F _nomic nomic 2>/dev/null || complete -F _nomic nomic
)";

constexpr std::string_view ZSH = R"(#compdef nomic
# Completion of nomic in zsh: nomic completion zsh > a file _nomic in a folder of $fpath
_nomic() {
  local line word
  local -a plain shown open
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    if [[ $line == :files ]]; then
      _files
    elif [[ $word == *= || $word == *' ' ]]; then
      open+=("$word")
    else
      plain+=("$word")
      if [[ $line == *$'\t'* ]]; then
        shown+=("$word  -- ${line#*$'\t'}")
      else
        shown+=("$word")
      fi
    fi
  done < <("${words[1]}" complete words "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( ${#plain} )) && compadd -M 'm:{a-zA-Z}={A-Za-z}' -l -d shown -a plain
  (( ${#open} )) && compadd -S '' -a open
  return 0
}
if [[ $funcstack[1] == _nomic ]]; then
  _nomic "$@"
else
  compdef _nomic nomic
fi
)";

constexpr std::string_view FISH =
    R"(# Completion of nomic in fish: nomic completion fish > ~/.config/fish/completions/nomic.fish
function __nomic_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # What is quoted is asked for without its quotes.
    set current (string trim --left --chars='\'"' -- $current)
    for line in ($words[1] complete words $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo -- $line
        end
    end
end
complete -c nomic -f -a '(__nomic_complete)'
)";

// Empty: there is none for that shell.
std::string_view completion_script(std::string_view shell) {
  if (shell == "bash") return BASH;
  if (shell == "zsh") return ZSH;
  return shell == "fish" ? FISH : std::string_view();
}

class Completion : public Command {
 public:
  void declare(Arguments& arguments) override { arguments.words("bash|zsh|fish", "The shell.", words_); }
  [[nodiscard]] bool is_paged() const override { return false; }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("for which shell?", "for example: nomic completion bash");
    const std::string_view script = completion_script(words_[0]);
    if (script.empty()) return unknown_word("shell", words_[0], {"bash", "zsh", "fish"});
    call.out.raw(std::string(script));
    return Exit::DONE;
  }

 private:
  std::vector<std::string> words_;
};

}  // namespace

const CommandSpec COMPLETION = {
    "completion",
    "Move data",
    "bash|zsh|fish",
    "Prints the script by which a shell completes commands, options and the words of a game.",
    "With it the tab key knows commands and their options, the kinds of provisions and what can be said of each, "
    "recipes "
    "and their settings; and of the game at hand its players, rules and open proposals. The ledger is opened for "
    "reading, and nothing is written.\n"
    "bash: source <(nomic completion bash), in ~/.bashrc. zsh: nomic completion zsh > a file _nomic in a folder of "
    "$fpath. fish: nomic completion fish > ~/.config/fish/completions/nomic.fish.",
    "nomic completion bash > nomic.bash\n"
    "bash -c 'source nomic.bash && complete -p nomic'\n"
    "nomic completion zsh > _nomic",
    make_command<Completion>,
};

}  // namespace nomic::tools

// nomic completion: the scripts by which shells complete command lines.
#include "commands/all.h"
#include "complete/scripts.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {
namespace {

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

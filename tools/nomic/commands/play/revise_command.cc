// nomic revise: gives a proposal another form before its vote is called (111).
#include <fmt/format.h>

#include "commands/all.h"
#include "nomic/views/typed_numbers.h"
#include "play/proposing_command.h"
#include "shared/form_options.h"

namespace nomic::tools {
namespace {

class Revise : public ProposingCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P] [KIND [N...]]",
                    "The proposal, which may be left out where only one is open; and the rule-change as propose takes "
                    "it, where it is "
                    "another than before.",
                    words_);
    form_.declare(arguments);
    arguments.option("--reason", "REASON", "Why, for people.", *request_.mutable_revise()->mutable_reason());
    arguments.may_be_empty();
    editing_.declare(arguments);
  }

  Status read(Call& call) override {
    v1::Request::Revise& revise = *request_.mutable_revise();
    std::vector<std::string> words = words_;
    if (editing_.asked()) form_.text_comes_later();
    if (!words.empty() && looks_like_proposal(words.front())) {
      NOMIC_TRY(read_proposal(words, 0, revise));
      words.erase(words.begin());
    }
    return form_.read(call, words, revise);
  }

 private:
  FormOptions form_;
};

}  // namespace

const CommandSpec REVISE = {
    "revise",
    "Play",
    "[P] [KIND [N...]] [--text TEXT | --file FILE | -] [OPTIONS]",
    "Gives a proposal another form, before its vote is called.",
    "Only its proponent revises it. The number stays. What is not given stays as it was, unless another rule-change is "
    "named.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose enact --text 'Whoever moves makes tea.' --as Ann\n"
    "nomic revise --text 'Whoever moves makes tea or coffee.' --as Ann\n"
    "nomic revise 301 repeal 206 --as Ann",
    make_command<Revise>,
};

}  // namespace nomic::tools

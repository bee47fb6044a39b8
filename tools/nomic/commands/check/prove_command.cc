// nomic prove: that a record is in the game that somebody signed, and that a game goes on from an earlier one.
#include <fmt/format.h>

#include "check/checkpoint_notes.h"
#include "commands/all.h"
#include "nomic/views/checkpoint_asked.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"

namespace nomic::tools {
namespace {

class Prove : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words(
        "inclusion I | consistency A B",
        "inclusion: that record I is in the game of the checkpoint. consistency: that the game of B records "
        "goes on from that of A.",
        words_);
    arguments.option(
        "--checkpoint", "NOTE",
        "The signed checkpoint that the proof leads to. Else the newest that is kept with the game and has "
        "the record; of a consistency, the one of B records.",
        checkpoint_);
    arguments.option("-o", "FILE", "Writes the proof to a file.", output_);
    arguments.flag("--force", "With -o: overwrites a file that is there.", force_);
  }

  Result<Exit> run(Call& call) override {
    if (output_ == STANDARD_STREAM) output_.reset();
    if (output_) NOMIC_TRY(check_free(call, *output_, force_));
    if (words_.empty()) return usage("what is to be proven?", "for example: nomic prove inclusion 41 -o FILE");
    if (words_[0] == "inclusion") return inclusion(call);
    if (words_[0] == "consistency") return consistency(call);
    return unknown_word("thing to prove", words_[0], {"inclusion", "consistency"});
  }

 private:
  // The checkpoint that is named, if one is.
  Result<std::optional<ledger::CheckpointNote>> named(const Call& call) const {
    if (!checkpoint_) return std::optional<ledger::CheckpointNote>();
    NOMIC_ASSIGN(auto read, read_note(call, *checkpoint_));
    return std::optional(std::move(read.parsed));
  }

  Result<LocalGame> local(Call& call) const {
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto opened, call.session.ledger(folder, ledger::Access::READ));
    NOMIC_ASSIGN(auto head, opened->find(call.settings.game));
    call.is_about(*opened, head.game);
    return LocalGame{folder, opened, std::move(head)};
  }

  Result<Exit> inclusion(Call& call) {
    if (words_.size() != 2) return usage("one record is proven at a time.", "nomic prove inclusion 41");
    NOMIC_ASSIGN(auto index, parse_record(words_[1], "the record to prove"));
    NOMIC_ASSIGN(auto game, local(call));
    NOMIC_ASSIGN(auto note, named(call));
    NOMIC_ASSIGN(auto proven, inclusion_asked(*game.ledger, game.head, index.value, std::move(note)));
    const std::string said =
        fmt::format("The proof that record #{} is among the {} records of {} is in {}.\n", proven.view.index(),
                    proven.view.size(), on_one_line(proven.view.origin()), in_quotes(output_.value_or("")));
    return give(call, std::move(proven), said);
  }

  Result<Exit> consistency(Call& call) {
    if (words_.size() != 3) return usage("two sizes are compared.", "for example: nomic prove consistency 30 42");
    NOMIC_ASSIGN(auto first, parse_size(words_[1], "the earlier size"));
    NOMIC_ASSIGN(auto second, parse_size(words_[2], "the later size"));
    NOMIC_ASSIGN(auto game, local(call));
    NOMIC_ASSIGN(auto note, named(call));
    NOMIC_ASSIGN(auto proven, consistency_asked(*game.ledger, game.head, first.value, second.value, std::move(note)));
    return give(call, std::move(proven),
                fmt::format("The proof that {} records go on from {} is in {}.\n", second.value, first.value,
                            in_quotes(output_.value_or(""))));
  }

  Result<Exit> give(Call& call, Proven proven, const std::string& said) {
    if (output_) {
      NOMIC_TRY(write_whole(call, *output_, force_, proven.proof));
      proven.view.set_file(as_utf8(*output_));
    } else {
      proven.view.set_proof(proven.proof);
    }
    if (!call.out.is_text()) {
      call.out.json(proven.view);
    } else if (output_) {
      call.out.text(said);
    } else {
      call.out.raw(proven.proof);
    }
    return Exit::DONE;
  }

  std::vector<std::string> words_;
  std::optional<std::string> checkpoint_;
  std::optional<std::string> output_;
  bool force_ = false;
};

}  // namespace

const CommandSpec PROVE = {
    "prove",
    "Check",
    "inclusion I [--checkpoint NOTE] [-o FILE] | consistency A B [--checkpoint NOTE] [-o FILE]",
    "Proves that a record is in the game that was signed, or that a game goes on from an earlier one.",
    "The proof is a small text with the signed checkpoint in it, which anybody can verify without the ledger (nomic "
    "verify-proof). An inclusion proof is in the format that transparency logs share (C2SP tlog-proof). A consistency "
    "proof is what a witness who signed A records needs before it cosigns B.",
    "nomic init Ann Bob Cleo\n"
    "nomic key new keeper.key\n"
    "nomic checkpoint make --key keeper.key -o note\n"
    "nomic prove inclusion 5 -o record5.tlog-proof\n"
    "nomic prove inclusion 0",
    make_command<Prove>,
};

}  // namespace nomic::tools

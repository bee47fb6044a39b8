// nomic prove: that a record is in the game that somebody signed, and that a game goes on from an earlier one.
#include <fmt/format.h>

#include "check/checkpoint_notes.h"
#include "commands/all.h"
#include "nomic/ledger/proof_file.h"
#include "nomic/service/view_values.h"
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
  // The checkpoint given, or one that is kept; its root must be the ledger's, or no proof can lead to it.
  Result<ledger::CheckpointNote> checkpoint(Call& call, const LocalGame& game, std::uint64_t least,
                                            bool exactly) const {
    std::optional<ledger::CheckpointNote> note;
    if (checkpoint_) {
      auto read = read_note(call, *checkpoint_);
      if (!read) return read.error();
      note = std::move(read->parsed);
    } else {
      auto kept = kept_note(game, least, exactly);
      if (!kept) return kept.error();
      note = *std::move(kept);
    }
    if (!note) {
      return refused(
          fmt::format("no signed checkpoint of {} records{} is kept with the game", least, exactly ? "" : " or more"),
          "nomic checkpoint make --key FILE signs one; or name one: --checkpoint NOTE");
    }
    const ledger::Checkpoint& claimed = note->checkpoint;
    if (claimed.size < least || (exactly && claimed.size != least)) {
      return usage(fmt::format("the checkpoint has {} records, and {} are needed.", claimed.size, least));
    }
    if (claimed.size > game.head.size) {
      return Failure{Exit::DIFFERENT,
                     fmt::format("the checkpoint has {} records, and the ledger {}: it is an older copy, or was rolled "
                                 "back",
                                 claimed.size, game.head.size),
                     "import the copy that was signed"};
    }
    auto root = game.ledger->root_at(game.head.game, claimed.size);
    if (!root) return failure_of(root.error());
    if (*root != claimed.root) {
      return Failure{Exit::DIFFERENT,
                     fmt::format("the checkpoint names root {} at {} records; the ledger has root {} there",
                                 claimed.root.hex(), claimed.size, root->hex()),
                     "they are two histories of one game, or of two games"};
    }
    return *std::move(note);
  }

  Result<LocalGame> local(Call& call) const {
    auto folder = call.session.find_ledger(call.settings.ledger);
    if (!folder) return folder.error();
    auto opened = call.session.ledger(*folder, ledger::Access::READ);
    if (!opened) return opened.error();
    auto head = (*opened)->find(call.settings.game);
    if (!head) return failure_of(head.error());
    call.is_about(**opened, head->game);
    return LocalGame{*folder, *opened, *std::move(head)};
  }

  Result<Exit> inclusion(Call& call) {
    if (words_.size() != 2) return usage("one record is proven at a time.", "nomic prove inclusion 41");
    auto index = parse_record(words_[1], "the record to prove");
    if (!index) return index.error();
    auto game = local(call);
    if (!game) return game.error();
    if (index->value >= game->head.size) {
      return usage(fmt::format("there is no record #{}.", index->value),
                   fmt::format("the last record is #{}.", game->head.size - 1));
    }
    auto note = checkpoint(call, *game, index->value + 1, false);
    if (!note) return note.error();
    auto proof = game->ledger->prove_inclusion(game->head.game, {index->value}, note->checkpoint.size);
    if (!proof) return failure_of(proof.error());
    v1::ProofView view;
    view.set_kind("INCLUSION");
    view.set_index(count32(proof->index));
    view.set_leaf(proof->leaf.hex());
    const ledger::InclusionFile file{std::nullopt, proof->index, proof->path, note->note.encode()};
    return give(call, view, note->checkpoint, proof->path, file.encode(),
                fmt::format("The proof that record #{} is among the {} records of {} is in {}.\n", proof->index,
                            proof->size, on_one_line(note->checkpoint.origin), in_quotes(output_.value_or(""))));
  }

  Result<Exit> consistency(Call& call) {
    if (words_.size() != 3) return usage("two sizes are compared.", "for example: nomic prove consistency 30 42");
    auto first = parse_size(words_[1], "the earlier size");
    if (!first) return first.error();
    auto second = parse_size(words_[2], "the later size");
    if (!second) return second.error();
    if (first->value > second->value) return usage("the smaller size comes first.", "nomic prove consistency A B");
    auto game = local(call);
    if (!game) return game.error();
    if (second->value > game->head.size) {
      return usage(fmt::format("the game has {} records, not {}", game->head.size, second->value));
    }
    auto note = checkpoint(call, *game, second->value, true);
    if (!note) return note.error();
    auto proof = game->ledger->prove_consistency(game->head.game, first->value, second->value);
    if (!proof) return failure_of(proof.error());
    v1::ProofView view;
    view.set_kind("CONSISTENCY");
    view.set_first(count32(first->value));
    const ledger::ConsistencyFile file{first->value, second->value, proof->path, note->note.encode()};
    return give(call, view, note->checkpoint, proof->path, file.encode(),
                fmt::format("The proof that {} records go on from {} is in {}.\n", second->value, first->value,
                            in_quotes(output_.value_or(""))));
  }

  Result<Exit> give(Call& call, v1::ProofView& view, const ledger::Checkpoint& claimed, const ledger::ProofPath& path,
                    const std::string& proof, const std::string& text) {
    view.set_ok(true);
    view.set_origin(claimed.origin);
    view.set_size(count32(claimed.size));
    view.set_root(claimed.root.hex());
    for (const ledger::Hash& each : path) view.add_path(each.hex());
    if (output_) {
      NOMIC_TRY(write_whole(call, *output_, force_, proof));
      view.set_file(as_utf8(*output_));
    } else {
      view.set_proof(proof);
    }
    if (!call.out.is_text()) {
      call.out.json(view);
    } else if (output_) {
      call.out.text(text);
    } else {
      call.out.raw(proof);
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

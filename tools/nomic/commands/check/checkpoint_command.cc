// nomic checkpoint: what the keeper and the witnesses of a game sign.
#include "check/checkpoint_actions.h"
#include "commands/all.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"

namespace nomic::tools {

Result<std::string> CheckpointOptions::note() const {
  if (words.size() == 2) return words[1];
  return usage(words.size() < 2 ? "which note?" : "one note at a time.", "a file with a signed checkpoint, or -");
}

Result<Exit> give_note(Call& call, v1::CheckpointView& view, const std::string& note,
                       const std::optional<std::string>& file, bool force, const std::string& sentence) {
  view.set_ok(true);
  const bool to_file = file && *file != STANDARD_STREAM;
  if (to_file) {
    NOMIC_TRY(write_whole(call, *file, force, note));
    view.set_file(as_utf8(*file));
  } else {
    view.set_note(note);
  }
  if (!call.out.is_text()) {
    call.out.json(view);
    return Exit::DONE;
  }
  // The note alone goes to standard output, so that it can be piped as it is.
  if (!to_file) {
    call.out.raw(note);
    if (!sentence.empty()) call.out.complain(sentence);
  } else {
    call.out.text(sentence);
  }
  return Exit::DONE;
}

namespace {

class CheckpointCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("make | sign NOTE | verify NOTE | show [SIZE] | stamp-request NOTE | attach NOTE",
                    "What is to be done, and the file with the signed checkpoint, or - for standard input.",
                    options_.words);
    arguments.section("The checkpoint");
    arguments.option("--origin", "ORIGIN",
                     "make: the name of the log, and of the key that signs for it. Else nomic.invalid/ and the game's "
                     "identity.",
                     options_.origin);
    arguments.option("--name", "NAME", "sign: the witness's name, such as witness.example/ann.", options_.name);
    arguments.option("--proof", "FILE",
                     "sign: the proof that the checkpoint goes on from the one that the key signed before, where no "
                     "ledger here can tell.",
                     options_.proof);
    arguments.option("-o", "FILE",
                     "Writes the note, or the request, to a file; attach: the answer with the note that it is over.",
                     options_.output);
    arguments.flag("--force", "With -o: overwrites a file that is there.", options_.force);
    options_.key.declare(arguments);
    options_.trust.declare(arguments);
    arguments.section("Time");
    arguments.option("--timestamp", "FILE", "verify: an authority's response over the note.", options_.timestamp);
    arguments.option("--authority", "FILE", "verify: the certificates that you trust to stamp, PEM.",
                     options_.authority);
    arguments.option("--response", "FILE", "attach: what the authority answered.", options_.response);
    arguments.option("--request", "FILE", "attach: what it was asked, to see that it answers that.", options_.request);
  }

  Result<Exit> run(Call& call) override {
    // Nothing is signed that could not be written.
    const bool in_place = options_.words.size() == 2 && options_.output == options_.words[1];
    if (options_.output && !in_place) NOMIC_TRY(check_free(call, *options_.output, options_.force));
    if (options_.words.empty()) {
      return usage("what is to be done with a checkpoint?", "for example: nomic checkpoint make --key FILE -o NOTE");
    }
    const std::string& action = options_.words[0];
    if (action == "make") return checkpoint_make(call, options_);
    if (action == "sign") return checkpoint_sign(call, options_);
    if (action == "verify") return checkpoint_verify(call, options_);
    if (action == "show") return checkpoint_show(call, options_);
    if (action == "stamp-request") return checkpoint_stamp_request(call, options_);
    if (action == "attach") return checkpoint_attach(call, options_);
    return unknown_word("thing to do with a checkpoint", action,
                        {"make", "sign", "verify", "show", "stamp-request", "attach"});
  }

 private:
  CheckpointOptions options_;
};

}  // namespace

const CommandSpec CHECKPOINT = {
    "checkpoint",
    "Check",
    "make --key FILE [--origin O] [-o NOTE] | sign NOTE --key FILE --name N [--proof FILE] | verify NOTE --vkey K... | "
    "--policy FILE | show [SIZE] | stamp-request NOTE -o FILE | attach NOTE --response FILE",
    "Signs how far the game reached, cosigns it, and verifies who did.",
    "A checkpoint is a signed note (C2SP tlog-checkpoint): origin, number of records, Merkle root. The keeper makes "
    "it; others, as witnesses, cosign it under a time. Beside a key lies the memory of what it signed (KEY.seen): it "
    "never signs a smaller size, another root at the same size, or a history that does not go on from the one before "
    "(status 3; both notes are kept as evidence).\n"
    "verify ends with 1 where a key that you trust has not signed, where a signature is wrong, and where the ledger "
    "here is shorter than the checkpoint or another history. It needs no ledger.\n"
    "A time stamp (RFC 3161) over the note is evidence that the history existed by then: stamp-request writes the "
    "request, attach keeps the answer with the game, verify --timestamp judges it.",
    "nomic init Ann Bob Cleo\n"
    "nomic key new keeper.key\n"
    "nomic checkpoint make --key keeper.key -o note\n"
    "nomic key new ann.key\n"
    "nomic checkpoint sign note --key ann.key --name witness.example/ann\n"
    "nomic checkpoint stamp-request note -o request.tsq\n"
    "nomic checkpoint show",
    make_command<CheckpointCommand>,
};

}  // namespace nomic::tools

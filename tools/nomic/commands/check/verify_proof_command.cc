// nomic verify-proof: whether a proof proves what it says, without a ledger.
#include <fmt/format.h>

#include "check/checkpoint_notes.h"
#include "commands/all.h"
#include "nomic/ledger/proof_file.h"
#include "nomic/service/view_values.h"
#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class VerifyProof : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE", "The proof, or - for standard input.", words_);
    arguments.option("--record", "FILE", "inclusion: the record's bytes, as nomic inspect I --raw gives them.",
                     record_);
    arguments.option("--leaf", "HEX", "inclusion: the record's hash, in place of its bytes.", leaf_);
    arguments.option("--since", "NOTE", "consistency: the earlier checkpoint, signed.", since_);
    trust_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1)
      return usage(words_.empty() ? "which proof?" : "one proof at a time.", "nomic verify-proof FILE");
    NOMIC_ASSIGN(auto policy, trust_.policy(call));
    if (!policy.has_log()) {
      return usage("a proof is verified by the key of the log that signed its checkpoint.",
                   "give the keeper's key, of type 0x01, beside those of witnesses");
    }
    NOMIC_ASSIGN(auto bytes, read_file(call, words_[0]));
    v1::ProofView view;
    std::string text;
    const bool consistency = ledger::is_consistency_file(bytes);
    NOMIC_TRY(consistency ? judge_consistency(call, policy, bytes, view) : judge_inclusion(call, policy, bytes, view));
    view.set_ok(view.what().empty());
    print(call, view);
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  // Says that it is false, if that is what the error says.
  static Status judge(v1::ProofView& view, const ledger::Error& error) {
    if (!is_false(error)) return failure_of(error);
    view.set_what(as_utf8(error.what));
    return ledger::Done{};
  }

  // The checkpoint, if it is signed by whom one trusts.
  static ledger::Result<ledger::Checkpoint> trusted(const ledger::Policy& policy, const std::string& note,
                                                    v1::ProofView* view) {
    NOMIC_ASSIGN(auto claimed, ledger::CheckpointNote::parse(note));
    NOMIC_ASSIGN(auto good, policy.check(claimed));
    if (view != nullptr) {
      view->set_origin(claimed.checkpoint.origin);
      view->set_size(count32(claimed.checkpoint.size));
      view->set_root(claimed.checkpoint.root.hex());
      for (const ledger::GoodSignature& each : good) *view->add_signatures() = signature_view(each);
    }
    return std::move(claimed.checkpoint);
  }

  Result<ledger::Hash> leaf(const Call& call) const {
    if (record_.has_value() == leaf_.has_value()) {
      return usage(leaf_ ? "the record is given in two ways." : "of which record is it the proof?",
                   "--record FILE (its bytes) or --leaf HEX (its hash)");
    }
    if (leaf_) {
      const auto hash = ledger::Hash::from_hex(*leaf_);
      if (!hash) return usage(fmt::format("{} is not a hash of 64 hex digits.", in_quotes(*leaf_)));
      return *hash;
    }
    NOMIC_ASSIGN(auto bytes, read_file(call, *record_));
    return ledger::leaf_hash(bytes);
  }

  Status judge_inclusion(const Call& call, const ledger::Policy& policy, const std::string& bytes,
                         v1::ProofView& view) const {
    view.set_kind("INCLUSION");
    if (since_) return usage("an inclusion proof needs no earlier checkpoint.", "--record FILE or --leaf HEX");
    NOMIC_ASSIGN(auto hash, leaf(call));
    view.set_leaf(hash.hex());
    auto file = ledger::InclusionFile::parse(bytes);
    if (!file) return judge(view, file.error());
    view.set_index(count32(file->index));
    auto claimed = trusted(policy, file->checkpoint, &view);
    if (!claimed) return judge(view, claimed.error());
    auto holds = ledger::verify_inclusion(hash, file->index, claimed->size, file->path, claimed->root);
    return holds ? Status(ledger::Done{}) : judge(view, holds.error());
  }

  Status judge_consistency(const Call& call, const ledger::Policy& policy, const std::string& bytes,
                           v1::ProofView& view) const {
    view.set_kind("CONSISTENCY");
    if (record_ || leaf_)
      return usage("a consistency proof is about no record.", "--since NOTE, the earlier checkpoint");
    if (!since_) return usage("from which checkpoint does it go on?", "--since NOTE, the earlier one, signed");
    NOMIC_ASSIGN(auto before, read_file(call, *since_));
    auto file = ledger::ConsistencyFile::parse(bytes);
    if (!file) return judge(view, file.error());
    view.set_first(count32(file->first));
    auto claimed = trusted(policy, file->checkpoint, &view);
    if (!claimed) return judge(view, claimed.error());
    auto old = trusted(policy, before, nullptr);
    if (!old) return judge(view, old.error());
    const auto false_proof = [&](std::string what) {
      return judge(view, {ledger::ErrorCode::BAD_PROOF, std::move(what), "", {}});
    };
    if (old->origin != claimed->origin) {
      return false_proof(fmt::format("the checkpoints are of two logs, {} and {}", old->origin, claimed->origin));
    }
    if (old->size != file->first || claimed->size != file->second) {
      return false_proof(fmt::format("the proof is from {} to {} records; the checkpoints have {} and {}", file->first,
                                     file->second, old->size, claimed->size));
    }
    auto holds = ledger::verify_consistency(old->size, old->root, claimed->size, claimed->root, file->path);
    return holds ? Status(ledger::Done{}) : judge(view, holds.error());
  }

  static void print(Call& call, const v1::ProofView& view) {
    if (!call.out.is_text()) {
      call.out.json(view);
      return;
    }
    if (!view.ok()) {
      call.out.text(fmt::format("{}: {}.\n", red("Not proven"), on_one_line(view.what())));
      return;
    }
    const std::string origin = on_one_line(view.origin());
    call.out.text(view.kind() == "INCLUSION"
                      ? fmt::format("Proven: record #{} is among the {} records of {} that were signed.\n",
                                    view.index(), view.size(), origin)
                      : fmt::format("Proven: the {} records of {} go on from the {} signed before.\n", view.size(),
                                    origin, view.first()));
  }

  std::vector<std::string> words_;
  std::optional<std::string> record_;
  std::optional<std::string> leaf_;
  std::optional<std::string> since_;
  TrustOptions trust_;
};

}  // namespace

const CommandSpec VERIFY_PROOF = {
    "verify-proof",
    "Check",
    "FILE --vkey K... | --policy FILE --record FILE | --leaf HEX | --since NOTE",
    "Verifies a proof, without a ledger.",
    "An inclusion proof is verified for a record's bytes or hash; a consistency proof from an earlier checkpoint on. "
    "The checkpoint in the proof must be signed by the log's key, and by every other key that is given, or as the "
    "policy says. Ends with 1 where it is not proven, and says why.",
    "nomic init Ann Bob Cleo\n"
    "nomic key new keeper.key\n"
    "nomic checkpoint make --key keeper.key --origin club.example -o note\n"
    "nomic prove inclusion 5 -o proof\n"
    "nomic verify-proof proof --vkey \"$(nomic key show keeper.key --name club.example)\" --leaf "
    "\"$(nomic prove inclusion 5 --format json | sed 's/.*\"leaf\":\"//; s/\".*//')\"",
    make_command<VerifyProof>,
};

}  // namespace nomic::tools

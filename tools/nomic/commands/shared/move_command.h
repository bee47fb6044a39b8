// Moves: what every command that records something has in common.
//
// A move's command reads its words, and the files that they name, into a request (schema/nomic/v1/request.proto). What
// the request means, and whether it may be recorded, is the service's to say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/replay/reference.h"
#include "nomic/service/service.h"
#include "nomic/v1/request.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// What a move asks before it is recorded.
struct Question {
  // What would come of it, and whether it is to be done: "Ann would win at once. Propose it all the same?"
  std::string words;
  // What is said where the answer is no: "nothing was proposed".
  std::string declined;
  // Why it is not done where nobody can be asked and --yes was not said; empty: it is done there all the same.
  std::string unasked = {};
};

class MoveCommand : public Command {
 public:
  void declare(Arguments& arguments) final;
  Result<Exit> run(Call& call) override;
  bool contest() final {
    request_.set_contest(true);
    return true;
  }
  // A statement that is signed for elsewhere leaves the ledger at once.
  [[nodiscard]] bool may_wait() const override { return !prepare_; }

 protected:
  // The move's own arguments; words go into words_.
  virtual void declare_move(Arguments& arguments) = 0;
  // Reads words and files into request_.
  virtual Status read(Call& call) = 0;
  // Files of the keys that sign it, beside --key.
  [[nodiscard]] virtual std::vector<std::string> more_keys() const { return {}; }
  // Who moves, as typed; empty: the move says it, or nobody need.
  virtual Result<std::string> author(Call& call);
  // Puts into request_ what is not typed: it is known who moves, and nothing is recorded yet.
  virtual Status complete(Call& /*call*/, Means& /*means*/) { return ledger::Done{}; }
  // Whether meaning() or question() has anything to say. Where a server records the move, the ledger is opened for
  // nothing else.
  [[nodiscard]] virtual bool looks_first() const { return false; }
  // Called with the game before the move: what is to be told of it. A failure of it is the move's own, and is told when
  // that is recorded.
  virtual std::optional<v1::MeaningView> meaning(Service& /*service*/, const Means& /*means*/) { return std::nullopt; }
  // Asked before the move is recorded; it is not called for what is only tried or prepared. The ledger is open, for
  // writing where this process writes it, and is closed while somebody thinks.
  virtual Result<std::optional<Question>> question(Call& /*call*/, Service& /*service*/, const Means& /*means*/) {
    return std::optional<Question>();
  }
  // Where secrets of dice are kept; null: the move has none.
  virtual std::unique_ptr<SecretStore> secrets(Call& /*call*/, const replay::Game& /*game*/) { return nullptr; }

  void prepare_meaning(Service& service, const Means& means) {
    if (!meaning_) meaning_ = meaning(service, means);
  }
  // Tells the meaning to whoever reads text, once.
  void tell_meaning(Call& call);

  // --key, or NOMIC_KEY.
  [[nodiscard]] std::optional<std::string> key_file(const Call& call) const;

  v1::Request request_;
  std::vector<std::string> words_;
  std::optional<std::string> as_;
  std::optional<std::string> key_;
  std::optional<std::string> password_file_;
  bool yes_ = false;  // --yes, of a move that declares it

 private:
  Result<Means> means(Call& call);
  Result<Exit> prepare_elsewhere(Call& call, const Means& means);
  Result<Outcome> submit(Call& call, Means means);
  Result<Outcome> submit_here(Call& call, Means means);
  Result<Outcome> submit_through(Call& call, GameServer& server, const Means& given);
  Status ask_first(Call& call, Means& means, ledger::Access access);

  std::string request_id_;
  std::optional<v1::MeaningView> meaning_;
  bool meaning_told_ = false;
  bool asked_ = false;
  std::optional<Size> expect_;
  bool dry_run_ = false;
  std::optional<std::string> prepare_;
  std::optional<std::string> seen_;
};

// What a move brought about; with `meaning`, for programs, what it means.
void print_outcome(Call& call, const Outcome& outcome, const v1::MeaningView* meaning = nullptr);

// --key and --password-file.
void declare_key(Arguments& arguments, std::optional<std::string>& key, std::optional<std::string>& password_file);

// --request-id, as `init` and the moves take it.
void declare_request_id(Arguments& arguments, std::string& into);

// Puts a proposal, as typed, into a move: "305", "record:57"; without one the service finds the only open one.
template <class Move>
Status read_proposal(const std::vector<std::string>& words, std::size_t at, Move& move) {
  if (words.size() <= at) return ledger::Done{};
  NOMIC_ASSIGN(auto number, parse_proposal(words[at]));
  move.set_proposal(replay::reference(number.value));
  return ledger::Done{};
}

}  // namespace nomic::tools

// Moves: what every command that records something has in common.
//
// The order is fixed: the request ID is looked up first, then --expect, then what the move leaves to be found (which
// proposal is open), then the rules. A repeated request is answered with what it recorded then, even where the same
// words would mean something else by now.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/v1/event.pb.h"
#include "shared/request_digest.h"

namespace nomic::tools {

class MoveCommand : public Command {
 public:
  void declare(Arguments& arguments) final;
  Result<Exit> run(Call& call) override;
  bool contest() final {
    contested_ = true;
    return true;
  }

 protected:
  explicit MoveCommand(std::string name) : name_(std::move(name)) {}

  // The move's own arguments; words go into words_.
  virtual void declare_move(Arguments& arguments) = 0;
  // What can be said without a game: checks the words, reads texts and adds them to what is asked.
  virtual Status prepare(Call& call, RequestParts& asked) = 0;
  // The event. Warnings for the mover go into warnings_.
  virtual Result<v1::Event> event(Call& call, replay::Game& game) = 0;
  // Whether the event can only be made of the game: then it is not prepared without a ledger.
  [[nodiscard]] virtual bool needs_game() const { return true; }
  // Files of the keys that sign it, beside --key.
  [[nodiscard]] virtual std::vector<std::string> more_keys() const { return {}; }
  // Whether the author is a player at all.
  virtual Status check_author(const replay::Game& game, const std::string& author) const;
  // Who moves, as typed.
  virtual Result<std::string> author(Call& call);

  std::vector<std::string> words_;
  // The words are a text, which prepare() adds to what is asked.
  bool words_are_text_ = false;
  std::vector<std::string> warnings_;
  std::optional<std::string> as_;
  // --key, or NOMIC_KEY.
  std::optional<std::string> key_;
  std::optional<std::string> password_file_;
  // The keys that sign it, that of --key first; there when the event is made.
  std::vector<const ledger::PrivateKey*> keys_;

  // Whether nothing is to be recorded.
  [[nodiscard]] bool is_dry_run() const { return dry_run_; }

 private:
  Status load_keys(Call& call, const std::string& author);
  Result<Exit> prepare_elsewhere(Call& call, replay::Submission submission);
  Result<replay::Submission> with_event(Call& call, replay::Game& game, replay::Submission submission);
  Result<replay::Submission> submission(Call& call);
  Result<replay::Receipt> submit(Call& call, replay::Submission submission);
  static Result<v1::Event> as_contested(replay::Game& game, const replay::Submission& refused);
  std::string name_;
  std::optional<std::int64_t> occurred_at_;
  std::optional<Size> expect_;
  std::optional<std::string> request_id_;
  bool dry_run_ = false;
  bool contested_ = false;
  std::optional<std::string> prepare_;
  std::optional<std::string> seen_;
};

// What a move brought about, and the warnings of it; `further` are those of the command itself.
void print_receipt(Call& call, const replay::Receipt& receipt, const std::string& request_id,
                   const std::vector<std::string>& further);

// --key and --password-file.
void declare_key(Arguments& arguments, std::optional<std::string>& key, std::optional<std::string>& password_file);

// --request-id, as `init` and the moves take it.
void declare_request_id(Arguments& arguments, std::optional<std::string>& into);

// An option that names a record, and one that may be given more than once.
void declare_record(Arguments& arguments, std::string name, std::string help, std::optional<std::uint64_t>& into);
void declare_records(Arguments& arguments, std::string name, std::string help, std::vector<std::uint64_t>& into);

// The proposal that `typed` names, or the only open one where nothing is typed.
Result<std::uint32_t> proposal_named(const replay::Engine& engine, const std::optional<std::string>& typed);

// Consequences in sentences, one after the other.
std::string told(const replay::Consequences& consequences);

}  // namespace nomic::tools

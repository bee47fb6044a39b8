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

#include "nomic/command.h"
#include "nomic/request.h"
#include "nomic/v1/event.pb.h"

namespace nomic::tools {

class MoveCommand : public Command {
 public:
  void declare(Arguments& arguments) final;
  Result<Exit> run(Call& call) final;
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
  // Whether the author is a player at all.
  virtual Status check_author(const replay::Game& game, const std::string& author) const;
  // Who moves, as typed.
  virtual Result<std::string> author(Call& call);

  std::vector<std::string> words_;
  // The words are a text, which prepare() adds to what is asked.
  bool words_are_text_ = false;
  std::vector<std::string> warnings_;
  std::optional<std::string> as_;

  // Whether nothing is to be recorded.
  [[nodiscard]] bool is_dry_run() const { return dry_run_; }

 private:
  Result<replay::Submission> submission(Call& call);
  Result<replay::Receipt> submit(Call& call, replay::Submission submission);
  static Result<v1::Event> as_contested(replay::Game& game, const replay::Submission& refused);
  void print(Call& call, const replay::Receipt& receipt) const;

  std::string name_;
  std::optional<std::int64_t> occurred_at_;
  std::optional<Size> expect_;
  std::optional<std::string> request_id_;
  bool dry_run_ = false;
  bool contested_ = false;
};

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

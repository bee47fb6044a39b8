// How a group is made and written, and what becomes of it where that fails.
#include <chrono>
#include <exception>
#include <string>
#include <utility>

#include "nomic/server/committer.h"

namespace nomic::tools {
namespace {

using SteadyClock = std::chrono::steady_clock;

// A move that could not be made to its end, for want of memory: what the group holds is not what was asked for.
ledger::Error broken_off(const char* why) {
  return {ledger::ErrorCode::IO_FAILED,
          std::string("a move of the same moment broke off (") + why + "): nothing of it was recorded",
          "repeat it",
          {}};
}

// How often others may be faster before that is said.
constexpr int MOST_OVERTAKEN = 100;

bool is_overtaken(const ledger::Status& done) {
  return !done && done.error().code == ledger::ErrorCode::SIZE_MISMATCH;
}

// Nobody in the group has expected a size that the game does not have: they only came too late each time.
ledger::Error always_overtaken() {
  return {ledger::ErrorCode::IN_USE, "others were faster again and again: nothing of it was recorded", "repeat it", {}};
}

// Whether a ledger that others write too can be written again after that.
bool can_go_on(const ledger::Error& error) {
  return error.code != ledger::ErrorCode::OUTCOME_UNKNOWN && error.code != ledger::ErrorCode::HANDLE_SHUT;
}

}  // namespace

Committer::Answers Committer::commit(Group& group) {
  if (const auto why = away()) {
    add_all(group);
    return Answers(group.moves.size(), replay::from_ledger(*why));
  }
  Answers answers;
  const auto began = SteadyClock::now();
  auto made = began;
  ledger::Status done = ledger::Done{};
  bool is_ended = false;  // or the group may still wait in the ledger
  for (int overtaken = 0; overtaken == 0 || (is_overtaken(done) && overtaken <= MOST_OVERTAKEN); ++overtaken) {
    // What was derived from what has been given up goes with it; nothing else is overtaken.
    if (overtaken > 0) forget_touched();
    answers.clear();
    touched_.clear();
    done = open_ledger();
    if (done) {
      done = make_all(group, answers);
    } else {
      add_all(group);
    }
    made = SteadyClock::now();
    is_ended = done.ok();
    if (done) done = write();
  }
  if (is_overtaken(done)) done = always_overtaken();
  if (duties_.metrics != nullptr) measure(answers, done.ok(), made - began, SteadyClock::now() - made);
  if (done) {
    tell_durable();
    return answers;
  }
  if (is_ended && has_other_writers() && can_go_on(done.error())) {
    forget_touched();
  } else {
    close_ledger();
  }
  return Answers(group.moves.size(), replay::from_ledger(done.error()));
}

void Committer::forget_touched() {
  for (const ledger::GameId& game : touched_) games_.forget(game);
}

ledger::Status Committer::make_all(Group& group, Answers& answers) {
  ledger_->begin_group();
  const auto until = SteadyClock::now() + limits_.group_time;
  const auto has_room = [&] {
    return group.moves.empty() || (ledger_->group_size().bytes < limits_.group_bytes && SteadyClock::now() < until);
  };
  try {
    // First those that were made before, where this is not the first time.
    while (answers.size() < group.moves.size() || (has_room() && add_next(group))) {
      if (answers.empty()) was_slow_ = false;
      answers.push_back(make_timed(group.moves[answers.size()]));
    }
  } catch (const std::exception& thrown) {
    return broken_off(thrown.what());
  }
  return ledger::Done{};
}

ledger::Status Committer::write() {
  try {
    return ledger_->end_group();
  } catch (const std::exception& thrown) {
    return ledger::Error{ledger::ErrorCode::OUTCOME_UNKNOWN,
                         std::string("writing failed half way (") + thrown.what() + "): it may or may not be recorded",
                         "repeat with the same request ID, which records it once",
                         {}};
  }
}

}  // namespace nomic::tools

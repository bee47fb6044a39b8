#include "nomic/server/committer.h"

#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include "nomic/replay/next_due.h"
#include "nomic/server/timetable.h"

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

}  // namespace

Committer::Committer(Open open, Clock clock, Limits limits, Duties duties)
    : open_(std::move(open)),
      clock_(std::move(clock)),
      limits_(limits),
      duties_(std::move(duties)),
      timetable_(duties_.ticks ? std::make_unique<Timetable>() : nullptr),
      thread_([this] { run(); }) {}

Committer::~Committer() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Committer::post(Ask ask, Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    if (unanswered_ >= limits_.waiting) return false;
    waiting_.push_back({std::move(ask), std::move(answer)});
    ++unanswered_;
  }
  count_waiting(1);
  changed_.notify_one();
  return true;
}

void Committer::run() {
  for (Group group; take(group); group.clear()) {
    if (group.empty()) continue;
    Group rest;
    Answers answers = commit(group, rest);
    count_waiting(-static_cast<std::int64_t>(group.size()));
    for (std::size_t at = 0; at < answers.size(); ++at) group[at].answer(std::move(answers[at]));
    const std::lock_guard lock(mutex_);
    unanswered_ -= group.size();
    waiting_.insert(waiting_.begin(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
  }
  close_ledger();
}

bool Committer::take(Group& group) {
  if (timetable_) group = ticks();
  count_waiting(static_cast<std::int64_t>(group.size()));
  std::unique_lock lock(mutex_);
  const auto is_up = [this] { return leaving_ || !waiting_.empty(); };
  if (!timetable_) {
    changed_.wait(lock, is_up);
  } else if (group.empty() && !is_up()) {
    changed_.wait_for(lock, until_due(), is_up);
  }
  if (leaving_ && waiting_.empty()) return false;
  unanswered_ += group.size();
  while (!waiting_.empty() && group.size() < limits_.group_moves) {
    group.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return true;
}

Committer::Answers Committer::commit(Group& group, Group& rest) {
  Answers answers;
  const auto began = SteadyClock::now();
  auto made = began;
  ledger::Status done = ledger::Done{};
  for (int overtaken = 0; overtaken == 0 || (is_overtaken(done) && overtaken <= MOST_OVERTAKEN); ++overtaken) {
    // What was derived from what has been given up goes with it; nothing else is overtaken.
    for (const ledger::GameId& game : touched_) {
      if (overtaken > 0) games_.forget(game);
    }
    answers.clear();
    touched_.clear();
    done = open_ledger();
    if (done) done = make_all(group, rest, answers);
    made = SteadyClock::now();
    if (done) done = write();
  }
  if (duties_.metrics != nullptr) measure(answers, done.ok(), made - began, SteadyClock::now() - made);
  if (done) {
    tell_durable();
    return answers;
  }
  close_ledger();
  return Answers(group.size(), replay::from_ledger(done.error()));
}

ledger::Status Committer::make_all(Group& group, Group& rest, Answers& answers) {
  ledger_->begin_group();
  try {
    while (answers.size() < group.size() && ledger_->group_size().bytes < limits_.group_bytes) {
      answers.push_back(make(group[answers.size()]));
    }
    rest.insert(rest.begin(), std::make_move_iterator(group.begin() + static_cast<std::ptrdiff_t>(answers.size())),
                std::make_move_iterator(group.end()));
    group.resize(answers.size());
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

void Committer::tell_durable() {
  for (const ledger::GameId& id : touched_) {
    try {
      tell_durable(id, games_.at(id));
    } catch (const std::exception&) {
      is_surveyed_ = false;  // the group counts all the same; who follows looks by themselves, now and then
    }
  }
  games_.put_away(limits_.games);
}

void Committer::tell_durable(const ledger::GameId& id, const replay::Game& game) {
  const std::uint64_t size = game.head().size;
  if (timetable_) timetable_->put(id, size, replay::next_due(game.engine()));
  // More than the group's, where an earlier one was kept without anybody knowing.
  if (duties_.durable && size > std::exchange(told_[id], size)) duties_.durable(id, size);
}

ledger::Status Committer::open_ledger() {
  if (ledger_) return ledger::Done{};
  auto opened = open_();
  if (!opened) return std::move(opened).error();
  ledger_ = *std::move(opened);
  if (duties_.shared) duties_.shared(ledger_->shared());
  return ledger::Done{};
}

// What waits in it is given up with it.
void Committer::close_ledger() {
  if (duties_.shared) duties_.shared(nullptr);
  games_.clear();
  ledger_.reset();
  // Others may write meanwhile.
  is_surveyed_ = false;
}

replay::Result<Outcome> Committer::make(Waiting& each) {
  auto found = games_.get(*ledger_, each.ask.game);
  if (!found) return found.error();
  touched_.insert((*found)->head().game);
  each.ask.means.now = clock_();
  return Service(*ledger_, **found).submit(each.ask.request, each.ask.means);
}

}  // namespace nomic::tools

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

// Nobody in the group has expected a size that the game does not have: they only came too late each time.
ledger::Error always_overtaken() {
  return {ledger::ErrorCode::IN_USE, "others were faster again and again: nothing of it was recorded", "repeat it", {}};
}

// Whether a ledger that others write too can be written again after that.
bool can_go_on(const ledger::Error& error) {
  return error.code != ledger::ErrorCode::OUTCOME_UNKNOWN && error.code != ledger::ErrorCode::HANDLE_SHUT;
}

}  // namespace

Committer::Committer(Open open, Clock clock, Limits limits, Duties duties)
    : open_(std::move(open)),
      clock_(std::move(clock)),
      limits_(limits),
      duties_(std::move(duties)),
      server_(ledger::random_bytes(8)),
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
  if (timetable_) survey();
  std::unique_lock lock(mutex_);
  const auto is_up = [this] { return leaving_ || !waiting_.empty(); };
  if (!timetable_) {
    changed_.wait(lock, is_up);
  } else if (!is_up()) {
    changed_.wait_for(lock, until_due(), is_up);
  }
  if (leaving_ && waiting_.empty()) return false;
  const bool alone = !has_other_writers();
  const bool are_ticks_first = !alone && are_ticks_next_;
  Group due;
  if (timetable_ && (alone || are_ticks_first || waiting_.empty())) due = ticks();
  are_ticks_next_ = due.empty();
  while (!waiting_.empty() && group.size() < limits_.group_moves && (alone || due.empty())) {
    group.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  unanswered_ += due.size();
  count_waiting(static_cast<std::int64_t>(due.size()));
  group.insert(group.end(), std::make_move_iterator(due.begin()), std::make_move_iterator(due.end()));
  return true;
}

Committer::Answers Committer::commit(Group& group, Group& rest) {
  if (const auto why = away()) return Answers(group.size(), replay::from_ledger(*why));
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
    if (done) done = make_all(group, rest, answers);
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
  return Answers(group.size(), replay::from_ledger(done.error()));
}

void Committer::forget_touched() {
  for (const ledger::GameId& game : touched_) games_.forget(game);
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
  if (timetable_) put_in_timetable(game.head(), game);
  // More than the group's, where an earlier one was kept without anybody knowing.
  if (duties_.durable && size > std::exchange(told_[id], size)) duties_.durable(id, size);
}

std::optional<ledger::Error> Committer::away() const {
  return duties_.away ? duties_.away() : std::nullopt;
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
  // What another server has ticked already is not to be found out by writing.
  if (each.is_tick && has_other_writers()) NOMIC_TRY((*found)->catch_up());
  each.ask.means.now = clock_();
  return Service(*ledger_, **found).submit(each.ask.request, each.ask.means);
}

}  // namespace nomic::tools

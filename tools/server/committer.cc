#include "nomic/server/committer.h"

#include <exception>
#include <iterator>
#include <utility>

#include "nomic/server/timetable.h"

namespace nomic::tools {
namespace {

// Whether it says which games the ledger holds.
bool says_which_games(const replay::Error& error) {
  if (error.code == replay::ErrorCode::UNKNOWN_GAME) return true;
  return error.ledger && error.ledger->code == ledger::ErrorCode::AMBIGUOUS_GAME;
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

replay::Result<replay::Game*> Committer::find_game(const Ask& ask) {
  const auto meant = game_meant(ask.means, ask.request);
  if (!meant) return meant.error();
  if (!*meant) return games_.get(*ledger_, ask.game);
  auto found = games_.get(*ledger_, (*meant)->hash.hex());
  if (!found || ask.game.empty() || is_called((*found)->head(), ask.game)) return found;
  return replay::error_of(replay::ErrorCode::UNKNOWN_GAME, "");
}

replay::Result<Outcome> Committer::make(Waiting& each) {
  auto found = find_game(each.ask);
  if (!found) {
    const replay::Error& missing = found.error();
    return says_which_games(missing) ? without_the_game(each.ask.means, each.ask.request, missing) : missing;
  }
  touched_.insert((*found)->head().game);
  // What another server has ticked already is not to be found out by writing.
  if (each.is_tick && has_other_writers()) NOMIC_TRY((*found)->catch_up());
  each.ask.means.now = clock_();
  return Service(*ledger_, **found).submit(each.ask.request, each.ask.means);
}

}  // namespace nomic::tools

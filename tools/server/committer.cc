#include "nomic/server/committer.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "nomic/server/timetable.h"
#include "rate_limit.h"
#include "took_too_long.h"
#include "work_credit.h"

namespace nomic::tools {
namespace {

// A client may use a tenth of the committer's time, a game a quarter.
constexpr unsigned CLIENTS_PART = 10;
constexpr unsigned GAMES_PART = 4;
// A longer move of a player counts as several.
constexpr std::size_t BYTES_OF_MOVE = 4096;

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
      clients_credit_(std::make_unique<WorkCredit>("your last moves", limits.client_credit, CLIENTS_PART)),
      games_credit_(std::make_unique<WorkCredit>("the last moves of the game", limits.game_credit, GAMES_PART)),
      records_(std::make_unique<RateLimit>(limits.player_records == 0 ? 0 : 1, limits.player_records)),
      thread_([this] { run(); }) {}

Committer::~Committer() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool Committer::post(Ask ask, Answer answer) {
  const auto not_made = ask.not_made;
  std::optional<Waiting> crowded;
  if (const auto why = place(ask, answer, crowded)) {
    if (not_made) not_made(*why);
    return false;
  }
  if (!crowded) {
    count_waiting(1);
  } else if (crowded->ask.not_made) {
    crowded->ask.not_made(NotMade::FULL);
  }
  changed_.notify_one();
  return true;
}

std::optional<Committer::NotMade> Committer::place(Ask& ask, Answer& answer, std::optional<Waiting>& crowded) {
  using Place = Turns<Waiting>::Place;
  const std::lock_guard lock(mutex_);
  if (ending_) return NotMade::ENDING;
  const std::string client = ask.client;
  const auto free = waiting_.place_for(client, {std::numeric_limits<std::size_t>::max(), limits_.waiting_of_client});
  if (free != Place::FREE) return NotMade::SHARE_USED;
  if (unanswered_ >= limits_.waiting) {
    const auto most = greediest(waiting_.counts(), client);
    if (!most) return NotMade::FULL;
    crowded = waiting_.take_last(*most);
    --unanswered_;
  }
  waiting_.add(client, {std::move(ask), std::move(answer)});
  ++unanswered_;
  return std::nullopt;
}

void Committer::end() {
  std::vector<Waiting> refused;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    refused = waiting_.clear();
    unanswered_ -= refused.size();
  }
  changed_.notify_all();
  count_waiting(-static_cast<std::int64_t>(refused.size()));
  for (const Waiting& each : refused) {
    if (each.ask.not_made) each.ask.not_made(NotMade::ENDING);
  }
}

bool Committer::is_done_by(std::chrono::steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, until, [this] { return idle_; });
}

void Committer::run() {
  for (Group group; take(group); group = {}) {
    if (group.most == 0 && group.ticks.empty()) continue;
    Answers answers = commit(group);
    count_waiting(-static_cast<std::int64_t>(group.moves.size()));
    for (std::size_t at = 0; at < answers.size(); ++at) group.moves[at].answer(std::move(answers[at]));
    const std::lock_guard lock(mutex_);
    unanswered_ -= group.moves.size();
    for (Waiting& tick : group.ticks) waiting_.add({}, std::move(tick));
  }
  close_ledger();
}

bool Committer::take(Group& group) {
  if (timetable_) survey();
  std::unique_lock lock(mutex_);
  const auto is_up = [this] { return leaving_ || (!ending_ && waiting_.size() > 0); };
  idle_ = true;
  if (ending_) changed_.notify_all();
  if (!timetable_ || ending_) {
    changed_.wait(lock, is_up);
  } else if (!is_up()) {
    changed_.wait_for(lock, until_due(), is_up);
  }
  idle_ = false;
  if (leaving_ && (ending_ || waiting_.size() == 0)) return false;
  if (ending_) return true;
  const bool alone = !has_other_writers();
  const bool are_ticks_first = !alone && are_ticks_next_;
  if (timetable_ && (alone || are_ticks_first || waiting_.size() == 0)) group.ticks = ticks();
  are_ticks_next_ = group.ticks.empty();
  if (alone || group.ticks.empty()) group.most = std::min(waiting_.size(), limits_.group_moves);
  unanswered_ += group.ticks.size();
  count_waiting(static_cast<std::int64_t>(group.ticks.size()));
  return true;
}

bool Committer::add_next(Group& group) {
  const std::lock_guard lock(mutex_);
  if (ending_) return false;
  if (group.moves.size() < group.most) {
    if (auto next = next_waiting(group)) {
      group.moves.push_back(*std::move(next));
      return true;
    }
  }
  if (group.ticks.empty()) return false;
  group.moves.push_back(std::move(group.ticks.front()));
  group.ticks.pop_front();
  return true;
}

std::optional<Committer::Waiting> Committer::next_waiting(const Group& group) {
  const bool is_first = group.moves.empty();
  const bool may_be_slow = is_first && !was_slow_;
  auto next = waiting_.take([&](const std::string& client) { return may_be_slow || !slow_.contains(client); });
  if (!next && is_first) next = waiting_.take();
  return next;
}

void Committer::add_all(Group& group) {
  while (add_next(group)) {
  }
}

void Committer::tell_durable() {
  for (const ledger::GameId& id : touched_) {
    try {
      if (auto held = open_game(id.hash.hex())) {
        tell_durable(id, **held);
      } else {
        is_surveyed_ = false;  // a game that rests: the survey puts it in the timetable
      }
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
  NOMIC_ASSIGN(auto opened, open_());
  ledger_ = std::move(opened);
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

replay::Result<replay::Game*> Committer::open_game(const std::string& name) {
  if (games_.holds(name)) return games_.get(*ledger_, name);
  const auto head = ledger_->find(name);
  const std::string game = head ? head->game.hash.hex() : name;
  if (auto waits = games_credit_->refusal(game)) return *std::move(waits);
  const ChargedWork charged(*games_credit_, game);
  try {
    const WorkLimit limit(limits_.open_time);
    return games_.get(*ledger_, game);
  } catch (const replay::WorkGivenUp&) {
    return took_too_long();
  }
}

replay::Result<replay::Game*> Committer::find_game(const Ask& ask) {
  NOMIC_ASSIGN(const auto meant, game_meant(ask.means, ask.request));
  if (!meant) return open_game(ask.game);
  auto found = open_game(meant->hash.hex());
  if (!found || ask.game.empty() || is_called((*found)->head(), ask.game)) return found;
  return replay::error_of(replay::ErrorCode::UNKNOWN_GAME, "");
}

replay::Result<Outcome> Committer::make_timed(Waiting& each) {
  const auto until = std::chrono::steady_clock::now() + limits_.group_time;
  auto made = make(each);
  if (std::chrono::steady_clock::now() < until) {
    slow_.erase(each.ask.client);
  } else {
    was_slow_ = true;
    if (slow_.size() >= limits_.waiting) slow_.clear();
    slow_.insert(each.ask.client);
  }
  return made;
}

std::optional<replay::Error> Committer::too_many_records(const std::string& player) const {
  const auto wait = records_->wait(player, std::chrono::steady_clock::now());
  if (!wait) return std::nullopt;
  return replay::from_ledger(
      {ledger::ErrorCode::IN_USE,
       fmt::format("you have recorded as much as one player may for a while: it goes on in {} seconds",
                   std::chrono::ceil<std::chrono::seconds>(*wait).count()),
       "a player records one move in a second in the long run; the host, in the ledger's folder, is not held to that",
       {}});
}

replay::Result<Outcome> Committer::make(Waiting& each) {
  if (auto waits = clients_credit_->refusal(each.ask.client)) return *std::move(waits);
  auto found = find_game(each.ask);
  if (!found) {
    const replay::Error& missing = found.error();
    return says_which_games(missing) ? without_the_game(each.ask.means, each.ask.request, missing) : missing;
  }
  const ledger::GameId game = (*found)->head().game;
  if (auto waits = games_credit_->refusal(game.hash.hex())) return *std::move(waits);
  touched_.insert(game);
  // What another server has ticked already is not to be found out by writing.
  if (each.is_tick && has_other_writers()) NOMIC_TRY((*found)->catch_up());
  const ChargedWork by_client(*clients_credit_, each.ask.client);
  const ChargedWork for_game(*games_credit_, game.hash.hex());
  each.ask.means.now = clock_();
  try {
    const WorkLimit limit(limits_.move_time);
    const std::string player = each.ask.client.empty() ? "" : game.hash.hex() + author_of(each.ask.request);
    if (!player.empty()) {
      if (auto waits = too_many_records(player)) return *std::move(waits);
    }
    auto made = Service(*ledger_, **found).submit(each.ask.request, each.ask.means);
    const bool is_recorded = made && !made->receipt.dry_run && !made->receipt.repeated_request;
    if (is_recorded && !player.empty())
      records_->charge(player, std::chrono::steady_clock::now(), 1 + each.ask.request.ByteSizeLong() / BYTES_OF_MOVE);
    return made;
  } catch (const replay::WorkGivenUp&) {
    // The move is not recorded. The half-derived game is dropped.
    games_.forget(game);
    return took_too_long();
  }
}

}  // namespace nomic::tools

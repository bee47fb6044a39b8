#include "api/readers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nomic::tools {
namespace {

void drop(std::vector<Readers::Task>& tasks, Readers::Dropped why) {
  for (Readers::Task& task : tasks) task.drop(why);
  tasks.clear();
}

}  // namespace

Readers::Readers(DurableReader::Means means, Limits limits) : means_(std::move(means)), limits_(limits) {
  for (std::size_t at = 0; at < limits_.threads; ++at) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  end();
  for (std::thread& thread : threads_) thread.join();
}

Readers::Posted Readers::post(Task task) {
  std::vector<Task> left;
  Posted posted = Posted::TAKEN;
  {
    const std::lock_guard lock(mutex_);
    posted = place_for(task.client);
    // The places of those who have left are free, and are looked for only where no other is.
    if (posted == Posted::FULL || posted == Posted::SHARE_USED) {
      left = waiting_.remove_if([](const Task& waits) { return !waits.is_awaited(); });
      posted = place_for(task.client);
    }
    if (posted == Posted::TAKEN) place(std::move(task));
  }
  drop(left, Dropped::LEFT);
  if (posted == Posted::TAKEN) changed_.notify_one();
  return posted;
}

Readers::Posted Readers::place_for(const std::string& client) const {
  if (ending_) return Posted::ENDING;
  switch (waiting_.place_for(client, {limits_.waiting, limits_.waiting_of_client})) {
    case Turns<Task>::Place::FULL:
      return Posted::FULL;
    case Turns<Task>::Place::SHARE_USED:
      return Posted::SHARE_USED;
    case Turns<Task>::Place::FREE:
      break;
  }
  return Posted::TAKEN;
}

bool Readers::post_in(std::chrono::milliseconds after, Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_ || put_off_.size() >= std::max<std::size_t>(limits_.waiting / 4, 1)) return false;
    put_off_.emplace(Clock::now() + after, std::move(task));
  }
  changed_.notify_one();
  return true;
}

void Readers::end() {
  std::vector<Task> dropped;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (auto& [until, task] : put_off_) dropped.push_back(std::move(task));
    put_off_.clear();
    auto waiting = waiting_.clear();
    std::move(waiting.begin(), waiting.end(), std::back_inserter(dropped));
  }
  changed_.notify_all();
  drop(dropped, Dropped::ENDING);
}

bool Readers::is_done_by(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, until, [this] { return running_ == 0; });
}

void Readers::place(Task task) {
  const std::string client = task.client;
  waiting_.add(client, std::move(task));
}

bool Readers::may_run(const std::string& client) const {
  const auto found = running_of_.find(client);
  return client.empty() || found == running_of_.end() || found->second < std::max<std::size_t>(limits_.threads - 1, 1);
}

bool Readers::next(Task& task, std::vector<Task>& dropped) {
  while (auto found = waiting_.take([this](const std::string& client) { return may_run(client); })) {
    if (found->is_awaited()) {
      task = *std::move(found);
      ++running_of_[task.client];
      ++running_;
      return true;
    }
    dropped.push_back(*std::move(found));
  }
  return false;
}

bool Readers::take(Task& task) {
  std::unique_lock lock(mutex_);
  std::vector<Task> dropped;
  for (;;) {
    while (!put_off_.empty() && put_off_.begin()->first <= Clock::now()) {
      // Its client has waited longer than those who came meanwhile.
      place(std::move(put_off_.begin()->second));
      put_off_.erase(put_off_.begin());
    }
    const bool is_found = next(task, dropped);
    if (!dropped.empty()) {
      lock.unlock();
      drop(dropped, Dropped::LEFT);
      if (is_found) return true;
      lock.lock();
      continue;
    }
    if (is_found) return true;
    if (ending_) return false;
    if (put_off_.empty()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, Clock::time_point(put_off_.begin()->first));
    }
  }
}

void Readers::ran(const std::string& client) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = running_of_.find(client);
    if (--found->second == 0) running_of_.erase(found);
    --running_;
  }
  // One that waits for its client's thread, or for the end.
  changed_.notify_all();
}

void Readers::run() {
  DurableReader reader(means_);
  for (Task task; take(task); task = {}) {
    task.run(reader);
    reader.rest();
    ran(task.client);
  }
}

}  // namespace nomic::tools

#include "api/readers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nomic::tools {
Readers::Readers(DurableReader::Means means, Limits limits) : means_(std::move(means)), limits_(limits) {
  for (std::size_t at = 0; at < limits_.threads; ++at) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  end();
  for (std::thread& thread : threads_) thread.join();
}

void Readers::drop(std::vector<Task>& tasks, Dropped why) {
  for (Task& task : tasks) {
    task.drop(why);
    if (!task.held_up_by.empty()) go_on(task.held_up_by);
  }
  tasks.clear();
}

Readers::Posted Readers::post(Task task) {
  std::vector<Task> left;
  std::vector<Task> crowded;
  Posted posted = Posted::TAKEN;
  {
    const std::lock_guard lock(mutex_);
    posted = place_for(task.client);
    // The places of those who have left are free, and are looked for only where no other is.
    if (posted == Posted::FULL || posted == Posted::SHARE_USED) {
      left = drop_left();
      posted = place_for(task.client);
    }
    if (posted == Posted::FULL) {
      if (auto out = crowd_out(task.client)) {
        crowded.push_back(*std::move(out));
        posted = Posted::TAKEN;
      }
    }
    if (posted == Posted::TAKEN) place(std::move(task));
  }
  drop(left, Dropped::LEFT);
  drop(crowded, Dropped::CROWDED);
  if (posted == Posted::TAKEN) changed_.notify_one();
  return posted;
}

Readers::Posted Readers::place_for(const std::string& client) const {
  if (ending_) return Posted::ENDING;
  if (waiting_.size() + held_up_in_all_ >= limits_.waiting) return Posted::FULL;
  if (!client.empty() && of(client) >= limits_.waiting_of_client) return Posted::SHARE_USED;
  return Posted::TAKEN;
}

std::size_t Readers::of(const std::string& client) const {
  std::size_t count = waiting_.of(client);
  for (const auto& [about, tasks] : held_up_) count += tasks.of(client);
  return count;
}

std::vector<Readers::Task> Readers::drop_left() {
  const auto has_left = [](const Task& waits) { return !waits.is_awaited(); };
  std::vector<Task> left = waiting_.remove_if(has_left);
  for (auto& [about, tasks] : held_up_) {
    auto gone = tasks.remove_if(has_left);
    held_up_in_all_ -= gone.size();
    std::move(gone.begin(), gone.end(), std::back_inserter(left));
  }
  std::erase_if(held_up_, [](const auto& each) { return each.second.size() == 0; });
  return left;
}

std::optional<Readers::Task> Readers::crowd_out(const std::string& client) {
  auto counts = waiting_.counts();
  for (const auto& [about, tasks] : held_up_) {
    for (const auto& [name, count] : tasks.counts()) counts[name] += count;
  }
  const auto most = greediest(counts, client);
  if (!most) return std::nullopt;
  if (auto last = waiting_.take_last(*most)) return last;
  for (auto each = held_up_.begin(); each != held_up_.end(); ++each) {
    auto last = each->second.take_last(*most);
    if (!last) continue;
    --held_up_in_all_;
    if (each->second.size() == 0) held_up_.erase(each);
    return last;
  }
  return std::nullopt;
}

void Readers::wait_for(const std::string& about, Task task) {
  std::vector<Task> ended;
  {
    const std::lock_guard lock(mutex_);
    const std::string client = task.client;
    task.held_up_by = about;
    if (ending_) {
      ended.push_back(std::move(task));
    } else {
      held_up_[about].add(client, std::move(task));
      ++held_up_in_all_;
    }
  }
  drop(ended, Dropped::ENDING);
}

void Readers::go_on(const std::string& about) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = held_up_.find(about);
    if (found == held_up_.end()) return;
    auto task = found->second.take();
    --held_up_in_all_;
    if (found->second.size() == 0) held_up_.erase(found);
    const std::string client = task->client;
    waiting_.add_first(client, *std::move(task));
  }
  changed_.notify_one();
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
    for (auto& [about, tasks] : held_up_) {
      auto held_up = tasks.clear();
      std::move(held_up.begin(), held_up.end(), std::back_inserter(dropped));
    }
    held_up_.clear();
    held_up_in_all_ = 0;
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

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
    if (posted != Posted::TAKEN) {
      left = forget_left();
      posted = place_for(task.client);
    }
    if (posted == Posted::TAKEN) place(std::move(task));
  }
  drop(left, Dropped::LEFT);
  if (posted == Posted::TAKEN) changed_.notify_one();
  return posted;
}

Readers::Posted Readers::place_for(const std::string& client) const {
  if (ending_ || waiting_ >= limits_.waiting) return Posted::FULL;
  const auto found = clients_.find(client);
  const bool has_share = !client.empty() && found != clients_.end();
  return has_share && found->second.waiting.size() >= limits_.waiting_of_client ? Posted::SHARE_USED : Posted::TAKEN;
}

bool Readers::post_in(std::chrono::milliseconds after, Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_ || put_off_.size() >= limits_.waiting / 4) return false;
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
    for (auto& [name, client] : clients_) {
      std::move(client.waiting.begin(), client.waiting.end(), std::back_inserter(dropped));
      client.waiting.clear();
    }
    turns_.clear();
    waiting_ = 0;
  }
  changed_.notify_all();
  drop(dropped, Dropped::ENDING);
}

bool Readers::is_done_by(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, until, [this] { return running_ == 0; });
}

void Readers::place(Task task) {
  Client& client = clients_[task.client];
  if (client.waiting.empty()) turns_.push_back(task.client);
  client.waiting.push_back(std::move(task));
  ++waiting_;
}

std::vector<Readers::Task> Readers::forget_left() {
  std::vector<Task> left;
  for (auto& [name, client] : clients_) {
    const auto gone = std::stable_partition(client.waiting.begin(), client.waiting.end(),
                                            [](const Task& task) { return task.is_awaited(); });
    std::move(gone, client.waiting.end(), std::back_inserter(left));
    client.waiting.erase(gone, client.waiting.end());
  }
  waiting_ -= left.size();
  std::erase_if(turns_, [this](const std::string& name) { return clients_.at(name).waiting.empty(); });
  std::erase_if(clients_, [](const auto& each) { return each.second.waiting.empty() && each.second.running == 0; });
  return left;
}

bool Readers::may_run(const std::string& name, const Client& client) const {
  return name.empty() || client.running < std::max<std::size_t>(limits_.threads - 1, 1);
}

bool Readers::next(Task& task, std::vector<Task>& dropped) {
  for (std::size_t left = turns_.size(); left > 0; --left) {
    const std::string name = std::move(turns_.front());
    turns_.pop_front();
    Client& client = clients_.at(name);
    bool is_found = false;
    while (!is_found && !client.waiting.empty() && may_run(name, client)) {
      is_found = client.waiting.front().is_awaited();
      if (is_found) {
        task = std::move(client.waiting.front());
      } else {
        dropped.push_back(std::move(client.waiting.front()));
      }
      client.waiting.pop_front();
      --waiting_;
    }
    if (!client.waiting.empty()) turns_.push_back(name);
    if (is_found) {
      ++client.running;
      ++running_;
      return true;
    }
    if (client.waiting.empty() && client.running == 0) clients_.erase(name);
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
    const auto found = clients_.find(client);
    --found->second.running;
    --running_;
    if (found->second.running == 0 && found->second.waiting.empty()) clients_.erase(found);
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

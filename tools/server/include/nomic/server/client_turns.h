// Turns: a queue in which clients take turns.
//
//     Turns<Task> waiting;
//     waiting.add("192.0.2.1", task);
//     std::optional<Task> next = waiting.take();  // the first task of the client whose turn it is
//
// A client that adds a lot waits for itself. Another client waits for one task of it before each of its own. The tasks
// of one client keep their order. The empty name is a client too, without a share. Where all places are taken, one who
// has few takes that of one who has many. Callers lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nomic::tools {

// Where all places are taken and `client` comes: who gives a place up, which is who has the most of them. Nothing:
// nobody with a share has two more than `client`.
inline std::optional<std::string> greediest(const std::map<std::string, std::size_t>& counts,
                                            const std::string& client) {
  const auto own = counts.find(client);
  std::size_t most = (own == counts.end() ? 0 : own->second) + 1;
  std::optional<std::string> found;
  for (const auto& [name, count] : counts) {
    if (name.empty() || count <= most) continue;
    most = count;
    found = name;
  }
  return found;
}

template <class Task>
class Turns {
 public:
  struct Limits {
    std::size_t all = 0;
    std::size_t of_client = 0;
  };
  enum class Place : std::uint8_t {
    FREE,
    FULL,        // as many wait as may
    SHARE_USED,  // as many of that client wait as may
  };

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Place place_for(const std::string& client, const Limits& limits) const {
    if (size_ >= limits.all) return Place::FULL;
    const auto found = client.empty() ? waiting_.end() : waiting_.find(client);
    return found != waiting_.end() && found->second.size() >= limits.of_client ? Place::SHARE_USED : Place::FREE;
  }

  void add(const std::string& client, Task task) {
    std::deque<Task>& tasks = waiting_[client];
    if (tasks.empty()) turns_.push_back(client);
    tasks.push_back(std::move(task));
    ++size_;
  }

  // The next task of a client for which may_go(client) holds.
  template <class MayGo>
  std::optional<Task> take(const MayGo& may_go) {
    const auto turn = std::find_if(turns_.begin(), turns_.end(), may_go);
    if (turn == turns_.end()) return std::nullopt;
    const std::string client = std::move(*turn);
    turns_.erase(turn);
    const auto found = waiting_.find(client);
    std::optional<Task> task(std::move(found->second.front()));
    found->second.pop_front();
    --size_;
    if (found->second.empty()) {
      waiting_.erase(found);
    } else {
      turns_.push_back(client);
    }
    return task;
  }
  std::optional<Task> take() {
    return take([](const std::string& /*client*/) { return true; });
  }

  // The task comes before all that waits.
  void add_first(const std::string& client, Task task) {
    std::deque<Task>& tasks = waiting_[client];
    if (!tasks.empty()) turns_.erase(std::find(turns_.begin(), turns_.end(), client));
    turns_.push_front(client);
    tasks.push_front(std::move(task));
    ++size_;
  }

  [[nodiscard]] std::size_t of(const std::string& client) const {
    const auto found = waiting_.find(client);
    return found == waiting_.end() ? 0 : found->second.size();
  }
  // How many wait of each client.
  [[nodiscard]] std::map<std::string, std::size_t> counts() const {
    std::map<std::string, std::size_t> counts;
    for (const auto& [client, tasks] : waiting_) counts.emplace(client, tasks.size());
    return counts;
  }
  // The last task of the client; nothing: it has none.
  std::optional<Task> take_last(const std::string& client) {
    const auto found = waiting_.find(client);
    if (found == waiting_.end()) return std::nullopt;
    std::optional<Task> task(std::move(found->second.back()));
    found->second.pop_back();
    --size_;
    if (found->second.empty()) {
      waiting_.erase(found);
      turns_.erase(std::find(turns_.begin(), turns_.end(), client));
    }
    return task;
  }

  // Removes the tasks for which is_it(task) holds.
  template <class IsIt>
  std::vector<Task> remove_if(const IsIt& is_it) {
    std::vector<Task> removed;
    for (auto& [client, tasks] : waiting_) {
      const auto gone =
          std::stable_partition(tasks.begin(), tasks.end(), [&](const Task& task) { return !is_it(task); });
      std::move(gone, tasks.end(), std::back_inserter(removed));
      tasks.erase(gone, tasks.end());
    }
    size_ -= removed.size();
    std::erase_if(turns_, [this](const std::string& client) { return waiting_.at(client).empty(); });
    std::erase_if(waiting_, [](const auto& each) { return each.second.empty(); });
    return removed;
  }
  std::vector<Task> clear() {
    return remove_if([](const Task& /*task*/) { return true; });
  }

 private:
  std::map<std::string, std::deque<Task>> waiting_;  // none is empty
  std::deque<std::string> turns_;                    // each client in waiting_, once
  std::size_t size_ = 0;
};

}  // namespace nomic::tools

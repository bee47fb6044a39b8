// Followed: a game, and those who follow it. Of the feed's thread (nomic/server/feed.h).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nomic/server/feed.h"

namespace nomic::tools {

using FeedTime = std::chrono::steady_clock::time_point;

struct Follower {
  std::shared_ptr<HttpSink> sink;
  std::uint64_t next = 0;             // the record that is told next
  FeedTime written = {};              // when anything was
  std::optional<FeedTime> held = {};  // since when nothing more goes in
  std::atomic<bool> gone = false;     // set by whoever holds the stream
};

class Followed {
 public:
  void add(std::shared_ptr<Follower> follower) { all_.push_back(std::move(follower)); }
  [[nodiscard]] bool is_empty() const { return all_.empty(); }

  // The game has so many records.
  void has(std::uint64_t size) { size_ = std::max(size_, size); }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Those whom something can be told, in the order of where they are. Who takes nothing for too long is cut off.
  std::vector<Follower*> ready(const Feed::Limits& limits, FeedTime now);
  // Tells them what the game holds, each as much as goes in, until the game's turn ends. Those who are close to each
  // other are told from one reading, and each is told once: a follower far behind goes on in the next round.
  [[nodiscard]] replay::Status tell(const std::vector<Follower*>& ready, replay::Game& game, const Feed::Tell& tell,
                                    const Feed::Limits& limits, FeedTime now) const;
  // Who heard nothing for long hears that all is well; who is gone is forgotten.
  void tidy(const Feed::Limits& limits, FeedTime now);
  // Whether somebody is to be asked soon if there is room again.
  [[nodiscard]] bool is_held() const;
  // All of them are cut off.
  void end();
  // All of them, who are told elsewhere from now on.
  std::vector<std::shared_ptr<Follower>> take_all() { return std::exchange(all_, {}); }

 private:
  std::uint64_t size_ = 0;
  std::vector<std::shared_ptr<Follower>> all_;
};

}  // namespace nomic::tools

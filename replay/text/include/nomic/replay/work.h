// Work: how a caller watches what its thread computes, and ends it.
//
// A server must not work for one game for ever. Long computations call spend_work() at each step; a watch can end them
// there. An ended computation gives no answer, so no answer depends on the watch.
//
// A small step takes microseconds at most: two provisions are compared. A large one may take milliseconds: a record is
// read, all rules are looked through.
//
//     const WatchedWork watched(&watch);  // until it goes
//     try {
//       return game.replay(...);
//     } catch (const WorkGivenUp&) {      // the game is half-changed: open it again
//     }
#pragma once

#include <cstdint>
#include <utility>

namespace nomic::replay {

// Thrown by a watch. It is no std::exception, so that nothing between takes it for a failure of its own.
struct WorkGivenUp {
  enum class Why : std::uint8_t { TIME, TEXTS };
  Why why = Why::TIME;
};

enum class WorkStep : std::uint8_t { SMALL, LARGE };

class WorkWatch {
 public:
  virtual ~WorkWatch() = default;
  // Asked at each step; throws WorkGivenUp to end the computation.
  virtual void look(WorkStep step) = 0;
  // Asked before texts of so many bytes are copied into an answer; throws WorkGivenUp to end the computation.
  virtual void take_text(std::uint64_t /*bytes*/) {}
  // For how many microseconds the thread has worked, from some beginning on; 0: it is not measured.
  [[nodiscard]] virtual std::int64_t worked() const { return 0; }
};

// The watch of this thread; null: it has none.
inline constinit thread_local WorkWatch* watch_of_thread = nullptr;

// Until the object goes, its thread is watched so. Null: by nothing, so that what is begun is done to its end.
class WatchedWork {
 public:
  explicit WatchedWork(WorkWatch* watch) : before_(std::exchange(watch_of_thread, watch)) {}
  ~WatchedWork() { watch_of_thread = before_; }
  WatchedWork(const WatchedWork&) = delete;
  WatchedWork& operator=(const WatchedWork&) = delete;

 private:
  WorkWatch* before_;
};

// A step of a long computation.
inline void spend_work(WorkStep step = WorkStep::SMALL) {
  if (watch_of_thread != nullptr) watch_of_thread->look(step);
}

// Texts of so many bytes are to be copied into an answer.
inline void spend_text(std::uint64_t bytes) {
  if (watch_of_thread != nullptr) watch_of_thread->take_text(bytes);
}

// WorkWatch::worked() of the watch of this thread; 0: nothing is watched.
inline std::int64_t work_so_far() {
  return watch_of_thread != nullptr ? watch_of_thread->worked() : 0;
}

}  // namespace nomic::replay

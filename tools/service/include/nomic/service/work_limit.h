// WorkLimit: how much processor time the calling thread may use for a computation.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <limits>

#include "nomic/replay/work.h"

namespace nomic::tools {

// The processor time of the calling thread.
inline std::chrono::nanoseconds processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// From the beginning of the object on, its thread may use so much processor time: then what is being computed ends with
// replay::WorkGivenUp. A busy machine refuses nothing by that. After the object there is no limit.
class WorkLimit : private replay::WorkWatch {
 public:
  static constexpr std::uint64_t ANY_TEXTS = std::numeric_limits<std::uint64_t>::max();

  // `texts`: the bytes of texts that may be copied into the answer.
  explicit WorkLimit(std::chrono::nanoseconds time, std::uint64_t texts = ANY_TEXTS)
      : until_(processor_time() + time), texts_left_(texts), watched_(this) {}
  // So much more.
  void extend(std::chrono::nanoseconds time, std::uint64_t texts) {
    until_ += time;
    texts_left_ += texts;
  }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  // To ask for the time costs as much as many small steps.
  static constexpr std::uint64_t SMALL_STEPS = 64;

  void look(replay::WorkStep step) override {
    const bool asks = step == replay::WorkStep::LARGE || steps_++ % SMALL_STEPS == 0;
    if (asks && processor_time() >= until_) throw replay::WorkGivenUp();
  }
  void take_text(std::uint64_t bytes) override {
    if (bytes > texts_left_) throw replay::WorkGivenUp{replay::WorkGivenUp::Why::TEXTS};
    texts_left_ -= bytes;
  }
  [[nodiscard]] std::int64_t worked() const override {
    return std::chrono::duration_cast<std::chrono::microseconds>(processor_time()).count();
  }

  std::chrono::nanoseconds until_;
  std::uint64_t texts_left_;
  std::uint64_t steps_ = 0;
  const replay::WatchedWork watched_;
};

}  // namespace nomic::tools

// WorkCredit: how much processor time one client, or one game, may use: a part of each second, and more at once after
// a pause. Who has used more waits. So nobody keeps a server from the others by asking for much, again and again.
//
// Times are added up after the work, since nobody knows before how long it takes. Short work is free. Any thread.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "nomic/replay/error.h"
#include "rate_limit.h"
#include "took_too_long.h"

namespace nomic::tools {

class WorkCredit {
 public:
  // What takes less is not counted.
  static constexpr std::chrono::milliseconds FREE{50};

  // `part`: 10 is a tenth of the time. `whose`, for messages: "your last requests".
  WorkCredit(const char* whose, std::chrono::milliseconds at_once, unsigned part);

  // So long was worked for `who`; empty: for somebody who may use all.
  void charge(const std::string& who, std::chrono::nanoseconds worked);

  // Why nothing is done for `who` now, and when it goes on; nothing: there is credit left.
  std::optional<replay::Error> refusal(const std::string& who);

 private:
  const char* const whose_;
  std::mutex mutex_;
  RateLimit used_;  // under mutex_, in milliseconds of work
};

// Charges for the work of this thread until the object goes.
class ChargedWork {
 public:
  ChargedWork(WorkCredit& credit, std::string who) : credit_(credit), who_(std::move(who)) {}
  ~ChargedWork() { credit_.charge(who_, processor_time() - begun_); }
  ChargedWork(const ChargedWork&) = delete;
  ChargedWork& operator=(const ChargedWork&) = delete;

 private:
  WorkCredit& credit_;
  const std::string who_;
  const std::chrono::nanoseconds begun_ = processor_time();
};

}  // namespace nomic::tools

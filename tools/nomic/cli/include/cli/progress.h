// Progress: what work longer than a second shows on standard error, when that is a terminal.
#pragma once

#include <cstdint>
#include <string>

#include "cli/io.h"

namespace nomic::tools {

class Progress {
 public:
  // `what` is being done to `total` records.
  Progress(const Io& io, std::string what, std::uint64_t total);
  // Takes its line away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` records are done. Cheap.
  void at(std::uint64_t done);

 private:
  const Io& io_;
  std::string what_;
  std::uint64_t total_;
  std::int64_t began_ = 0;
  std::int64_t shown_ = 0;
  std::uint64_t looked_ = 0;
};

// The line: records done, rate, time left.
std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total, std::int64_t micros);

}  // namespace nomic::tools

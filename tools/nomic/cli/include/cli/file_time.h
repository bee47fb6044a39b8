// FileTime: the processor time that a command may use for what a stranger sent: games from a file or a server, the
// repository of import-history.
//
// A file may come from a stranger who made its game slow to derive: each record within the limits of the game, all of
// them together without end. So a command that reads such a file ends after SECONDS, and SECONDS_OF_MEGABYTE more for
// each megabyte of the file, which is many times what real games take. NOMIC_FILE_SECONDS sets the seconds in all; 0
// sets no limit. A pipe has none, because its size is not known.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/io.h"
#include "nomic/service/work_limit.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class FileTime {
 public:
  static constexpr double SECONDS = 40;
  static constexpr double SECONDS_OF_MEGABYTE = 20;

  // Limits the calling thread until the object goes. A computation beyond the limit throws replay::WorkGivenUp, of
  // which run() makes given_up(). `bytes`: the size of the file or part; nothing if it is not known. `since`: the
  // processor_time() from which on the time counts.
  FileTime(const Io& io, std::optional<std::uintmax_t> bytes, std::chrono::nanoseconds since = processor_time());

  static Failure given_up();

 private:
  std::optional<WorkLimit> limit_;
};

// The size of the file that is named; nothing where it is no regular file.
std::optional<std::uintmax_t> size_of_file(const Io& io, const std::string& path);

}  // namespace nomic::tools

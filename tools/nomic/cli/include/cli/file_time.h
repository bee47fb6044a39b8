// FileTime: the processor time and the memory that a command may use for what a stranger may have made: games and pages
// from a file or a server, the repository of import-history, and the ledger that a command looks into.
//
// A file may come from a stranger who made its game slow to derive: each record within the limits of the game, all of
// them together without end. So a command that reads such a file ends after SECONDS, and SECONDS_OF_MEGABYTE more for
// each megabyte of the file, which is many times what real games take. NOMIC_FILE_SECONDS sets the seconds in all; 0
// sets no limit. A pipe has none, because its size is not known.
//
// Two limits, so that no step can be forgotten. Computations ask at each step whether the thread has time left
// (nomic/replay/work.h) and end in order. Where one asks too seldom, the process is ended: when all its threads
// together have used a tenth and GRACE more. What was recorded by then is kept, as after any sudden end.
//
// The same of memory. An answer may copy TEXTS bytes of texts, and TEXTS_OF_BYTE more for each byte of the file; and
// the process may take MEMORY and MEMORY_OF_BYTE more than it has: then it ends as it does where there is none.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "cli/io.h"
#include "nomic/service/work_limit.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class FileTime {
 public:
  static constexpr double SECONDS = 40;
  static constexpr double SECONDS_OF_MEGABYTE = 20;
  static constexpr double GRACE = 5;
  static constexpr std::uint64_t TEXTS = std::uint64_t{64} << 20U;
  static constexpr std::uint64_t TEXTS_OF_BYTE = 16;
  static constexpr std::uint64_t MEMORY = std::uint64_t{768} << 20U;
  static constexpr std::uint64_t MEMORY_OF_BYTE = 16;

  // Limits the calling thread until the object goes. A computation beyond the limit throws replay::WorkGivenUp, of
  // which run() makes given_up(). `bytes`: the size of the file or part; nothing if it is not known. `since`: the
  // processor_time() from which on the time counts.
  FileTime(const Io& io, std::optional<std::uintmax_t> bytes, std::chrono::nanoseconds since = processor_time());
  ~FileTime();
  FileTime(const FileTime&) = delete;
  FileTime& operator=(const FileTime&) = delete;

  // So many bytes more are read.
  void add(std::uintmax_t bytes);

  static Failure given_up(const replay::WorkGivenUp& why = {});
  // The same as json_of() gives it. Every look needs it, and nearly none prints it, so protobuf is not asked.
  static std::string given_up_in_json();
  // What want of memory means, where this has limited it.
  static std::optional<Failure> memory_given_up();

 private:
  void end_process_after(double seconds);
  void put_off_end(double seconds);
  void limit_memory(std::uintmax_t bytes);

  std::optional<WorkLimit> limit_;
  bool is_set_ = false;  // the seconds, by the environment
  std::string words_;
  std::optional<timer_t> alarm_;
  std::optional<rlimit> memory_before_;
};

// The size of the file that is named; nothing where it is no regular file.
std::optional<std::uintmax_t> size_of_file(const Io& io, const std::string& path);

// Of all that are named, and of all below the folders among them; nothing where a folder cannot be read.
std::optional<std::uintmax_t> size_of_files(const Io& io, const std::vector<std::string>& paths);

}  // namespace nomic::tools

#include "cli/file_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace nomic::tools {
namespace {

constexpr double MEGABYTE = 1'000'000;
constexpr double MOST_SECONDS = 1e9;
constexpr double OF_ALL_THREADS = 1.1;  // for each second of the one that is limited

// As it is set; nothing if it is not, or is no number.
std::optional<double> seconds_set(const Io& io) {
  const auto given = io.env("NOMIC_FILE_SECONDS");
  if (!given) return std::nullopt;
  double seconds = 0;
  const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), seconds);
  const bool is_number = error == std::errc() && end == given->data() + given->size();
  return is_number && seconds >= 0 && seconds <= MOST_SECONDS ? std::optional(seconds) : std::nullopt;
}

// Whether any has limited it: the object is gone when want of memory is told.
std::atomic<bool> was_limited = false;

// Bytes that the process may write into, as the kernel counts them for RLIMIT_DATA.
std::optional<rlim_t> data_of_process() {
  std::ifstream statm("/proc/self/statm");
  std::array<rlim_t, 6> pages{};
  for (rlim_t& each : pages) statm >> each;
  if (!statm) return std::nullopt;
  return pages.back() * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

// The words are those of an object that lives: its alarm goes with it. Only what a handler of signals may do is done.
void on_alarm(int /*signal*/, siginfo_t* alarm, void* /*context*/) {
  if (alarm->si_code != SI_TIMER) return;
  const auto& words = *static_cast<const std::string*>(alarm->si_value.sival_ptr);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(static_cast<int>(Exit::UNAVAILABLE));
}

}  // namespace

// Without a timer, the first limit is left.
void FileTime::end_process_after(double seconds) {
  struct sigaction action {};
  action.sa_sigaction = on_alarm;
  action.sa_flags = static_cast<int>(SA_SIGINFO);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGXCPU;
  event.sigev_value.sival_ptr = &words_;
  timer_t made{};
  if (::sigaction(SIGXCPU, &action, nullptr) != 0) return;
  if (::timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &made) != 0) return;
  alarm_ = made;
  itimerspec when{};
  when.it_value.tv_sec = static_cast<std::time_t>(std::ceil(seconds));
  ::timer_settime(made, 0, &when, nullptr);
}

// Of the kernel's count of what a process may write into: heap and stacks, not files that are mapped.
void FileTime::limit_memory(std::uintmax_t bytes) {
  const auto has = data_of_process();
  rlimit now{};
  if (!has || ::getrlimit(RLIMIT_DATA, &now) != 0) return;
  const rlim_t most = *has + MEMORY + MEMORY_OF_BYTE * static_cast<rlim_t>(bytes);
  if (now.rlim_cur != RLIM_INFINITY && now.rlim_cur <= most) return;
  rlimit limited = now;
  limited.rlim_cur = most;
  if (::setrlimit(RLIMIT_DATA, &limited) != 0) return;
  memory_before_ = now;
  was_limited = true;
}

void FileTime::put_off_end(double seconds) {
  itimerspec when{};
  if (!alarm_ || ::timer_gettime(*alarm_, &when) != 0) return;
  when.it_value.tv_sec += static_cast<std::time_t>(std::ceil(seconds));
  ::timer_settime(*alarm_, 0, &when, nullptr);
}

void FileTime::add(std::uintmax_t bytes) {
  if (!limit_) return;
  const double seconds = is_set_ ? 0 : SECONDS_OF_MEGABYTE * (static_cast<double>(bytes) / MEGABYTE);
  limit_->extend(std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds)),
                 TEXTS_OF_BYTE * bytes);
  put_off_end(seconds * OF_ALL_THREADS);
  rlimit now{};
  if (!memory_before_ || ::getrlimit(RLIMIT_DATA, &now) != 0) return;
  now.rlim_cur += MEMORY_OF_BYTE * static_cast<rlim_t>(bytes);
  now.rlim_cur = std::min(now.rlim_cur, memory_before_->rlim_cur);
  ::setrlimit(RLIMIT_DATA, &now);
}

FileTime::~FileTime() {
  if (alarm_) ::timer_delete(*alarm_);
  if (!memory_before_) return;
  ::setrlimit(RLIMIT_DATA, &*memory_before_);
}

std::string FileTime::given_up_in_json() {
  const Failure failure = given_up();
  return fmt::format(
      R"({{"status":{},"code":"{}","variant":"","message":"{}","hint":"{}","rules":[],"parameters":{{}},"line":0}})"
      "\n",
      static_cast<int>(failure.exit), failure.code, failure.what, failure.hint);
}

std::optional<Failure> FileTime::memory_given_up() {
  if (!was_limited) return std::nullopt;
  return Failure{Exit::UNAVAILABLE,
                 "the game takes many times more memory than games of its size do: it was given up. Somebody may have"
                 " made it so",
                 "set NOMIC_FILE_SECONDS=0, which lets it use all there is, and repeat", "GIVEN_UP"};
}

FileTime::FileTime(const Io& io, std::optional<std::uintmax_t> bytes, std::chrono::nanoseconds since)
    : words_(io.given_up) {
  const auto set = seconds_set(io);
  is_set_ = set.has_value();
  if (!bytes || set == 0) return;
  const double seconds = set.value_or(SECONDS + SECONDS_OF_MEGABYTE * (static_cast<double>(*bytes) / MEGABYTE));
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  const auto left = since + time - processor_time();
  limit_.emplace(left, TEXTS + TEXTS_OF_BYTE * *bytes);
  limit_memory(*bytes);
  if (!words_.empty())
    end_process_after(std::max(std::chrono::duration<double>(left).count(), 0.0) * OF_ALL_THREADS + GRACE);
}

Failure FileTime::given_up(const replay::WorkGivenUp& why) {
  if (why.why == replay::WorkGivenUp::Why::TEXTS) {
    return {Exit::UNAVAILABLE,
            "the answer would hold many times more text than the file: it was given up. Somebody may have made it so",
            "ask for less, or set NOMIC_FILE_SECONDS=0, which lets it be as long as it is, and repeat", "GIVEN_UP"};
  }
  return {Exit::UNAVAILABLE,
          "the game takes many times longer than games of its size do: it was given up. Somebody may have made it so",
          "set NOMIC_FILE_SECONDS to the seconds that it may take (0: any number), and repeat", "GIVEN_UP"};
}

std::optional<std::uintmax_t> size_of_file(const Io& io, const std::string& path) {
  std::error_code error;
  const std::string place = path_in(io, path);
  if (!std::filesystem::is_regular_file(place, error)) return std::nullopt;
  const auto size = std::filesystem::file_size(place, error);
  return error ? std::nullopt : std::optional(size);
}

std::optional<std::uintmax_t> size_of_files(const Io& io, const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::uintmax_t all = 0;
  for (const std::string& path : paths) {
    if (const auto size = size_of_file(io, path)) all += *size;
    std::error_code error;
    if (!fs::is_directory(path_in(io, path), error)) continue;
    fs::recursive_directory_iterator at(path_in(io, path), error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      std::error_code unknown;
      if (at->is_regular_file(unknown) && !at->is_symlink(unknown)) all += at->file_size(unknown);
    }
    if (error) return std::nullopt;
  }
  return all;
}

}  // namespace nomic::tools

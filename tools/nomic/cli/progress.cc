#include "cli/progress.h"

#include <fmt/format.h>

namespace nomic::tools {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t BETWEEN = SECOND / 5;
// The clock is looked at once for so many records.
constexpr std::uint64_t STRIDE = 256;

}  // namespace

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total, std::int64_t micros) {
  const double seconds = static_cast<double>(micros) / static_cast<double>(SECOND);
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string line = fmt::format("{}: {} of {} records, {:.0f}/s", what, done, total, rate);
  if (rate > 0 && done < total) line += fmt::format(", {:.0f} s left", static_cast<double>(total - done) / rate);
  return line;
}

Progress::Progress(const Io& io, std::string what, std::uint64_t total)
    : io_(io), what_(std::move(what)), total_(total), began_(io.err_is_terminal ? io.now() : 0) {}

Progress::~Progress() {
  if (shown_ != 0) io_.err("\r\x1b[K");
}

void Progress::at(std::uint64_t done) {
  if (!io_.err_is_terminal || done < looked_ + STRIDE) return;
  looked_ = done;
  const std::int64_t now = io_.now();
  if (now - began_ < SECOND || now - shown_ < BETWEEN) return;
  shown_ = now;
  io_.err("\r\x1b[K" + progress_line(what_, done, total_, now - began_));
}

}  // namespace nomic::tools

#include "cli/file_time.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>

namespace nomic::tools {
namespace {

constexpr double MEGABYTE = 1'000'000;
constexpr double MOST_SECONDS = 1e9;

// As it is set; nothing if it is not, or is no number.
std::optional<double> seconds_set(const Io& io) {
  const auto given = io.env("NOMIC_FILE_SECONDS");
  if (!given) return std::nullopt;
  double seconds = 0;
  const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), seconds);
  const bool is_number = error == std::errc() && end == given->data() + given->size();
  return is_number && seconds >= 0 && seconds <= MOST_SECONDS ? std::optional(seconds) : std::nullopt;
}

}  // namespace

FileTime::FileTime(const Io& io, std::optional<std::uintmax_t> bytes, std::chrono::nanoseconds since) {
  const auto set = seconds_set(io);
  if (!bytes || set == 0) return;
  const double seconds = set.value_or(SECONDS + SECONDS_OF_MEGABYTE * (static_cast<double>(*bytes) / MEGABYTE));
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  limit_.emplace(since + time - processor_time());
}

Failure FileTime::given_up() {
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

}  // namespace nomic::tools

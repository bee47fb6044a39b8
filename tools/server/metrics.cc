#include "nomic/server/metrics.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <span>

namespace nomic::tools {
namespace {

// Upper bounds of a histogram; above the last is one more.
constexpr std::array<double, 8> SECONDS = {0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60};
constexpr std::array<double, 9> COUNTS = {1, 2, 4, 8, 16, 32, 64, 128, 256};

struct Family {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  std::span<const double> bounds = {};  // of a histogram
};

constexpr std::array<Family, 14> FAMILIES = {{
    {"nomic_build_info", "gauge", "The version of the program, as a label."},
    {"nomic_http_connections", "gauge", "Connections that are open."},
    {"nomic_http_connections_total", "counter", "Connections that were taken."},
    {"nomic_http_requests", "gauge", "Requests that are taken and not answered."},
    {"nomic_http_requests_total", "counter", "Requests that were answered, by status."},
    {"nomic_http_limits_total", "counter", "What a limit stopped, by limit."},
    {"nomic_http_streams", "gauge", "Streams that are open."},
    {"nomic_http_answer_seconds", "histogram", "Time from the first byte of a request to its answer.", SECONDS},
    {"nomic_moves_waiting", "gauge", "Moves that are taken and not answered, ticks among them."},
    {"nomic_moves_total", "counter", "Moves that were answered: made, refused, or failed with their group."},
    {"nomic_groups_total", "counter", "Groups of moves that were made durable as one, and that were not."},
    {"nomic_group_moves", "histogram", "Moves of a group.", COUNTS},
    {"nomic_group_seconds", "histogram", "Time in which the moves of a group were made, before it was written.",
     SECONDS},
    {"nomic_sync_seconds", "histogram", "Time until a group was durable: log written and synced, mark synced.",
     SECONDS},
}};

const Family& family(std::string_view name) {
  for (const Family& each : FAMILIES) {
    if (each.name == name) return each;
  }
  assert(false && "a figure that is not in the table");
  return FAMILIES[0];
}

}  // namespace

void Metrics::add(std::string_view name, std::int64_t by, std::string_view label, std::string_view value) {
  const std::string labels = label.empty() ? std::string() : fmt::format("{{{}=\"{}\"}}", label, value);
  const std::lock_guard lock(mutex_);
  figures_[std::string(family(name).name)][labels] += by;
}

void Metrics::observe(std::string_view name, double value) {
  const Family& of = family(name);
  const std::lock_guard lock(mutex_);
  Histogram& histogram = histograms_[std::string(of.name)];
  histogram.within.resize(of.bounds.size());
  for (std::size_t at = 0; at < of.bounds.size(); ++at) histogram.within[at] += value <= of.bounds[at] ? 1U : 0U;
  ++histogram.count;
  histogram.sum += value;
}

std::string Metrics::text() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  for (const Family& each : FAMILIES) {
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", each.name, each.help, each.type);
    if (!each.bounds.empty()) {
      const auto found = histograms_.find(each.name);
      const Histogram histogram = found == histograms_.end() ? Histogram() : found->second;
      for (std::size_t at = 0; at < each.bounds.size(); ++at) {
        const std::uint64_t within = histogram.within.empty() ? 0 : histogram.within[at];
        out += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", each.name, each.bounds[at], within);
      }
      out += fmt::format("{0}_bucket{{le=\"+Inf\"}} {1}\n{0}_sum {2}\n{0}_count {1}\n", each.name, histogram.count,
                         histogram.sum);
      continue;
    }
    const auto found = figures_.find(each.name);
    if (found == figures_.end()) {
      out += fmt::format("{} 0\n", each.name);
      continue;
    }
    for (const auto& [labels, value] : found->second) out += fmt::format("{}{} {}\n", each.name, labels, value);
  }
  return out;
}

}  // namespace nomic::tools

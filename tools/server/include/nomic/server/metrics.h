// Metrics: how a server fares, in figures, for whoever watches it (GET /metrics, in Prometheus' text format).
//
//     metrics.add("nomic_http_requests_total", 1, "status", "200");
//     metrics.observe("nomic_http_answer_seconds", 0.004);
//
// Which there are is one table in metrics.cc, with a sentence each. No figure says who asked, or what about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

class Metrics {
 public:
  // Any thread. The name is one of the table's; a gauge goes down by what is less than 0.
  void add(std::string_view name, std::int64_t by = 1, std::string_view label = {}, std::string_view value = {});
  // Of a histogram: how long something took, in seconds, or how many there were.
  void observe(std::string_view name, double value);

  // As it is served, in the order of the table. Every family is there from the start.
  [[nodiscard]] std::string text() const;

 private:
  struct Histogram {
    std::vector<std::uint64_t> within;  // each of its bounds; empty: nothing was observed
    std::uint64_t count = 0;
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, std::map<std::string, std::int64_t>, std::less<>> figures_;  // by name, then by label
  std::map<std::string, Histogram, std::less<>> histograms_;
};

}  // namespace nomic::tools

// The rows of a CSV text: cells may be quoted, a quote in them doubled.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

// A row, with the number of its line.
struct CsvRow {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

// Lines that begin with # and empty lines are left out.
Result<std::vector<CsvRow>> parse_csv(std::string_view text);

}  // namespace nomic::tools

#include "shared/csv_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/trimmed.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Takes one cell off the front; what ends it (a comma, a line's end) is taken too.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : rest_(text) {}

  Result<std::vector<CsvRow>> read() {
    std::vector<CsvRow> rows;
    while (!rest_.empty()) {
      CsvRow row{line_, {}};
      bool more = true;
      while (more) {
        NOMIC_ASSIGN(auto cell, take_cell(more));
        row.cells.push_back(std::move(cell));
      }
      const bool blank = row.cells.size() == 1 && row.cells[0].empty();
      if (!blank && !row.cells[0].starts_with('#')) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  Result<std::string> take_cell(bool& more) {
    if (trimmed(rest_.substr(0, rest_.find_first_of(",\n"))).starts_with('"')) return take_quoted(more);
    const auto end = std::min(rest_.find_first_of(",\n"), rest_.size());
    std::string cell(trimmed(rest_.substr(0, end)));
    finish(end, more);
    return cell;
  }

  Result<std::string> take_quoted(bool& more) {
    const std::size_t begun = line_;
    rest_.remove_prefix(rest_.find('"') + 1);
    std::string cell;
    for (;;) {
      if (rest_.empty()) return usage(fmt::format("line {}: a quoted cell does not end.", begun));
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '\n') ++line_;
      if (c != '"') {
        cell += c;
      } else if (rest_.starts_with('"')) {
        cell += '"';
        rest_.remove_prefix(1);
      } else {
        break;
      }
    }
    const auto end = std::min(rest_.find_first_of(",\n"), rest_.size());
    if (!trimmed(rest_.substr(0, end)).empty()) {
      return usage(fmt::format("line {}: a quoted cell goes on after its quotes.", begun));
    }
    finish(end, more);
    return cell;
  }

  void finish(std::size_t end, bool& more) {
    more = end < rest_.size() && rest_[end] == ',';
    if (end < rest_.size() && rest_[end] == '\n') ++line_;
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (more && rest_.empty()) rest_ = "\n";  // a comma at the very end: an empty cell follows
  }

  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace

Result<std::vector<CsvRow>> parse_csv(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return CsvReader(text).read();
}

}  // namespace nomic::tools

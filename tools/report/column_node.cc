#include "column_node.h"

#include <charconv>

namespace nomic::tools {
namespace {

// Messages within messages.
constexpr int DEEPEST = 40;
constexpr std::size_t LONGEST_NUMBER = 32;
// A column takes some 300 bytes of memory for the 6 that it may take of the text; a number 8 for 2.
constexpr std::size_t MOST_COLUMNS = 10'000;
constexpr std::size_t MOST_NUMBERS = 8'000'000;

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<ColumnNodes> whole() {
    ColumnNodes nodes;
    if (!columns(nodes, 0) || !rest_.empty()) return std::nullopt;
    return nodes;
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool name(std::string& into) {
    if (!take('"')) return false;
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    into = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool columns(ColumnNodes& into, int depth) {
    if (depth > DEEPEST || !take('{')) return false;
    if (take('}')) return true;
    do {
      if (++columns_ > MOST_COLUMNS) return false;
      ColumnNode& node = into.emplace_back();
      if (!name(node.field) || !take(':') || !column(node, depth)) return false;
    } while (take(','));
    return take('}');
  }

  bool column(ColumnNode& node, int depth) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      std::string part;
      if (!name(part) || !take(':')) return false;
      if (part == "of") {
        node.has_columns = true;
        if (!columns(node.columns, depth + 1)) return false;
      } else if (part == "k") {
        if (!name(node.kind)) return false;
      } else {
        auto* list = list_named(node, part);
        if (list == nullptr || *list || !numbers(list->emplace())) return false;
      }
    } while (take(','));
    return take('}');
  }

  static std::optional<std::vector<double>>* list_named(ColumnNode& node, std::string_view part) {
    if (part == "at") return &node.at;
    if (part == "not") return &node.missing;
    if (part == "n") return &node.counts;
    if (part == "v") return &node.values;
    if (part == "d") return &node.steps;
    return nullptr;
  }

  bool numbers(std::vector<double>& into) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      const std::size_t end = rest_.find_first_of(",]");
      if (end == std::string_view::npos || end == 0 || end > LONGEST_NUMBER) return false;
      double number = 0;
      const auto read = std::from_chars(rest_.data(), rest_.data() + end, number);
      if (read.ec != std::errc() || read.ptr != rest_.data() + end) return false;
      if (++numbers_ > MOST_NUMBERS) return false;
      into.push_back(number);
      rest_.remove_prefix(end);
    } while (take(','));
    return take(']');
  }

  std::string_view rest_;
  std::size_t columns_ = 0;
  std::size_t numbers_ = 0;
};

}  // namespace

std::optional<ColumnNodes> read_columns(std::string_view text) {
  return Reader(text).whole();
}

}  // namespace nomic::tools

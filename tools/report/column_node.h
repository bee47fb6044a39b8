// A column as it is written (document_columns.h), read: its lists, and the columns of its messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

struct ColumnNode {
  std::string field;
  // How its lists are called; nothing: it has none of that name.
  std::optional<std::vector<double>> at;
  std::optional<std::vector<double>> missing;  // "not"
  std::optional<std::vector<double>> counts;   // "n"
  std::optional<std::vector<double>> values;   // "v"
  std::optional<std::vector<double>> steps;    // "d"
  std::string kind;                            // "k"
  bool has_columns = false;                    // "of"
  std::vector<ColumnNode> columns;
};

using ColumnNodes = std::vector<ColumnNode>;

// Nothing: the text is not in that form, or has more columns or numbers than any document that is written.
std::optional<ColumnNodes> read_columns(std::string_view text);

}  // namespace nomic::tools

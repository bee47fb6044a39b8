#include "packed_columns.h"

#include <algorithm>

#include "nomic/ledger/base/bytes.h"

namespace nomic::ledger {
namespace {

// A column's length, as bundles write the length of a part.
constexpr std::size_t LENGTH_BYTES = 8;

}  // namespace

void ColumnsOut::number(Column column, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) byte(column, static_cast<std::uint8_t>(value | 0x80U));
  byte(column, static_cast<std::uint8_t>(value));
}

std::string ColumnsOut::joined() const {
  std::string out(PACKED_LINE);
  for (const std::string& column : columns_) out += big_endian(column.size());
  for (const std::string& column : columns_) out += column;
  return out;
}

std::optional<ColumnsIn> ColumnsIn::of(std::string_view file) {
  if (!file.starts_with(PACKED_LINE)) return std::nullopt;
  file.remove_prefix(PACKED_LINE.size());
  if (file.size() < COLUMNS * LENGTH_BYTES) return std::nullopt;
  std::string_view lengths = file.substr(0, COLUMNS * LENGTH_BYTES);
  file.remove_prefix(lengths.size());
  ColumnsIn columns;
  for (std::string_view& column : columns.columns_) {
    const std::uint64_t length = from_big_endian(lengths.substr(0, LENGTH_BYTES));
    lengths.remove_prefix(LENGTH_BYTES);
    if (length > file.size()) return std::nullopt;
    column = file.substr(0, length);
    file.remove_prefix(length);
  }
  if (!file.empty()) return std::nullopt;
  return columns;
}

std::uint8_t ColumnsIn::byte(Column column) {
  const std::string_view one = bytes(column, 1);
  return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one.front());
}

std::string_view ColumnsIn::bytes(Column column, std::uint64_t count) {
  std::string_view& left = columns_.at(static_cast<std::size_t>(column));
  if (count > left.size()) {
    sound_ = false;
    return {};
  }
  const std::string_view taken = left.substr(0, count);
  left.remove_prefix(count);
  return taken;
}

std::uint64_t ColumnsIn::number(Column column) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; sound_; shift += 7) {
    const std::uint8_t next = byte(column);
    if (shift > 63 || (shift == 63 && next > 1)) sound_ = false;
    if (!sound_) return 0;
    value |= std::uint64_t{next & 0x7FU} << shift;
    if (next < 0x80U) return value;
  }
  return 0;
}

bool ColumnsIn::is_done() const {
  return sound_ &&
         std::all_of(columns_.begin(), columns_.end(), [](std::string_view column) { return column.empty(); });
}

}  // namespace nomic::ledger

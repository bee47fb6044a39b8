// The columns of a packed bundle (packed_bundle.h): what is of one kind stands side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nomic::ledger {

inline constexpr std::string_view PACKED_LINE = "nomic packed bundle, format 1\n";

// In the order of the file.
enum class Column : std::uint8_t { PARTS, NUMBERS, TIMES, NAMES, REQUESTS, PAYLOADS, OTHERS, SIGNATURES };
inline constexpr std::size_t COLUMNS = 8;

// Of a record, in PARTS behind its letter: what is as it can be told.
inline constexpr std::uint8_t IS_READ = 1;          // its parts are in the columns; else its bytes are in OTHERS
inline constexpr std::uint8_t NEXT_INDEX = 2;       // it has the index after that of the part before
inline constexpr std::uint8_t FOLLOWS = 4;          // previous_hash is that of the record before it
inline constexpr std::uint8_t SAME_GAME = 8;        // it names the game of record 0, or is record 0
inline constexpr std::uint8_t HAS_SEEN_ALL = 16;    // seen_size is its index
inline constexpr std::uint8_t HAS_SEEN_THESE = 32;  // seen_hash is that of the record seen last, or there is none
inline constexpr std::uint8_t HAS_VIA = 64;         // it says how it came, in NUMBERS; in pages of before none does
inline constexpr std::uint8_t ALL_TOLD = 127;

class ColumnsOut {
 public:
  void byte(Column column, std::uint8_t value) { at(column) += static_cast<char>(value); }
  void bytes(Column column, std::string_view value) { at(column) += value; }
  // Seven bits a byte, the lowest first, the highest bit set in all bytes but the last.
  void number(Column column, std::uint64_t value);

  // The file.
  [[nodiscard]] std::string joined() const;

 private:
  std::string& at(Column column) { return columns_.at(static_cast<std::size_t>(column)); }
  std::array<std::string, COLUMNS> columns_;
};

// Reads them; what is not there is nothing, and is_sound() false from then on.
class ColumnsIn {
 public:
  static std::optional<ColumnsIn> of(std::string_view file);

  std::uint8_t byte(Column column);
  std::string_view bytes(Column column, std::uint64_t count);
  std::uint64_t number(Column column);
  // The bytes that are not read yet.
  [[nodiscard]] std::string_view rest(Column column) const { return at(column); }

  [[nodiscard]] bool is_sound() const { return sound_; }
  [[nodiscard]] bool is_at_end(Column column) const { return at(column).empty(); }
  // Whether everything was read.
  [[nodiscard]] bool is_done() const;

 private:
  [[nodiscard]] const std::string_view& at(Column column) const {
    return columns_.at(static_cast<std::size_t>(column));
  }
  std::array<std::string_view, COLUMNS> columns_;
  bool sound_ = true;
};

}  // namespace nomic::ledger

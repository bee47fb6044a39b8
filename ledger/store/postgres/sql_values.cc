// The binary forms of values, and what the server's errors are to a store.
#include <fmt/format.h>

#include <array>

#include "nomic/ledger/base/errors.h"
#include "sql_connection.h"

namespace nomic::ledger {
namespace {

constexpr std::uint32_t BYTEA = 17;  // the number of the type, the same in every database

void add_int4(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xFFU);
}

struct StateCode {
  std::string_view state;
  ErrorCode code;
  std::string_view hint;
};

constexpr std::array<StateCode, 9> CODES = {{
    {"53100", ErrorCode::FULL, "make room on the server's disk, then repeat"},
    {"53200", ErrorCode::OUT_OF_MEMORY, "repeat when the server has memory again"},
    {"42501", ErrorCode::READ_ONLY, "use a role that may do so"},
    {"25006", ErrorCode::READ_ONLY, "name the primary in the address"},
    {"55P03", ErrorCode::IN_USE, "repeat: another writer has held the game for too long"},
    {"54000", ErrorCode::TOO_LARGE, ""},
    {"XX001", ErrorCode::DAMAGED, "restore the database from a backup, or a game from another player's copy"},
    {"XX002", ErrorCode::DAMAGED, "restore the database from a backup, or a game from another player's copy"},
    {"40001", ErrorCode::IO_FAILED, "repeat"},
}};

}  // namespace

std::string int4(std::int32_t value) {
  std::string bytes;
  add_int4(bytes, static_cast<std::uint32_t>(value));
  return bytes;
}

std::string bytea_array(std::span<const std::string_view> values) {
  constexpr std::size_t HEAD = 20;
  std::size_t size = HEAD;
  for (const std::string_view each : values) size += 4 + each.size();
  std::string bytes;
  bytes.reserve(size);
  add_int4(bytes, 1);  // dimensions
  add_int4(bytes, 0);  // none is null
  add_int4(bytes, BYTEA);
  add_int4(bytes, static_cast<std::uint32_t>(values.size()));
  add_int4(bytes, 1);  // the first one's number
  for (const std::string_view each : values) {
    add_int4(bytes, static_cast<std::uint32_t>(each.size()));
    bytes.append(each);
  }
  return bytes;
}

std::int32_t SqlRows::number(int row, int column) const {
  std::uint32_t value = 0;
  for (const char c : at(row, column)) value = (value << 8U) | static_cast<std::uint8_t>(c);
  return static_cast<std::int32_t>(value);
}

Error as_error(const SqlFailure& failure, std::string_view doing) {
  if (failure.lost) {
    return fail(ErrorCode::UNREACHABLE,
                fmt::format("cannot {}: the connection to PostgreSQL is lost: {}", doing, failure.text),
                "repeat when the server can be reached");
  }
  std::string what = fmt::format("cannot {}: PostgreSQL says: {} ({})", doing, failure.text, failure.state);
  for (const StateCode& each : CODES) {
    if (failure.is(each.state)) return fail(each.code, std::move(what), std::string(each.hint));
  }
  return fail(ErrorCode::IO_FAILED, std::move(what));
}

}  // namespace nomic::ledger

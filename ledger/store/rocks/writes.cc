#include "writes.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/rocks/database.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t NUMBER_BYTES = 8;
constexpr std::size_t LENGTH_BYTES = 2;
constexpr unsigned BITS = 8;

std::string write_key(std::uint64_t number) {
  return std::string(1, OWN_ROWS) + big_endian(number);
}

std::string length_of(std::string_view bytes) {
  return {static_cast<char>(bytes.size() >> BITS), static_cast<char>(bytes.size())};
}

Error unreadable(std::uint64_t number) {
  return damaged(fmt::format("what the store says of its write {} cannot be read", number));
}

Result<Write> decode(std::string_view key, std::string_view value) {
  Write write;
  if (key.size() != 1 + NUMBER_BYTES || value.size() < Hash::SIZE) return unreadable(0);
  write.written.number = from_big_endian(key.substr(1));
  write.written.digest = *Hash::from_raw(value.substr(0, Hash::SIZE));
  for (std::string_view rest = value.substr(Hash::SIZE); !rest.empty();) {
    if (rest.size() < LENGTH_BYTES) return unreadable(write.written.number);
    const std::size_t length =
        (std::size_t{static_cast<std::uint8_t>(rest[0])} << BITS) | static_cast<std::uint8_t>(rest[1]);
    if (length == 0 || length > rest.size() - LENGTH_BYTES) return unreadable(write.written.number);
    write.witnesses.emplace_back(rest.substr(LENGTH_BYTES, length));
    rest.remove_prefix(LENGTH_BYTES + length);
  }
  return write;
}

}  // namespace

Written written_after(const Written& before, std::span<const Batch> group) {
  std::string said = before.digest.raw() + big_endian(before.number + 1);
  for (const Batch& batch : group) {
    said += length_of(batch.condition_key) + batch.condition_key;
    const auto left = std::find_if(batch.rows.rbegin(), batch.rows.rend(), [&](const Row& row) {
      return row.table == Table::CATALOG && row.key == batch.condition_key;
    });
    if (left != batch.rows.rend() && left->value) said += big_endian(left->value->size()) + *left->value;
  }
  return {before.number + 1, sha256(said)};
}

Row row_of(const Written& written, std::span<const Batch> group) {
  std::string value = written.digest.raw();
  for (const Batch& batch : group) {
    if (!batch.witness.empty()) value += length_of(batch.witness) + batch.witness;
  }
  return {Table::CATALOG, write_key(written.number), std::move(value)};
}

Result<Write> last_write(Database& database) {
  NOMIC_ASSIGN(auto last, database.last_own());
  if (!last) return Write{};
  return decode(last->key, last->value.value_or(""));
}

Status check_dense(Database& database, std::uint64_t from, std::uint64_t last) {
  const auto cursor = database.scan_own(write_key(from));
  for (std::uint64_t number = from; number < last; ++number, cursor->next()) {
    if (cursor->valid() && cursor->key() == write_key(number)) continue;
    NOMIC_TRY(cursor->status());
    return damaged(fmt::format("write {} of the store is missing, though those up to {} are there", number, last));
  }
  return Done{};
}

Status check_follows(const Written& mark, const Written& last) {
  if (last.number <= mark.number + 1) return Done{};
  return damaged(fmt::format("the mark says write {}, but the store goes on to write {}: the mark is an older one",
                             mark.number, last.number));
}

Status check_reaches(Database& database, const Written& written) {
  if (written.number == 0) return Done{};
  NOMIC_ASSIGN(auto value, database.get_own(write_key(written.number)));
  if (!value) {
    NOMIC_ASSIGN(auto last, last_write(database));
    return damaged(fmt::format("the mark says write {}; the store ends with write {}{}", written.number,
                               last.written.number, last.written.number == 0 ? " (it is empty)" : ""));
  }
  NOMIC_ASSIGN(auto write, decode(write_key(written.number), *value));
  if (write.written == written) return Done{};
  return damaged(fmt::format("the mark and the store tell different things of write {}: one is of another ledger",
                             written.number));
}

}  // namespace nomic::ledger

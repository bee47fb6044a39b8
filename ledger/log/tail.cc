#include "nomic/ledger/log/tail.h"

#include <fmt/format.h>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {

Result<AppendRow> last_append(Store& store) {
  auto last = store.last(Table::CATALOG, std::string(1, APPEND_ROWS), after_prefix(std::string(1, APPEND_ROWS)));
  if (!last) return std::move(last).error();
  if (!*last) return AppendRow{};
  return decode_append((*last)->key, (*last)->value.value_or(""));
}

Status check_dense(Store& store, std::uint64_t from, std::uint64_t last) {
  const auto cursor = store.scan(Table::CATALOG, append_key(from), append_key(last));
  for (std::uint64_t number = from; number < last; ++number, cursor->next()) {
    if (cursor->valid() && cursor->key() == append_key(number)) continue;
    NOMIC_TRY(cursor->status());
    return damaged(fmt::format("append {} of the ledger is missing, though appends up to {} are there", number, last));
  }
  return Done{};
}

Status check_follows(const Commit& mark, const Commit& last) {
  if (last.number <= mark.number || last.begins() == mark.number + 1) return Done{};
  return damaged(fmt::format("the mark says append {}, but the store goes on to append {}: the mark is an older one",
                             mark.number, last.number));
}

Result<std::vector<AppendRow>> appends_from(Store& store, std::uint64_t from) {
  std::vector<AppendRow> appends;
  const auto cursor = store.scan(Table::CATALOG, append_key(from), after_prefix(std::string(1, APPEND_ROWS)));
  for (; cursor->valid(); cursor->next()) {
    auto row = decode_append(cursor->key(), cursor->value());
    if (!row) return std::move(row).error();
    appends.push_back(*std::move(row));
  }
  NOMIC_TRY(cursor->status());
  return appends;
}

Status check_reaches(Store& store, const Commit& commit) {
  if (commit.number == 0) return Done{};
  auto value = store.get(Table::CATALOG, append_key(commit.number));
  if (!value) return std::move(value).error();
  if (!*value) {
    auto last = last_append(store);
    if (!last) return std::move(last).error();
    const Commit& found = last->commit;
    return damaged(
        fmt::format("the mark says append {}, which made game {} {} records long; the store ends with append {}{}",
                    commit.number, short_id(commit.game), commit.size, found.number,
                    found.number == 0 ? std::string(" (it is empty)")
                                      : fmt::format(", game {} at {} records", short_id(found.game), found.size)));
  }
  auto row = decode_append(append_key(commit.number), **value);
  if (!row) return std::move(row).error();
  if (row->commit == commit) return Done{};
  return damaged(
      fmt::format("the mark says that append {} made game {} {} records long with head {}; the catalog says game "
                  "{}, {} records, head {}",
                  commit.number, short_id(commit.game), commit.size, commit.head_hash.hex(), short_id(row->commit.game),
                  row->commit.size, row->commit.head_hash.hex()));
}

}  // namespace nomic::ledger

#include "nomic/ledger/log/requests.h"

#include "nomic/ledger/store.h"

namespace nomic::ledger {
namespace {

// The author of a kept record; nothing where it is not there, or cannot be read.
Result<std::optional<std::string>> author_of_record(Store& store, const GameId& game, std::uint64_t index) {
  auto bytes = store.get(Table::RECORDS, record_key(game, index));
  if (!bytes) return std::move(bytes).error();
  RecordDecoder decoder;
  RecordParts parts;
  if (!*bytes || !decoder.decode(**bytes, parts)) return std::optional<std::string>{};
  return std::optional<std::string>{std::move(parts.author)};
}

Result<std::optional<RequestEntry>> entry_at(Store& store, std::string key) {
  auto value = store.get(Table::CATALOG, key);
  if (!value) return std::move(value).error();
  if (!*value) return std::optional<RequestEntry>{};
  auto row = decode_request(**value);
  if (!row) return std::move(row).error();
  return std::optional<RequestEntry>{RequestEntry{std::move(key), *row}};
}

}  // namespace

RequestName request_of(const RecordParts& parts) {
  return {parts.author, parts.request_id};
}

Result<std::optional<RequestEntry>> find_request(Store& store, const GameId& game, const RequestName& name) {
  auto entry = entry_at(store, request_key(game, name.author, name.id));
  if (!entry || *entry) return entry;
  auto older = entry_at(store, request_key_without_author(game, name.id));
  if (!older || !*older) return older;
  auto author = author_of_record(store, game, (*older)->row.first);
  if (!author) return std::move(author).error();
  if (*author != name.author) return std::optional<RequestEntry>{};
  return older;
}

Result<std::optional<RequestName>> name_of_request(Store& store, const GameId& game, const RequestEntry& entry) {
  const auto [author, id] = names_in_request_key(entry.key);
  if (author) return std::optional<RequestName>{RequestName{std::string(*author), std::string(id)}};
  auto stored = author_of_record(store, game, entry.row.first);
  if (!stored) return std::move(stored).error();
  if (!*stored) return std::optional<RequestName>{};
  return std::optional<RequestName>{RequestName{std::move(**stored), std::string(id)}};
}

}  // namespace nomic::ledger

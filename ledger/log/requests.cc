#include "nomic/ledger/log/requests.h"

#include "nomic/ledger/store.h"

namespace nomic::ledger {

RequestName request_of(const RecordParts& parts) {
  return {parts.author, parts.request_id};
}

Result<std::optional<RequestRow>> find_request(Store& store, const GameId& game, const RequestName& name) {
  NOMIC_ASSIGN(auto value, store.get(Table::CATALOG, request_key(game, name.author, name.id)));
  if (!value) return std::optional<RequestRow>{};
  NOMIC_ASSIGN(auto row, decode_request(*value));
  return std::optional<RequestRow>{row};
}

std::optional<RequestName> name_in_request_key(std::string_view key) {
  constexpr std::size_t BEGIN = 1 + Hash::SIZE;
  const std::size_t author = key.find(AFTER_AUTHOR, BEGIN);
  if (key.size() < BEGIN || author == std::string_view::npos) return std::nullopt;
  return RequestName{std::string(key.substr(BEGIN, author - BEGIN)), std::string(key.substr(author + 1))};
}

}  // namespace nomic::ledger

// Requests: what makes a command idempotent. A request is known by its author and the ID that they gave it, in its
// game: two authors may give the same ID, and neither is answered with what the other recorded.
//
// Its entry in the catalog says which records it made and has the digest of what was asked. The digest comes from
// whoever recorded it first; for records that came without one it is all zeros, and then only a signed statement, whose
// digest is that of its bytes, can be told to be the same request.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"

namespace nomic::ledger {

class Store;

// Who made a request, and what they called it.
struct RequestName {
  std::string author;
  std::string id;
  friend bool operator==(const RequestName&, const RequestName&) = default;
};

// The name that a record bears; without an ID it belongs to no request.
RequestName request_of(const RecordParts& parts);

// The entry of a request; nothing if there is none. DAMAGED if it cannot be read.
Result<std::optional<RequestRow>> find_request(Store& store, const GameId& game, const RequestName& name);

// Whose an entry is, by its key; nothing where that is malformed.
std::optional<RequestName> name_in_request_key(std::string_view key);

}  // namespace nomic::ledger

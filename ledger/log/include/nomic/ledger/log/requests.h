// Requests: what makes a command idempotent. A request is known by its author and the ID that they gave it, in its
// game: two authors may give the same ID, and neither is answered with what the other recorded.
//
// Its entry in the catalog says which records it made and has the digest of what was asked. The digest comes from
// whoever recorded it first; for records that came without one it is all zeros, and then only a signed statement, whose
// digest is that of its bytes, can be told to be the same request.
//
// Entries of ledgers that were made before authors were part of the key lie under the ID alone. They are read as those
// of the author of their first record, and written anew under both when anything of theirs changes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"

namespace nomic::ledger {

class Store;

// An entry, and the key that it lies under.
struct RequestEntry {
  std::string key;
  RequestRow row;
};

// Who made a request, and what they called it.
struct RequestName {
  std::string author;
  std::string id;
  friend bool operator==(const RequestName&, const RequestName&) = default;
};

// The name that a record bears; without an ID it belongs to no request.
RequestName request_of(const RecordParts& parts);

// The entry of a request, wherever it lies; nothing if there is none. DAMAGED if it cannot be read.
Result<std::optional<RequestEntry>> find_request(Store& store, const GameId& game, const RequestName& name);

// Whose an entry is, by its key and, where that has no author, by its first record: nothing where the record cannot be
// read.
Result<std::optional<RequestName>> name_of_request(Store& store, const GameId& game, const RequestEntry& entry);

}  // namespace nomic::ledger

// A bundle without what its records give: for a page, in which bytes that do not compress are dear.
//
// Of a record's bytes four hashes are known to whoever has the records before it: previous_hash, the game's identity,
// seen_hash, and through them the digest at the end. They are left out, like kinds of fields, lengths and whatever else
// has one form; what is left is put side by side by its kind, for a compressor: times, authors, payloads, signatures. A
// hash that is not the one that the records give, and a record that cannot be read, are kept as they are: nothing is
// made sound by being packed. Requests' digests (`Q`), which no hash covers and which nobody needs who only reads, are
// left out.
//
// docs/format.md, section 9, has each byte; tools/web/bundle.js reads them in a browser.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nomic::ledger {

// Nothing: the bytes are not those of one bundle, part after part. Whether its records hold is not looked at.
std::optional<std::string> pack_bundle(std::string_view bundle);

// The bundle again, without requests' digests; nothing: these are not the bytes of a packed bundle, or more than
// `limit` bytes come of them.
std::optional<std::string> unpack_bundle(std::string_view packed, std::size_t limit);

// The payloads of all records that could be read, one after another, within `packed`. Empty where it is no packed
// bundle.
std::string_view payloads_in(std::string_view packed);

}  // namespace nomic::ledger

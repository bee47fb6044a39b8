// The digest of a state: a tree of SHA-256 digests over its parts, so that only what a record changed is digested
// again.
//
// The leaves are messages, in a walk of our own over their fields, since protobuf's output is not canonical. For each
// field that is set to something other than its default, in ascending order of field number:
//     number as a big-endian 32-bit integer, one byte for the type, then the value
// Types and values:
//     1  unsigned integer, bool, enum   8 bytes, big-endian
//     2  signed integer                 8 bytes, big-endian, two's complement
//     3  string, bytes                  8 bytes of length, then the bytes
//     4  message                        8 bytes of length, then its own walk
// A repeated field is that often repeated, in order; an element is written even if it is its default, and so is an
// `optional` field or a member of a oneof that is set. A plain message field is written when it is present. Maps,
// floating point and groups are not used.
//
//     message     SHA-256 of "nomic/state/v3/message\n" and its walk
//     bucket      SHA-256 of "nomic/state/v3/bucket\n" and the digests of its messages: 64, or 256 in the lists that only
//                 grow (repealed, winners, retroactions, issued, times), or what is left for the last
//     collection  SHA-256 of "nomic/state/v3/collection\n" and the digests of its buckets
//     state       SHA-256 of "nomic/state/v3\n" and the walk over v1.State, in which a message, or a repeated field of
//                 messages that is not empty, is once its number, the type, and 32 bytes
// with two more types:
//     5  message       its digest
//     6  collection    its digest
// State.chunks is left out: a rule holds the digest of the newest chunk of each of its lists, and a chunk, which is a
// message, that of the one before it.
#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "nomic/ledger/hash.h"

namespace nomic::replay {

class State;

// The walk itself, for tests and for whoever checks it by hand.
std::string canonical_walk(const google::protobuf::Message& message);

// Of a message within a state.
ledger::Hash node_digest(const google::protobuf::Message& message);

// Cost: O(what was edited since the digest of these parts was last asked for, in any state that shares them).
ledger::Hash digest_of(const State& state);

// The digest over a list of digests.
class DigestOfList {
 public:
  // "bucket" or "collection", of about so many digests.
  DigestOfList(std::string_view kind, std::size_t count);
  void add(const ledger::Hash& digest);
  [[nodiscard]] ledger::Hash finish() const;

 private:
  std::string bytes_;
};

}  // namespace nomic::replay

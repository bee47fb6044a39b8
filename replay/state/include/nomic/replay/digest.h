// The digest of a message: a walk of our own over its fields, since protobuf's output is not canonical.
//
// For each field that is set to something other than its default, in ascending order of field number:
//     number as a big-endian 32-bit integer, one byte for the type, then the value
// Types and values:
//     1  unsigned integer, bool, enum   8 bytes, big-endian
//     2  signed integer                 8 bytes, big-endian, two's complement
//     3  string, bytes                  8 bytes of length, then the bytes
//     4  message                        8 bytes of length, then its own walk
// A repeated field is that often repeated, in order; an element is written even if it is its default, and so is an
// `optional` field or a member of a oneof that is set. A plain message field is written when it is present. Maps,
// floating point and groups are not used. The digest is the SHA-256 of "nomic/state/v1\n" and the walk.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "nomic/ledger/hash.h"

namespace nomic::replay {

// The walk itself, for tests and for whoever checks it by hand.
std::string canonical_walk(const google::protobuf::Message& message);

ledger::Hash digest_of(const google::protobuf::Message& message);

}  // namespace nomic::replay

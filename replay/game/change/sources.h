// Where the texts of a rule's versions are found, the newest at hand and the older ones folded away.
//
// A rule is copied when it is edited, and can be amended tens of thousands of times: so all but the newest sources are
// kept as one string of bytes, which is copied at once. A message's bytes behind another's are their elements one
// after the other, so folding appends. Works alike on a rule in force and on a repealed one.
#pragma once

#include <google/protobuf/repeated_field.h>

#include "nomic/replay/state.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

using Sources = google::protobuf::RepeatedPtrField<v1::VersionSource>;

// At least so many are at hand, of twice as many at most; the present version and the one before it always are.
inline constexpr int SOURCES_AT_HAND = 16;

// Adds that of a new version; the oldest at hand are folded away where there are too many. O(1) on average.
v1::VersionSource& add_source(v1::Rule& rule);

// Takes the last one away, and has the one before the last at hand again. O(1), and at times O(all).
void drop_last_source(v1::Rule& rule);

// All of them, oldest first. O(all).
Sources all_sources(const v1::Rule& rule);
Sources all_sources(const v1::RepealedRule& rule);

// Has all of them at hand. O(all).
void unfold_sources(v1::Rule& rule);
void unfold_sources(v1::RepealedRule& rule);

// Folds away what is more than is to be at hand.
void fold_sources(v1::Rule& rule);
void fold_sources(v1::RepealedRule& rule);

}  // namespace nomic::replay

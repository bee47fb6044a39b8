// Clauses field by field: the points on which a provision speaks, read by reflection so that every kind is resolved by
// one mechanism.
#pragma once

#include <google/protobuf/message.h>

#include <vector>

#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {

// The message inside the provision's oneof: the Adoption of an adoption provision. Null if no kind is set.
const google::protobuf::Message* clause_of(const v1::Provision& provision);

// Whether provisions of this kind add up (two awards are both paid) rather than one prevailing.
bool adds_up(v1::Provision::KindCase kind);

// The fields of a clause on which it speaks, in ascending order of number.
std::vector<const google::protobuf::FieldDescriptor*> points_of(const google::protobuf::Message& clause);

bool speaks_on(const google::protobuf::Message& clause, const google::protobuf::FieldDescriptor& point);

// Whether two clauses of one kind say the same on a point on which both speak.
bool agree_on(const google::protobuf::Message& a, const google::protobuf::Message& b,
              const google::protobuf::FieldDescriptor& point);

// Copies the point from one clause to another of its kind.
void take_point(const google::protobuf::Message& from, const google::protobuf::FieldDescriptor& point,
                google::protobuf::Message& to);

}  // namespace nomic::replay

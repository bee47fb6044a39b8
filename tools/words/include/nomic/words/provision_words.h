// Provisions in plain words, for people.
#pragma once

#include <string>

#include "nomic/v1/provisions.pb.h"

namespace nomic::tools {

// What the provision says: one English sentence that begins in lower case and has no full stop at its end. "adoption
// needs two thirds of the eligible voters". Shorthand is understood. What cannot be put in words, because it could not
// be met or was written for a later schema, comes back as print_provision has it.
std::string words_of(const v1::Provision& provision);

}  // namespace nomic::tools

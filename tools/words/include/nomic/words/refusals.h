// Refusals in English.
#pragma once

#include <string>

#include "nomic/v1/refusal.pb.h"

namespace nomic::tools {

struct Sentence {
  // What is wrong, in small letters and without a full stop. The rules cited are not in it.
  std::string what;
};

Sentence words_of(const v1::Refusal& refusal);

}  // namespace nomic::tools

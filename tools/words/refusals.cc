#include "nomic/words/refusals.h"

namespace nomic::tools {

Sentence words_of(const v1::Refusal& refusal) {
  for (const v1::Parameter& parameter : refusal.parameters()) {
    if (parameter.name() == "sentence") return {parameter.text()};
  }
  return {refusal.code()};
}

}  // namespace nomic::tools

// Refusals in English: the one place where an error of a game becomes a sentence and advice.
//
// The sentences stand in a table with a row for each case of each code (refusals_*.cc beside the source of this). An
// error without a row is shown by its code and case, so that nothing is ever silent; a test finds it.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/v1/refusal.pb.h"

namespace nomic::tools {

struct Sentence {
  // What is wrong, in small letters and without a full stop. The rules cited are not in it.
  std::string what;
  // What to do instead, with commands as one types them; may be empty.
  std::string hint;
};

Sentence words_of(const v1::Refusal& refusal);
// What is wrong by each, with the rules that say so: "it is not Cy's turn: Bob is next (rule 201)".
std::vector<std::string> reasons_in_words(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals);
// All of them in one sentence.
std::string all_in_words(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals);
Sentence words_of(const replay::Error& error);

}  // namespace nomic::tools

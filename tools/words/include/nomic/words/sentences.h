// Sentences: what happened and what it brought about, in the words of the rules, each with the rule that required it.
#pragma once

#include <string>
#include <string_view>

#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::tools {

// "Proposal 305 adopted 5-0 (rule 203)."
std::string sentence_of(const v1::Consequence& consequence);

// "Ann votes for proposal 305." An empty author is the keeper of the ledger.
std::string sentence_of(const v1::Event& event, std::string_view author);

// "amend rule 206".
std::string words_of(const v1::RuleChange& change);
// "amend rule 206 and repeal rule 210".
template <class Changes>
std::string words_of_all(const Changes& changes) {
  std::string out;
  for (int i = 0; i < changes.size(); ++i) {
    if (i > 0) out += i + 1 == changes.size() ? " and " : ", ";
    out += words_of(changes[i]);
  }
  return out;
}

// "immutable".
std::string_view word_of(v1::RuleStatus status);

// "VOTE_CAST".
std::string kind_name(const v1::Event& event);

}  // namespace nomic::tools

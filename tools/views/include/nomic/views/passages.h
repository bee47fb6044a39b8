// Passages: how a text differs from an earlier one, as somebody reads it who has to vote on it.
//
// A difference by words is exact and often unreadable: two sentences that share "the", "of" and a comma come out as a
// hail of single words. So texts are compared by sentence first. Sentences that both have stay as they are. Where some
// were replaced, they are paired with what they became, and a pair is shown by word only while that can be read:
//
//   - words kept between two changes that are no longer than either of them are given up to the change around them;
//   - of what is left, at least half of the shorter text must be kept, and four words for every change after the first
//     (eight characters, in scripts without spaces).
//
// What does not meet this is rewritten: it is shown as it was, and as it is. Cost: that of text_diff (diff.h), for each
// pair of sentences that have half of their words in common; all others are told apart by a look at their words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/diff.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The differences by word with what cannot be read by itself given up to the changes around it; nothing where the rest
// cannot be read either.
std::vector<replay::DiffPiece> readable_pieces(std::string_view before, std::string_view after);

// The words of a text, or its characters where most are written without spaces, to tell without a difference that two
// texts cannot be read as one revised: readable_pieces() of texts that have less than half in common keeps nothing.
// The text has to outlive it.
class Units {
 public:
  // O(n log n).
  explicit Units(std::string_view text);
  // Whether half of the shorter one is in the other too, in whatever order. O(n).
  [[nodiscard]] bool has_half_in_common(const Units& other) const;

 private:
  bool spaceless_;
  std::vector<std::string_view> words_;  // sorted
  std::vector<std::string_view> characters_;
};

// Every `before` put together is the first text, every `after` the second.
google::protobuf::RepeatedPtrField<v1::PassageView> passages(std::string_view before, std::string_view after);

}  // namespace nomic::tools

// Which rules a rule's texts name, read by the auditor from the records that hold them, with what they say otherwise by
// now: references that followed renumbered rules, and clerical corrections.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "books.h"
#include "nomic/replay/mentions.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay::audit {

using Texts = std::vector<v1::Text>;

// A text, and the places at which it names rules, each with the number that stands for it by now. The places are those
// of the words as somebody wrote them: "rule 98 and 99" names two rules, also when 98 has become 100.
class Named {
 public:
  explicit Named(v1::Text text);

  void follow(const Edit& edit);
  // Whether it is read otherwise once rule `from` is rule `to`; `lettered`: the numbers with letters that rules bore.
  [[nodiscard]] bool names(std::uint32_t from, std::uint32_t to, const std::set<std::uint32_t>& lettered) const;
  [[nodiscard]] v1::Text as_read() const;

 private:
  v1::Text text_;
  std::vector<std::pair<Mention, std::uint32_t>> places_;
};

std::vector<Named> named_in(const Texts& texts);

// The same texts with a slip put right.
std::vector<Named> corrected(const std::vector<Named>& texts, const v1::TextCorrection& slip);

}  // namespace nomic::replay::audit

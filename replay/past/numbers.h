// Numbers that rules and proposals have borne so far.
//
// By 108 no number is given twice; players give some twice all the same. A rule under a number that another one bore is
// told by one that nobody ever bore ("aside"), and then it is found to have borne the players' all along.
#pragma once

#include <cstdint>
#include <map>
#include <set>

namespace nomic::replay::past {

class Numbers {
 public:
  // A rule is posted under it. In the first version no proposal gave it, and none is to have it.
  void posted(std::uint32_t number, std::uint32_t lineage, bool first);
  // Whether a rule of another lineage ever bore it; lineage 0: whether any did.
  [[nodiscard]] bool was_borne(std::uint32_t number, std::uint32_t lineage) const;

  // The number of a proposal that gives it to a rule: the same, which is that proposal's then; 0 if one has it already.
  std::uint32_t of_proposal(std::uint32_t number);
  // Likewise, of a proposal that gives no rule a number; 0 also if a rule ever bore it.
  std::uint32_t spare(std::uint32_t number);
  // There was no such proposal.
  void give_back(std::uint32_t number) { proposals_.erase(number); }

  // 1000317 for 317, or 2000317 where that was taken.
  std::uint32_t aside(std::uint32_t number);

 private:
  std::map<std::uint32_t, std::set<std::uint32_t>> rules_;  // and the lineages that bore each
  std::set<std::uint32_t> proposals_;
  std::map<std::uint32_t, std::uint32_t> asides_;  // the last one of each plain number
};

}  // namespace nomic::replay::past

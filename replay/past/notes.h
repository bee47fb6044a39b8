// Notes: the slips of one version.
#pragma once

#include <cstdint>
#include <vector>

#include "past_slips.h"

namespace nomic::replay::past {

class Notes {
 public:
  Notes(const Happening& happening, const PastOptions& options, std::vector<Held>& held, std::vector<PastSlip>& slips)
      : now_(happening), options_(options), held_(held), slips_(slips) {}
  void note();

 private:
  PastSlip& add(PastSlipKind kind, std::vector<std::uint32_t> rules);
  Held& held_of(const Change& change) { return held_[*change.held]; }
  [[nodiscard]] const PastMove* move_of(PastMoveKind kind, std::uint32_t number) const;

  // By 108 what is changed bears the number of its proposal. A part of what a numbered proposal does is no slip.
  void kept_numbers();
  // The proposal that changed the rule with this number and left it the number.
  [[nodiscard]] const PastMove* changed_in_place(std::uint32_t number) const;
  // A number that is put right says since when it was wrong. Where rules move up for a new one, or down for one that is
  // gone, none was.
  void renumbered();
  // Whether another rule has its old number then, or had its new one before.
  [[nodiscard]] bool takes_a_place(const Change& change) const;
  // A number that another rule bore before.
  void given_again();
  // A rule that the version names and leaves as it is, beside one that is new.
  void superseded();

  void without_proposal();
  // Whether the words are others only by numbers of rules that are other ones in this version.
  [[nodiscard]] bool follows_numbers(const Change& change) const;
  [[nodiscard]] const PastMove* reworded(const Change& change) const;
  // Several at once are headings that were moved, or rules that were moved below others.
  void statuses();
  void titles();
  void went_back();

  const Happening& now_;
  const PastOptions& options_;
  std::vector<Held>& held_;
  std::vector<PastSlip>& slips_;
};

}  // namespace nomic::replay::past

// The rules that an event names by number. The number is the one that the rule has when the event is made (L62). What
// falls due first can give the rule another number: the event means the rule all the same.
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/replay/reference.h"
#include "play.h"

namespace nomic::replay {

// The numbers that rules have now, by those that they had before.
class PresentNumbers {
 public:
  // Both outlive this.
  PresentNumbers(const Collection<v1::Rule>& before, const State& now) : before_(before), now_(now) {}

  // Whether any rule may have another number.
  [[nodiscard]] bool any() const { return !before_.shares_all(now_.rules()); }
  // A number that no rule had before, or whose rule is gone, stays as it is.
  [[nodiscard]] std::uint32_t operator()(std::uint32_t number) const;
  // The same in each rule-change.
  template <class Form>
  void rename(Form& form) const {
    for (auto& change : *form.mutable_changes()) change.set_rule(reference((*this)(number_in(change.rule()))));
  }

 private:
  const Collection<v1::Rule>& before_;
  const State& now_;
};

// The event with the numbers that the rules it names have now; nothing where it is the same.
std::optional<v1::Event> with_present_numbers(const PresentNumbers& present, const v1::Event& event);

}  // namespace nomic::replay

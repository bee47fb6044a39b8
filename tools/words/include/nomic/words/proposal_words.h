// A proposal, by the number that it bears, or by the record that made it where nobody knows its number (unnumbered.h).
#pragma once

#include <cstdint>
#include <string>

namespace nomic::tools {

// "proposal 305", "the proposal of record #57".
std::string the_proposal(std::uint32_t number);
// The same at the beginning of a sentence.
std::string capital_proposal(std::uint32_t number);

// The same of a view, which has the record in a field of its own.
template <class View>
std::string proposal_in(const View& view) {
  return view.has_proposal_record() ? "the proposal of record #" + std::to_string(view.proposal_record())
                                    : the_proposal(view.proposal());
}

template <class View>
bool has_proposal(const View& view) {
  return view.proposal() != 0 || view.has_proposal_record();
}

}  // namespace nomic::tools

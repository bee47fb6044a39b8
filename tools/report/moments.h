// Moments: the game just after each record, as the document has it. A moment has what its record changed, and of a list
// the elements that changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "chunked_list.h"
#include "nomic/replay/duties.h"
#include "nomic/replay/game.h"
#include "nomic/v1/report.pb.h"
#include "rule_forms.h"

namespace nomic::tools {

// A moment with all its fields and lists.
struct WholeMoment {
  v1::ReportMoment fields;  // without the lists
  ChunkedList<std::string> waiting_for;
  ChunkedList<v1::ReportMoment::Duties::Duty> duties;
  ChunkedList<v1::ScoresView::Score> scores;
  ChunkedList<std::uint32_t> rules;
  ChunkedList<v1::StatusView::OpenProposal> open;
  ChunkedList<v1::StatusView::Winner> winners;
  ChunkedList<std::string> players;
  ChunkedList<std::string> notes;
  ChunkedList<v1::ReportMoment::Voters::Voter> voted;
  ChunkedList<v1::ReportMoment::Voters::Voter> missing;
  ChunkedList<v1::AttributeView> attributes;
  ChunkedList<v1::HoldingView> holdings;
};

// Turns whole moments into changes.
class MomentChanges {
 public:
  // The changes since the moment before. The first moment is given whole. Cost: O(chunks), and O(n log n)
  // in the elements of the chunks that the two moments do not share.
  v1::ReportMoment see(WholeMoment now);
  // The moment that was seen last.
  [[nodiscard]] const WholeMoment& last() const { return last_; }
  // The work so far, in elements of lists that were compared.
  [[nodiscard]] std::size_t elements() const { return elements_; }
  // Adds work that cost as much.
  void count(std::size_t elements) { elements_ += elements; }

 private:
  // Adds the elements of `now` that replace elements of `before` to `mutable_list()`. It adds all of them if the list
  // was not given whole for long. `field`: the list's number in ReportMoment.
  template <class T, class MutableList, class Add>
  void see_list(int field, const ChunkedList<T>& before, const ChunkedList<T>& now, const MutableList& mutable_list,
                const Add& add);

  WholeMoment last_;
  bool is_first_ = true;
  // By field of ReportMoment: the elements that were given since the list was given whole.
  std::map<int, int> given_;
  std::size_t elements_ = 0;
};

class Moments {
 public:
  // Both outlive it.
  Moments(const replay::Game& game, v1::ReportView& view) : game_(game), view_(view), forms_(game.history(), view) {}

  // The records in their order. Fails as the history does.
  replay::Status see(const replay::Engine& after);
  // The work so far, in elements of lists that were compared.
  [[nodiscard]] std::size_t elements() const { return changes_.elements(); }

 private:
  // The lists' chunks of an open proposal, and the duties from which they were made.
  struct OfProposal {
    replay::Duties::Shared found;
    ChunkedList<v1::StatusView::OpenProposal>::Chunk open;
    ChunkedList<v1::ReportMoment::Duties::Duty>::Chunk duties;
    ChunkedList<v1::ReportMoment::Voters::Voter>::Chunk voted;
    ChunkedList<v1::ReportMoment::Voters::Voter>::Chunk missing;
  };

  replay::Result<WholeMoment> whole(const replay::Engine& engine);
  void see_names(const replay::State& state);
  void see_proposals(const replay::State& state);
  [[nodiscard]] OfProposal of_proposal(const replay::State& state, const v1::Proposal& proposal,
                                       replay::Duties::Shared found) const;
  void fill_lists(const replay::Engine& engine, WholeMoment& moment) const;
  [[nodiscard]] ChunkedList<std::string> players_of(const replay::Engine& engine) const;
  [[nodiscard]] std::vector<std::string> waited_for(const replay::State& state) const;
  [[nodiscard]] std::string shown(const std::string& name) const;

  const replay::Game& game_;
  v1::ReportView& view_;
  RuleForms forms_;
  MomentChanges changes_;
  replay::Duties duties_;
  // The state after the record before, and its open proposals. `shown_`: the names of players that are shown by another
  // name than records have.
  replay::State seen_;
  std::vector<OfProposal> proposals_;
  std::map<std::string, std::string> shown_;
  std::uint64_t generation_ = 0;  // of the duties
  bool was_by_surname_ = false;
  bool has_same_names_ = false;
};

}  // namespace nomic::tools

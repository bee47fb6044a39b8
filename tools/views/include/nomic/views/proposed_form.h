// The form of a proposal: what it says with every word, and what it would change of the rules that it is about.
//
// A rule-change is recorded with its whole new text. What a voter has to know is what becomes of the old one; so the
// view of each has the rule that it is about beside it (nomic.v1.TargetView), as it stood when the change was put in
// that form.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

using ChangeViews = google::protobuf::RepeatedPtrField<v1::ChangeView>;

// How many bytes the rule-changes of an answer may still take, with the rules that they are about. A proposal of a few
// bytes may be to repeal a thousand rules of 50 kB, and there may be a thousand of such proposals.
class FormRoom {
 public:
  static constexpr std::size_t OF_FORM = std::size_t{256} << 10U;         // of a record, or of an open proposal
  static constexpr std::size_t OF_ONE_ASKED_FOR = std::size_t{8} << 20U;  // of the only proposal of the answer
  static constexpr std::size_t OF_STATUS = std::size_t{1} << 20U;         // of all open proposals together

  explicit FormRoom(std::size_t bytes) : left_(bytes) {}
  [[nodiscard]] bool is_full() const { return left_ == 0; }
  // Whether there is room for so much; then it is taken. Once something has no room, nothing has any more.
  bool take(std::size_t bytes) {
    const bool fits = bytes <= left_;
    left_ = fits ? left_ - bytes : 0;
    return fits;
  }

 private:
  std::size_t left_;
};

// Puts beside rule-changes the rules that they are about, as they are in `state`: those of the open proposal `open`,
// whatever number they bear by now; without one, those that bear the number which the change has. What is not in force
// there is left out, and so are texts and provisions that have no room (ChangeView.texts_left_out). Cost: for each
// rule-change at most two reads of records. Fails as the history does.
replay::Status add_targets(const replay::State& state, const replay::History& history, const v1::Proposal* open,
                           ChangeViews& changes, FormRoom& room);

// Puts beside the rule-changes of an open proposal what became of the rules that they are about since its form was
// made.
void add_since_then(const replay::State& state, const v1::Proposal& open, ChangeViews& changes);
// The same of the proposal that the record made, if it is open.
void add_since_then(const replay::State& state, std::uint64_t made, ChangeViews& changes);

// add_targets() of the form that stands in `record`, the only one of an answer, as the rules stood just after it. Cost:
// that of Game::at.
replay::Status add_targets_at(replay::Game& game, std::uint64_t record, ChangeViews& changes);

// The rule-changes of the form that the record holds, with what they are about; none where it holds none.
replay::Result<ChangeViews> changes_proposed(const replay::Played& played, const replay::History& history);

}  // namespace nomic::tools

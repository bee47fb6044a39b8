// What became of the rules that an open proposal is about since its form was made.
#include "nomic/replay/reference.h"
#include "nomic/replay/targets.h"
#include "nomic/service/view_values.h"
#include "nomic/views/proposed_form.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {

void add_since_then(const replay::State& state, const v1::Proposal& open, ChangeViews& changes) {
  for (int at = 0; at < changes.size() && at < open.changes_size(); ++at) {
    const auto since = replay::target_since(state, open, at);
    if (!since) continue;
    v1::TargetSinceView& view = *changes[at].mutable_since_then();
    view.set_gone(since->gone);
    view.set_number(replay::reference(since->number));
    view.set_record(count32(since->record));
    view.set_in_words(words_of(since->what));
  }
}

void add_since_then(const replay::State& state, std::uint64_t made, ChangeViews& changes) {
  for (const v1::Proposal& open : state.proposals()) {
    if (open.made_at() == made) add_since_then(state, open, changes);
  }
}

}  // namespace nomic::tools

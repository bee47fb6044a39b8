#include "nomic/views/kept_fault_view.h"

#include "nomic/replay/refusal.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/words/refusals.h"

namespace nomic::tools {

v1::FindingView kept_fault_view(const replay::KeptFault& fault) {
  v1::FindingView view;
  view.set_check(fault.check);
  view.set_index(count32(fault.index));
  view.set_what(words_of(fault.what).what);
  *view.mutable_remark() = refusal_view(replay::to_refusal(fault.what));
  return view;
}

}  // namespace nomic::tools

#include "nomic/service/fault_view.h"

#include "nomic/service/view_values.h"

namespace nomic::tools {

v1::FindingView finding_view(const ledger::Fault& fault) {
  v1::FindingView view;
  view.set_check(fault.check);
  view.set_index(fault.index ? count32(fault.index->value) : 0);
  view.set_what(fault.what);
  return view;
}

}  // namespace nomic::tools

// The view of a fault that `verify` found.
#pragma once

#include "nomic/ledger/ledger.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::FindingView finding_view(const ledger::Fault& fault);

}  // namespace nomic::tools

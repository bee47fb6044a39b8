// What is kept with a game beside its records, as the document has it.
#pragma once

#include "nomic/ledger/ledger.h"
#include "nomic/replay/error.h"
#include "nomic/v1/report.pb.h"

namespace nomic::tools {

// What is about at most so many records. Fails as the ledger does.
replay::Status add_evidence(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t size, v1::ReportView& view);

}  // namespace nomic::tools

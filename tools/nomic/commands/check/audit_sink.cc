#include "check/audit_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

void FindingsSink::evidence(const replay::AuditFinding& what) {
  if (call_.out.is_text()) call_.out.text(fmt::format("{}  {}\n", what.check, on_one_line(words_of(what.what))));
  if (call_.out.format() == Format::JSONL) call_.out.json(audit_finding_view(what));
  call_.out.flush();
}

bool FindingsSink::is_wanted(const std::string& check) const {
  return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), check) != wanted_.end();
}

void FindingsSink::add(v1::FindingView shown) {
  if (call_.out.format() == Format::JSONL) {
    call_.out.json(shown);
  } else {
    VerdictSink::add(std::move(shown));
  }
}

}  // namespace nomic::tools

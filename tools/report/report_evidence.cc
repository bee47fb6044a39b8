#include "report_evidence.h"

#include "nomic/ledger/bundle.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {
namespace {

// A signature's line: a dash, the key's name, base64.
constexpr std::string_view SIGNED = "\xE2\x80\x94 ";

void add_signers(std::string_view note, v1::ReportEvidence& view) {
  while (!note.empty()) {
    const std::string_view line = note.substr(0, note.find('\n'));
    note.remove_prefix(std::min(note.size(), line.size() + 1));
    if (!line.starts_with(SIGNED)) continue;
    const std::string_view rest = line.substr(SIGNED.size());
    view.add_signed_by(std::string(rest.substr(0, rest.find(' '))));
  }
}

}  // namespace

replay::Status add_evidence(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t size,
                            v1::ReportView& view) {
  NOMIC_ASSIGN(auto kept, ledger.evidence(head.game));
  for (const ledger::BundleEvidence& piece : kept) {
    if (piece.size > size) continue;
    auto& shown = *view.add_evidence();
    shown.set_kind(piece.kind);
    shown.set_size(count32(piece.size));
    if (piece.kind != ledger::NOTE_EVIDENCE) continue;
    shown.set_text(piece.bytes);
    add_signers(piece.bytes, shown);
  }
  return ledger::Done{};
}

}  // namespace nomic::tools

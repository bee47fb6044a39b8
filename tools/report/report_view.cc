#include <fmt/format.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <map>
#include <optional>

#include "moments.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/error.h"
#include "nomic/replay/references.h"
#include "nomic/replay/rule_history.h"
#include "nomic/report/report.h"
#include "nomic/service/fault_view.h"
#include "nomic/service/score_views.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/report.pb.h"
#include "nomic/views/game_audit.h"
#include "nomic/views/history_view.h"
#include "nomic/views/proposals_view.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/references_view.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/views/status_view.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "report_entries.h"

namespace nomic::tools {
namespace {

// What is kept with a game beside its records, as the document has it.

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

// What is about at most so many records. Fails as the ledger does.
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

// What a proposal says.
struct Form {
  ChangeViews changes;
  std::string reason;
};
using Forms = std::map<std::uint64_t, Form>;  // by the record that holds the form

// What the document has elsewhere of a rule-change.
void leave_out_twice_said(v1::ChangeView& change) {
  change.clear_provisions();
  change.clear_text();
  change.clear_lang();
  if (change.has_target() && !change.target().passages().empty()) change.mutable_target()->clear_text();
}

// What a message counts: its bytes, or where it has many small parts, an eighth of its memory.
std::size_t size_of(const google::protobuf::Message& message) {
  constexpr std::size_t PART = 8;
  return std::max(message.ByteSizeLong(), message.SpaceUsedLong() / PART);
}

// One pass over the records.
class Pass {
 public:
  Pass(replay::Game& game, const replay::Marks& marks, const replay::State& known, v1::ReportView& view)
      : game_(game),
        marks_(marks),
        known_(known),
        view_(view),
        moments_(game, view),
        audit_(game, known, audit_sink_, {}) {}

  replay::Status see(const replay::Played& played) {
    const int rules = view_.rules_size();
    *view_.add_entries() = report_entry(played, marks_, known_);
    points_.see(played, view_);
    audit_.see(played);
    NOMIC_ASSIGN(auto proposed, changes_proposed(played, game_.history()));
    if (!proposed.empty()) add_form(played, std::move(proposed));
    for (const v1::Consequence& one : played.consequences) {
      if (one.has_not_lawful()) unlawful(one);
    }
    NOMIC_TRY(moments_.see(played.after));
    bytes_ += size_of(*view_.entries().rbegin()) + size_of(*view_.moments().rbegin());
    for (int at = rules; at < view_.rules_size(); ++at) bytes_ += size_of(view_.rules(at));
    return ledger::Done{};
  }

  // Whether it is more than a page can hold: there is no use in going on.
  [[nodiscard]] bool is_too_large() const {
    return bytes_ > MAX_REPORT_BYTES || moments_.elements() > MAX_REPORT_ELEMENTS;
  }
  void count(const google::protobuf::Message& added) { bytes_ += size_of(added); }

  // Behind what the ledger found.
  [[nodiscard]] const v1::FindingsView& not_lawful() const { return not_lawful_; }
  [[nodiscard]] const Forms& forms() const { return forms_; }
  // What `nomic audit` says of these records, the last of which has that leaf hash.
  replay::Result<v1::FindingsView> audited(const ledger::Hash& head_hash) {
    NOMIC_TRY(audit_.finish(head_hash, /*some_checks=*/false));
    return std::move(audit_sink_.view);
  }

 private:
  void add_form(const replay::Played& played, ChangeViews changes) {
    for (v1::ChangeView& change : changes) {
      leave_out_twice_said(change);
      count(change);
    }
    const v1::Event& event = played.move.event;
    forms_[played.record.index.value] = {std::move(changes), event.has_proposal_made()
                                                                 ? event.proposal_made().reason()
                                                                 : event.proposal_revised().reason()};
  }

  void unlawful(const v1::Consequence& one) {
    v1::FindingView& finding = *not_lawful_.add_findings();
    finding.set_check("NOT_LAWFUL");
    finding.set_index(count32(one.record()));
    finding.set_what(paint(sentence_of(one), false));
  }

  replay::Game& game_;
  const replay::Marks& marks_;
  const replay::State& known_;
  v1::ReportView& view_;
  Moments moments_;
  NamedPoints points_;
  VerdictSink audit_sink_;
  GameAudit audit_;
  Forms forms_;
  v1::FindingsView not_lawful_;
  std::size_t bytes_ = 0;
};

// Those that a revision took the place of.
void add_earlier_forms(const replay::ProposalHistory& life, const Forms& forms, v1::ReportView& view) {
  std::uint64_t held_by = life.made;
  for (const std::uint64_t revision : life.revised) {
    const auto form = forms.find(held_by);
    if (form != forms.end()) {
      v1::ReportForm& earlier = *view.add_earlier_forms();
      earlier.set_proposal(count32(life.made));
      earlier.set_until(count32(revision));
      *earlier.mutable_changes() = form->second.changes;
      earlier.set_reason(form->second.reason);
    }
    held_by = revision;
  }
}

replay::Status add_all_proposals(replay::Game& game, const replay::State& known, const replay::Marks& marks, Pass& pass,
                                 v1::ReportView& view) {
  const Forms& forms = pass.forms();
  NOMIC_ASSIGN(const auto lives, replay::proposals_made(game, 0, known.size(), {}));
  for (const replay::ProposalHistory& life : lives) {
    NOMIC_ASSIGN(auto made, proposal_view(game.history(), life));
    made.clear_digest();
    made.set_standing(standing_of(life, known, marks.of(life.made)));
    const auto form = forms.find(life.form);
    if (form != forms.end()) {
      *made.mutable_changes() = form->second.changes;
    } else {
      for (v1::ChangeView& change : *made.mutable_changes()) leave_out_twice_said(change);
    }
    add_earlier_forms(life, forms, view);
    made.set_proponent(shown_name(known, life.proponent));
    pass.count(made);
    if (pass.is_too_large()) break;
    *view.add_proposals() = std::move(made);
  }
  return ledger::Done{};
}

// Those to which something has happened.
replay::Status add_stale_references(replay::Game& game, std::uint64_t size, v1::ReportView& view) {
  NOMIC_ASSIGN(const auto histories, replay::rule_histories(game, 0, size, {}, replay::VersionTexts::WHERE_NEW));
  for (const replay::Reference& reference : replay::references(histories)) {
    if (reference.state != replay::Reference::State::HOLDS) *view.add_references() = reference_view(reference);
  }
  return ledger::Done{};
}

replay::Status add_what_is_verified(ledger::Ledger& ledger, const ledger::Head& head, v1::ReportView& view) {
  NOMIC_ASSIGN(auto report, ledger.verify(head.game, {}, ledger::VerifyScope::GAME));
  v1::FindingsView& verified = *view.mutable_verified();
  for (const ledger::Fault& fault : report.faults) *verified.add_findings() = finding_view(fault);
  return ledger::Done{};
}

void fill_head(const ReportRequest& request, const replay::State& known, v1::ReportView& view) {
  view.set_form(REPORT_FORM);
  view.set_program(request.program);
  view.set_made_at(request.made_at);
  view.set_size(count32(request.size));
  view.set_founding(count32(known.founding().founding_records()));
  view.set_records(request.records);
  view.set_lang(request.lang);
  view.set_game(view.status().game());
  view.set_name(view.status().name());
  view.set_head_hash(view.status().head_hash());
  for (auto& proposal : *view.mutable_status()->mutable_proposals()) proposal.clear_changes();
  if (auto rehearsal = rehearsal_view(known.founding())) *view.mutable_rehearsal() = *std::move(rehearsal);
}

// Nothing: it is too large.
replay::Result<std::optional<v1::ReportView>> view_or_nothing(ledger::Ledger& ledger, replay::Game& game,
                                                              const ReportRequest& request,
                                                              const std::function<void(std::uint64_t)>& progress) {
  v1::ReportView view;
  NOMIC_ASSIGN(auto then, game.at(request.size));
  const replay::State& known = then.state();
  NOMIC_ASSIGN(auto marks, replay::marks_of(game, request.size));
  NOMIC_ASSIGN(auto last, ledger.record(game.head().game, {request.size - 1}));
  NOMIC_ASSIGN(auto status, status_view(then, game.history(), game.head(), last.leaf));
  *view.mutable_status() = std::move(status);
  fill_head(request, known, view);
  NOMIC_ASSIGN(auto root, ledger.root_at(game.head().game, request.size));
  view.set_root(root.hex());

  Pass pass(game, marks, known, view);
  replay::Status seen = ledger::Done{};
  auto derived = game.replay(request.size, [&](const replay::Played& played) {
    if (progress) progress(played.record.index.value + 1);
    seen = pass.see(played);
    return static_cast<bool>(seen) && !pass.is_too_large();
  });
  if (!derived) return derived.error();
  NOMIC_TRY(std::move(seen));
  if (!pass.is_too_large()) {
    NOMIC_TRY(add_all_proposals(game, known, marks, pass, view));
  }
  if (pass.is_too_large()) return std::optional<v1::ReportView>();
  NOMIC_TRY(add_stale_references(game, request.size, view));
  NOMIC_TRY(add_what_is_verified(ledger, game.head(), view));
  v1::FindingsView& verified = *view.mutable_verified();
  verified.mutable_findings()->MergeFrom(pass.not_lawful().findings());
  verified.set_ok(verified.findings().empty());
  verified.set_size(view.size());
  NOMIC_ASSIGN(auto audited, pass.audited(last.leaf));
  *view.mutable_audited() = std::move(audited);
  NOMIC_TRY(add_evidence(ledger, game.head(), request.size, view));
  return std::optional<v1::ReportView>(std::move(view));
}

}  // namespace

Result<v1::ReportView> report_view(ledger::Ledger& ledger, replay::Game& game, const ReportRequest& request,
                                   const std::function<void(std::uint64_t)>& progress) {
  NOMIC_ASSIGN(auto view, view_or_nothing(ledger, game, request, progress));
  if (view) return *std::move(view);
  return usage(fmt::format("the game is larger than a page can show: more than {} MB of document, or {} million names, "
                           "duties and scores over all moments.",
                           MAX_REPORT_BYTES >> 20U, MAX_REPORT_ELEMENTS / 1'000'000),
               "take a part of the game with --at, or --format md");
}

replay::Result<ShownMoment> shown_at(const replay::Engine& engine, const replay::History& history,
                                     const ledger::Head& head, const ledger::Hash& head_hash) {
  NOMIC_ASSIGN(auto status, status_view(engine, history, head, head_hash));
  NOMIC_ASSIGN(auto rules, worded_rules_view(engine, history, {}));
  const auto rehearsal = rehearsal_view(engine.state().founding());
  return ShownMoment{std::move(status), scores_view(engine), std::move(rules),
                     rehearsal ? rehearsal->in_words() : std::string()};
}

}  // namespace nomic::tools

// The frame: every record goes through the books, and every check looks on.

#include <algorithm>
#include <optional>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "reckon.h"

namespace nomic::replay {

using audit::Books;
using audit::Check;
using audit::Reading;
using audit::Scene;

namespace {

using Emitted = v1::Consequence;

// Kinds that tell differences: a Judgment had the turn derived again, or a rule-change the game.
bool tells_difference(const v1::Consequence& emitted) {
  switch (emitted.kind_case()) {
    case Emitted::kMoveStruck:
    case Emitted::kMoveFallen:
    case Emitted::kMoveUpheld:
    case Emitted::kMoveStands:
    case Emitted::kFindingFallen:
    case Emitted::kFindingStands:
    case Emitted::kEffectsFallen:
    case Emitted::kEffectsStand:
    case Emitted::kReckonedAnew:
    case Emitted::kAppliesFrom:
    // What was found may have been found on a turn derived again, and what falls with it is emitted nowhere else.
    case Emitted::kJudgmentOverruled:
    case Emitted::kFound:
      return true;
    default:
      return false;
  }
}

bool changes_rules(const v1::Consequence& emitted) {
  return audit::is_rule_change(emitted) || emitted.kind_case() == Emitted::kRuleChangedItself;
}

}  // namespace

bool AuditReport::ok() const {
  return std::all_of(checks.begin(), checks.end(), [](const auto& check) { return check.broken == 0; });
}

struct Auditor::Self {
  Books books;
  std::optional<Reading> law;
  std::uint64_t law_version = 0;
  std::uint64_t in_force_version = ~std::uint64_t{0};
  std::vector<std::unique_ptr<Check>> checks = audit::all_checks();
  std::uint64_t size = 0;
  std::set<std::uint32_t> takes_effect;  // proposals of which some change was emitted in this record

  const Reading& reading() {
    if (!law || law_version != books.law_version) {
      law.emplace(books);
      law_version = books.law_version;
    }
    return *law;
  }

  // 110 and 211 are read by the method as it stood just before the record.
  bool settle_method() {
    auto method = reading().method();
    if (method.SerializeAsString() == books.method.SerializeAsString()) return false;
    books.method = std::move(method);
    ++books.law_version;
    return true;
  }

  // Whether the changes of a proposal take effect together is read as the first of them is emitted: what it changes may
  // say otherwise.
  void read_together(const v1::Consequence& emitted) {
    if (!changes_rules(emitted) && emitted.kind_case() != Emitted::kWithoutEffect) return;
    const auto found = books.adopted.find(proposal_of(emitted));
    if (found == books.adopted.end() || found->second.by_act || !takes_effect.insert(found->first).second) return;
    found->second.together = audit::hang_together(reading(), found->second.proposal);
  }

  // A vote whose outcome no rule determines stays as it was when it was complete (L59).
  void count_complete(const v1::Consequence& emitted) {
    if (!emitted.has_outcome_undetermined()) return;
    const auto* proposal = books.proposal(proposal_of(emitted));
    if (proposal == nullptr) return;
    auto count = audit::count_votes(books, reading(), *proposal);
    count.late_or_not = emitted.outcome_undetermined().late_or_not();
    books.note_complete(proposal->number, std::move(count));
  }

  // Until somebody proposes, the first in order is the one moving.
  void seat_first() {
    if (!books.begun || books.turn.phase != audit::BookTurn::Phase::NONE) return;
    const auto* first = audit::first_in_order(books, reading());
    books.turn.mover = first == nullptr ? std::string() : first->name;
  }

  // What the books hold by the reading of the rules.
  void note(const v1::Consequence& emitted, const AuditEntry& entry) {
    if (emitted.kind_case() == Emitted::kProposalAdopted) {
      const auto found = books.adopted.find(proposal_of(emitted));
      if (found != books.adopted.end()) {
        found->second.when = audit::moments_of(reading(), found->second.proposal, entry.latest());
      }
    }
    if (emitted.kind_case() == Emitted::kProposalMade && audit::order_of(reading()) != v1::TurnOrder::NO_TURNS) {
      books.go_on_with_turn(proposal_of(emitted));
    }
    if (emitted.kind_case() == Emitted::kTurnBegan && audit::order_of(reading()) == v1::TurnOrder::ALL_AT_ONCE)
      books.has_had_turn(player_of(emitted), circuit_of(emitted));
    const bool takes_turns_again =
        emitted.kind_case() == Emitted::kBecameActive || emitted.kind_case() == Emitted::kBecameInactive;
    if (changes_rules(emitted) || takes_turns_again) seat_first();
  }

  static bool is_act(const AuditEntry& entry) {
    return std::any_of(entry.emitted->begin(), entry.emitted->end(), [](const auto& one) { return one.has_acted(); });
  }

  // As the rules in force have it before this record, where the record may make it matter: an act, or a change of it
  // after an act.
  std::optional<audit::BookJudgmentRule> rule_on_judgment(const AuditEntry& entry) {
    if (!books.begun || (!is_act(entry) && !books.dispute.rule_before_act)) return std::nullopt;
    return audit::judgment_rule_now(reading());
  }

  // An act that changes the rule on Judgment is judged by the rule before it. Whatever else changes the rule has it go
  // by the rules in force again.
  void keep_rule_on_judgment(const audit::BookJudgmentRule& before, const AuditEntry& entry) {
    if (audit::same_judgment(before, audit::judgment_rule_now(reading()))) return;
    auto& kept = books.dispute.rule_before_act;
    if (!is_act(entry)) {
      kept.reset();
    } else if (!kept && before.says.has_seat()) {
      kept = before;
    }
  }

  // Before the first record of play: what has no record of its own.
  void found() {
    settle_method();
    settle_method();
    const auto& first = reading().point(v1::Provision::kNumbering, v1::Numbering::kFirstFieldNumber);
    const auto& apart = reading().point(v1::Provision::kNumbering, v1::Numbering::kRulesFirstFieldNumber);
    const auto after_rules = (apart && first) || books.rules.empty() ? 1 : next_plain(books.rules.rbegin()->first);
    books.next_number = first ? std::max(first.says->numbering().first(), after_rules) : after_rules;
    books.last_given = books.next_number - 1;
  }

  // Whether the method will have changed once the record is over: a look ahead, on books that are not kept. What tells
  // how a turn derived again differs is of that turn.
  bool changes_method(const AuditEntry& entry) {
    if (std::none_of(entry.emitted->begin(), entry.emitted->end(), changes_rules)) return false;
    Books ahead = books.without_closed();
    for (const auto& emitted : *entry.emitted) {
      if (tells_difference(emitted)) break;
      ahead.apply(emitted, entry);
      if (!changes_rules(emitted)) continue;
      if (Reading(ahead).method().SerializeAsString() != books.method.SerializeAsString()) return true;
    }
    return false;
  }

  // Of what fell due before a record there is no record of its own to be looked at.
  template <class Each>
  void each(const Scene& scene, const Each& show) {
    for (auto& check : checks) {
      if (scene.entry.fell_due && check->reads_records()) continue;
      if (!scene.derived_anew || check->reads_differences()) show(*check);
    }
  }

  void see(const AuditEntry& entry);
  std::size_t see_what_fell_due(const AuditEntry& entry);

  Scene scene(const AuditEntry& entry, bool derived_anew, bool method_changed) {
    return {entry, books, reading(), derived_anew, method_changed};
  }
};

Auditor::Auditor(AuditSink& sink, const AuditOptions& options) : self_(std::make_unique<Self>()) {
  const auto& wanted = options.evidence_of;
  for (auto& check : self_->checks) {
    check->report_to(sink, std::find(wanted.begin(), wanted.end(), check->report().check) != wanted.end());
    check->read_with(options.reader);
  }
}
Auditor::~Auditor() = default;
Auditor::Auditor(Auditor&&) noexcept = default;
Auditor& Auditor::operator=(Auditor&&) noexcept = default;

// What fell due before a record, at one instant, is looked at as the record that a tick would have made of it then.
// Returns how many of what was emitted that is.
std::size_t Auditor::Self::see_what_fell_due(const AuditEntry& entry) {
  v1::Event tick;
  tick.mutable_time_passed();
  const auto& all = *entry.emitted;
  auto at = all.begin();
  while (at != all.end() && at->happened_at() != 0) {
    const auto end =
        std::find_if(at, all.end(), [&](const auto& one) { return one.happened_at() != at->happened_at(); });
    const std::vector<v1::Consequence> together(at, end);
    AuditEntry earlier;
    earlier.index = entry.index;
    earlier.recorded_at = at->happened_at();
    earlier.event = &tick;
    earlier.emitted = &together;
    earlier.fell_due = true;
    see(earlier);
    at = end;
  }
  return static_cast<std::size_t>(at - all.begin());
}

void Auditor::see(const AuditEntry& given) {
  const AuditEntry entry = self_->books.by_the_clock(given);
  const auto& all = *entry.emitted;
  const bool any_due = !all.empty() && all.front().happened_at() != 0;
  // Where the turn, or the game, was derived anew, what is emitted tells differences, and is not split.
  if (!any_due || std::any_of(all.begin(), all.end(), tells_difference)) {
    self_->see(entry);
    return;
  }
  const auto seen = self_->see_what_fell_due(entry);
  const std::vector<v1::Consequence> rest(all.begin() + static_cast<std::ptrdiff_t>(seen), all.end());
  AuditEntry own = entry;
  own.emitted = &rest;
  self_->see(own);
}

void Auditor::Self::see(const AuditEntry& entry) {
  auto& self = *this;
  const bool founding = !self.books.begun;
  const bool anew = std::any_of(entry.emitted->begin(), entry.emitted->end(), tells_difference);
  self.seat_first();
  self.books.begin(entry);
  if (founding && entry.index + 1 == self.books.founding_records) self.found();
  const bool method_changed = !founding && self.changes_method(entry);
  const auto now = [&] { return self.scene(entry, anew, method_changed); };
  if (self.in_force_version != self.books.law_version && !founding) {
    for (auto& check : self.checks) check->note_in_force(now());
    self.in_force_version = self.books.law_version;
  }
  self.each(now(), [&](Check& check) { check.before(now()); });
  const auto rule_before = self.rule_on_judgment(entry);
  self.takes_effect.clear();
  for (const auto& emitted : *entry.emitted) {
    spend_work(WorkStep::LARGE);
    self.read_together(emitted);
    const auto at = now();
    self.each(at, [&](Check& check) { check.emitted(emitted, at); });
    self.count_complete(emitted);
    self.books.apply(emitted, entry);
    self.note(emitted, entry);
    const auto then = now();
    self.each(then, [&](Check& check) { check.applied(emitted, then); });
  }
  if (anew && entry.after != nullptr) {
    self.books.take_up(*entry.after);
  } else if (method_changed) {
    self.settle_method();
  }
  if (rule_before && !(anew && entry.after != nullptr)) self.keep_rule_on_judgment(*rule_before, entry);
  audit::seat_successor(self.books, self.reading());
  self.each(now(), [&](Check& check) { check.after(now()); });
  self.books.end();
  self.size = entry.index + 1;
  if (self.in_force_version != self.books.law_version && self.books.begun) {
    for (auto& check : self.checks) check->note_in_force(now());
    self.in_force_version = self.books.law_version;
  }
}

AuditReport Auditor::finish() {
  AuditReport report;
  report.size = self_->size;
  for (auto& check : self_->checks) {
    check->finish();
    check->close();
    report.checks.push_back(check->report());
  }
  return report;
}

std::vector<std::string> Auditor::checks() {
  std::vector<std::string> names;
  for (const auto& check : audit::all_checks()) names.push_back(check->report().check);
  return names;
}

}  // namespace nomic::replay

// Where the auditor takes up the game again as the engine keeps it: after a turn, or the game, was derived anew.

#include <google/protobuf/descriptor.h>

#include <algorithm>

#include "books.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"

namespace nomic::replay::audit {
namespace {

void change_all_by_themselves(Provisions& provisions) {
  for (auto& provision : provisions) {
    if (!provision.adoption().has_later()) continue;
    const v1::Quota quota = provision.adoption().later().quota();
    *provision.mutable_adoption()->mutable_quota() = quota;
    provision.mutable_adoption()->clear_later();
  }
}

std::vector<Edit> edits_of_source(const v1::VersionSource& source) {
  std::vector<Edit> edits;
  for (const auto& applied : source.corrections()) {
    if (applied.has_text()) edits.push_back({applied.record(), {}, {}});
    if (!applied.has_references()) continue;
    auto& edit = edits.emplace_back();
    for (const auto& one : applied.references().numbers()) edit.references[one.from()] = one.to();
  }
  return edits;
}

// The provisions as they are read by now.
void read_claims(Version& version) {
  if (version.provisions == nullptr) return;
  Provisions read = *version.provisions;
  for (const auto& edit : version.edits) {
    for (auto& provision : read) read_claim(provision, edit.references);
  }
  version.provisions = std::make_shared<const Provisions>(std::move(read));
}

BookTurn turn_of_state(const v1::Turn& turn) {
  BookTurn book;
  book.number = turn.number();
  book.circuit = turn.circuit();
  book.mover = turn.mover();
  book.proposal = turn.proposal();
  book.first_record = turn.first_record();
  book.votes_for = turn.votes_for();
  book.votes_cast = turn.votes_cast();
  book.parts_done = turn.parts_done();
  book.thrown_early = {turn.parts_thrown().begin(), turn.parts_thrown().end()};
  book.voted = turn.parts_done() > 0;
  book.paid_before = turn.has_paid_by();
  book.paid_by = turn.paid_by().SerializeAsString();
  book.votes_unknown = turn.votes_unknown();
  switch (turn.phase()) {
    case v1::Turn::PROPOSING:
      book.phase = BookTurn::Phase::NONE;
      break;
    case v1::Turn::THROWING:
      book.phase = BookTurn::Phase::THROWING;
      break;
    case v1::Turn::DEBATING:
    case v1::Turn::VOTING:
    case v1::Turn::BEGUN:
      book.phase = BookTurn::Phase::GOING_ON;
      break;
    default:
      book.phase = BookTurn::Phase::COMPLETE;
      break;
  }
  return book;
}

Count count_of_state(const v1::CompleteVote& complete, const std::vector<BookBallot>& ballots) {
  Count count;
  count.in_favour = complete.votes_for();
  count.against = complete.votes_against();
  count.abstained = complete.abstentions();
  count.eligible = complete.eligible();
  count.late_or_not = complete.late_or_not();
  count.electors = {complete.electors().begin(), complete.electors().end()};
  count.missing = {complete.missing().begin(), complete.missing().end()};
  for (const auto& ballot : ballots) {
    const bool counts = std::find(count.electors.begin(), count.electors.end(), ballot.player) != count.electors.end();
    if (counts && !ballot.withdrawn) count.ballots.push_back(ballot);
  }
  return count;
}

BookProposal proposal_of_state(const v1::Proposal& proposal, const v1::Ballots& ballots) {
  BookProposal book;
  book.number = proposal.number();
  book.proponent = proposal.proponent();
  if (proposal.phase() == v1::Proposal::VOTE) book.phase = BookProposal::Phase::VOTE;
  if (proposal.phase() == v1::Proposal::UNDETERMINED) book.phase = BookProposal::Phase::UNDETERMINED;
  book.changes = {proposal.changes().begin(), proposal.changes().end()};
  book.lineages = {proposal.target_lineage().begin(), proposal.target_lineage().end()};
  book.together = proposal.together();
  book.effect_at = proposal.effect_at();
  if (proposal.has_effect_from()) book.effect_from = proposal.effect_from();
  book.made_at = proposal.made_at();
  book.made_time = proposal.made_time();
  book.made_within = proposal.made_within();
  book.form_at = proposal.form_at();
  book.form = proposal.form();
  book.called_at = proposal.called_at();
  book.called_time = proposal.called_time();
  if (book.phase != BookProposal::Phase::DEBATE) book.voted_form = book.form;
  book.in_turn = proposal.turn() != 0;
  book.debate_ends = proposal.debate_ends();
  book.waived = !proposal.waived().empty();
  for (const auto& ballot : ballots.ballots()) {
    book.ballots.push_back({ballot.player(), ballot.choice(), ballot.time(), ballot.changes(), ballot.withdrawn(),
                            ballot.within(), ballot.record()});
  }
  for (const auto& one : proposal.attestations()) {
    book.attestations.push_back({one.player(), one.record(), one.outcome()});
  }
  if (proposal.has_complete()) book.complete = count_of_state(proposal.complete(), book.ballots);
  return book;
}

// Those that the books had.
using Disputes = std::vector<const BookDispute*>;

// `questions`: of the same turn.
template <class Questions>
BookJudgment judgment_of_state(const Questions& questions, const v1::DeliveredJudgment& judgment,
                               const Disputes& known) {
  BookJudgment one;
  one.record = judgment.record();
  one.question = judgment.question();
  one.judges = {judgment.judge()};
  one.for_overruling = {judgment.for_overruling().begin(), judgment.for_overruling().end()};
  one.against = {judgment.against_overruling().begin(), judgment.against_overruling().end()};
  one.overruled = judgment.overruled() || judgment.fallen();
  one.by_several = std::any_of(questions.begin(), questions.end(), [&](const auto& question) {
    return question.record() == judgment.question() && !question.answers().empty();
  });
  one.upholds = {judgment.upholds().begin(), judgment.upholds().end()};
  // What it cites no state has.
  for (const auto* dispute : known) {
    const auto before = std::lower_bound(dispute->judgments.begin(), dispute->judgments.end(), one.record,
                                         [](const auto& other, std::uint64_t record) { return other.record < record; });
    if (before != dispute->judgments.end() && before->record == one.record) one.cited = before->cited;
  }
  return one;
}

BookJudgmentRule rule_of_state(const v1::Dispute& dispute) {
  BookJudgmentRule rule;
  rule.says = dispute.judgment();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  v1::Judgment::GetReflection()->ListFields(rule.says, &fields);
  int at = 0;
  for (const auto* field : fields) {
    if (at == dispute.judgment_by_size()) break;
    const auto& by = dispute.judgment_by(at++);
    rule.by[field->number()] = {by.number(), by.lineage()};
  }
  return rule;
}

BookDispute dispute_of_state(const State& state, const Disputes& known) {
  BookDispute book;
  for (const auto& question : state.questions()) {
    book.questions.push_back({question.record(),
                              {question.overruled().begin(), question.overruled().end()},
                              question.answered_by() != 0,
                              !question.answers().empty()});
  }
  // The one with which the turn began can be overruled too.
  const auto& before = state.rests_on();
  for (auto judgment = before.judgments().rbegin(); judgment != before.judgments().rend(); ++judgment) {
    if (judgment->begins() == 0 || judgment->overruled()) continue;
    book.judgments.push_back(judgment_of_state(before.questions(), *judgment, known));
    break;
  }
  for (const auto& judgment : state.judgments()) {
    book.judgments.push_back(judgment_of_state(state.questions(), judgment, known));
  }
  const v1::Dispute& dispute = state.dispute();
  book.consents = {dispute.consents().begin(), dispute.consents().end()};
  book.sat_before = {dispute.sat_before().begin(), dispute.sat_before().end()};
  book.sitting = dispute.sitting();
  book.debate_asked = dispute.debate_asked();
  for (const auto& contested : state.contested()) {
    auto& one = book.contested[contested.record()];
    for (const auto* kept : known) {
      const auto found = kept->contested.find(contested.record());
      if (found != kept->contested.end()) one = found->second;
    }
    one.has_effect = contested.upheld();
  }
  book.any_struck = !dispute.struck().empty();
  if (dispute.has_judgment()) book.rule_before_act = rule_of_state(dispute);
  return book;
}

}  // namespace

Versions Books::versions_of(const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources) const {
  Versions versions;
  const auto known = [&](const v1::VersionSource& source) -> Version {
    if (const auto found = versions_->find({source.record(), source.change()}); found != versions_->end())
      return found->second;
    // Of a proposal that is adopted only now that the game is derived anew.
    const auto said_by = [&](const BookProposal& proposal) {
      return proposal.form_at == source.record() && source.change() < proposal.changes.size();
    };
    const auto version_by = [&](const BookProposal& proposal) -> Version {
      const auto& all = proposal.changes[source.change()].provisions();
      const Provisions says(all.begin(), all.end());
      return {source.record(),     source.change(), std::make_shared<const Provisions>(says), proposal.form, {},
              own_changes_in(says)};
    };
    for (const auto& proposal : proposals) {
      if (said_by(proposal)) return version_by(proposal);
    }
    for (const auto& [number, proposal] : closed) {
      if (said_by(proposal)) return version_by(proposal);
    }
    return {source.record(), source.change(), nullptr, {}, {}, {}};
  };
  for (const auto& source : sources) {
    Version version = known(source);
    if (!versions.empty() && version.provisions != nullptr) {
      Provisions says = *version.provisions;
      leave_out_kept(says, versions.back());
      version.provisions = std::make_shared<const Provisions>(std::move(says));
    }
    if (source.automatic_change() != 0 && version.provisions != nullptr) {
      Provisions changed = *version.provisions;
      change_all_by_themselves(changed);
      version.provisions = std::make_shared<const Provisions>(std::move(changed));
    }
    version.edits = edits_of_source(source);
    if (!version.edits.empty()) read_claims(version);
    versions.push_back(std::move(version));
  }
  return versions;
}

// The engine keeps which rule-change gave which number, by the record at which its proposal was made.
void Books::note_given(const State& state) {
  const auto proposal_of_record = [&](std::uint64_t record) {
    if (const auto upheld = number_of_upheld.find(record); upheld != number_of_upheld.end()) return upheld->second;
    for (const auto& issued : state.issued()) {
      if (issued.record() == record && issued.change() == 0) return issued.number();
    }
    return 0U;
  };
  const auto first_record = [&](std::uint64_t record) {
    const auto upheld = upheld_first_at.find(proposal_of_record(record));
    return upheld == upheld_first_at.end() ? record : upheld->second;
  };
  for (const auto& issued : state.issued()) {
    if (issued.change() == 0) continue;
    auto& given_so = issued.of_rules() ? given_of_rules : given_to_rules;
    given_so.note({first_record(issued.record()), issued.change() - 1}, issued.number());
  }
}

void Books::take_up(const State& state) {
  Books now;
  now.mode = mode;
  now.semantics = semantics;
  now.turns_unknown = state.turn().unknown_since() != 0;
  now.founding_records = founding_records;
  now.begun = begun;
  now.clock = clock;
  now.has_days = has_days;
  now.law_version = law_version + 1;
  now.asked_to_join_ = asked_to_join_;
  now.versions_ = versions_;
  now.closed = closed;
  for (const auto& proposal : proposals) now.closed.insert_or_assign(proposal.number, proposal);
  for (const auto& application : state.applications()) {
    if (!application.leaving()) now.asked_to_join_[application.names().name()] = application.names();
  }
  for (const auto& rule : state.rules()) {
    BookRule book;
    book.number = rule.number();
    book.lineage = rule.lineage();
    book.status = rule.status();
    book.since = rule.since();
    book.since_time = rule.since_time();
    book.change_unknown = rule.change_unknown() != 0;
    book.provisions = {rule.provisions().begin(), rule.provisions().end()};
    book.passed = {rule.passed().begin(), rule.passed().end()};
    book.versions = versions_of(all_sources(state, rule));
    if (!book.versions.empty()) {
      book.versions.edit(book.versions.size() - 1, [&](Version& version) {
        version.provisions = std::make_shared<const Provisions>(book.provisions);
        version.form = rule.form();
      });
    }
    book.former = former_numbers(state, rule);
    now.rules[book.number] = std::move(book);
  }
  for (const auto& rule : state.repealed()) {
    BookRule book;
    book.number = rule.number();
    book.lineage = rule.lineage();
    book.versions = versions_of(all_sources(state, rule));
    book.former = former_numbers(state, rule);
    now.repealed.push_back(std::move(book));
  }
  for (const auto& player : state.players()) {
    now.players.push_back({player.names().name(), player.names().folded(), player.names().sort_key(),
                           player.names().team(), player.points(), player.points_unknown() != 0, player.left_at() != 0,
                           player.inactive_since() != 0, player.last_circuit(), player.rounds_won(),
                           player.joined_at()});
  }
  for (const auto& proposal : state.proposals()) {
    now.proposals.push_back(proposal_of_state(proposal, ballots_on(state, proposal.number())));
  }
  now.turn = turn_of_state(state.turn());
  for (const auto& turn_beside : state.other_turns()) now.others.push_back(turn_of_state(turn_beside));
  now.circuits_complete = state.turn().circuits_complete();
  // A number that was given stays given, whatever has it now.
  now.next_number = std::max(next_number, state.next_number());
  now.last_given = now.next_number - 1;
  now.given = given;
  now.given_to_rules = given_to_rules;
  now.given_of_rules = given_of_rules;
  for (const auto& winner : state.winners()) {
    const bool of_game = winner.ends() == v1::Victory::ENDS_UNSPECIFIED;
    now.winners.push_back({winner.player(), winner.rule_lineage(), of_game ? v1::Victory::GAME : winner.ends()});
  }
  now.won = state.turn().phase() == v1::Turn::WON;
  now.rounds = state.rounds();
  now.method = state.method();
  for (const auto number : state.void_rules()) {
    if (const auto* rule_void = now.rule(number)) now.known_void[rule_void->lineage] = rule_void->version;
  }
  for (const auto& retroaction : state.retroactions()) now.acting_on_past.insert(retroaction.proposal());
  for (const auto& finding : state.findings()) now.findings.push_back({finding.lineage(), finding.is_void()});
  for (const auto& pending : state.pending()) {
    auto& adopted_now = now.adopted[pending.proposal().number()];
    if (adopted_now.done.empty()) {
      adopted_now.proposal = proposal_of_state(pending.proposal(), {});
      adopted_now.done.assign(adopted_now.proposal.changes.size(), true);
      adopted_now.awaited = true;
      adopted_now.when.assign(adopted_now.done.size(), v1::Effectiveness::MOMENT_UNSPECIFIED);
    }
    for (const auto change : pending.changes()) {
      adopted_now.done[change] = false;
      adopted_now.when[change] = pending.when();
    }
  }
  now.upheld_first_at = upheld_first_at;
  now.number_of_upheld = number_of_upheld;
  now.note_given(state);
  now.dispute_before = dispute_before;
  now.dispute = dispute_of_state(state, {&dispute_before, &dispute});
  for (const auto& holding : state.holdings()) now.holdings[{holding.owner(), holding.thing()}] = holding.amount();
  *this = std::move(now);
}

}  // namespace nomic::replay::audit

#include "moments.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/field_mask_util.h>

#include <set>
#include <string_view>
#include <utility>

#include "nomic/replay/game_status.h"
#include "nomic/replay/law.h"
#include "nomic/report/report.h"
#include "nomic/service/offer_views.h"
#include "nomic/service/score_view.h"
#include "nomic/service/score_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/shown_names.h"
#include "nomic/views/status_view.h"
#include "nomic/words/offer_words.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using Change = v1::ReportMoment;
using Duty = v1::ReportMoment::Duties::Duty;
using Voter = v1::ReportMoment::Voters::Voter;

// Notes are written again for each record. Each costs as much as so many elements of a list.
constexpr std::size_t NOTE_COST = 10;

bool is_same_scalar(const Change& one, const Change& other, const FieldDescriptor& field) {
  const auto* reflection = Change::GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->GetString(one, &field) == reflection->GetString(other, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection->GetEnumValue(one, &field) == reflection->GetEnumValue(other, &field);
    default:
      return reflection->GetUInt32(one, &field) == reflection->GetUInt32(other, &field);
  }
}

// The fields that have changed, without the lists.
Change changed_fields(const Change& before, const Change& now, bool is_first) {
  Change changes;
  const auto* type = Change::GetDescriptor();
  google::protobuf::FieldMask scalars;
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor& field = *type->field(i);
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (is_first || !is_same_scalar(before, now, field)) scalars.add_paths(field.name());
  }
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(now, scalars, {}, &changes);
  return changes;
}

template <class T>
auto shared_chunk(std::vector<T> elements) {
  return std::make_shared<const std::vector<T>>(std::move(elements));
}

// `has_shown`: whether a player is shown by another name than records have.
std::vector<Duty> duties_of(const replay::State& state, const std::vector<replay::Offer>& offers, bool has_shown) {
  std::vector<Duty> duties;
  duties.reserve(offers.size());
  for (const replay::Offer& offer : offers) {
    v1::OfferView way = offer_view(offer);
    if (has_shown) show_names(state, way);
    Duty& duty = duties.emplace_back();
    duty.set_player(way.player());
    duty.set_command(command_of(way));
    duty.set_rule(way.rule());
  }
  return duties;
}

// The place of the very same message among the proposals of that state, from `from` on; -1: it is not there.
int place_of(const v1::Proposal& proposal, const replay::State& state, int from) {
  const auto& all = state.proposals();
  for (int at = from; at < all.size(); ++at) {
    if (&all[at] == &proposal) return at;
  }
  return -1;
}

bool orders_by_surname(const replay::Engine& engine) {
  return engine.law().turn_order({}).value.order() == v1::TurnOrder::SURNAME;
}

}  // namespace

template <class T, class MutableList, class Add>
void MomentChanges::see_list(int field, const ChunkedList<T>& before, const ChunkedList<T>& now,
                             const MutableList& mutable_list, const Add& add) {
  ListChanges changes = changes_between(before, now);
  elements_ += changes.compared;
  if (changes.spans.empty()) return;
  int added = 0;
  for (const v1::ListSpan& span : changes.spans) added += static_cast<int>(span.added());
  int& given = given_[field];
  given += added + static_cast<int>(changes.spans.size());
  auto& changed = *mutable_list();
  typename ChunkedList<T>::Cursor cursor;
  const auto add_elements = [&](int from, int to) {
    now.for_each(from, to, cursor, [&](const T& element) { add(changed, element); });
  };
  if (given > now.size()) {
    given = 0;
    add_elements(0, now.size());
    return;
  }
  int moved = 0;  // how much further the places of elements are now
  for (v1::ListSpan& span : changes.spans) {
    const int from = static_cast<int>(span.at()) + moved;
    add_elements(from, from + static_cast<int>(span.added()));
    moved += static_cast<int>(span.added()) - static_cast<int>(span.removed());
    *changed.add_spans() = std::move(span);
  }
}

v1::ReportMoment MomentChanges::see(WholeMoment now) {
  Change to = changed_fields(last_.fields, now.fields, is_first_);
  const auto add_name = [](auto& list, const std::string& name) { list.add_names(name); };
  const auto add_voter = [](auto& list, const Voter& voter) { *list.add_voters() = voter; };
  see_list(
      Change::kWaitingForFieldNumber, last_.waiting_for, now.waiting_for, [&] { return to.mutable_waiting_for(); },
      add_name);
  see_list(
      Change::kDutiesFieldNumber, last_.duties, now.duties, [&] { return to.mutable_duties(); },
      [](auto& list, const Duty& duty) { *list.add_duties() = duty; });
  see_list(
      Change::kScoresFieldNumber, last_.scores, now.scores, [&] { return to.mutable_scores(); },
      [](auto& list, const auto& score) { *list.add_scores() = score; });
  see_list(
      Change::kRulesFieldNumber, last_.rules, now.rules, [&] { return to.mutable_rules(); },
      [](auto& list, std::uint32_t place) { list.add_rules(place); });
  see_list(
      Change::kOpenFieldNumber, last_.open, now.open, [&] { return to.mutable_open(); },
      [](auto& list, const auto& proposal) { *list.add_proposals() = proposal; });
  see_list(
      Change::kWinnersFieldNumber, last_.winners, now.winners, [&] { return to.mutable_winners(); },
      [](auto& list, const auto& winner) { *list.add_winners() = winner; });
  see_list(
      Change::kPlayersFieldNumber, last_.players, now.players, [&] { return to.mutable_players(); }, add_name);
  see_list(
      Change::kNotesFieldNumber, last_.notes, now.notes, [&] { return to.mutable_notes(); },
      [](auto& list, const std::string& note) { list.add_notes(note); });
  see_list(
      Change::kVotedFieldNumber, last_.voted, now.voted, [&] { return to.mutable_voted(); }, add_voter);
  see_list(
      Change::kMissingFieldNumber, last_.missing, now.missing, [&] { return to.mutable_missing(); }, add_voter);
  see_list(
      Change::kAttributesFieldNumber, last_.attributes, now.attributes, [&] { return to.mutable_attributes(); },
      [](auto& list, const auto& attribute) { *list.add_attributes() = attribute; });
  see_list(
      Change::kHoldingsFieldNumber, last_.holdings, now.holdings, [&] { return to.mutable_holdings(); },
      [](auto& list, const auto& holding) { *list.add_holdings() = holding; });
  last_ = std::move(now);
  is_first_ = false;
  return to;
}

replay::Status Moments::see(const replay::Engine& after) {
  NOMIC_TRY(duties_.see(after, game_.history()));
  see_names(after.state());
  see_proposals(after.state());
  NOMIC_ASSIGN(auto now, whole(after));
  *view_.add_moments() = changes_.see(std::move(now));
  seen_ = after.state();
  generation_ = duties_.generation();
  was_by_surname_ = orders_by_surname(after);
  return ledger::Done{};
}

void Moments::see_names(const replay::State& state) {
  if (state.players().shares_all(seen_.players())) {
    has_same_names_ = true;
    return;
  }
  std::map<std::string, std::string> shown;
  for (const v1::Player& player : state.players()) {
    if (player.has_shown()) shown[player.names().name()] = player.shown().name();
  }
  has_same_names_ = shown == shown_;
  shown_ = std::move(shown);
}

std::string Moments::shown(const std::string& name) const {
  const auto found = shown_.find(name);
  return found == shown_.end() ? name : found->second;
}

Moments::OfProposal Moments::of_proposal(const replay::State& state, const v1::Proposal& proposal,
                                         replay::Duties::Shared found) const {
  const std::uint32_t record = count32(proposal.made_at());
  const auto add = [&](const std::string& name, std::vector<Voter>& voters) {
    Voter& voter = voters.emplace_back();
    voter.set_record(record);
    voter.set_player(shown(name));
  };
  std::vector<Voter> voted;
  for (const v1::Ballot& ballot : replay::ballots_on(state, proposal.number()).ballots()) add(ballot.player(), voted);
  std::vector<Voter> missing;
  for (const std::string& name : found->missing) add(name, missing);
  OfProposal made;
  made.duties = shared_chunk(duties_of(state, found->offers, !shown_.empty()));
  made.voted = shared_chunk(std::move(voted));
  made.missing = shared_chunk(std::move(missing));
  made.found = std::move(found);
  return made;
}

void Moments::see_proposals(const replay::State& state) {
  const auto& found = duties_.on_proposals();
  std::vector<OfProposal> proposals;
  proposals.reserve(found.size());
  int old = 0;
  for (int i = 0; i < state.proposals_size(); ++i) {
    const v1::Proposal& proposal = state.proposals(i);
    const auto& its_duties = found[static_cast<std::size_t>(i)];
    const int at = has_same_names_ ? place_of(proposal, seen_, old) : -1;
    if (at >= 0) old = at + 1;
    const OfProposal* known = at < 0 ? nullptr : &proposals_[static_cast<std::size_t>(at)];
    const bool is_same = known != nullptr && known->found == its_duties;
    OfProposal& made = proposals.emplace_back(is_same ? *known : of_proposal(state, proposal, its_duties));
    if (known != nullptr) {
      made.open = known->open;
      continue;
    }
    v1::StatusView::OpenProposal open = open_proposal_view(proposal);
    open.set_proponent(shown(open.proponent()));
    made.open = shared_chunk(std::vector{std::move(open)});
  }
  proposals_ = std::move(proposals);
}

// Each player once, in the order of the duties. The search ends when all players are found.
std::vector<std::string> Moments::waited_for(const replay::State& state) const {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  const auto most = static_cast<std::size_t>(state.players_size());
  const auto add = [&](const std::vector<replay::Offer>& offers) {
    for (const replay::Offer& offer : offers) {
      if (seen.size() == most) return;
      if (seen.insert(offer.player).second) names.push_back(shown(offer.player));
    }
  };
  for (const auto& one : duties_.on_proposals()) add(one->offers);
  add(duties_.others());
  return names;
}

ChunkedList<std::string> Moments::players_of(const replay::Engine& engine) const {
  const auto& known = changes_.last().players;
  const bool is_same = has_same_names_ && generation_ == duties_.generation();
  if (is_same) return known;
  const auto add = [](const v1::Player& player, std::vector<std::string>& names) {
    if (player.left_at() == 0) names.push_back(shown_name(player));
  };
  if (!orders_by_surname(engine)) {
    const replay::Collection<v1::Player> none;
    return chunks_of(was_by_surname_ ? none : seen_.players(), known, engine.state().players(), add);
  }
  std::vector<std::string> names = replay::playing_order(engine);
  for (std::string& name : names) name = shown(name);
  return ChunkedList<std::string>(std::move(names));
}

void Moments::fill_lists(const replay::Engine& engine, WholeMoment& moment) const {
  const replay::State& state = engine.state();
  const WholeMoment& last = changes_.last();
  moment.players = players_of(engine);
  moment.waiting_for = ChunkedList<std::string>(waited_for(state));
  for (const OfProposal& one : proposals_) {
    moment.open.add(one.open);
    moment.duties.add(one.duties);
    moment.voted.add(one.voted);
    moment.missing.add(one.missing);
  }
  moment.duties.add(shared_chunk(duties_of(state, duties_.others(), !shown_.empty())));
  const replay::Collection<v1::Player> no_players;
  const bool has_same_winners = state.winners().shares_all(seen_.winners());
  moment.scores = chunks_of(has_same_winners ? seen_.players() : no_players, last.scores, state.players(),
                            [&](const v1::Player& player, auto& into) { into.push_back(score_view(state, player)); });
  const replay::GrowingCollection<v1::Winner> no_winners;
  moment.winners = chunks_of(has_same_names_ ? seen_.winners() : no_winners, last.winners, state.winners(),
                             [&](const v1::Winner& winner, auto& into) {
                               into.push_back(winner_view(winner));
                               into.back().set_player(shown(winner.player()));
                             });
  moment.attributes =
      chunks_of(seen_.attributes(), last.attributes, state.attributes(),
                [](const v1::Attribute& attribute, auto& into) { into.push_back(attribute_view(attribute)); });
  moment.holdings = chunks_of(seen_.holdings(), last.holdings, state.holdings(),
                              [](const v1::Holding& holding, auto& into) { into.push_back(holding_view(holding)); });
}

replay::Result<WholeMoment> Moments::whole(const replay::Engine& engine) {
  const replay::State& state = engine.state();
  WholeMoment moment;
  NOMIC_ASSIGN(auto without, replay::status_without_offers(engine, game_.history()));
  const replay::StatusOf& status = without;
  moment.fields.set_turn(state.turn().number());
  moment.fields.set_circuit(state.turn().circuit());
  moment.fields.set_phase(phase_of(state.turn().phase()));
  moment.fields.set_turn_of(shown(status.turn_of));
  moment.fields.set_next(shown(status.next));
  moment.fields.set_judge(shown(status.judge));
  changes_.count(NOTE_COST * status.notes.size());
  std::vector<std::string> notes;
  notes.reserve(status.notes.size());
  for (const replay::Remark& note : status.notes) notes.push_back(words_of(note));
  moment.notes = ChunkedList<std::string>(std::move(notes));
  fill_lists(engine, moment);
  NOMIC_ASSIGN(auto rules, forms_.in_force(engine));
  moment.rules = *rules;
  return moment;
}

}  // namespace nomic::tools

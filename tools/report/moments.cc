#include "moments.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/field_mask_util.h>

#include <algorithm>
#include <string>
#include <utility>

#include "nomic/report/report.h"
#include "nomic/service/score_views.h"
#include "nomic/views/status_view.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// The fields of every list of a moment: its elements, and how many of those before stay.
constexpr int ELEMENTS = 1;
constexpr int KEPT_FIRST = 2;
constexpr int KEPT_LAST = 3;

bool is_same_scalar(const v1::ReportMoment& one, const v1::ReportMoment& other, const FieldDescriptor& field) {
  const auto* reflection = v1::ReportMoment::GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->GetString(one, &field) == reflection->GetString(other, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection->GetEnumValue(one, &field) == reflection->GetEnumValue(other, &field);
    default:
      return reflection->GetUInt32(one, &field) == reflection->GetUInt32(other, &field);
  }
}

struct Kept {
  int first = 0;
  int last = 0;
};

// The elements that both lists have at their beginnings and, behind those, at their ends. `is_same`: whether the
// element of one at a place is that of the other at a place.
template <class IsSame>
Kept kept_of(int before, int now, const IsSame& is_same) {
  const int most = std::min(before, now);
  Kept kept;
  while (kept.first < most && is_same(kept.first, kept.first)) ++kept.first;
  while (kept.first + kept.last < most && is_same(before - 1 - kept.last, now - 1 - kept.last)) ++kept.last;
  return kept;
}

Kept kept_of(const Message& before, const Message& now, const FieldDescriptor& elements) {
  const auto& reflection = *now.GetReflection();
  const int old_size = reflection.FieldSize(before, &elements);
  const int size = reflection.FieldSize(now, &elements);
  switch (elements.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return kept_of(old_size, size, [&](int old, int at) {
        const Message& one = reflection.GetRepeatedMessage(before, &elements, old);
        const Message& other = reflection.GetRepeatedMessage(now, &elements, at);
        return one.ByteSizeLong() == other.ByteSizeLong() && one.SerializeAsString() == other.SerializeAsString();
      });
    case FieldDescriptor::CPPTYPE_STRING:
      return kept_of(old_size, size, [&](int old, int at) {
        std::string scratch;
        std::string other_scratch;
        return reflection.GetRepeatedStringReference(before, &elements, old, &scratch) ==
               reflection.GetRepeatedStringReference(now, &elements, at, &other_scratch);
      });
    default: {
      // The rules in force: the list is long, and compared after every record.
      const auto& one = dynamic_cast<const v1::ReportMoment::InForce&>(before).rules();
      const auto& other = dynamic_cast<const v1::ReportMoment::InForce&>(now).rules();
      return kept_of(old_size, size, [&](int old, int at) { return one.Get(old) == other.Get(at); });
    }
  }
}

// Adds the elements of `from` between the kept ones.
void add_between(const Message& from, const FieldDescriptor& elements, const Kept& kept, Message& into) {
  const auto& reflection = *from.GetReflection();
  const int end = reflection.FieldSize(from, &elements) - kept.last;
  for (int at = kept.first; at < end; ++at) {
    switch (elements.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        reflection.AddMessage(&into, &elements)->CopyFrom(reflection.GetRepeatedMessage(from, &elements, at));
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        reflection.AddString(&into, &elements, reflection.GetRepeatedString(from, &elements, at));
        break;
      default:
        reflection.AddUInt32(&into, &elements, reflection.GetRepeatedUInt32(from, &elements, at));
    }
  }
}

void put_number(Message& list, int field, int value) {
  list.GetReflection()->SetUInt32(&list, list.GetDescriptor()->FindFieldByNumber(field),
                                  static_cast<std::uint32_t>(value));
}

template <class From, class Into>
void add_names(const From& from, Into& into) {
  for (const std::string& name : from) into.add_names(name);
}

template <class Names>
void add_voters(std::uint32_t record, const Names& names, v1::ReportMoment::Voters& into) {
  for (const std::string& name : names) {
    auto& voter = *into.add_voters();
    voter.set_record(record);
    voter.set_player(name);
  }
}

void fill_open(const v1::StatusView& status, v1::ReportMoment& moment) {
  auto& open = *moment.mutable_open();
  auto& voted = *moment.mutable_voted();
  auto& missing = *moment.mutable_missing();
  for (const auto& proposal : status.proposals()) {
    auto& added = *open.add_proposals();
    added = proposal;
    added.clear_voted();
    added.clear_missing();
    add_voters(proposal.record(), proposal.voted(), voted);
    add_voters(proposal.record(), proposal.missing(), missing);
  }
}

void fill_from(const v1::StatusView& status, v1::ReportMoment& moment) {
  moment.set_turn(status.turn());
  moment.set_circuit(status.circuit());
  moment.set_phase(status.phase());
  moment.set_turn_of(status.turn_of());
  moment.set_next(status.next());
  moment.set_judge(status.judge());
  add_names(status.waiting_for(), *moment.mutable_waiting_for());
  add_names(status.players(), *moment.mutable_players());
  auto& duties = *moment.mutable_duties();
  for (const auto& way : status.ways()) {
    if (!way.must()) continue;
    auto& duty = *duties.add_duties();
    duty.set_player(way.player());
    duty.set_command(way.command());
    duty.set_rule(way.rule());
  }
  fill_open(status, moment);
  *moment.mutable_winners()->mutable_winners() = status.winners();
  *moment.mutable_notes()->mutable_notes() = status.notes();
}

}  // namespace

v1::ReportMoment MomentChanges::see(v1::ReportMoment now) {
  v1::ReportMoment changes;
  const auto* type = v1::ReportMoment::GetDescriptor();
  google::protobuf::FieldMask scalars;
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor& field = *type->field(i);
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      see_list(field, now, changes);
    } else if (is_first_ || !is_same_scalar(last_, now, field)) {
      scalars.add_paths(field.name());
    }
  }
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(now, scalars, {}, &changes);
  last_ = std::move(now);
  is_first_ = false;
  return changes;
}

void MomentChanges::see_list(const FieldDescriptor& field, const v1::ReportMoment& now, v1::ReportMoment& changes) {
  const auto& reflection = *v1::ReportMoment::GetReflection();
  const Message& list = reflection.GetMessage(now, &field);
  const Message& before = reflection.GetMessage(last_, &field);
  const FieldDescriptor& elements = *list.GetDescriptor()->FindFieldByNumber(ELEMENTS);
  const int count = list.GetReflection()->FieldSize(list, &elements);
  elements_ += static_cast<std::size_t>(count);
  Kept kept = kept_of(before, list, elements);
  const bool is_same = kept.first == count && before.GetReflection()->FieldSize(before, &elements) == count;
  if (is_same) return;
  int& given = given_[field.number()];
  given += count - kept.first - kept.last + 1;
  if (given > count) {
    kept = {};
    given = 0;
  }
  Message& changed = *reflection.MutableMessage(&changes, &field);
  add_between(list, elements, kept, changed);
  put_number(changed, KEPT_FIRST, kept.first);
  put_number(changed, KEPT_LAST, kept.last);
}

replay::Status Moments::see(const replay::Engine& after) {
  auto now = whole(after);
  if (!now) return now.error();
  *view_.add_moments() = changes_.see(*std::move(now));
  return ledger::Done{};
}

replay::Result<v1::ReportMoment> Moments::whole(const replay::Engine& engine) {
  auto status = status_view(engine, game_.history(), game_.head(), {}, {}, StatusExtent::MOMENT);
  if (!status) return status.error();
  v1::ReportMoment moment;
  fill_from(*status, moment);
  v1::ScoresView scores = scores_view(engine);
  moment.mutable_scores()->mutable_scores()->Swap(scores.mutable_scores());
  moment.mutable_attributes()->mutable_attributes()->Swap(scores.mutable_attributes());
  moment.mutable_holdings()->mutable_holdings()->Swap(scores.mutable_holdings());
  auto rules = forms_.in_force(engine);
  if (!rules) return rules.error();
  const auto& places = **rules;
  moment.mutable_rules()->mutable_rules()->Add(places.begin(), places.end());
  return moment;
}

}  // namespace nomic::tools

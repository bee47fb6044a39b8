#include "moments.h"

#include <google/protobuf/descriptor.h>

#include "nomic/report/report.h"
#include "nomic/service/score_views.h"
#include "nomic/views/status_view.h"

namespace nomic::tools {
namespace {

bool is_same(const v1::ReportMoment& one, const v1::ReportMoment& other,
             const google::protobuf::FieldDescriptor& field) {
  using google::protobuf::FieldDescriptor;
  const auto* reflection = v1::ReportMoment::GetReflection();
  if (reflection->HasField(one, &field) != reflection->HasField(other, &field)) return false;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return reflection->GetMessage(one, &field).SerializeAsString() ==
             reflection->GetMessage(other, &field).SerializeAsString();
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->GetString(one, &field) == reflection->GetString(other, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection->GetEnumValue(one, &field) == reflection->GetEnumValue(other, &field);
    default:
      return reflection->GetUInt32(one, &field) == reflection->GetUInt32(other, &field);
  }
}

template <class From, class Into>
void add_names(const From& from, Into& into) {
  for (const std::string& name : from) into.add_names(name);
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
  *moment.mutable_open()->mutable_proposals() = status.proposals();
  *moment.mutable_winners()->mutable_winners() = status.winners();
  *moment.mutable_notes()->mutable_notes() = status.notes();
}

}  // namespace

v1::ReportMoment moment_changes(const v1::ReportMoment& before, const v1::ReportMoment& after) {
  v1::ReportMoment changes = after;
  const auto* type = v1::ReportMoment::GetDescriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const auto* field = type->field(i);
    if (is_same(before, after, *field)) v1::ReportMoment::GetReflection()->ClearField(&changes, field);
  }
  return changes;
}

replay::Status Moments::see(const replay::Engine& after) {
  auto now = whole(after);
  if (!now) return now.error();
  const bool is_whole = static_cast<std::uint64_t>(view_.moments_size()) % WHOLE_MOMENT_EVERY == 0;
  *view_.add_moments() = is_whole ? *now : moment_changes(last_, *now);
  last_ = *std::move(now);
  return ledger::Done{};
}

replay::Result<v1::ReportMoment> Moments::whole(const replay::Engine& engine) {
  auto status = status_view(engine, game_.history(), game_.head(), {}, {}, FormTexts::LEFT_OUT);
  if (!status) return status.error();
  v1::ReportMoment moment;
  fill_from(*status, moment);
  *moment.mutable_scores() = scores_view(engine);
  auto rules = forms_.in_force(engine);
  if (!rules) return rules.error();
  *moment.mutable_rules() = *std::move(rules);
  return moment;
}

}  // namespace nomic::tools

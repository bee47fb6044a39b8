#include "replay/game/free_moves.h"

#include <fmt/core.h>

#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay::test {
namespace {

constexpr std::int64_t WHOLE = 1000;

v1::Event judge_orders(std::uint64_t question) {
  v1::Event event;
  event.mutable_judgment_delivered()->set_question(question);
  event.mutable_judgment_delivered()->set_answer("So it is.");
  event.mutable_judgment_delivered()->set_reasons("The rules say so.");
  return event;
}

v1::Event correction(std::uint64_t record) {
  v1::Event event;
  event.mutable_record_corrected()->set_record(record);
  event.mutable_record_corrected()->set_cause("a slip of the pen");
  return event;
}

}  // namespace

Act::Act(std::uint32_t cited, const std::string& text) {
  event_.mutable_act_performed()->set_cited(reference(cited));
  event_.mutable_act_performed()->set_text(text);
}

Act&& Act::points(const std::string& player, std::int64_t points) && {
  auto& one = *event_.mutable_act_performed()->add_points();
  one.set_player(player);
  one.set_points(points * WHOLE);
  return std::move(*this);
}

Act&& Act::holding(const std::string& owner, const std::string& thing, std::int64_t amount) && {
  auto& one = *event_.mutable_act_performed()->add_holdings();
  one.set_owner(owner);
  one.set_thing(thing);
  one.set_amount(amount * WHOLE);
  return std::move(*this);
}

Act&& Act::attribute(const std::string& player, const std::string& key, const std::string& value) && {
  auto& one = *event_.mutable_act_performed()->add_attributes();
  one.set_player(player);
  one.set_key(key);
  one.set_value(value);
  return std::move(*this);
}

Act&& Act::change(const v1::Event& like) && {
  *event_.mutable_act_performed()->add_changes() = like.proposal_made().changes(0);
  return std::move(*this);
}

v1::Event attest(std::uint32_t proposal, bool adopted, std::optional<std::uint32_t> in_favour,
                 std::optional<std::uint32_t> against) {
  v1::Event event;
  auto& attested = *event.mutable_outcome_attested();
  attested.set_proposal(reference(proposal));
  attested.set_adopted(adopted);
  if (in_favour) attested.set_votes_for(*in_favour);
  if (against) attested.set_votes_against(*against);
  return event;
}

v1::Event attest_unknown(std::uint32_t proposal, bool adopted) {
  v1::Event event = attest(proposal, adopted);
  event.mutable_outcome_attested()->set_votes_unknown(true);
  return event;
}

v1::Event correct_text(std::uint64_t record, std::uint32_t rule, const std::string& before, const std::string& after,
                       const std::string& lang) {
  auto event = correction(record);
  auto& slip = *event.mutable_record_corrected()->mutable_text();
  slip.set_rule(reference(rule));
  slip.set_lang(lang);
  slip.set_before(before);
  slip.set_after(after);
  return event;
}

v1::Event correct_whole(std::uint64_t record, std::uint32_t rule, const std::string& text, const std::string& lang) {
  auto event = correct_text(record, rule, "", text, lang);
  event.mutable_record_corrected()->mutable_text()->set_whole(true);
  return event;
}

v1::Event correct_title(std::uint64_t record, std::uint32_t rule, const std::string& before, const std::string& after) {
  auto event = correction(record);
  auto& title = *event.mutable_record_corrected()->mutable_title();
  title.set_rule(reference(rule));
  title.set_before(before);
  title.set_after(after);
  return event;
}

v1::NumberCorrection bears_number(std::uint32_t rule, std::uint32_t number, Bears since, bool swap) {
  v1::NumberCorrection correction;
  correction.set_rule(reference(rule));
  correction.set_number(reference(number));
  correction.set_all_along(since == Bears::ALL_ALONG);
  correction.set_swap(swap);
  return correction;
}

v1::Event correct_number(std::uint64_t record, const v1::NumberCorrection& number) {
  auto event = correction(record);
  *event.mutable_record_corrected()->mutable_number() = number;
  return event;
}

v1::Event correct_time(std::uint64_t record, std::int64_t time) {
  auto event = correction(record);
  event.mutable_record_corrected()->set_occurred_at(time);
  return event;
}

v1::Event correct_name(std::uint64_t record, const std::string& name) {
  auto event = correction(record);
  auto& names = *event.mutable_record_corrected()->mutable_name();
  names.set_name(name);
  names.set_folded(fold(name));
  return event;
}

v1::Event object_to(std::uint64_t record) {
  v1::Event event;
  event.mutable_objection_raised()->set_record(record);
  event.mutable_objection_raised()->set_reason("It was no slip.");
  return event;
}

v1::Event annotate(std::uint32_t rule, const std::string& text, std::uint64_t judgment) {
  v1::Event event;
  event.mutable_rule_annotated()->set_rule(reference(rule));
  event.mutable_rule_annotated()->set_text(text);
  event.mutable_rule_annotated()->set_judgment(judgment);
  return event;
}

v1::Event take_note_away(std::uint64_t record) {
  v1::Event event;
  event.mutable_rule_annotated()->set_removes(record);
  return event;
}

v1::Event team(const std::string& name) {
  v1::Event event;
  event.mutable_team_assigned()->set_team(name);
  return event;
}

v1::Event ask_judge() {
  v1::Event event;
  event.mutable_judgment_invoked()->set_question("Is it so?");
  return event;
}

v1::Event judge_strikes(std::uint64_t question, const std::vector<std::uint64_t>& records) {
  auto event = judge_orders(question);
  for (const auto record : records) event.mutable_judgment_delivered()->add_strikes(record);
  return event;
}

v1::Event judge_finds_number(std::uint64_t question, std::uint32_t cited, const v1::NumberCorrection& number) {
  auto event = judge_orders(question);
  auto& finding = *event.mutable_judgment_delivered()->add_findings();
  finding.set_cited(reference(cited));
  *finding.mutable_number() = number;
  return event;
}

v1::Event judge_upholds(std::uint64_t question, const std::vector<std::uint64_t>& records) {
  auto event = judge_orders(question);
  for (const auto record : records) event.mutable_judgment_delivered()->add_upholds(record);
  return event;
}

v1::Event vote_to_overrule(std::uint64_t judgment, bool in_favour) {
  v1::Event event;
  event.mutable_overrule_voted()->set_judgment(judgment);
  event.mutable_overrule_voted()->set_overrule(in_favour);
  return event;
}

v1::Event give_consent() {
  v1::Event event;
  event.mutable_consent_given();
  return event;
}

v1::Event insist_on(const v1::Event& move) {
  v1::Event event;
  event.mutable_move_contested()->set_event(move.SerializeAsString());
  return event;
}

std::vector<std::string> held(const Table& t) {
  std::vector<std::string> all;
  for (const auto& holding : t.state().holdings()) {
    all.push_back(fmt::format("{} {} {}", holding.owner(), holding.thing(), holding.amount() / WHOLE));
  }
  return all;
}

void expect_derived_alike(const Table& t) {
  EXPECT_EQ(t.derived_again().back().to_wire().DebugString(), t.state().to_wire().DebugString());
}

}  // namespace nomic::replay::test

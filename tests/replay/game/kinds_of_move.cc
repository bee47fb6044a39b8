// The kinds of moves that selfish players make, by the fields that are set in them.

#include "replay/game/selfish_game.h"

namespace nomic::replay::test {
namespace {

// The name of the field that is set.
std::string set_in(const google::protobuf::Message& message, const char* oneof) {
  const auto* which = message.GetDescriptor()->FindOneofByName(oneof);
  const auto* field = message.GetReflection()->GetOneofFieldDescriptor(message, which);
  return field == nullptr ? "" : field->name();
}

void add_kinds(const v1::Event& event, const std::string& before, std::vector<std::string>& kinds) {
  const auto add = [&](const std::string& kind) { kinds.push_back(before + kind); };
  add(set_in(event, "kind"));
  if (event.has_outcome_attested()) {
    const auto& attested = event.outcome_attested();
    add(attested.adopted() ? "attest.adopted" : "attest.defeated");
    add(attested.votes_unknown() ? "attest.unknown" : attested.has_votes_for() ? "attest.votes" : "attest.no_votes");
  }
  if (event.has_record_corrected()) {
    const auto& corrected = event.record_corrected();
    add("correct." + set_in(corrected, "what"));
    if (corrected.text().whole()) add("correct.text.whole");
    if (corrected.number().swap()) add("correct.number.swap");
    if (corrected.number().all_along()) add("correct.number.all_along");
  }
  if (event.has_judgment_delivered()) {
    const auto& judgment = event.judgment_delivered();
    if (!judgment.strikes().empty()) add("judge.strikes");
    if (!judgment.upholds().empty()) add("judge.upholds");
    if (judgment.paradox()) add("judge.paradox");
    for (const auto& finding : judgment.findings()) add("find." + set_in(finding, "kind"));
  }
  if (event.has_act_performed()) {
    const auto& act = event.act_performed();
    if (!act.points().empty()) add("act.points");
    if (!act.attributes().empty()) add("act.attributes");
    if (!act.holdings().empty()) add("act.holdings");
    if (!act.changes().empty()) add("act.changes");
  }
  if (event.has_overrule_voted()) add(event.overrule_voted().overrule() ? "overrule.for" : "overrule.against");
  if (event.has_consent_given()) add(event.consent_given().withdrawn() ? "consent.withdrawn" : "consent.given");
  if (event.has_move_contested()) {
    v1::Event inner;
    EXPECT_TRUE(inner.ParseFromString(event.move_contested().event()));
    kinds.push_back("contest." + set_in(inner, "kind"));
  }
}

}  // namespace

std::vector<std::string> kinds_of_move(const v1::Event& event) {
  std::vector<std::string> kinds;
  add_kinds(event, "", kinds);
  return kinds;
}

std::vector<std::string> all_kinds_of_move() {
  std::vector<std::string> kinds = {
      "player_joined",       "player_forfeited",
      "proposal_made",       "proposal_revised",
      "proposal_withdrawn",  "debate_spoken",
      "vote_called",         "vote_cast",
      "vote_withdrawn",      "dice_thrown",
      "judgment_invoked",    "debate_end_asked",
      "objection_raised",    "rule_annotated",
      "time_passed",         "attest.adopted",
      "attest.defeated",     "attest.unknown",
      "attest.votes",        "attest.no_votes",
      "correct.text.whole",  "judge.strikes",
      "judge.upholds",       "judge.paradox",
      "act.points",          "act.attributes",
      "act.holdings",        "act.changes",
      "overrule.for",        "overrule.against",
      "consent.given",       "consent.withdrawn",
      "correct.number.swap", "correct.number.all_along",
  };
  const auto fields_of = [&](const google::protobuf::Descriptor* of, const char* oneof, const std::string& before) {
    const auto* which = of->FindOneofByName(oneof);
    for (int at = 0; at < which->field_count(); ++at) kinds.push_back(before + which->field(at)->name());
  };
  fields_of(v1::RecordCorrected::descriptor(), "what", "correct.");
  fields_of(v1::Finding::descriptor(), "kind", "find.");
  for (const auto* contested : {"proposal_made", "vote_cast", "dice_thrown", "vote_called", "outcome_attested",
                                "act_performed", "judgment_delivered", "proposal_revised", "proposal_withdrawn"}) {
    kinds.push_back(std::string("contest.") + contested);
  }
  return kinds;
}

}  // namespace nomic::replay::test

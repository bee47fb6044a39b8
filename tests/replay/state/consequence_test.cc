// The schema of consequences: what its comments promise of every kind, and the questions that suit any kind.
#include "nomic/replay/consequence.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace nomic::replay::test {
namespace {

using google::protobuf::FieldDescriptor;
using v1::Consequence;

TEST(ConsequenceKinds, AreNamedAsTheirFields) {
  EXPECT_EQ(kind_name(Consequence::kVoteCast), "VOTE_CAST");
  EXPECT_EQ(kind_name(Consequence::kScore), "SCORE");
  EXPECT_EQ(kind_name(Consequence::KIND_NOT_SET), "");
}

// Whoever reads a name need not ask for the kind.
TEST(ConsequenceKinds, FieldsOfOneNameAreOfOneType) {
  std::map<std::string, const FieldDescriptor*> known;
  for (const auto kind : consequence_kinds()) {
    const auto* body = Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind))->message_type();
    ASSERT_NE(body, nullptr) << kind_name(kind);
    for (int i = 0; i < body->field_count(); ++i) {
      const auto* field = body->field(i);
      if (field->type() == FieldDescriptor::TYPE_MESSAGE || field->type() == FieldDescriptor::TYPE_ENUM) continue;
      if (field->name() == "text") continue;  // of an act its own words, of a correction a slip in a text: a message
      const auto [at, first] = known.emplace(field->name(), field);
      EXPECT_EQ(at->second->type(), field->type()) << kind_name(kind) << "." << field->name();
      EXPECT_EQ(at->second->is_repeated(), field->is_repeated()) << kind_name(kind) << "." << field->name();
    }
  }
  for (const char* name : {"player", "proposal", "about", "from_number", "to_number", "turn", "circuit"}) {
    EXPECT_EQ(known.count(name), 1U) << name;
  }
}

TEST(ConsequenceQuestions, AreAnsweredByTheKindThatHasTheField) {
  Consequence score;
  score.mutable_score()->set_player("Ann");
  score.mutable_score()->set_proposal("301");
  EXPECT_EQ(player_of(score), "Ann");
  EXPECT_EQ(proposal_of(score), 301U);
  EXPECT_EQ(about(score), 0U);
  EXPECT_EQ(outcome_in(score), nullptr);

  Consequence voided;
  voided.mutable_rule_void()->set_number("203");
  EXPECT_EQ(from_number_of(voided), 203U);
  EXPECT_EQ(to_number_of(voided), 0U);
  EXPECT_EQ(player_of(voided), "");
}

TEST(ConsequenceQuestions, AreAnsweredOfWhatIsReckonedAnewByWhatItIsAbout) {
  Consequence anew;
  anew.mutable_reckoned_anew()->set_not_won("Ann");
  EXPECT_EQ(player_of(anew), "Ann");
  anew.mutable_reckoned_anew()->set_no_outcome("301");
  EXPECT_EQ(player_of(anew), "");
  EXPECT_EQ(proposal_of(anew), 301U);
  anew.mutable_reckoned_anew()->mutable_rule()->set_to_number("302");
  EXPECT_EQ(to_number_of(anew), 302U);
}

TEST(ConsequenceQuestions, ARuleChangeIsKnownByItsKind) {
  Consequence moved;
  moved.mutable_rule_transmuted()->set_status(v1::IMMUTABLE);
  EXPECT_EQ(change_of(moved), v1::TRANSMUTE_TO_IMMUTABLE);
  moved.mutable_rule_transmuted()->set_status(v1::MUTABLE);
  EXPECT_EQ(change_of(moved), v1::TRANSMUTE_TO_MUTABLE);
  moved.mutable_rule_repealed();
  EXPECT_EQ(change_of(moved), v1::REPEAL);
  moved.mutable_without_effect()->set_changed(v1::AMEND);
  EXPECT_EQ(change_of(moved), v1::AMEND);
}

}  // namespace
}  // namespace nomic::replay::test

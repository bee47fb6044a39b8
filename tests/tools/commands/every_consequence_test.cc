// Every kind of consequence comes about in a play whose results are worked out by hand, and every field of every kind
// is set in one of them, but for what nothing can emit: a kind or a field that nothing emits any more fails.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <set>

#include "nomic/replay/consequence.h"
#include "tools/plays.h"
#include "tools/referee.h"

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// What no record ever brings about. The refusal that a record of a contested move says itself is read only while a game
// is derived anew under a rule-change that acts on the past; of what that brings about, only the differences are
// emitted (RECKONED_ANEW), at the record of the rule-change.
const std::vector<std::string> NEVER_EMITTED = {
    "move_contested.recorded_refusal",
    "outcome_undetermined.attested",
    "outcome_undetermined.attested.contradicted_by",
    "outcome_undetermined.attested.players",
    "outcome_undetermined.attested.records",
    "outcome_undetermined.completed",      // it is what completes it
    "outcome_undetermined.votes_unknown",  // players who say how a vote ended say with what outcome
};

// Whose fields are those of what is recorded, or of what is refused: they are tested where they are.
bool is_of_its_own(const Descriptor& type) {
  return type.file() != v1::Consequence::descriptor()->file();
}

// The fields that are set, by their full names, however deep.
void note_fields(const Message& message, const std::string& path, std::set<std::string>& seen) {
  std::vector<const FieldDescriptor*> fields;
  const auto& look = *message.GetReflection();
  look.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string here = path + "." + field->name();
    seen.insert(here);
    if (field->message_type() == nullptr || is_of_its_own(*field->message_type())) continue;
    const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      note_fields(field->is_repeated() ? look.GetRepeatedMessage(message, field, i) : look.GetMessage(message, field),
                  here, seen);
    }
  }
}

// The fields that there are, by the same names.
void list_fields(const Descriptor& type, const std::string& path, std::set<std::string>& all) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    const std::string here = path + "." + field->name();
    all.insert(here);
    if (field->message_type() != nullptr && !is_of_its_own(*field->message_type())) {
      list_fields(*field->message_type(), here, all);
    }
  }
}

class Emitted {
 public:
  void note(const Desk& desk) {
    each_consequence(desk, [this](const v1::Consequence& one) { note(one); });
  }

  void note(const v1::Consequence& one) {
    const auto* field = v1::Consequence::descriptor()->FindFieldByNumber(one.kind_case());
    ASSERT_NE(field, nullptr);
    seen.insert(field->name());
    note_fields(one.GetReflection()->GetMessage(one, field), field->name(), seen);
  }

  std::set<std::string> seen;
};

TEST(EveryKindOfConsequence, ComesAboutInAPlayWithEachOfItsFields) {
  Emitted emitted;
  for (const char* folder : {"provisions", "disputes"}) {
    for (const auto& play : plays_in(folder)) {
      SCOPED_TRACE(play.path.string());
      Desk desk;
      Referee referee(desk);
      EXPECT_THAT(referee.judge(play.lines), testing::IsEmpty());
      emitted.note(desk);
    }
  }
  Desk unlawful;
  unlawful.founded("Ann Bob");
  record_unasked(unlawful, "Bob", out_of_turn());
  emitted.note(unlawful);

  std::set<std::string> all;
  for (const auto kind : replay::consequence_kinds()) {
    const auto* field = v1::Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind));
    all.insert(field->name());
    list_fields(*field->message_type(), field->name(), all);
  }
  std::vector<std::string> never;
  std::set_difference(all.begin(), all.end(), emitted.seen.begin(), emitted.seen.end(), std::back_inserter(never));
  EXPECT_THAT(never, testing::ElementsAreArray(NEVER_EMITTED));
}

}  // namespace
}  // namespace nomic::tools

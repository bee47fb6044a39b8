// A name that a clerical correction gives is shown wherever a status names the player, and nowhere else.
#include "nomic/views/shown_names.h"

#include <gmock/gmock.h>

#include <set>

#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using testing::HasSubstr;

void asks_for_every_text(const Descriptor& type, std::set<const Descriptor*>& seen) {
  if (!seen.insert(&type).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    EXPECT_NE(text_is(field), TextIs::NOT_LISTED) << "tools/nomic/render/shown_names.cc: what is " << field.full_name();
    if (field.message_type() != nullptr) asks_for_every_text(*field.message_type(), seen);
  }
}

TEST(ShownNames, AreKnownOfEveryTextOfAStatus) {
  std::set<const Descriptor*> seen;
  asks_for_every_text(*v1::StatusView::descriptor(), seen);
  EXPECT_GT(seen.size(), 10U);
}

// Players are called as the program calls modes, phases and ends.
TEST(ShownNames, LeaveTheProgramsOwnWordsAlone) {
  Desk desk;
  desk.founded("--mode mail mail GAME Cleo");
  desk.ok("correct 30 --name Mallory --cause 'A slip.' --as GAME");
  desk.ok("correct 31 --name Gamma --cause 'A slip.' --as mail");
  const std::string status = desk.ok("status --format json");
  EXPECT_THAT(status, HasSubstr(R"("mode":"mail")"));
  // By mail they move in alphabetical order of surnames (201), which are those on record.
  EXPECT_THAT(status, HasSubstr(R"("players":["Cleo","Gamma","Mallory"])"));
}

}  // namespace
}  // namespace nomic::tools

// A proposal about a rule that has become another since it was made: who votes on its words is told.
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const CHANGED =
    "rule 206 has changed since this form of the proposal was made: it is rule 302, as it stands since #43";
const char* const GONE = "rule 206 is not in force any more";

void adopt(Desk& desk, const std::string& number) {
  for (const char* name : {"Ann", "Bob", "Cleo"}) desk.ok("vote for " + number + " --as " + name);
}

// There are no turns (#33 to #37), and three proposals are about rule 206: 302 (#38), 303 (#39) and 304 (#40).
void propose_three(Desk& desk) {
  desk.founded("--mode table Ann Bob Cleo");
  desk.ok("propose amend 201 --text 'No turns.' --provision 'turn_order { order: NO_TURNS }' --call-vote --as Ann");
  adopt(desk, "301");
  desk.ok("roll 1 --as Ann");
  desk.ok("propose amend 206 --text 'Five.' --keep-provisions --call-vote --as Cleo");
  desk.ok("propose repeal 206 --call-vote --as Bob");
  desk.ok("propose amend 206 --text 'Six.' --keep-provisions --call-vote --as Ann");
}

TEST(Targets, ThatHaveChangedAreSaidWhereverTheProposalIs) {
  Desk desk;
  propose_three(desk);
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("has changed")));
  adopt(desk, "302");  // #41 to #43: 206 is 302
  for (const char* look : {"status", "proposals 303", "proposals 304"}) {
    EXPECT_THAT(desk.ok(look), HasSubstr(CHANGED)) << look;
    EXPECT_THAT(desk.ok(std::string(look) + " --format json"),
                HasSubstr(R"("sinceThen":{"record":43,"gone":false,"number":"302","inWords":"rule 206 has changed)"))
        << look;
  }
  EXPECT_THAT(desk.ok("proposals"), AllOf(HasSubstr("Note of proposal 303: rule 206 has changed since this form"),
                                          HasSubstr("Note of proposal 304: rule 206 has changed since this form"),
                                          Not(HasSubstr("Note of proposal 302"))));
  EXPECT_THAT(desk.ok("proposals 302"), Not(HasSubstr("has changed")));
  EXPECT_THAT(desk.run("vote for 304 --as Ann").err, HasSubstr(CHANGED));
  EXPECT_THAT(desk.ok("proposals 304 --at 42"), Not(HasSubstr("has changed")));
}

TEST(Targets, ThatAreGoneAreSaidToo) {
  Desk desk;
  propose_three(desk);
  adopt(desk, "303");
  EXPECT_THAT(desk.ok("status"), HasSubstr(GONE));
  EXPECT_THAT(desk.ok("proposals 304 --format json"),
              HasSubstr(R"("sinceThen":{"record":0,"gone":true,"number":"206",)"));
  EXPECT_THAT(desk.run("vote for 304 --as Ann").err, HasSubstr(GONE));
}

TEST(Targets, ThatAreTheSameAreNotSpokenOf) {
  Desk desk;
  propose_three(desk);
  EXPECT_THAT(desk.run("vote for 304 --as Ann").err, Not(HasSubstr("206")));
  // The rule has changed, and the form was made for what it is by now.
  adopt(desk, "302");
  desk.ok("propose amend 302 --text 'Seven.' --keep-provisions --as Bob");
  EXPECT_THAT(desk.ok("proposals 305"), Not(HasSubstr("has changed")));
}

}  // namespace
}  // namespace nomic::tools

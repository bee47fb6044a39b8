// A proposal of a few bytes about much text, and many such proposals.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int RULES = 12;
constexpr int PROPOSALS = 40;
constexpr std::size_t LONG = 40'000;

// Twelve rules of 40 kB, and forty open proposals each of which would repeal them all: 19 MB of texts.
void propose_to_repeal_all(Desk& desk) {
  std::string rules =
      "modes: [TABLE]\nsource: \"x\"\nauthoritative_lang: \"en\"\n"
      "rules { number: \"101\" status: IMMUTABLE texts { lang: \"en\" text: \"All obey.\" } }\n"
      "rules { number: \"201\" status: MUTABLE texts { lang: \"en\" text: \"Free.\" } "
      "provisions { turn_order { order: NO_TURNS } } }\n";
  std::string changes;
  for (int i = 0; i < RULES; ++i) {
    rules += fmt::format("rules {{ number: \"{}\" status: MUTABLE texts {{ lang: \"en\" text: \"{}\" }} }}\n", 202 + i,
                         std::string(LONG, static_cast<char>('a' + i)));
    changes += fmt::format("changes {{ kind: REPEAL rule: \"{}\" }}\n", 202 + i);
  }
  desk.write("rules.txtpb", rules);
  desk.write("changes.txtpb", changes);
  desk.founded("--rules rules.txtpb Ann Bob");
  for (int i = 0; i < PROPOSALS; ++i) desk.ok("propose --changes changes.txtpb --as Ann");
}

TEST(LongForms, OpenProposalsTogetherHaveSoMuchRoom) {
  Desk desk;
  propose_to_repeal_all(desk);
  const std::string all = desk.ok("status --format json");
  EXPECT_LT(all.size(), 3'000'000U);
  EXPECT_THAT(all, HasSubstr("\"textsLeftOut\":true"));
  EXPECT_THAT(all, HasSubstr(std::string(LONG, 'a'))) << "what has room is there";
  EXPECT_THAT(desk.ok("status"), HasSubstr("Texts are left out here"));
}

TEST(LongForms, OneThatIsAskedForHasAllItsTexts) {
  Desk desk;
  propose_to_repeal_all(desk);
  const std::string last = desk.ok("proposals --limit 1 --format json");
  const std::string key = "\"number\":\"";
  const std::size_t at = last.find(key) + key.size();
  const std::string one = desk.ok("proposals " + last.substr(at, last.find('"', at) - at) + " --format json");
  EXPECT_THAT(one, HasSubstr(std::string(LONG, 'l')));
  EXPECT_THAT(one, Not(HasSubstr("textsLeftOut")));
}

TEST(LongForms, TheRecordOfOneHasSoMuchRoom) {
  Desk desk;
  propose_to_repeal_all(desk);
  const std::string last = desk.ok("log --limit 1 --format json");
  EXPECT_LT(last.size(), 600'000U);
  EXPECT_THAT(last, HasSubstr("\"textsLeftOut\":true"));
}

}  // namespace
}  // namespace nomic::tools

// Records as the document of a page has them.
#include "report_entries.h"

#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

// What the page says in words is left out as data. It took 600 bytes of memory for each consequence all the same.
TEST(ReportEntries, KeepNoMemoryOfWhatIsLeftOut) {
  constexpr int MANY = 1'000;
  const ledger::StoredRecord record;
  replay::Move move;
  move.event.mutable_time_passed();
  replay::Consequences consequences(MANY);
  for (v1::Consequence& one : consequences) one.mutable_turn_ended()->set_turn(7);
  const replay::Engine after;
  const v1::ReportEntry entry = report_entry({record, move, consequences, after}, {}, after.state());
  EXPECT_EQ(entry.brought_size(), MANY);
  EXPECT_EQ(entry.record().consequences_size(), 0);
  EXPECT_LT(entry.SpaceUsedLong(), MANY * 200U);
}

}  // namespace
}  // namespace nomic::tools

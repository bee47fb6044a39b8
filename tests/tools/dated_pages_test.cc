// The times that names of pages carry.
#include "commands/shared/dated_pages.h"

#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

TEST(DateIn, FindsATimeInAName) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"2018-03-29.md", "2018-03-29"},
      {"rules-2018-03-29-final.html", "2018-03-29"},
      {"20180329", "2018-03-29"},
      {"v2_20180329.txt", "2018-03-29"},
      {"2018-03-29T10:05Z.md", "2018-03-29T10:05:00Z"},
      {"2018-03-29T1005Z.md", "2018-03-29T10:05:00Z"},
      {"2018-03-29_10-05-30.md", "2018-03-29T10:05:30Z"},
      {"2018-03-29 10.05.md", "2018-03-29T10:05:00Z"},
      {"20180329T100530-abcdef.md", "2018-03-29T10:05:30Z"},
      {"2018-03-29_12.md", "2018-03-29"},    // a number of its own
      {"2018-03-29T2561.md", "2018-03-29"},  // no time
      {"0042-2018-03-29.md", "2018-03-29"},
      {"2018-13-29.md", ""},
      {"2018-02-30.md", ""},
      {"2018-0329.md", ""},
      {"120180329.md", ""},
      {"201803291.md", ""},
      {"README.md", ""},
      {"rule101.md", ""},
      {"", ""},
  };
  for (const auto& [name, date] : rows) EXPECT_EQ(date_in(name), date) << name;
}

}  // namespace
}  // namespace nomic::tools

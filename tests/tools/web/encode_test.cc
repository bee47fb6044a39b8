// What the page says as bytes (tools/web/encode.js), held against protobuf: tests/web/events.txt has events as JSON and
// as bytes, and tests/web/live.py holds the same file against the page in a browser.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "nomic/service/view_values.h"
#include "nomic/v1/event.pb.h"

namespace nomic::tools {
namespace {

TEST(Encode, EventsAreTheBytesThatProtobufMakes) {
  std::ifstream file(NOMIC_SOURCE_DIR "/tests/web/events.txt");
  std::set<std::string> kinds;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    SCOPED_TRACE(line);
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos);
    v1::Event event;
    const auto read = google::protobuf::util::JsonStringToMessage(line.substr(0, tab), &event);
    ASSERT_TRUE(read.ok()) << read.message();
    EXPECT_EQ(hex_of(event.SerializeAsString()), line.substr(tab + 1));
    kinds.insert(std::to_string(event.kind_case()));
  }
  // Those of MOVES in tools/web/live/moves.js that are signed, and the key itself.
  EXPECT_EQ(kinds.size(), 20U);
}

}  // namespace
}  // namespace nomic::tools

// The worked example of docs/format.md, section 7, byte by byte. It was made there by a program that shares no code
// with this one: if this test fails, the format of bundles has changed.
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "nomic/ledger/bundle.h"
#include "support/world.h"

namespace nomic::ledger {
namespace {

// The bytes of the example as the document shows them: the hex digits of its lines, up to what explains them.
std::string example_bytes() {
  std::ifstream file(std::string(NOMIC_SOURCE_DIR) + "/docs/format.md");
  std::string line;
  std::string digits;
  bool there = false;
  while (std::getline(file, line)) {
    if (line.starts_with("The two records of section 1 as a bundle")) there = true;
    if (there && line.starts_with("## ")) break;
    if (!there || !line.starts_with("    ")) continue;
    std::istringstream words(line);
    std::string word;
    words >> word;
    digits += word;
  }
  std::string bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

TEST(BundleExample, IsWhatTheProgramReadsAndWrites) {
  const std::string example = example_bytes();
  ASSERT_EQ(example.size(), 354U);
  std::size_t at = 0;
  BundleSource source([&](char* into, std::size_t count) -> std::ptrdiff_t {
    const std::size_t given = std::min(count, example.size() - at);
    std::memcpy(into, example.data() + at, given);
    at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  const auto ledger = Ledger::in_memory();
  auto done = ledger->import_from(source, {}, {});
  ASSERT_OK(done);
  EXPECT_EQ(done->head.name, "club");
  EXPECT_EQ(done->head.root.hex(), "e94d4afbaf678a4c9b71f9eea33bfdc3027a0be3a644f074837dd2d97c1ed3a3");
  std::string again;
  auto written = ledger->export_to(
      [&](std::string_view bytes) {
        again += bytes;
        return 0;
      },
      {done->head.game, 0, {}, 0}, {});
  ASSERT_OK(written);
  EXPECT_EQ(again, example);
}

}  // namespace
}  // namespace nomic::ledger

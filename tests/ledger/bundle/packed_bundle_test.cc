// Bundles without what their records give: they come back byte for byte, but for requests' digests, sound or not.
#include "nomic/ledger/packed_bundle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

using namespace test;

constexpr std::size_t MUCH = std::size_t{1} << 24U;

struct Part {
  char type;
  std::string body;
};

std::vector<Part> parts_of(const std::string& bundle) {
  std::vector<Part> parts;
  for (std::size_t at = BUNDLE_LINE.size(); at < bundle.size();) {
    std::size_t length = 0;
    for (std::size_t i = 1; i <= 4; ++i) length = length << 8U | static_cast<std::uint8_t>(bundle[at + i]);
    parts.push_back({bundle[at], bundle.substr(at + 5, length)});
    at += 5 + length;
  }
  return parts;
}

// With their digest at the end, as docs/format.md has it.
std::string bundle_of(const std::vector<Part>& parts) {
  std::string bundle(BUNDLE_LINE);
  for (const Part& part : parts) {
    const std::string body = part.type == 'Z' ? sha256(bundle).raw() : part.body;
    bundle += part.type;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) bundle += static_cast<char>(body.size() >> shift & 0xFFU);
    bundle += body;
  }
  return bundle;
}

std::string without_requests(const std::string& bundle) {
  auto parts = parts_of(bundle);
  parts.erase(std::remove_if(parts.begin(), parts.end(), [](const Part& part) { return part.type == 'Q'; }),
              parts.end());
  return bundle_of(parts);
}

// A game with requests, two authors, signed records and a record that has not seen all before it.
std::string played() {
  const auto ledger = Ledger::in_memory();
  const auto founded = found_game(*ledger, "club", 2, "founding");
  EXPECT_OK(founded);
  const PrivateKey key = PrivateKey::generate();
  for (int i = 0; i < 40; ++i) {
    AppendRequest append;
    append.game = founded->game;
    append.expected_size = static_cast<std::uint64_t>(2 + i);
    append.recorded_at = {2'000'000 + i * i};
    append.via =
        std::array{Via::NOT_SAID, Via::LOCAL, Via::TOKEN, Via::ANYBODY}.at(static_cast<std::size_t>(i) / 2 % 4);
    NewRecord record{.author = i % 3 == 0 ? "Ann" : "Bob", .payload = "move " + std::to_string(i)};
    if (i % 2 == 0) {
      record.keys = {&key};
      append.request.id = "request " + std::to_string(i);
    }
    append.records.push_back(record);
    EXPECT_OK(ledger->append(append));
  }
  std::string bundle;
  EXPECT_OK(ledger->export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      {founded->game, 0, {}, 0}, {}));
  return bundle;
}

void expect_back(const std::string& bundle) {
  const auto packed = pack_bundle(bundle);
  ASSERT_TRUE(packed);
  EXPECT_EQ(unpack_bundle(*packed, MUCH), without_requests(bundle));
}

TEST(PackedBundle, ComesBackWithoutRequestsDigests) {
  const std::string bundle = played();
  expect_back(bundle);
  // 42 records, of which each but the first two names two hashes and the game: they are what is left out.
  EXPECT_LT(pack_bundle(bundle)->size() + 40 * 96, bundle.size());
}

TEST(PackedBundle, WhatDoesNotHoldIsKeptAsItIs) {
  const auto parts = parts_of(played());
  RecordDecoder decoder;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    if (parts[at].type != 'R') continue;
    for (std::size_t byte = 0; byte < parts[at].body.size(); byte += 3) {
      auto forged = parts;
      forged[at].body[byte] = static_cast<char>(forged[at].body[byte] ^ 1);
      expect_back(bundle_of(forged));
      if (HasFailure()) return;
    }
  }
}

TEST(PackedBundle, ARangeAndAnOtherOrderComeBackToo) {
  auto parts = parts_of(played());
  std::swap(parts[9], parts[20]);
  expect_back(bundle_of(parts));
  parts.erase(parts.begin() + 1, parts.begin() + 12);
  expect_back(bundle_of(parts));
}

TEST(PackedBundle, WhatIsNoBundleIsNotPacked) {
  const std::string bundle = played();
  EXPECT_FALSE(pack_bundle(""));
  EXPECT_FALSE(pack_bundle("nomic bundle, format 2\n"));
  EXPECT_FALSE(pack_bundle(bundle.substr(0, bundle.size() - 50)));
  EXPECT_FALSE(pack_bundle(bundle + "more"));
}

TEST(PackedBundle, DamageIsFoundOrGivesAnotherBundle) {
  const std::string bundle = without_requests(played());
  const std::string packed = *pack_bundle(bundle);
  for (std::size_t at = 0; at < packed.size(); ++at) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
    const auto read = unpack_bundle(damaged, MUCH);
    EXPECT_TRUE(!read || *read != bundle) << at;
    EXPECT_FALSE(unpack_bundle(packed.substr(0, at), MUCH)) << at;
  }
}

TEST(PackedBundle, MoreThanIsTakenIsNothing) {
  const std::string bundle = without_requests(played());
  const std::string packed = *pack_bundle(bundle);
  EXPECT_TRUE(unpack_bundle(packed, bundle.size()));
  EXPECT_FALSE(unpack_bundle(packed, bundle.size() - 1));
}

}  // namespace
}  // namespace nomic::ledger

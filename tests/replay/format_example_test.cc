// The worked example of docs/format.md, section 3. It was reckoned there by a program that shares no code with this
// one: if this test fails, the digest of every state has changed.
#include <gtest/gtest.h>

#include <string>

#include "nomic/replay/digest.h"
#include "nomic/replay/state.h"

namespace nomic::replay {
namespace {

v1::Player ann_with_five_points() {
  v1::Player player;
  player.mutable_names()->set_name("Ann");
  player.mutable_names()->set_folded("ann");
  player.set_points(5000);
  return player;
}

std::string hex(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes) {
    constexpr char DIGITS[] = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(byte);
    digits += {DIGITS[value >> 4U], DIGITS[value & 15U]};
  }
  return digits;
}

TEST(FormatExample, TheWalkIsTheseBytes) {
  EXPECT_EQ(hex(canonical_walk(ann_with_five_points())),
            "00000001"
            "04"
            "0000000000000020"
            "00000001"
            "03"
            "0000000000000003"
            "416e6e"
            "00000002"
            "03"
            "0000000000000003"
            "616e6e"
            "00000002"
            "02"
            "0000000000001388");
}

TEST(FormatExample, TheDigestOfTheMessageIsThis) {
  EXPECT_EQ(node_digest(ann_with_five_points()).hex(),
            "554a04b7074295c10318f59781402803c8e9b97cffb670a5e479dfc5800aacd2");
}

TEST(FormatExample, TheDigestOfTheStateIsThis) {
  State state;
  state.set_size(7);
  state.edit_players().add(ann_with_five_points());
  EXPECT_EQ(digest_of(state).hex(), "41254f3fafc13919a82c11e8a3065bb3f714b61e0c4643217731fbc2b6b0c564");
}

}  // namespace
}  // namespace nomic::replay

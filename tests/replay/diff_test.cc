#include "nomic/replay/diff.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace nomic::replay {
namespace {

std::string shown(const std::string& before, const std::string& after, bool by_character = false) {
  std::string out;
  for (const DiffPiece& piece : text_diff(before, after, by_character)) {
    switch (piece.kind) {
      case DiffPiece::Kind::KEPT:
        out += piece.text;
        break;
      case DiffPiece::Kind::GONE:
        out += "[-" + piece.text + "-]";
        break;
      case DiffPiece::Kind::NEW:
        out += "{+" + piece.text + "+}";
        break;
    }
  }
  return out;
}

TEST(TextDiff, IsByWord) {
  EXPECT_EQ(shown("each has one vote", "each has two votes"), "each has [-one-]{+two+} [-vote-]{+votes+}");
  EXPECT_EQ(shown("the winner", "the first winner"), "the {+first +}winner");
  EXPECT_EQ(shown("one\n\ntwo", "one"), "one[-\n\ntwo-]");
  EXPECT_EQ(shown("same", "same"), "same");
  EXPECT_EQ(shown("", "new"), "{+new+}");
  EXPECT_EQ(shown("", ""), "");
}

TEST(TextDiff, IsByCharacterWhereThereAreNoSpaces) {
  EXPECT_EQ(shown("規則は可変である。", "規則は不変である。", true), "規則は[-可-]{+不+}変である。");
}

TEST(TextDiff, GivesLongStretchesThatDifferAsOnePiece) {
  std::string one;
  std::string other;
  for (int i = 0; i < 5'000; ++i) {
    one += "a" + std::to_string(i) + " ";
    other += "b" + std::to_string(i) + " ";
  }
  const auto pieces = text_diff("x " + one, "x " + other, false);
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[1].kind, DiffPiece::Kind::GONE);
  EXPECT_EQ(pieces[2].kind, DiffPiece::Kind::NEW);
}

RC_GTEST_PROP(TextDiffProperty, BothTextsCanBeMadeFromIt, ()) {
  const auto words =
      rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>("a", "b", "c", " ", "\n\n", "規"));
  const auto text = rc::gen::map(words, [](const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) all += part;
    return all;
  });
  const std::string before = *text;
  const std::string after = *text;
  const bool by_character = *rc::gen::arbitrary<bool>();
  std::string one;
  std::string other;
  DiffPiece last{DiffPiece::Kind::KEPT, ""};
  bool first = true;
  for (const DiffPiece& piece : text_diff(before, after, by_character)) {
    RC_ASSERT(!piece.text.empty());
    RC_ASSERT(first || piece.kind != last.kind);
    if (piece.kind != DiffPiece::Kind::NEW) one += piece.text;
    if (piece.kind != DiffPiece::Kind::GONE) other += piece.text;
    last = piece;
    first = false;
  }
  RC_ASSERT(one == before);
  RC_ASSERT(other == after);
}

}  // namespace
}  // namespace nomic::replay

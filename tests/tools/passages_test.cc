#include "nomic/views/passages.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ctime>
#include <string>

#include "nomic/words/terminal_text.h"
#include "render/passages_text.h"

namespace nomic::tools {
namespace {

std::string shown(const std::string& before, const std::string& after) {
  return paint(passages_text(passages(before, after), 0, 0), false);
}

TEST(Passages, FewWordsAreMarkedWhereTheyStand) {
  EXPECT_EQ(shown("Each player has one vote.", "Each player has exactly one vote."),
            "Each player has {+exactly+} one vote.\n");
  EXPECT_EQ(shown("Whoever loses pays 10 points to the bank.", "Whoever loses pays 5 points to the bank."),
            "Whoever loses pays [-10-]{+5+} points to the bank.\n");
}

TEST(Passages, WhatStaysBetweenTwoChangesIsGivenUpWhereItIsNoLongerThanThey) {
  EXPECT_EQ(shown("Each player has one vote.", "Each player has two votes."),
            "Each player has [-one vote.-]{+two votes.+}\n");
  EXPECT_EQ(shown("They take turns, one by one.", "They take turns, two by two."),
            "They take turns, [-one by one.-]{+two by two.+}\n");
  // Three words between changes of one word each stay.
  EXPECT_EQ(shown("A throw gains 5 points and costs 3 apples.", "A throw gains 6 points and costs 4 apples."),
            "A throw gains [-5-]{+6+} points and costs [-3-]{+4+} apples.\n");
}

TEST(Passages, AHailOfWordsIsRewritten) {
  EXPECT_EQ(
      shown("When a proposal is defeated, its proponent loses 10 points.", "Whoever loses a vote pays five points."),
      "Before: When a proposal is defeated, its proponent loses 10 points.\n"
      "After: Whoever loses a vote pays five points.\n");
  EXPECT_EQ(shown("a b c d e f g h", "a x c y e z g w"), "Before: a b c d e f g h\nAfter: a x c y e z g w\n");
  EXPECT_EQ(shown("Tea.", "Cake."), "Before: Tea.\nAfter: Cake.\n");
}

TEST(Passages, SentencesAreComparedWithWhatTheyBecame) {
  EXPECT_EQ(shown("Turns go by surname. The die has six faces. Nobody may pass.",
                  "Turns go by surname. The die has eight faces. A player may say why. Nobody may pass."),
            "Turns go by surname. The die has [-six-]{+eight+} faces. {+A player may say why.+} Nobody may pass.\n");
  EXPECT_EQ(shown("One stays. Two goes. Three stays.", "One stays. Three stays."),
            "One stays. [-Two goes.-] Three stays.\n");
}

TEST(Passages, RewrittenOnesStandApartFromWhatStays) {
  EXPECT_EQ(shown("Turns go by surname. Whoever is late loses a point. Nobody may pass.",
                  "Turns go by surname. Being slow costs nothing at all. Nobody may pass."),
            "Turns go by surname.\n"
            "Before: Whoever is late loses a point.\n"
            "After: Being slow costs nothing at all.\n"
            "Nobody may pass.\n");
}

TEST(Passages, WhereThereAreNoSpacesTheyAreComparedByCharacter) {
  EXPECT_EQ(shown("規則は可変である。", "規則は不変である。"), "規則は[-可-]{+不+}変である。\n");
}

TEST(Passages, LayoutAloneIsNoChange) {
  const auto same = passages("One.\n\nTwo.", "One. Two.");
  ASSERT_EQ(same.size(), 1);
  EXPECT_EQ(same[0].kind(), v1::PassageView::UNCHANGED);
  EXPECT_EQ(same[0].before(), "One.\n\nTwo.");
  EXPECT_EQ(same[0].after(), "One. Two.");
}

TEST(Passages, OfVeryManySentencesNoPairsAreLookedFor) {
  std::string before;
  std::string after;
  for (int i = 0; i < 40; ++i) {
    before += "a" + std::to_string(i) + " b" + std::to_string(i) + ". ";
    after += "c" + std::to_string(i) + " d" + std::to_string(i) + ". ";
  }
  const auto all = passages(before, after);
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].kind(), v1::PassageView::REWRITTEN);
}

RC_GTEST_PROP(PassagesProperty, BothTextsCanBeMadeFromThem, ()) {
  const auto words = rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "b", "c ", " ", ". ", "! ", "\n\n", "規", "。"));
  const auto text = rc::gen::map(words, [](const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) all += part;
    return all;
  });
  const std::string before = *text;
  const std::string after = *text;
  std::string first;
  std::string second;
  for (const v1::PassageView& passage : passages(before, after)) {
    first += passage.before();
    second += passage.after();
    if (passage.kind() != v1::PassageView::REVISED) {
      RC_ASSERT(passage.pieces().empty());
      continue;
    }
    std::string gone;
    std::string come;
    for (const auto& piece : passage.pieces()) {
      if (piece.kind() != v1::CompareView::Piece::NEW) gone += piece.text();
      if (piece.kind() != v1::CompareView::Piece::GONE) come += piece.text();
    }
    RC_ASSERT(gone == passage.before());
    RC_ASSERT(come == passage.after());
  }
  RC_ASSERT(first == before);
  RC_ASSERT(second == after);
}

// Texts of few words and many spaces, or of kana.
std::string any_text(const std::vector<std::string>& units, const std::vector<std::size_t>& picked) {
  std::string text;
  for (const std::size_t at : picked) text += units[at % units.size()];
  return text;
}

RC_GTEST_PROP(Passages, TextsWithoutHalfInCommonKeepNothingInADifference,
              (const std::vector<std::size_t>& one, const std::vector<std::size_t>& other, bool kana)) {
  const std::vector<std::string> words = {"a", "bc ", "def ", " ", "bc", "\n", "tea, "};
  const std::vector<std::string> characters = {"か", "き", "。", " ", "茶", "a"};
  const std::string before = any_text(kana ? characters : words, one);
  const std::string after = any_text(kana ? characters : words, other);
  if (Units(before).has_half_in_common(Units(after))) return;
  RC_ASSERT(readable_pieces(before, after).empty());
}

TEST(Passages, HalfInCommonIsOfTheShorterTextInAnyOrder) {
  EXPECT_TRUE(Units("tea is green").has_half_in_common(Units("is it tea that you drink")));        // 2 of 3
  EXPECT_FALSE(Units("tea is green today").has_half_in_common(Units("it is so and not green.")));  // 1 of 4
  EXPECT_FALSE(Units("tea tea tea").has_half_in_common(Units("tea and much more")));               // each counts once
  EXPECT_TRUE(Units("お茶を入れる。").has_half_in_common(Units("お茶を飲んだ。")));                // 4 characters of 7
  EXPECT_FALSE(Units("お茶").has_half_in_common(Units("規則。")));
}

// Thirty sentences of 660 words, and the same words in the other order: 900 pairs that have all in common took 51 s.
TEST(Passages, OfManyLongSentencesAreFoundInTime) {
  std::string before;
  std::string after;
  for (int sentence = 0; sentence < 30; ++sentence) {
    const auto letter = static_cast<char>('a' + sentence % 26);
    for (int word = 0; word < 660; ++word) {
      before += std::string(1, static_cast<char>('a' + (sentence + word) % 26)) + " ";
      after += std::string(1, static_cast<char>('z' - (sentence + word) % 26)) + "  ";
    }
    before += std::string("A") + letter + ". ";
    after += std::string("B") + letter + ". ";
  }
  const auto begun = std::clock();
  const auto found = passages(before, after);
  EXPECT_LT(std::clock() - begun, 5 * CLOCKS_PER_SEC);
  std::string one;
  std::string other;
  for (const auto& passage : found) {
    one += passage.before();
    other += passage.after();
  }
  EXPECT_EQ(one, before);
  EXPECT_EQ(other, after);
}

}  // namespace
}  // namespace nomic::tools

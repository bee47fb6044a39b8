// Commitments, and the faces that follow from secrets: against an independent derivation (Python's hashlib, from the
// words of docs/design/dice.md), and whether they are fair.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nomic/replay/dice.h"

namespace nomic::replay::test {
namespace {

using Faces = std::vector<std::uint32_t>;

v1::GameFounded worked_founding() {
  v1::GameFounded founding;
  std::string nonce;
  for (char byte = 0; byte < 16; ++byte) nonce.push_back(byte);
  founding.set_nonce(nonce);
  founding.set_payloads_digest(std::string(32, '\xaa'));
  return founding;
}

v1::DicePosition worked_position(std::uint32_t round = 1) {
  v1::DicePosition position;
  position.set_turn_record(33);
  position.set_proposal("301");
  position.set_part(1);
  position.set_round(round);
  return position;
}

std::vector<Secret> worked_secrets() {
  return {{"cyd", std::string(32, '\3')}, {"ann", std::string(32, '\1')}, {"bob", std::string(32, '\2')}};
}

std::string hex(const std::string& raw) {
  return ledger::Hash::from_raw(raw)->hex();
}

TEST(Faces, AreThoseOfTheWorkedExample) {
  const auto game = dice_game(worked_founding());
  EXPECT_EQ(game.hex(), "958efab3e7c772a895cfeb03ad3f847f953191e777710f00c355393c82f9a85f");
  const auto secrets = worked_secrets();
  EXPECT_EQ(hex(commitment_to(game, worked_position(), secrets[0])),
            "a4953b3a9dc8badb2d092e70157d1e168c07ad1d9ed03eaa2e8e033f9f3ea5d2");
  EXPECT_EQ(hex(commitment_to(game, worked_position(), secrets[1])),
            "3f383d556351d7d40f230e130ad20cf3dec9eb4e39ef7c0da0278eedd28a9001");
  EXPECT_EQ(hex(commitment_to(game, worked_position(), secrets[2])),
            "2548893d121f8212c7bba32e6b62d2935017661151f55755212165c0cd6db2f1");
  EXPECT_EQ(faces_of(game, worked_position(), secrets, 12, 6), (Faces{3, 1, 4, 5, 2, 5, 3, 2, 6, 1, 6, 2}));
  EXPECT_EQ(faces_of(game, worked_position(), secrets, 10, 1000),
            (Faces{57, 561, 796, 739, 912, 593, 261, 460, 8, 737}));
  EXPECT_EQ(faces_of(game, worked_position(), {secrets[1]}, 5, 6), (Faces{2, 4, 2, 6, 2}));
}

TEST(Faces, DoNotDependOnTheOrderInWhichSecretsBecameKnown) {
  const auto game = dice_game(worked_founding());
  auto secrets = worked_secrets();
  const auto faces = faces_of(game, worked_position(), secrets, 20, 6);
  std::sort(secrets.begin(), secrets.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  EXPECT_EQ(faces_of(game, worked_position(), secrets, 20, 6), faces);
  std::reverse(secrets.begin(), secrets.end());
  EXPECT_EQ(faces_of(game, worked_position(), secrets, 20, 6), faces);
}

TEST(Faces, DependOnEverySecretTheGameAndThePosition) {
  const auto game = dice_game(worked_founding());
  const auto secrets = worked_secrets();
  std::set<Faces> all = {faces_of(game, worked_position(), secrets, 20, 6)};
  for (std::size_t i = 0; i < secrets.size(); ++i) {
    auto other = secrets;
    other[i].bytes[31] = 'x';
    all.insert(faces_of(game, worked_position(), other, 20, 6));
    other = secrets;
    other[i].folded_name += "a";
    all.insert(faces_of(game, worked_position(), other, 20, 6));
    other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
    all.insert(faces_of(game, worked_position(), other, 20, 6));
  }
  for (int field = 0; field < 4; ++field) {
    auto position = worked_position();
    if (field == 0) position.set_turn_record(34);
    if (field == 1) position.set_proposal("302");
    if (field == 2) position.set_part(2);
    if (field == 3) position.set_round(2);
    all.insert(faces_of(game, position, secrets, 20, 6));
    EXPECT_NE(commitment_to(game, position, secrets[0]), commitment_to(game, worked_position(), secrets[0]));
  }
  auto founding = worked_founding();
  founding.set_nonce("another");
  all.insert(faces_of(dice_game(founding), worked_position(), secrets, 20, 6));
  EXPECT_EQ(all.size(), 15U);
}

// The statistic of 60,000 faces, a hundred a throw, from fixed secrets: the independent derivation gives the same.
double chi_square(std::uint32_t faces) {
  const auto game = dice_game(worked_founding());
  std::vector<double> counts(faces);
  for (std::uint32_t round = 1; round <= 600; ++round) {
    for (const auto face : faces_of(game, worked_position(round), worked_secrets(), 100, faces))
      counts.at(face - 1) += 1;
  }
  const double expected = 60'000.0 / faces;
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(Faces, OfADieOfSixAreEquallyLikely) {
  EXPECT_NEAR(chi_square(6), 3.5162, 1e-9);  // of 5 degrees of freedom, 20.5 is exceeded once in a thousand
}

TEST(Faces, OfADieOfAThousandAreEquallyLikely) {
  EXPECT_NEAR(chi_square(1000), 1035.6333333333, 1e-6);  // of 999 degrees, 1143 is exceeded once in a thousand
}

// 2^32 = 7 x 613,566,756 + 4: the four words from 0xFFFFFFFC on would favour the faces 1 to 4.
TEST(Faces, WordsBeyondTheLastWholeMultipleAreDrawnAgain) {
  const auto face = [](std::vector<std::uint32_t> words) {
    std::size_t at = 0;
    const auto drawn = face_of(7, [&] { return words.at(at++); });
    return std::pair(drawn, at);
  };
  EXPECT_EQ(face({0}), std::pair(1U, std::size_t{1}));
  EXPECT_EQ(face({6}), std::pair(7U, std::size_t{1}));
  EXPECT_EQ(face({7}), std::pair(1U, std::size_t{1}));
  EXPECT_EQ(face({0xFFFFFFFB}), std::pair(7U, std::size_t{1}));
  for (const std::uint32_t beyond : {0xFFFFFFFCU, 0xFFFFFFFDU, 0xFFFFFFFEU, 0xFFFFFFFFU}) {
    EXPECT_EQ(face({beyond, 12}), std::pair(6U, std::size_t{2})) << beyond;
  }
  EXPECT_EQ(face({0xFFFFFFFF, 0xFFFFFFFC, 0xFFFFFFFE, 3}), std::pair(4U, std::size_t{4}));
}

// The last 14 words that are taken show each face twice, and the 4 after them show none.
TEST(Faces, OfADieOfSevenAreEvenOverTheTopOfTheRange) {
  std::vector<int> counts(7);
  int rejected = 0;
  for (std::uint64_t word = 0xFFFFFFFC - 14; word <= 0xFFFFFFFF; ++word) {
    int draws = 0;
    const auto face = face_of(7, [&] {
      ++draws;
      return draws == 1 ? static_cast<std::uint32_t>(word) : 0U;
    });
    if (draws == 2) {
      ++rejected;
    } else {
      ++counts.at(face - 1);
    }
  }
  EXPECT_EQ(rejected, 4);
  EXPECT_EQ(counts, std::vector<int>(7, 2));
}

TEST(Faces, OfADieWhoseFacesDivideTheRangeRejectNothing) {
  EXPECT_EQ(face_of(8, [] { return 0xFFFFFFFFU; }), 8U);
  EXPECT_EQ(face_of(2, [] { return 0xFFFFFFFEU; }), 1U);
}

}  // namespace
}  // namespace nomic::replay::test

// Behaviour, frozen: what the command answers to every play of the project and to random games is what it answered when
// the hashes of answers.txt were taken. Unlike all other tests, what is expected here was taken from the output: they
// say whether the program is right, these say whether a change that was to change nothing did.
//
// The plays are those of tests/transcripts, examples/rules and tests/golden/games. The last are random games of all
// moves (tests/replay/game/recorded_plays_test.cc made them), lawful and unlawful; and bundles, of games with secrets
// and keys, which the command makes anew each time it plays them.
//
//     NOMIC_GOLDEN_OUT=DIR      writes the whole text of every game to DIR/NAME.txt, and the list to DIR/answers.txt
//     NOMIC_GOLDEN_ONLY=PART    plays only the games whose names hold that: games.random-001
//
// To see a difference: write the texts with the program as it was and as it is into two folders, and compare them. Of a
// few games the whole text is kept in texts/, and the first line that differs is shown.
//
// Where behaviour is meant to change: write the texts before and after, read the difference, copy the new answers.txt
// and the new texts of texts/ here, and say in the commit what changed.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "golden/answers.h"
#include "golden/play_file.h"
#include "nomic/ledger/hash.h"

namespace nomic::golden {
namespace {

namespace fs = std::filesystem;

const fs::path SOURCE = NOMIC_SOURCE_DIR;
const fs::path HERE = SOURCE / "tests" / "golden";

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A play whose faces the program throws for itself, or whose keys it makes, has other answers each time.
bool is_by_chance(const std::string& name) {
  return name == "provisions.turn_parts-secrets" || name == "disputes.keys";
}

std::map<std::string, fs::path> frozen_plays() {
  auto all = all_plays();
  std::erase_if(all, [](const auto& play) { return is_by_chance(play.first); });
  if (const char* only = std::getenv("NOMIC_GOLDEN_ONLY")) {
    std::erase_if(all, [&](const auto& play) { return play.first.find(only) == std::string::npos; });
  }
  return all;
}

// The hash of each game, by its name.
std::map<std::string, std::string> hashes(const fs::path& folder) {
  std::map<std::string, std::string> all;
  std::istringstream in(read_file(folder / "answers.txt"));
  for (std::string hash, name; in >> hash >> name;) all[name] = hash;
  return all;
}

// Where two texts part: the last question before it, and the lines.
std::string first_difference(const std::string& wanted, const std::string& got) {
  std::istringstream a(wanted);
  std::istringstream b(got);
  std::string question;
  for (int number = 1;; ++number) {
    std::string left;
    std::string right;
    const bool more = static_cast<bool>(std::getline(a, left));
    const bool more_too = static_cast<bool>(std::getline(b, right));
    if (!more && !more_too) return "nothing";
    if (left != right) {
      return fmt::format("line {}, in the answer to\n  {}\nis\n  {}\nwhere it was\n  {}", number, question,
                         more_too ? right : "(the end)", more ? left : "(the end)");
    }
    if (left.starts_with("$ ")) question = left;
  }
}

const char* out_folder() {
  return std::getenv("NOMIC_GOLDEN_OUT");
}

void write_out(const fs::path& folder, const std::string& name, const std::string& text, const std::string& hash) {
  fs::create_directories(folder);
  std::ofstream(folder / (name + ".txt"), std::ios::binary) << text;
  auto all = hashes(folder);
  all[name] = hash;
  std::ofstream list(folder / "answers.txt", std::ios::binary);
  for (const auto& [one, its_hash] : all) list << its_hash << "  " << one << "\n";
}

// Games are in several tests, so that these may run at the same time.
constexpr std::size_t SHARES = 8;
// Under a sanitizer everything takes many times as long: one share is played.
#if defined(NOMIC_SANITIZED)
constexpr std::size_t PLAYED = 1;
#else
constexpr std::size_t PLAYED = SHARES;
#endif

class Answers : public testing::TestWithParam<std::size_t> {};

TEST_P(Answers, AreWhatTheyWere) {
  const auto frozen = hashes(HERE);
  std::size_t at = 0;
  for (const auto& [name, path] : frozen_plays()) {
    if (at++ % SHARES != GetParam()) continue;
    const auto text = answers_to(path);
    const auto hash = ledger::sha256(text).hex();
    if (const char* folder = out_folder()) {
      write_out(folder, name, text, hash);
      continue;
    }
    const auto found = frozen.find(name);
    if (found == frozen.end()) {
      ADD_FAILURE() << name << " is not in tests/golden/answers.txt: golden_test.cc says how it gets there";
      continue;
    }
    if (found->second == hash) continue;
    const auto whole = HERE / "texts" / (name + ".txt");
    ADD_FAILURE() << "the game " << name << " (" << path.string() << ") has other answers than before.\n"
                  << (fs::exists(whole) ? first_difference(read_file(whole), text)
                                        : "To see which: NOMIC_GOLDEN_OUT=DIR nomic_golden_tests, with the program "
                                          "as it was and as it is, and diff -r of the two folders.");
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Answers, testing::Range<std::size_t>(0, PLAYED));

TEST(Golden, HasEveryGameThatIsListed) {
  if (out_folder() != nullptr || std::getenv("NOMIC_GOLDEN_ONLY") != nullptr) GTEST_SKIP() << "not all are played";
  const auto plays = frozen_plays();
  for (const auto& [name, hash] : hashes(HERE)) EXPECT_EQ(plays.count(name), 1U) << name << " is listed, and not there";
  EXPECT_GE(plays.size(), 280U);
}

TEST(Golden, HasTextsThatAreThoseOfTheirHashes) {
  if (out_folder() != nullptr) GTEST_SKIP() << "the list is being written";
  const auto frozen = hashes(HERE);
  for (const auto& entry : fs::directory_iterator(HERE / "texts")) {
    const auto found = frozen.find(entry.path().stem().string());
    ASSERT_NE(found, frozen.end()) << entry.path();
    EXPECT_EQ(ledger::sha256(read_file(entry.path())).hex(), found->second) << entry.path();
  }
}

}  // namespace
}  // namespace nomic::golden

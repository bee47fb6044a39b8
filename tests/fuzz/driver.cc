// Runs a fuzz target without a fuzzer, for every run of the tests: over the corpus, and over so many changed copies of
// it, always the same for the same seed.
//
//     driver CORPUS ROUNDS [SEED]
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// SplitMix64: enough to choose bytes, and the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % bound;
  }

 private:
  std::uint64_t state_;
};

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string changed(std::string input, const std::vector<std::string>& corpus, Dice& dice) {
  const std::uint64_t changes = 1 + dice.below(8);
  for (std::uint64_t i = 0; i < changes && !input.empty(); ++i) {
    const std::size_t at = dice.below(input.size());
    const std::string& other = corpus[dice.below(corpus.size())];
    switch (dice.below(6)) {
      case 0:
        input[at] = static_cast<char>(dice.below(256));
        break;
      case 1:
        input.erase(at, 1 + dice.below(32));
        break;
      case 2:
        input.insert(at, input.substr(dice.below(input.size()), 1 + dice.below(64)));
        break;
      case 3:
        input.insert(at, other.substr(dice.below(other.size() + 1), 1 + dice.below(200)));
        break;
      case 4:
        input.insert(at, 1, "\n \t#*_<>&.():-0123456789"[dice.below(23)]);
        break;
      default:
        input.resize(at);
        break;
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + 1, argv + argc);
  if (args.size() < 2) return 2;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(args[0])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    run(corpus.back());
  }
  if (corpus.empty()) return 2;
  std::uint64_t rounds = 0;
  std::uint64_t seed = 1;
  std::from_chars(args[1].data(), args[1].data() + args[1].size(), rounds);
  if (args.size() > 2) std::from_chars(args[2].data(), args[2].data() + args[2].size(), seed);
  Dice dice(seed);
  for (std::uint64_t i = 0; i < rounds; ++i) run(changed(corpus[dice.below(corpus.size())], corpus, dice));
  fmt::print("{} files of the corpus and {} changed copies, seed {}: no finding\n", corpus.size(), rounds, seed);
  return 0;
}

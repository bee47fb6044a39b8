#include <algorithm>
#include <cassert>

#include "nomic/replay/dice.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

constexpr std::uint64_t WORDS = std::uint64_t{1} << 32;

template <class Integer>
std::string big_endian_of(Integer value) {
  std::string bytes;
  for (int shift = static_cast<int>(sizeof(Integer)) * 8 - 8; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(static_cast<std::uint8_t>(value >> shift)));
  }
  return bytes;
}

std::string with_length(const std::string& bytes) {
  return big_endian_of(static_cast<std::uint32_t>(bytes.size())) + bytes;
}

std::string bytes_of(const v1::DicePosition& position) {
  return big_endian_of(position.turn_record()) + big_endian_of(number_in(position.proposal())) +
         big_endian_of(position.part()) + big_endian_of(position.round());
}

// The words that follow from a seed, block by block.
class Words {
 public:
  explicit Words(const ledger::Hash& seed) : seed_(seed.raw()) {}

  std::uint32_t next() {
    if (at_ == block_.size()) {
      block_ = ledger::sha256(seed_ + big_endian_of(count_)).raw();
      ++count_;
      at_ = 0;
    }
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8U | static_cast<std::uint8_t>(block_[at_++]);
    return word;
  }

 private:
  std::string seed_;
  std::string block_;
  std::size_t at_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace

ledger::Hash dice_game(const v1::GameFounded& founding) {
  return ledger::sha256("nomic/founding/v1\n" + with_length(founding.nonce()) + founding.payloads_digest());
}

std::string commitment_to(const ledger::Hash& game, const v1::DicePosition& position, const Secret& secret) {
  return ledger::sha256("nomic/dice/v1\n" + game.raw() + bytes_of(position) + with_length(secret.folded_name) +
                        secret.bytes)
      .raw();
}

std::vector<std::uint32_t> faces_of(const ledger::Hash& game, const v1::DicePosition& position,
                                    std::vector<Secret> secrets, std::uint32_t dice, std::uint32_t faces) {
  std::sort(secrets.begin(), secrets.end(),
            [](const Secret& a, const Secret& b) { return a.folded_name < b.folded_name; });
  std::string seeded =
      "nomic/faces/v1\n" + game.raw() + bytes_of(position) + big_endian_of(static_cast<std::uint32_t>(secrets.size()));
  for (const auto& secret : secrets) seeded += with_length(secret.folded_name) + secret.bytes;
  Words words(ledger::sha256(seeded));
  std::vector<std::uint32_t> thrown;
  thrown.reserve(dice);
  for (std::uint32_t i = 0; i < dice; ++i) thrown.push_back(face_of(faces, [&words] { return words.next(); }));
  return thrown;
}

std::uint32_t face_of(std::uint32_t faces, const std::function<std::uint32_t()>& next) {
  assert(faces > 0);
  // What lies beyond the last whole multiple would favour the low faces.
  const std::uint64_t fair = WORDS - WORDS % faces;
  for (;;) {
    const std::uint64_t word = next();
    if (word < fair) return static_cast<std::uint32_t>(word % faces) + 1;
  }
}

}  // namespace nomic::replay

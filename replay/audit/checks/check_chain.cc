// CHAIN: the records are a chain: each bears its place, and the hash of the one before. CLOCK: time never goes back.
//
// The bytes are read as docs/format.md has them, without the ledger's decoder: field 1 of a Record is the Entry; field
// 1 of that its index, field 2 the hash of the record before.

#include <string_view>

#include "check.h"
#include "nomic/ledger/hash.h"
#include "wire_format.h"

namespace nomic::replay::audit {
namespace {

struct Place {
  std::uint64_t index = 0;
  std::string previous;
};

Place place_of(std::string_view record) {
  Place place;
  Wire outer(record);
  while (const auto part = outer.next()) {
    if (part->number != 1) continue;
    Wire entry(part->bytes);
    while (const auto field = entry.next()) {
      if (field->number == 1) place.index = field->value;
      if (field->number == 2) place.previous = std::string(field->bytes);
    }
  }
  return place;
}

class Chain final : public Check {
 public:
  Chain() : Check("CHAIN") {}
  [[nodiscard]] bool reads_records() const override { return true; }
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    const auto& entry = scene.entry;
    const bool dense = entry.index == next_;
    if (!dense) broken(scene, 0, fact("out_of_place", {{"record", entry.index}, {"expected", next_}}));
    next_ = entry.index + 1;
    if (entry.bytes.empty()) {
      if (dense) holds(scene, 0, [&] { return fmt::format("#{} follows #{}", entry.index, entry.index - 1); });
      return;
    }
    const auto place = place_of(entry.bytes);
    const auto hash = ledger::leaf_hash(entry.bytes);
    const bool linked =
        entry.index == 0 ? place.previous.find_first_not_of('\0') == std::string::npos : place.previous == last_;
    if (place.index != entry.index) {
      broken(scene, 0, fact("other_place", {{"record", entry.index}, {"says", place.index}}));
    } else if (!linked) {
      broken(scene, 0, fact("unchained", {{"record", entry.index}}));
    } else if (dense) {
      holds(scene, 0, [&] { return fmt::format("#{} is {}", entry.index, hash.hex()); });
    }
    last_ = hash.raw();
  }

 private:
  std::uint64_t next_ = 0;
  std::string last_;
};

class Clock final : public Check {
 public:
  Clock() : Check("CLOCK") {}
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    const auto& entry = scene.entry;
    if (entry.index != 0 && entry.recorded_at < last_) {
      broken(scene, 0, fact("time_went_back", {{"record", entry.index}, {"before", entry.index - 1}}));
    } else {
      holds(scene, 0, [&] { return fmt::format("#{} at {} microseconds", entry.index, entry.recorded_at); });
    }
    last_ = entry.recorded_at;
  }

 private:
  std::int64_t last_ = 0;
};

}  // namespace

void add_chain(Checks& checks) {
  checks.push_back(std::make_unique<Chain>());
  checks.push_back(std::make_unique<Clock>());
}

}  // namespace nomic::replay::audit

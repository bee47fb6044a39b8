// Reads a protobuf message in the one form in which we write it, without copying and without protobuf: fields by
// ascending number, numbers in as few bytes as they take, no field that has its default value, no other field.
//
//     WireReader reader(bytes);
//     const std::uint64_t index = reader.number(1);         // 0: the field is left out
//     const std::string_view previous = reader.bytes(2);    // into the bytes given; empty: left out
//     if (!reader.is_exact()) ...                           // nothing that was read counts
//
// Fields are asked for by ascending number, each of the message, below 16. is_exact() then says the same of the message
// as protobuf does that parses it and writes it again (exact.h), but for what the caller must see to: that strings are
// UTF-8, and that messages in the message are exact themselves. Cost: O(fields), a small part of what protobuf takes.
#pragma once

#include <cassert>
#include <cstdint>
#include <string_view>

namespace nomic::ledger {

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number(std::uint32_t field) {
    if (!take_tag(field, VARINT)) return 0;
    const std::uint64_t value = varint();
    if (value == 0) exact_ = false;
    return value;
  }

  std::string_view bytes(std::uint32_t field) {
    if (!take_tag(field, LENGTH)) return {};
    const std::string_view value = counted();
    if (value.empty()) exact_ = false;
    return value;
  }

  // Whether one more of a repeated field of bytes or messages follows, which may be empty.
  bool next(std::uint32_t field, std::string_view& value) {
    if (!take_tag(field, LENGTH)) return false;
    value = counted();
    return exact_;
  }

  [[nodiscard]] bool is_exact() const { return exact_ && left_.empty(); }

 private:
  static constexpr std::uint32_t VARINT = 0;
  static constexpr std::uint32_t LENGTH = 2;

  bool take_tag(std::uint32_t field, std::uint32_t type) {
    assert(field > 0 && field < 16);
    if (left_.empty() || static_cast<std::uint8_t>(left_.front()) != (field << 3U | type)) return false;
    left_.remove_prefix(1);
    return true;
  }

  std::uint64_t varint() {
    constexpr unsigned MOST_BITS = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < MOST_BITS && !left_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(left_.front());
      left_.remove_prefix(1);
      // The tenth byte has one bit to give.
      if (shift == 63 && byte > 1) break;
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) != 0) continue;
      if (byte == 0 && shift > 0) break;  // it could be shorter
      return value;
    }
    exact_ = false;
    return 0;
  }

  std::string_view counted() {
    const std::uint64_t size = varint();
    if (size > left_.size()) exact_ = false;
    if (!exact_) return {};
    const std::string_view value = left_.substr(0, size);
    left_.remove_prefix(size);
    return value;
  }

  std::string_view left_;
  bool exact_ = true;
};

}  // namespace nomic::ledger

// Records as docs/format.md has them, without the ledger's decoder: the auditor reads for itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nomic::replay::audit {

// Reads protobuf's wire format, field by field.
class Wire {
 public:
  explicit Wire(std::string_view bytes) : left_(bytes) {}

  struct Field {
    std::uint64_t number = 0;
    std::uint64_t value = 0;
    std::string_view bytes;
  };

  std::optional<Field> next() {
    const auto tag = varint();
    if (!tag) return std::nullopt;
    Field field;
    field.number = *tag >> 3;
    const auto type = static_cast<std::uint8_t>(*tag & 7);
    const auto value = type == VARINT || type == BYTES ? varint() : std::nullopt;
    if (!value) return std::nullopt;
    field.value = *value;
    if (type == VARINT) return field;
    if (*value > left_.size()) return std::nullopt;
    field.bytes = left_.substr(0, *value);
    left_.remove_prefix(*value);
    return field;
  }

 private:
  static constexpr std::uint8_t VARINT = 0;
  static constexpr std::uint8_t BYTES = 2;

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(left_.front());
      left_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

  std::string_view left_;
};

}  // namespace nomic::replay::audit

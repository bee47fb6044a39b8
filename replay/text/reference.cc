#include "nomic/replay/reference.h"

#include <charconv>

#include "nomic/v1/field.pb.h"

namespace nomic::replay {
namespace {

constexpr std::uint32_t ALPHABET = 26;

std::string spelt(std::uint32_t letters) {
  std::string out;
  for (; letters > 0; letters = (letters - 1) / ALPHABET) {
    out.insert(out.begin(), static_cast<char>('a' + (letters - 1) % ALPHABET));
  }
  return out;
}

// 0: not letters alone.
std::uint32_t read_letters(std::string_view typed) {
  std::uint32_t letters = 0;
  for (const char c : typed) {
    const auto small = static_cast<unsigned char>(c) | 0x20U;
    if (small < 'a' || small > 'z') return 0;
    letters = letters * ALPHABET + (small - 'a' + 1);
  }
  return letters;
}

}  // namespace

std::string numeral(std::uint64_t number) {
  if (!is_lettered(number)) return std::to_string(number);
  const auto lettered = static_cast<std::uint32_t>(number);
  return std::to_string(plain_of(lettered)) + spelt(letters_of(lettered));
}

std::optional<std::uint32_t> read_numeral(std::string_view typed) {
  if (typed.empty() || typed.front() < '1' || typed.front() > '9') return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  if (error != std::errc() || number > LARGEST_NUMBER) return std::nullopt;
  const std::string_view behind = typed.substr(static_cast<std::size_t>(end - typed.data()));
  if (behind.empty()) return number;
  const std::uint32_t letters = behind.size() <= 2 ? read_letters(behind) : 0;
  const std::uint32_t lettered = letters == 0 ? 0 : with_letters(number, letters);
  return lettered == 0 ? std::nullopt : std::optional(lettered);
}

std::string reference(std::uint64_t number) {
  if (number == 0) return {};
  return is_unnumbered(number) ? "#" + std::to_string(record_of_unnumbered(number)) : numeral(number);
}

std::string typed_reference(std::uint64_t number) {
  return is_unnumbered(number) ? "record:" + std::to_string(record_of_unnumbered(number)) : numeral(number);
}

bool refers(const google::protobuf::FieldDescriptor& field) {
  return field.options().GetExtension(v1::holds) != v1::Field::HOLDS_UNSPECIFIED;
}

bool is_reference(std::string_view text) {
  return text.empty() || number_in(text) != 0;
}

std::uint32_t number_in(std::string_view reference) {
  if (!reference.starts_with('#')) {
    const auto number = read_numeral(reference);
    // "340A" is typed, and written "340a".
    return number && !(is_lettered(*number) && numeral(*number) != reference) ? *number : 0;
  }
  reference.remove_prefix(1);
  std::uint32_t record = 0;
  const auto [end, error] = std::from_chars(reference.data(), reference.data() + reference.size(), record);
  const bool whole = error == std::errc() && end == reference.data() + reference.size() && !reference.starts_with('0');
  return whole && record < LETTERED - 1 - UNNUMBERED ? unnumbered_of(record) : 0;
}

}  // namespace nomic::replay

#include "index_keys.h"

#include <fmt/format.h>

namespace nomic::replay {
namespace {

void append_big_endian(std::string& to, std::uint64_t number, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) to += static_cast<char>((number >> (8 * i)) & 0xFFU);
}

std::uint64_t read_big_endian(std::string_view key, std::size_t at, std::size_t bytes) {
  if (key.size() < at + bytes) return 0;
  std::uint64_t number = 0;
  for (const char byte : key.substr(at, bytes)) number = number << 8U | static_cast<std::uint8_t>(byte);
  return number;
}

}  // namespace

std::string index_key(IndexKind kind) {
  return std::string(1, static_cast<char>(kind));
}

std::string index_key(IndexKind kind, std::uint32_t number) {
  std::string key = index_key(kind);
  append_big_endian(key, number, 4);
  return key;
}

std::string index_key(IndexKind kind, std::uint32_t number, std::uint32_t second) {
  std::string key = index_key(kind, number);
  append_big_endian(key, second, 4);
  return key;
}

std::string index_key_of_record(IndexKind kind, std::uint64_t record) {
  std::string key = index_key(kind);
  append_big_endian(key, record, 8);
  return key;
}

std::string index_key_of_name(IndexKind kind, std::string_view name) {
  return index_key(kind).append(name) + '\0';
}

std::uint32_t number_in(std::string_view key, std::size_t at) {
  return static_cast<std::uint32_t>(read_big_endian(key, at, 4));
}

std::uint64_t record_in(std::string_view key, std::size_t at) {
  return read_big_endian(key, at, 8);
}

std::string index_key_in_words(std::string_view key) {
  if (key.empty()) return "no key";
  switch (static_cast<IndexKind>(key.front())) {
    case IndexKind::CONSEQUENCES:
      return "consequences";
    case IndexKind::MARK_OF_RULE:
      return fmt::format("marks of lineage {}", number_in(key, 1));
    case IndexKind::MARKS:
      return fmt::format("marks of #{}", record_in(key, 1));
    case IndexKind::NUMBER:
      return fmt::format("number {} of lineage {}", number_in(key, 1), number_in(key, 5));
    case IndexKind::CIRCUIT:
      return fmt::format("end of circuit {}", number_in(key, 1));
    case IndexKind::PROPOSAL:
      return fmt::format("proposal {}", number_in(key, 1));
    case IndexKind::RULE:
      return fmt::format("lineage {}", number_in(key, 1));
    case IndexKind::SCORE:
      return fmt::format("score of {}", key.substr(1, key.size() - 2));
    case IndexKind::TURN:
      return fmt::format("end of turn {}", number_in(key, 1));
    case IndexKind::VOTE:
      return fmt::format("end of the vote on {}", number_in(key, 1));
    case IndexKind::VICTORY:
      return "victory";
  }
  return "a key of no known kind";
}

}  // namespace nomic::replay

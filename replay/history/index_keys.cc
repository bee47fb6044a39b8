#include "index_keys.h"

#include "nomic/replay/reference.h"

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

Error about_index_key(std::string_view key) {
  const auto numbered = [&](std::string_view variant, std::string_view name) {
    return error_of(ErrorCode::LEDGER, variant, {{name, number_in(key, 1)}});
  };
  if (key.empty()) return error_of(ErrorCode::LEDGER, "key_empty");
  switch (static_cast<IndexKind>(key.front())) {
    case IndexKind::CONSEQUENCES:
      return error_of(ErrorCode::LEDGER, "key_consequences");
    case IndexKind::MARK_OF_RULE:
      return numbered("key_marks_of_rule", "lineage");
    case IndexKind::MARKS:
      return error_of(ErrorCode::LEDGER, "key_marks", {{"record", record_in(key, 1)}});
    case IndexKind::NUMBER:
      return error_of(ErrorCode::LEDGER, "key_number", {{"rule", number_in(key, 1)}, {"lineage", number_in(key, 5)}});
    case IndexKind::CIRCUIT:
      return numbered("key_circuit", "circuit");
    case IndexKind::PROPOSAL:
      return numbered("key_proposal", "proposal");
    case IndexKind::RULE:
      return numbered("key_rule", "lineage");
    case IndexKind::SCORE:
      return error_of(ErrorCode::LEDGER, "key_score", {{"player", key.substr(1, key.size() - 2)}});
    case IndexKind::TURN:
      return numbered("key_turn", "turn");
    case IndexKind::VOTE:
      return numbered("key_vote", "proposal");
    case IndexKind::OUTCOME:
      return numbered("key_outcome", "proposal");
    case IndexKind::VICTORY:
      return error_of(ErrorCode::LEDGER, "key_victory");
  }
  return error_of(ErrorCode::LEDGER, "key_unknown");
}

}  // namespace nomic::replay

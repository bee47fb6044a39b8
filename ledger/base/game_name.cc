#include "nomic/ledger/game_name.h"

#include <algorithm>

namespace nomic::ledger {
namespace {

constexpr std::size_t LEAST_DIGITS = 8;
constexpr std::size_t DIGITS_IN_NAME = 16;
constexpr std::string_view BEFORE_DIGITS = "game ";

bool is_hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

char lower(char c) {
  return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool reads_as_identity(std::string_view typed) {
  return typed.size() >= LEAST_DIGITS && typed.size() <= 2 * Hash::SIZE &&
         std::all_of(typed.begin(), typed.end(), is_hex_digit);
}

bool names_identity(std::string_view typed, const GameId& game) {
  if (!reads_as_identity(typed)) return false;
  const std::string digits = game.hash.hex();
  return std::equal(typed.begin(), typed.end(), digits.begin(), [](char a, char b) { return lower(a) == b; });
}

std::string name_after_identity(const GameId& game) {
  return std::string(BEFORE_DIGITS) + game.hash.hex().substr(0, DIGITS_IN_NAME);
}

bool can_be_named(const GameId& game, std::string_view name) {
  if (reads_as_identity(name)) return false;
  const bool is_made = name.starts_with(BEFORE_DIGITS) && reads_as_identity(name.substr(BEFORE_DIGITS.size()));
  return !is_made || name == name_after_identity(game);
}

}  // namespace nomic::ledger

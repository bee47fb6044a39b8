#include "lines/html_list.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace nomic::replay::import {
namespace {

constexpr long ROMAN_ENDS = 4000;
constexpr long LARGEST = 999'999'999;

// a to z, then aa, ab.
std::string alphabetic(long number) {
  std::string letters;
  for (; number > 0; number = (number - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (number - 1) % 26));
  return letters;
}

std::string roman(long number) {
  constexpr std::array<std::pair<long, std::string_view>, 13> FIGURES = {{{1000, "m"},
                                                                          {900, "cm"},
                                                                          {500, "d"},
                                                                          {400, "cd"},
                                                                          {100, "c"},
                                                                          {90, "xc"},
                                                                          {50, "l"},
                                                                          {40, "xl"},
                                                                          {10, "x"},
                                                                          {9, "ix"},
                                                                          {5, "v"},
                                                                          {4, "iv"},
                                                                          {1, "i"}}};
  std::string written;
  for (const auto& [value, letters] : FIGURES) {
    for (; number >= value; number -= value) written += letters;
  }
  return written;
}

std::string raised(std::string letters) {
  for (char& c : letters) c = static_cast<char>(c - 'a' + 'A');
  return letters;
}

}  // namespace

ItemMark next_mark(HtmlList& list) {
  if (!list.ordered) return {.text = "\u2022 ", .numbered = false};
  const long number = list.next;
  list.next += list.step;
  std::string letters;
  if (number > 0 && (list.type == 'a' || list.type == 'A')) letters = alphabetic(number);
  if (number > 0 && number < ROMAN_ENDS && (list.type == 'i' || list.type == 'I')) letters = roman(number);
  if (letters.empty()) return {.text = fmt::format("{}. ", number), .numbered = number >= 0};
  if (list.type == 'A' || list.type == 'I') letters = raised(std::move(letters));
  return {.text = letters + ". ", .numbered = false};
}

long number_or(std::string_view text, long otherwise) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '\t')) text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number >= -LARGEST && number <= LARGEST ? number : otherwise;
}

}  // namespace nomic::replay::import

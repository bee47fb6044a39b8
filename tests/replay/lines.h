// A small vocabulary for lines of pages.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "nomic/words/remarks.h"
#include "pages/lines/line.h"
#include "replay/expect.h"

namespace nomic::replay::import {

// A line as one string: "3 text", "3 h2 text" for a heading, "3 item 1. text" for an item, "3" for a blank one.
inline std::string shown(const Line& line) {
  std::string words = std::to_string(line.number);
  if (line.heading > 0) words += " h" + std::to_string(line.heading);
  if (line.item) words += " item";
  return line.text.empty() ? words : words + ' ' + line.text;
}

// The lines; blank ones too.
inline std::vector<std::string> all_lines(const Result<Lines>& page) {
  EXPECT_TRUE(page.ok()) << why(page);
  std::vector<std::string> all;
  if (!page) return all;
  for (const Line& line : page->lines) all.push_back(shown(line));
  return all;
}

// The lines with words.
inline std::vector<std::string> lines(const Result<Lines>& page) {
  EXPECT_TRUE(page.ok()) << why(page);
  std::vector<std::string> found;
  if (!page) return found;
  for (const Line& line : page->lines) {
    if (!line.text.empty()) found.push_back(shown(line));
  }
  return found;
}

// What was left out: "3 ---: why".
inline std::vector<std::string> left_out(const Result<Lines>& page) {
  EXPECT_TRUE(page.ok()) << why(page);
  std::vector<std::string> found;
  if (!page) return found;
  for (const LeftOut& left : page->left_out) {
    found.push_back(std::to_string(left.at.line) + ' ' + left.text + ": " + tools::words_of(left.why));
  }
  return found;
}

// A piece of text so many times over.
inline std::string times(std::size_t count, std::string_view piece) {
  std::string all;
  all.reserve(count * piece.size());
  for (std::size_t i = 0; i < count; ++i) all += piece;
  return all;
}

}  // namespace nomic::replay::import

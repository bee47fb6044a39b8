// A small vocabulary for what is refused and why.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/words/refusals.h"

namespace nomic::replay {

// The result is refused with that code, and its words (what and hint together) hold each of `words`.
template <class T>
void expect_refused(const Result<T>& result, ErrorCode code, const std::vector<std::string>& words = {}) {
  ASSERT_FALSE(result.ok()) << "was accepted";
  EXPECT_EQ(name_of(result.error().code), name_of(code)) << label_of(result.error());
  const tools::Sentence sentence = tools::words_of(result.error());
  const std::string said = sentence.what + " | " + sentence.hint;
  for (const std::string& word : words) EXPECT_THAT(said, testing::HasSubstr(word));
}

// Why a result is not what was hoped for.
template <class T>
std::string why(const Result<T>& result) {
  return result.ok() ? "accepted"
                     : std::string(name_of(result.error().code)) + ": " + tools::words_of(result.error()).what;
}

}  // namespace nomic::replay

// Whatever bytes come: no crash, and what is accepted is clean.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

// Bytes that are mostly characters of some interest, and sometimes no UTF-8 at all.
rc::Gen<std::string> interesting_bytes() {
  static const std::vector<std::string> PIECES = {"a",
                                                  "Z",
                                                  "7",
                                                  " ",
                                                  "\n",
                                                  "\t",
                                                  "\r\n",
                                                  "-",
                                                  "^",
                                                  "#",
                                                  ":",
                                                  "proposal:",
                                                  "turn:",
                                                  "2012-05-30",
                                                  "T10:00",
                                                  "Z",
                                                  "\xC3\xA9",
                                                  "e\xCC\x81",
                                                  "\xCC\x81",
                                                  "\xE3\x80\x80",
                                                  "\xC2\xA0",
                                                  "\xE2\x80\x8D",
                                                  "\xE5\xB1\xB1",
                                                  "\xE1\x84\x80\xE1\x85\xA1",
                                                  "\xF0\x9F\x8E\xB2",
                                                  "\xE2\x80\xAE",
                                                  "\x1B",
                                                  "\xC2\x9B",
                                                  "\xEF\xBF\xBE",
                                                  "\xFF",
                                                  "\xC3",
                                                  "{ ",
                                                  "} ",
                                                  "adoption ",
                                                  "numerator: ",
                                                  "\"",
                                                  "\\",
                                                  "[",
                                                  "]"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(PIECES)),
                      [](const std::vector<std::string>& pieces) {
                        std::string all;
                        for (const std::string& piece : pieces) all += piece;
                        return all;
                      });
}

bool is_clean(const std::string& text) {
  const unicode::Decoded decoded = unicode::decode(text);
  if (decoded.bad_byte || unicode::nfc(text) != text) return false;
  for (const unicode::CodePoint point : decoded.points) {
    if (!unicode::forbidden(point).empty()) return false;
  }
  return true;
}

RC_GTEST_PROP(TextProperties, AcceptedTextsAreCleanAndStayAsTheyAre, ()) {
  const std::string raw = *interesting_bytes();
  const Result<std::string> clean = clean_text(raw, "the text");
  if (!clean) {
    RC_ASSERT(!tools::words_of(clean.error()).what.empty());
    return;
  }
  RC_ASSERT(is_clean(*clean));
  RC_ASSERT(!clean->empty());
  RC_ASSERT(*clean_text(*clean, "the text") == *clean);
}

RC_GTEST_PROP(TextProperties, AcceptedLinesAreOneLineAndStayAsTheyAre, ()) {
  const Result<std::string> clean = clean_line(*interesting_bytes(), "the title", TITLE_LIMIT);
  if (!clean) return;
  RC_ASSERT(is_clean(*clean));
  RC_ASSERT(clean->find_first_of("\n\t") == std::string::npos);
  RC_ASSERT(clean->size() <= TITLE_LIMIT);
  RC_ASSERT(*clean_line(*clean, "the title", TITLE_LIMIT) == *clean);
}

RC_GTEST_PROP(TextProperties, AcceptedNamesAreFoldedOnceAndForAll, ()) {
  const Result<v1::PlayerNames> names = player_names(*interesting_bytes(), {}, {});
  if (!names) return;
  RC_ASSERT(is_clean(names->name()));
  RC_ASSERT(!names->folded().empty());
  RC_ASSERT(fold(names->folded()) == names->folded());
  RC_ASSERT(names->sort_key() == fold(names->surname()) + '\x01' + names->folded());
  RC_ASSERT(player_names(names->name(), {}, {})->SerializeAsString() == names->SerializeAsString());
}

RC_GTEST_PROP(TextProperties, TheNearestIsOneOfTheKnown, ()) {
  const std::vector<std::string> known = *rc::gen::container<std::vector<std::string>>(interesting_bytes());
  const std::string near = nearest(*interesting_bytes(), known);
  if (!near.empty()) RC_ASSERT(std::find(known.begin(), known.end(), near) != known.end());
}

RC_GTEST_PROP(TextProperties, PointsAreReadOrRefused, ()) {
  const std::string words = *interesting_bytes();
  const Result<Point> point = parse_point(words);
  if (point) {
    RC_ASSERT(point->words == words);
    RC_ASSERT(std::string(point->before, '^') == words.substr(0, point->before));
  } else {
    RC_ASSERT(point.error().code == ErrorCode::BAD_POINT);
    RC_ASSERT(!tools::words_of(point.error()).hint.empty());
  }
}

RC_GTEST_PROP(TextProperties, TimesAreReadAsTheyWerePrinted, ()) {
  const auto micros = *rc::gen::inRange<std::int64_t>(0, 253'402'300'800'000'000);
  RC_ASSERT(*parse_time(print_time(micros), false) == micros);
}

RC_GTEST_PROP(TextProperties, RulesetsAndProvisionsAreReadOrRefused, ()) {
  const std::string text = *interesting_bytes();
  const Result<v1::Provision> provision = parse_provision(text);
  if (provision) {
    RC_ASSERT(parse_provision(print_provision(*provision))->SerializeAsString() == provision->SerializeAsString());
  } else {
    RC_ASSERT(provision.error().code == ErrorCode::BAD_PROVISION);
  }
  const Result<v1::Ruleset> ruleset = parse_ruleset(text, "mine");
  if (!ruleset) RC_ASSERT(ruleset.error().code == ErrorCode::BAD_RULESET);
}

}  // namespace
}  // namespace nomic::replay

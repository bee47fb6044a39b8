#include "nomic/words/point_words.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "nomic/v1/provisions.pb.h"

namespace nomic::tools {
namespace {

// Nothing of how the schema spells it is left: neither capitals within words, nor underscores, nor a full stop.
bool is_plain(const std::string& words) {
  if (words.empty() || words.find_first_of("_.") != std::string::npos) return false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (std::isupper(static_cast<unsigned char>(words[at])) != 0 && words[at - 1] != ' ') return false;
  }
  return true;
}

TEST(PointWords, HaveEveryPointOfEveryKind) {
  const auto* provision = v1::Provision::descriptor()->FindOneofByName("kind");
  ASSERT_NE(provision, nullptr);
  ASSERT_GT(provision->field_count(), 20);
  for (int at = 0; at < provision->field_count(); ++at) {
    const auto* kind = provision->field(at);
    EXPECT_TRUE(is_plain(words_of_matter(kind->name()))) << kind->name();
    EXPECT_NE(words_of_matter(kind->name()), kind->name());
    for (int point = 0; point < kind->message_type()->field_count(); ++point) {
      const std::string name = kind->message_type()->name() + "." + kind->message_type()->field(point)->name();
      EXPECT_TRUE(is_plain(words_of_point(name))) << name << ": " << words_of_point(name);
    }
  }
}

TEST(PointWords, SayThePointWhereTheKindIsTooWide) {
  EXPECT_EQ(words_of_point("VotingPeriod.vote"), "how long a vote lasts");
  EXPECT_EQ(words_of_point("VotingPeriod.at_end"), "what becomes of ballots that are missing when a vote ends");
  EXPECT_EQ(words_of_point("Adoption.quota"), "what it takes to adopt a proposal");
  EXPECT_EQ(words_of_point("Joining.points"), "the points with which newcomers begin");
}

TEST(PointWords, LeaveWhatALaterSchemaKnows) {
  EXPECT_EQ(words_of_point("Weather.rain"), "Weather.rain");
  EXPECT_EQ(words_of_matter("weather"), "weather");
}

}  // namespace
}  // namespace nomic::tools

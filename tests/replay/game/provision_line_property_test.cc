// Whatever a provision says, its line says the same: of random provisions of every kind, and of nonsense.
#include <gtest/gtest.h>

#include "nomic/replay/edition.h"
#include "nomic/words/provision_line.h"
#include "replay/game/random_provisions.h"

namespace nomic::replay::test {
namespace {

constexpr std::uint64_t SEEDS = 60;

const Scene& scene() {
  static const Scene SCENE = {
      {"Ann", "Bo, B.", "Cy \"C\" and D", "\xE5\xB1\xB1", "and"}, {101, 203, 305}, 306, 1'338'372'000'000'000};
  return SCENE;
}

TEST(ProvisionLineProperty, EveryProvisionHasALineThatSaysIt) {
  for (std::uint64_t seed = 1; seed <= SEEDS; ++seed) {
    Choices choose(seed);
    for (const int kind : provision_kinds()) {
      v1::Provision provision = random_provision(choose, scene(), kind);
      // A scope that limits nothing is none; where there is one all the same, text format says so.
      if (provision.has_scope() && provision.scope().ByteSizeLong() == 0) {
        ASSERT_EQ(tools::provision_line(provision), print_provision(provision));
        provision.clear_scope();
      }
      const std::string line = tools::provision_line(provision);
      ASSERT_TRUE(tools::is_provision_line(line)) << "seed " << seed << ": " << line;
      const auto read = tools::read_provision_line(line);
      ASSERT_TRUE(read) << line << ": " << read.error().what;
      ASSERT_EQ(read->SerializeAsString(), provision.SerializeAsString()) << line;
    }
  }
}

TEST(ProvisionLineProperty, NonsenseIsALineThatSaysItOrTextFormat) {
  for (std::uint64_t seed = 1; seed <= SEEDS; ++seed) {
    Choices choose(seed);
    for (int times = 0; times < 20; ++times) {
      const v1::Provision provision = random_nonsense(choose, scene());
      const std::string line = tools::provision_line(provision);
      if (!tools::is_provision_line(line)) {
        ASSERT_EQ(line, print_provision(provision));
        continue;
      }
      const auto read = tools::read_provision_line(line);
      ASSERT_TRUE(read) << line << ": " << read.error().what;
      ASSERT_EQ(read->SerializeAsString(), provision.SerializeAsString()) << line;
    }
  }
}

// Bytes cut out of lines, put in and turned round: read or refused, and nothing worse.
TEST(ProvisionLineProperty, WhatIsDamagedIsReadOrRefused) {
  const std::string signs = " ,()=\"\\:+-_/.andof0123456789\t\x80";
  for (std::uint64_t seed = 1; seed <= SEEDS; ++seed) {
    Choices choose(seed);
    for (int times = 0; times < 50; ++times) {
      std::string line = tools::provision_line(random_provision(choose, scene()));
      for (int changes = 0; changes < 3 && !line.empty(); ++changes) {
        const std::size_t at = choose.below(line.size());
        choose.percent(50) ? line.erase(at, 1 + choose.below(3))
                           : line.insert(at, 1, signs[choose.below(signs.size())]);
      }
      const auto read = tools::read_provision_line(line);
      if (!read) {
        ASSERT_FALSE(read.error().what.empty()) << line;
        continue;
      }
      const std::string again = tools::provision_line(*read);
      if (!tools::is_provision_line(again)) continue;
      const auto same = tools::read_provision_line(again);
      ASSERT_TRUE(same) << again;
      ASSERT_EQ(same->SerializeAsString(), read->SerializeAsString()) << again;
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test

// Rulesets for random games: an edition, changed by house rules.
#pragma once

#include <string>
#include <vector>

#include "nomic/v1/rules.pb.h"
#include "replay/game/random_provisions.h"

namespace nomic::replay::test {

struct House {
  std::vector<std::string> players;
  v1::Ruleset ruleset;
  v1::Mode mode = v1::TABLE;
};

House random_house(Choices& choose);

}  // namespace nomic::replay::test

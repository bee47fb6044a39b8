#include "nomic/replay/thing.h"

#include <utility>

namespace nomic::replay {

std::vector<Parameter> about(const Thing& thing, std::vector<Parameter> further) {
  std::vector<Parameter> parameters = {{"what", thing.name}};
  if (thing.rule) parameters.emplace_back("rule", *thing.rule);
  if (!thing.lang.empty()) parameters.emplace_back("lang", thing.lang);
  if (!thing.whose.empty()) parameters.emplace_back("whose", thing.whose);
  for (Parameter& parameter : further) parameters.push_back(std::move(parameter));
  return parameters;
}

}  // namespace nomic::replay

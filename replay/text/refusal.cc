#include "nomic/replay/refusal.h"

namespace nomic::replay {

v1::Refusal to_refusal(const Error& error) {
  v1::Refusal refusal;
  refusal.set_code(std::string(name_of(error.code)));
  v1::Parameter& sentence = *refusal.add_parameters();
  sentence.set_name("sentence");
  sentence.set_text(error.what);
  for (const Cited& rule : error.cited) refusal.add_rules(rule.rule);
  return refusal;
}

}  // namespace nomic::replay

#include "api/form_answers.h"

#include "api/etag.h"
#include "api/problems.h"
#include "api/recipe_forms.h"
#include "nomic/views/json.h"

namespace nomic::tools {
namespace {

// Both texts are long, and cost two milliseconds to compute.
const std::string& provisions_text() {
  static const std::string text = json_of(provisions_described());
  return text;
}

const Result<std::string>& all_recipes_text() {
  static const Result<std::string> text = []() -> Result<std::string> {
    NOMIC_ASSIGN(const auto described, recipes_described(Query()));
    return json_of(described);
  }();
  return text;
}

}  // namespace

HttpAnswer form_answer(Route route, const Target& target, const std::string& match, std::string_view version) {
  const bool recipes = route == Route::RECIPES;
  const Query& query = target.query();
  if (auto known = recipes ? query.check({"recipe", "set"}) : query.check({}); !known) {
    return not_answered(known.error());
  }
  return with_etag(match, etag_of(version, {target.text()}), [&]() -> Result<std::string> {
    if (!recipes) return provisions_text();
    if (query.is_empty()) return all_recipes_text();
    NOMIC_ASSIGN(auto described, recipes_described(query));
    return json_of(described);
  });
}

}  // namespace nomic::tools

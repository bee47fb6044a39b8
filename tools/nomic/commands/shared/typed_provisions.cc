#include "shared/typed_provisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text_format.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// A recipe's name stands where a kind's would; a word that is neither is the recipe's unless it is near a kind.
bool is_of_a_recipe(std::string_view entry) {
  std::string_view name = entry.substr(0, entry.find(':'));
  while (name.ends_with(' ')) name.remove_suffix(1);
  if (find_recipe(name).ok()) return true;
  const auto kinds = kinds_of_lines();
  const bool is_word = name.find_first_of(" {<") == std::string_view::npos;
  return is_word && std::find(kinds.begin(), kinds.end(), name) == kinds.end() &&
         replay::nearest(name, kinds).empty() && find_recipe(name).error().variant == "no_recipe_near";
}

// "award": a line that says nothing yet.
bool is_kind_alone(std::string_view text) {
  const auto kinds = kinds_of_lines();
  return std::find(kinds.begin(), kinds.end(), text) != kinds.end();
}

// "award occasion=adopted, points=1": a line but for its colon.
std::optional<Failure> missing_colon(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || !is_kind_alone(text.substr(0, space))) return std::nullopt;
  const std::string_view rest = text.substr(std::min(text.find_first_not_of(' ', space), text.size()));
  const bool is_line = !rest.empty() && rest[0] != '{' && rest[0] != '<' && rest[0] != ':';
  if (!is_line) return std::nullopt;
  return usage(fmt::format("there is no colon after {}.", text.substr(0, space)),
               fmt::format("write {}: {}", text.substr(0, space), on_one_line(rest)));
}

}  // namespace

Result<v1::Provision> read_provision(std::string_view text) {
  const bool is_name = is_kind_alone(text);
  if (auto slip = missing_colon(text)) return *std::move(slip);
  if (!is_name && !is_provision_line(text)) return or_failure(replay::parse_provision(text));
  auto provision = read_provision_line(is_name ? std::string(text) + ":" : std::string(text));
  if (!provision) return usage(provision.error().what, provision.error().hint);
  if (auto can_be = replay::check_provision(*provision); !can_be) {
    Failure failure = failure_of(can_be.error());
    LineFault fault = fault_in_line(can_be.error());
    failure.what = std::move(fault.what);
    failure.hint = std::move(fault.hint);
    return failure;
  }
  return std::move(*provision);
}

Result<std::vector<v1::Provision>> read_provision_entry(std::string_view entry) {
  if (is_of_a_recipe(entry)) {
    NOMIC_ASSIGN(auto filled, or_failure(parse_recipe_line(entry)));
    return std::move(filled.provisions);
  }
  NOMIC_ASSIGN(auto provision, read_provision(entry));
  return std::vector<v1::Provision>{std::move(provision)};
}

std::vector<std::string> provision_entries(const std::vector<v1::Provision>& provisions) {
  // A rule that is of a recipe is written as that; what was put together by hand, line by line.
  if (const auto recipe = recipe_of(provisions); recipe && !recipe->recipe->general()) {
    return {print_recipe_line(*recipe)};
  }
  std::vector<std::string> entries;
  entries.reserve(provisions.size());
  for (const v1::Provision& provision : provisions) entries.push_back(provision_line(provision));
  return entries;
}

Result<v1::Request::Propose> read_changes(const std::string& text, std::string_view where) {
  v1::Request::Propose form;
  NOMIC_TRY(replay::read_text_format(text, on_one_line(where), replay::ErrorCode::BAD_PROVISION, form));
  v1::Request::Propose rest = form;
  rest.clear_changes();
  rest.clear_together();
  if (rest.ByteSizeLong() != 0 || form.changes().empty()) {
    return usage(fmt::format("the file {} does not hold rule-changes alone.", in_quotes(where)),
                 "each is written as: changes { kind: REPEAL rule: \"209\" }");
  }
  return form;
}

Result<std::vector<v1::Provision>> read_provisions(const std::string& text, std::string_view where) {
  v1::RuleBody body;
  NOMIC_TRY(replay::read_text_format(text, on_one_line(where), replay::ErrorCode::BAD_PROVISION, body));
  v1::RuleBody rest = body;
  rest.clear_provisions();
  if (rest.ByteSizeLong() != 0 || body.provisions().empty()) {
    return usage(fmt::format("the file {} does not hold provisions alone.", in_quotes(where)),
                 "each is written as: provisions { adoption { ... } }");
  }
  return std::vector<v1::Provision>(body.provisions().begin(), body.provisions().end());
}

}  // namespace nomic::tools

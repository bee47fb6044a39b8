#include "shared/typed_provisions.h"

#include <fmt/format.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/text_format.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
Result<v1::Provision> read_provision(std::string_view text) {
  auto provision = replay::parse_provision(text);
  if (!provision) return failure_of(provision.error());
  return std::move(*provision);
}

Result<v1::Request::Propose> read_changes(const std::string& text, std::string_view where) {
  v1::Request::Propose form;
  const auto read = replay::read_text_format(text, on_one_line(where), replay::ErrorCode::BAD_PROVISION, form);
  if (!read) return failure_of(read.error());
  v1::Request::Propose rest = form;
  rest.clear_changes();
  rest.clear_together();
  if (rest.ByteSizeLong() != 0 || form.changes().empty()) {
    return usage(fmt::format("the file {} does not hold rule-changes alone.", in_quotes(where)),
                 "each is written as: changes { kind: REPEAL rule: 209 }");
  }
  return form;
}

Result<std::vector<v1::Provision>> read_provisions(const std::string& text, std::string_view where) {
  v1::RuleBody body;
  const auto read = replay::read_text_format(text, on_one_line(where), replay::ErrorCode::BAD_PROVISION, body);
  if (!read) return failure_of(read.error());
  v1::RuleBody rest = body;
  rest.clear_provisions();
  if (rest.ByteSizeLong() != 0 || body.provisions().empty()) {
    return usage(fmt::format("the file {} does not hold provisions alone.", in_quotes(where)),
                 "each is written as: provisions { adoption { ... } }");
  }
  return std::vector<v1::Provision>(body.provisions().begin(), body.provisions().end());
}

}  // namespace nomic::tools

#include "shared/typed_provisions.h"

#include <fmt/format.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/text_format.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
Result<v1::Provision> read_provision(std::string_view text) {
  if (!is_provision_line(text)) return or_failure(replay::parse_provision(text));
  auto provision = read_provision_line(text);
  if (!provision) return usage(provision.error().what, provision.error().hint);
  if (auto can_be = replay::check_provision(*provision); !can_be) return failure_of(can_be.error());
  return std::move(*provision);
}

Result<std::vector<v1::Provision>> read_provision_entry(std::string_view entry) {
  auto provision = read_provision(entry);
  if (!provision) return provision.error();
  return std::vector<v1::Provision>{*std::move(provision)};
}

std::vector<std::string> provision_entries(const std::vector<v1::Provision>& provisions) {
  std::vector<std::string> entries;
  for (const v1::Provision& provision : provisions) entries.push_back(provision_line(provision));
  return entries;
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

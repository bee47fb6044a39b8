#include "nomic/client/kept_invitations.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <cassert>
#include <optional>
#include <utility>

#include "nomic/words/json_reader.h"

namespace nomic::tools {
namespace {

constexpr const char* NAME = "invitations.json";
constexpr std::size_t FILE_LIMIT = std::size_t{8} << 20U;
constexpr std::size_t DEPTH = 8;
constexpr std::size_t MOST_VALUES = 20 * std::size_t{MOST_INVITATIONS};

ledger::Result<v1::KeptInvitations> parsed(const std::optional<std::string>& text, const std::string& place) {
  v1::KeptInvitations kept;
  if (!text) return kept;
  const auto fault = read_json(*text, {.bytes = FILE_LIMIT, .depth = DEPTH, .values = MOST_VALUES}, kept);
  if (!fault) return kept;
  return ledger::Error{ledger::ErrorCode::BAD_INPUT,
                       fmt::format("the invitations in {} cannot be read: {}", place, *fault),
                       "put them back as they were, or remove them and invite again",
                       {}};
}

// As people read it too.
std::string json_lines(const v1::KeptInvitations& kept) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string text;
  const auto printed = google::protobuf::util::MessageToJsonString(kept, &text, options);
  assert(printed.ok());
  static_cast<void>(printed);
  return text;
}

}  // namespace

std::unique_ptr<ledger::SharedText> invitations_beside(const std::string& ledger) {
  return ledger::shared_text(ledger, NAME, FILE_LIMIT);
}

ledger::Result<v1::KeptInvitations> read_invitations(const ledger::SharedText& text) {
  NOMIC_ASSIGN(auto content, text.read());
  return parsed(content, text.place());
}

ledger::Status change_invitations(const ledger::SharedText& text, std::string_view command,
                                  const std::function<ledger::Result<bool>(v1::KeptInvitations& kept)>& change) {
  return text.change(command,
                     [&](const std::optional<std::string>& before) -> ledger::Result<std::optional<std::string>> {
                       NOMIC_ASSIGN(auto kept, parsed(before, text.place()));
                       ledger::Result<bool> changed = change(kept);
                       if (!changed) return std::move(changed).error();
                       return *changed ? std::optional(json_lines(kept)) : std::optional<std::string>();
                     });
}

}  // namespace nomic::tools

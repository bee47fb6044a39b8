#include "nomic/replay/edition.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <optional>

#include "editions/embedded.h"
#include "editions/text_format.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

// A stem is edition-NAME-LANG.
std::optional<std::string> edition_in(std::string_view stem) {
  constexpr std::string_view PREFIX = "edition-";
  const std::size_t last = stem.rfind('-');
  if (!stem.starts_with(PREFIX) || last < PREFIX.size()) return std::nullopt;
  return std::string(stem.substr(PREFIX.size(), last - PREFIX.size()));
}

// The texts in English where they exist, else the first.
const EmbeddedEdition* embedded(std::string_view name) {
  const EmbeddedEdition* found = nullptr;
  for (const EmbeddedEdition& one : embedded_editions()) {
    if (edition_in(one.stem) != name) continue;
    if (found == nullptr || one.stem.ends_with("-en")) found = &one;
  }
  return found;
}

Error bad_part(std::string_view where, const Error& error) {
  return {.code = ErrorCode::BAD_RULESET,
          .what = fmt::format("{}: {}", where, error.what),
          .hint = error.hint,
          .cited = {},
          .ledger = {}};
}

// Texts and titles enter a game in NFC, whoever wrote the file.
Status normalise(v1::Ruleset& ruleset, std::string_view where) {
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    Result<std::string> title = clean_line(rule.title(), fmt::format("rule {}'s title", rule.number()), TITLE_LIMIT);
    if (!title) return bad_part(where, title.error());
    rule.set_title(*title);
    for (v1::Text& text : *rule.mutable_texts()) {
      Result<std::string> clean = clean_text(text.text(), fmt::format("rule {}'s text", rule.number()));
      if (!clean) return bad_part(where, clean.error());
      text.set_text(*clean);
    }
  }
  return ledger::Done{};
}

}  // namespace

std::vector<std::string> edition_names() {
  std::vector<std::string> names;
  for (const EmbeddedEdition& one : embedded_editions()) {
    if (std::optional<std::string> name = edition_in(one.stem)) names.push_back(*name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<v1::Ruleset> edition(std::string_view name) {
  if (const EmbeddedEdition* found = embedded(name)) return parse_ruleset(found->text, found->stem);
  const std::vector<std::string> known = edition_names();
  const std::string near = nearest(name, known);
  return Error{.code = ErrorCode::BAD_RULESET,
               .what = fmt::format("there is no edition \"{}\" of the Initial Set", name),
               .hint = near.empty() ? fmt::format("the editions are {}", fmt::join(known, " and "))
                                    : fmt::format("did you mean {}?", near),
               .cited = {},
               .ledger = {}};
}

Result<v1::Ruleset> parse_ruleset(std::string_view text, std::string_view where) {
  v1::Ruleset ruleset;
  Status read = read_text_format(text, where, ErrorCode::BAD_RULESET, ruleset);
  if (!read) return read.error();
  Status clean = normalise(ruleset, where);
  if (!clean) return clean.error();
  return ruleset;
}

Result<v1::Provision> parse_provision(std::string_view text) {
  v1::Provision provision;
  Status read = read_text_format(text, "the provision", ErrorCode::BAD_PROVISION, provision);
  if (!read) return read.error();
  Status checked = check_provision(provision);
  if (!checked) return checked.error();
  return provision;
}

std::string print_provision(const v1::Provision& provision) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  printer.SetUseUtf8StringEscaping(true);
  std::string line;
  printer.PrintToString(provision, &line);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace nomic::replay

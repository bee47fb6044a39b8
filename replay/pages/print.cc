// Rulesets as files: protobuf text format, laid out for people to read and correct.
#include <fmt/format.h>
#include <re2/re2.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// A string of the text format. What is not ASCII stays as it is: people are to read it.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
  return out + "\"";
}

// A piece a line of the text: adjacent strings are one.
std::string in_pieces(std::string_view text, std::string_view indent) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos && end + 1 < text.size() && text[end + 1] == '\n') ++end;
    const std::string_view piece = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    out += fmt::format("\n{}{}", indent, in_quotes(piece));
    text.remove_prefix(piece.size());
  }
  return out;
}

std::string rule_text(const v1::RuleBody& rule) {
  std::string out = "\nrules {\n";
  out += fmt::format("  number: \"{}\"\n  status: {}\n", rule.number(), v1::RuleStatus_Name(rule.status()));
  if (!rule.title().empty()) out += fmt::format("  title: {}\n", in_quotes(rule.title()));
  for (const v1::Text& text : rule.texts()) {
    out += fmt::format("  texts {{\n    lang: {}\n    text:{}\n  }}\n", in_quotes(text.lang()),
                       in_pieces(text.text(), "      "));
  }
  for (const v1::Provision& provision : rule.provisions())
    out += fmt::format("  provisions {{ {} }}\n", print_provision(provision));
  return out + "}\n";
}

}  // namespace

bool is_ruleset_file(std::string_view bytes) {
  // The first line that is no comment begins with a field of a Ruleset.
  static const re2::RE2 FIRST(
      R"(^(?:\x{FEFF})?(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*(?:edition|modes|rules|source|authoritative_lang|prevailing_lang)[ \t]*[:{<])");
  // A page has no such line; looking at its beginning is enough.
  constexpr std::size_t ENOUGH = 1 << 16;
  const std::string_view beginning = bytes.substr(0, ENOUGH);
  return re2::RE2::PartialMatch(re2::StringPiece(beginning.data(), beginning.size()), FIRST);
}

std::string print_ruleset(const v1::Ruleset& ruleset) {
  std::string out = "# proto-file: nomic/v1/rules.proto\n# proto-message: nomic.v1.Ruleset\n";
  if (!ruleset.edition().empty()) out += fmt::format("edition: {}\n", in_quotes(ruleset.edition()));
  std::string modes;
  for (const int mode : ruleset.modes()) modes += (modes.empty() ? "" : ", ") + v1::Mode_Name(mode);
  out += fmt::format("modes: [{}]\n", modes);
  if (!ruleset.source().empty()) out += fmt::format("source: {}\n", in_quotes(ruleset.source()));
  if (!ruleset.authoritative_lang().empty())
    out += fmt::format("authoritative_lang: {}\n", in_quotes(ruleset.authoritative_lang()));
  if (!ruleset.prevailing_lang().empty())
    out += fmt::format("prevailing_lang: {}\n", in_quotes(ruleset.prevailing_lang()));
  for (const v1::RuleBody& rule : ruleset.rules()) out += rule_text(rule);
  return out;
}

}  // namespace nomic::replay

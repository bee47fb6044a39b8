#include "manual/manual_pages.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "cli/declared.h"
#include "cli/program_facts.h"
#include "cli/version.h"
#include "embedded_pages.h"
#include "manual/markdown_page.h"
#include "manual/roff.h"

namespace nomic::tools {
namespace {

// A document that is a page.
struct Documented {
  std::string_view stem;
  std::string_view name;
  std::uint32_t section;
  std::string_view summary;
};

constexpr std::array<Documented, 2> DOCUMENTS = {{
    {"provisions", "nomic-provisions", 7, "what a rule of Nomic says to the program"},
    {"format", "nomic-ledger", 5, "ledgers, records, bundles, checkpoints and proofs, byte by byte"},
}};

constexpr std::string_view SEE_ALSO = "`nomic`(1), `nomic-provisions`(7), `nomic-ledger`(5)";

// For whom there is a page: those that help lists, and help itself.
bool has_page(const CommandSpec& spec) {
  return !spec.group.empty() || spec.name == "help";
}

std::string file_of(std::string_view command) {
  return fmt::format("nomic-{}.1", command);
}

// "Votes on a proposal." after a dash.
std::string after_dash(std::string_view summary) {
  std::string out(summary);
  if (out.ends_with('.')) out.pop_back();
  if (!out.empty() && out[0] >= 'A' && out[0] <= 'Z') out[0] = static_cast<char>(out[0] - 'A' + 'a');
  return out;
}

void add_options(RoffPage& page, const Arguments& arguments) {
  std::string section;
  for (const Arguments::Option& option : arguments.options()) {
    if (option.section != section) {
      section = option.section;
      page.subheading(section);
    }
    const std::string value = option.value.empty() ? "" : fmt::format(" *{}*", option.value);
    page.entry(fmt::format("`{}`{}", option.name, value), help_of(option));
  }
}

std::string page_of_program(const CommandList& commands) {
  RoffPage page("nomic", 1, program_version());
  page.heading("NAME");
  page.paragraph("nomic - plays games of Nomic and keeps them in a ledger");
  page.heading("SYNOPSIS");
  page.paragraph("`nomic` *COMMAND* [*ARGUMENTS*]");
  page.heading("DESCRIPTION");
  page.paragraph(
      "Nomic is a game in which a move is a change of the rules. What players do is recorded, once and for ever, in a "
      "ledger of hash-chained events; what follows from it is derived: scores, rules in force, numbers, whose turn it "
      "is, who has won.");
  page.heading("COMMANDS");
  for (const std::string& group : groups_of(commands)) {
    page.subheading(group);
    for (const CommandSpec* spec : commands) {
      if (spec->group == group) page.entry(fmt::format("`nomic-{}`(1)", spec->name), spec->summary);
    }
  }
  page.heading("OPTIONS");
  Settings settings;
  Arguments common;
  declare_common(common, settings);
  add_options(page, common);
  page.entry("`--help`", "What the command takes, and examples.");
  page.entry("`--version`", "Which version this is, which formats it reads, and what is built in.");
  page.heading("EXIT STATUS");
  for (const ProgramFact& fact : exit_statuses()) page.entry(fact.name, fact.meaning);
  page.heading("ENVIRONMENT");
  for (const ProgramFact& fact : environment_heeded()) page.entry(fmt::format("`{}`", fact.name), fact.meaning);
  page.heading("SEE ALSO");
  page.paragraph("`nomic-help`(1), `nomic-provisions`(7), `nomic-ledger`(5)");
  return page.text();
}

std::string page_of_command(const CommandSpec& spec) {
  const Declared declared(spec);
  const std::string name = fmt::format("nomic-{}", spec.name);
  RoffPage page(name, 1, program_version());
  page.heading("NAME");
  page.paragraph(fmt::format("{} - {}", name, after_dash(spec.summary)));
  page.heading("SYNOPSIS");
  page.paragraph(fmt::format("`nomic {}` {}", spec.name, spec.usage));
  page.heading("DESCRIPTION");
  page.paragraph(spec.summary);
  for (const std::string_view paragraph : lines_in(spec.details)) page.paragraph(paragraph);
  page.heading("OPTIONS");
  if (!declared.arguments.words_help().empty()) {
    page.entry(fmt::format("*{}*", declared.arguments.words_value()), declared.arguments.words_help());
  }
  add_options(page, declared.arguments);
  page.heading("EXAMPLES");
  page.paragraph("To be pasted one after the other in an empty folder:");
  page.lines(spec.examples);
  page.heading("EXIT STATUS");
  page.paragraph("As of every command: `nomic`(1).");
  page.heading("SEE ALSO");
  page.paragraph(SEE_ALSO);
  return page.text();
}

std::string page_of_document(const Documented& documented) {
  RoffPage page(documented.name, documented.section, program_version());
  page.heading("NAME");
  page.paragraph(fmt::format("{} - {}", documented.name, documented.summary));
  page.heading("DESCRIPTION");
  add_markdown(page, embedded_page(documented.stem));
  page.heading("SEE ALSO");
  page.paragraph("`nomic`(1)");
  return page.text();
}

std::string file_of(const Documented& documented) {
  return fmt::format("{}.{}", documented.name, documented.section);
}

}  // namespace

std::vector<std::string> manual_page_names(const CommandList& commands) {
  std::vector<std::string> names = {"nomic.1"};
  for (const CommandSpec* spec : commands) {
    if (has_page(*spec)) names.push_back(file_of(spec->name));
  }
  for (const Documented& documented : DOCUMENTS) names.push_back(file_of(documented));
  return names;
}

std::optional<std::string> manual_page(const CommandList& commands, std::string_view name) {
  if (name == "nomic.1") return page_of_program(commands);
  for (const CommandSpec* spec : commands) {
    if (has_page(*spec) && file_of(spec->name) == name) return page_of_command(*spec);
  }
  for (const Documented& documented : DOCUMENTS) {
    if (file_of(documented) == name) return page_of_document(documented);
  }
  return std::nullopt;
}

}  // namespace nomic::tools

#include "found/rules_import.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "nomic/ledger/whole_file.h"
#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"
#include "render/import_report.h"

namespace nomic::tools {
namespace {

// A new file; what people have corrected in an old one is not lost.
Status write_new(const Call& call, const std::string& path, const std::string& text) {
  const int error = ledger::put_whole(path_in(call.io, path), text, ledger::WholeFile::Place::FREE,
                                      ledger::WholeFile::Sync::YES, ledger::FileMode::DOCUMENT);
  if (error == 0) return ledger::Done{};
  if (error == EEXIST) {
    return usage(fmt::format("the file {} is there already, and may hold corrections.", in_quotes(path)),
                 "remove it, or name another");
  }
  return Failure{Exit::UNAVAILABLE,
                 fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)), ""};
}

}  // namespace

void RulesImport::declare(Arguments& arguments) {
  arguments.section("Importing");
  arguments.option("--edition", "EDITION", "The edition that the page is of, 1990 or 1982, where it cannot be told.",
                   edition_);
  arguments.option("-o", "FILE", "Writes the ruleset to a new file, and the report to standard output.", output_);
  page_.declare(arguments);
}

Result<Exit> RulesImport::run(Call& call, const std::string& path, const std::vector<std::string>& langs) const {
  std::string bytes;
  NOMIC_ASSIGN(auto imported, page_.read(call, path, langs, edition_.value_or(""), &bytes));
  if (!is_from_page(imported)) {
    return usage(fmt::format("{} is a ruleset file already.", in_quotes(path)),
                 "found a game on it: nomic init --rules FILE PLAYER...");
  }
  v1::ImportView view = import_view(imported);
  const std::string ruleset = replay::print_ruleset(imported.ruleset);
  if (output_) {
    NOMIC_TRY(write_new(call, *output_, ruleset));
    view.set_ruleset_file(as_utf8(*output_));
  }
  if (!call.out.is_text()) {
    call.out.json(view);
    return Exit::DONE;
  }
  const std::string report = import_text(view, call.out.wrap_width());
  if (output_) {
    call.out.text(report);
    call.out.text(
        fmt::format("\nThe ruleset is in {}. Correct it there{}; a game is founded on it by: nomic init "
                    "--rules {} PLAYER...\n",
                    in_quotes(*output_), imported.unplayable ? " first" : " if need be", in_quotes(*output_)));
  } else {
    call.out.exact(ruleset);
    call.out.complain(report);
  }
  return Exit::DONE;
}

}  // namespace nomic::tools

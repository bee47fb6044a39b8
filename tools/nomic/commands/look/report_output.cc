#include "look/report_output.h"

#include <fmt/format.h>

#include <cstring>

#include "cli/pager.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"

namespace nomic::tools {

Status write_report(const Call& call, const std::string& path, bool force, std::string_view bytes) {
  NOMIC_ASSIGN(auto output, BundleOutput::open(call, path, force));
  const int error = output->write()(bytes);
  if (error != 0 && !output->reader_left()) {
    return Failure{
        Exit::UNAVAILABLE, fmt::format("{} cannot be written: {}", in_quotes(path), std::strerror(error)), {}};
  }
  return output->finish();
}

Result<std::string> bundle_of(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size) {
  std::string bundle;
  ledger::ExportRequest request;
  request.game = game;
  request.to = size;
  auto report = ledger.export_to(
      [&](std::string_view bytes) {
        bundle += bytes;
        return 0;
      },
      request, {});
  if (!report) return failure_of(report.error());
  return bundle;
}

void open_in_browser(const Call& call, const std::string& path) {
  const std::string browser = call.io.env("BROWSER").value_or("");
  const std::string command = fmt::format("{} {}", browser.empty() ? "xdg-open" : as_shell_word(browser),
                                          as_shell_word(path_in(call.io, path)));
  auto started = call.io.start_pager ? call.io.start_pager(command) : nullptr;
  if (!started || started->finish() != 0) call.out.warning("no browser could be started: " + command);
}

}  // namespace nomic::tools

#include "cli/version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

#include "nomic/ledger/formats.h"
#include "nomic/replay/engine.h"
#include "nomic/version.h"

namespace nomic::tools {
namespace {

constexpr std::uint32_t FIRST = 1;
// Format 1 was never released.
constexpr std::uint32_t FIRST_OF_LEDGERS = 3;

void put(std::uint32_t first, std::uint64_t last, v1::VersionView::Format& format) {
  format.set_reads_from(first);
  format.set_reads_to(static_cast<std::uint32_t>(last));
  format.set_writes(static_cast<std::uint32_t>(last));
}

// "1", or "1 to 3".
std::string those_read(const v1::VersionView::Format& format) {
  if (format.reads_from() == format.reads_to()) return std::to_string(format.reads_to());
  return fmt::format("{} to {}", format.reads_from(), format.reads_to());
}

void add_parts(std::string& out, std::string_view heading,
               const google::protobuf::RepeatedPtrField<std::string>& parts) {
  if (!parts.empty()) out += fmt::format("{:<11}{}\n", heading, fmt::join(parts, ", "));
}

}  // namespace

std::string_view program_version() {
  return NOMIC_VERSION;
}

v1::VersionView version_view(std::string_view commit, const std::vector<BuiltPart>& parts) {
  v1::VersionView view;
  view.set_version(std::string(program_version()));
  view.set_commit(std::string(commit));
  put(FIRST_OF_LEDGERS, ledger::LEDGER_FORMAT, *view.mutable_ledgers());
  put(FIRST, ledger::BUNDLE_FORMAT, *view.mutable_bundles());
  put(FIRST, replay::SEMANTICS, *view.mutable_games());
  for (const BuiltPart& part : parts) *(part.is_in ? view.add_built_in() : view.add_left_out()) = part.name;
  return view;
}

std::string version_text(const v1::VersionView& view) {
  std::string out = fmt::format("nomic {}\n", view.version());
  if (!view.commit().empty()) out += fmt::format("commit     {}\n", view.commit());
  out += fmt::format("ledgers    reads format {}, writes {}\n", those_read(view.ledgers()), view.ledgers().writes());
  out += fmt::format("bundles    reads format {}, writes {}\n", those_read(view.bundles()), view.bundles().writes());
  out += fmt::format("games      plays semantics {}, founds {}\n", those_read(view.games()), view.games().writes());
  add_parts(out, "built in", view.built_in());
  add_parts(out, "left out", view.left_out());
  return out;
}

}  // namespace nomic::tools

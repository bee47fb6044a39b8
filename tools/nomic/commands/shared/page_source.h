// Page source: rules to found a game on or to compare, from a published page, a folder of pages, or a ruleset file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/posted_rules.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The pairs of --map: "204=205,301=203"; "101-116" are played as themselves.
Result<std::map<std::uint32_t, std::uint32_t>> read_map(const std::string& typed);

// What lies at a path: a file, or the files of a folder.
struct PageBytes {
  std::string where;  // for messages
  bool folder = false;
  std::vector<replay::PageFile> files;  // of a folder in the order of their names; else one

  [[nodiscard]] const std::string& text() const { return files.front().bytes; }
  // Whether it is a ruleset in protobuf text format.
  [[nodiscard]] bool is_ruleset() const { return !folder && replay::is_ruleset_file(text()); }
};

// `-` is standard input.
Result<PageBytes> read_page_bytes(const Call& call, const std::string& path);
// The same of a path below a folder that was named: no link below the folder is followed, and nothing outside it read.
Result<PageBytes> read_page_within(const Call& call, const std::string& folder, const std::string& path);

// A name in a folder.
struct FolderEntry {
  std::string name;
  std::filesystem::file_type kind = std::filesystem::file_type::none;
};
// What a folder holds, by name: without names that begin with a dot, and without links, which a note names.
Result<std::vector<FolderEntry>> entries_of(const Call& call, const std::string& path);

// Whether there is a folder at the path.
bool is_folder(const Call& call, const std::string& path);

// A page's rules, to be compared.
Result<replay::PostedRules> posted_rules(const PageBytes& page, const replay::ImportOptions& options);

// How a page is to be read, as the options say.
class PageOptions {
 public:
  // --from, --until, --encoding, --map, --follow-page, --strict; not --lang and --edition, which commands have of their
  // own.
  void declare(Arguments& arguments);
  // The first three alone: what reading a page that is to be compared goes by.
  void declare_reading(Arguments& arguments);

  // Those three, and the languages wanted.
  [[nodiscard]] replay::ImportOptions reading(std::vector<std::string> langs) const;

  // Reads what PATH is: a page, a folder of files, or (without a report) a ruleset in protobuf text format, which no
  // option of a page goes with. `bytes` is what was read, for a request's digest.
  Result<replay::Imported> read(const Call& call, const std::string& path, const std::vector<std::string>& langs,
                                const std::string& edition, std::string* bytes) const;

 private:
  std::optional<std::string> from_;
  std::optional<std::string> until_;
  std::optional<std::string> encoding_;
  std::optional<std::string> map_;
  bool follow_page_ = false;
  bool strict_ = false;
};

// Whether it came from a page: a ruleset file has no report.
bool is_from_page(const replay::Imported& imported);

}  // namespace nomic::tools

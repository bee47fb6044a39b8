#include "shared/page_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MOST_FILES = 2'000;
constexpr std::size_t MOST_ENTRIES = 20'000;

// The files of a folder that hold text, in the order of their names; those that begin with a dot are none of the rules.
Result<std::vector<replay::PageFile>> read_files(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto entries, entries_of(call, path));
  std::vector<std::string> names;
  for (FolderEntry& entry : entries) {
    if (entry.kind == fs::file_type::regular) names.push_back(std::move(entry.name));
  }
  if (names.size() > MOST_FILES)
    return usage(fmt::format("the folder {} holds more than {} files.", in_quotes(path), MOST_FILES));
  std::vector<replay::PageFile> files;
  std::size_t size = 0;
  for (const std::string& name : names) {
    const std::string shown = (fs::path(path) / name).string();
    auto file = ledger::InputFile::open_within(path_in(call.io, path), name);
    if (!file) return unreadable(shown, file.error());
    NOMIC_ASSIGN(auto bytes, read_opened(*std::move(file), shown, TEXT_FILE_LIMIT));
    size += bytes.size();
    if (size > replay::PAGE_LIMIT) {
      return usage(
          fmt::format("the files in {} have more than {} bytes together.", in_quotes(path), replay::PAGE_LIMIT),
          "put the rules alone in a folder");
    }
    files.push_back({as_utf8(name), std::move(bytes)});
  }
  return files;
}

Result<PageBytes> with_files(const Call& call, const std::string& path, PageBytes page) {
  NOMIC_ASSIGN(auto files, read_files(call, path));
  page.files = std::move(files);
  return page;
}

}  // namespace

bool is_folder(const Call& call, const std::string& path) {
  std::error_code error;
  return path != "-" && fs::is_directory(path_in(call.io, path), error) && !error;
}

Result<std::vector<FolderEntry>> entries_of(const Call& call, const std::string& path) {
  std::vector<FolderEntry> entries;
  std::error_code error;
  for (fs::directory_iterator entry(path_in(call.io, path), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    std::string name = entry->path().filename().string();
    const fs::file_type kind = entry->symlink_status(unknown).type();
    if (name.starts_with('.') || unknown) continue;
    if (kind == fs::file_type::symlink) {
      call.out.note(fmt::format("{} is a link, and was left out: no link in a folder is followed",
                                in_quotes((fs::path(path) / name).string())));
      continue;
    }
    entries.push_back({std::move(name), kind});
    if (entries.size() > MOST_ENTRIES)
      return usage(fmt::format("the folder {} holds more than {} files.", in_quotes(path), MOST_ENTRIES));
  }
  if (error) return usage(fmt::format("the folder {} cannot be read: {}.", in_quotes(path), error.message()));
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& one, const FolderEntry& other) { return one.name < other.name; });
  return entries;
}

Result<PageBytes> read_page_bytes(const Call& call, const std::string& path) {
  PageBytes page;
  page.where = on_one_line(as_utf8(path == "-" ? "standard input" : path));
  page.folder = is_folder(call, path);
  if (page.folder) return with_files(call, path, std::move(page));
  NOMIC_ASSIGN(auto text, read_file(call, path));
  page.files.push_back({as_utf8(path), std::move(text)});
  return page;
}

Result<PageBytes> read_page_within(const Call& call, const std::string& folder, const std::string& path) {
  const std::string shown = (fs::path(folder) / path).string();
  PageBytes page;
  page.where = on_one_line(as_utf8(shown));
  auto file = ledger::InputFile::open_within(path_in(call.io, folder), path);
  page.folder = !file && file.error().error == EISDIR;
  if (page.folder) return with_files(call, shown, std::move(page));
  if (!file && file.error().error == ELOOP) {
    return usage(
        fmt::format("{} is a link, or is reached by one, and no link in a folder is followed.", in_quotes(shown)),
        "put the page itself in its place");
  }
  if (!file) return unreadable(shown, file.error());
  NOMIC_ASSIGN(auto text, read_opened(*std::move(file), shown, TEXT_FILE_LIMIT));
  page.files.push_back({as_utf8(shown), std::move(text)});
  return page;
}

Result<replay::PostedRules> posted_rules(const PageBytes& page, const replay::ImportOptions& options) {
  auto read = page.folder ? replay::read_posted_folder(page.files, page.where, options)
                          : replay::read_posted(page.text(), page.where, options);
  return or_failure(std::move(read));
}

Result<std::map<std::uint32_t, std::uint32_t>> read_map(const std::string& typed) {
  const auto number_of = [](std::string_view text) { return replay::read_numeral(text).value_or(0); };
  std::map<std::uint32_t, std::uint32_t> map;
  for (std::size_t at = 0; at <= typed.size();) {
    const std::size_t comma = std::min(typed.find(',', at), typed.size());
    const std::string_view pair = std::string_view(typed).substr(at, comma - at);
    const std::size_t sign = std::min(pair.find_first_of("=-"), pair.size());
    const std::uint32_t first = number_of(pair.substr(0, sign));
    const std::uint32_t second = sign == pair.size() ? first : number_of(pair.substr(sign + 1));
    const bool range = sign < pair.size() && pair[sign] == '-';
    constexpr std::uint32_t LONGEST = 1'000;
    if (first == 0 || second == 0 ||
        (range && (replay::is_lettered(first) || second < first || second - first > LONGEST))) {
      return usage(fmt::format("{} says of no rule as which it is played.", in_quotes(pair)),
                   "write the page's number first: --map 204=205,101-116");
    }
    for (std::uint32_t number = first; number <= (range ? second : first); ++number)
      map[number] = range ? number : second;
    at = comma + 1;
  }
  return map;
}

void PageOptions::declare_reading(Arguments& arguments) {
  arguments.section("Reading a page");
  arguments.option("--from", "RE", "The page begins at the first line in which this regular expression is found.",
                   from_);
  arguments.option("--until", "RE", "The page ends before the next line in which this one is found.", until_);
  arguments.option("--encoding", "NAME", "The page's encoding, where it is not UTF-8: SHIFT-JIS, LATIN1.", encoding_);
}

replay::ImportOptions PageOptions::reading(std::vector<std::string> langs) const {
  replay::ImportOptions options;
  options.langs = std::move(langs);
  options.from = from_.value_or("");
  options.until = until_.value_or("");
  options.encoding = encoding_.value_or("");
  return options;
}

void PageOptions::declare(Arguments& arguments) {
  declare_reading(arguments);
  arguments.option(
      "--map", "N=M",
      "Rule N of the page is played as rule M of the Initial Set, whatever its text says: 204=205; 101-116 "
      "as themselves. Several with commas.",
      map_);
  arguments.flag("--follow-page", "Where the page words a rule otherwise than its edition, plays by the page.",
                 follow_page_);
  arguments.flag("--strict", "Takes nothing that was inferred, left out among the rules, or is a slip of the page.",
                 strict_);
}

Result<replay::Imported> PageOptions::read(const Call& call, const std::string& path,
                                           const std::vector<std::string>& langs, const std::string& edition,
                                           std::string* bytes) const {
  replay::ImportOptions options = reading(langs);
  options.edition = edition;
  if (map_) {
    NOMIC_ASSIGN(auto map, read_map(*map_));
    options.map = std::move(map);
  }
  options.follow_page = follow_page_;
  options.strict = strict_;
  NOMIC_ASSIGN(auto page, read_page_bytes(call, path));
  const std::string& where = page.where;
  if (page.folder) {
    for (const replay::PageFile& file : page.files) *bytes += file.name + "\n" + file.bytes;
    return or_failure(replay::import_folder(page.files, where, options));
  }
  *bytes = page.text();
  if (!page.is_ruleset()) return or_failure(replay::import_page(*bytes, where, options));
  if (from_ || until_ || encoding_ || map_ || follow_page_) {
    return usage(fmt::format("{} is a ruleset file and no page.", in_quotes(path)),
                 "--from, --until, --encoding, --map and --follow-page go with a page");
  }
  if (!edition.empty())
    return usage("the rules are given twice: by --edition and by a ruleset file, which says its own.");
  NOMIC_ASSIGN(auto parsed, replay::parse_ruleset(*bytes, where));
  NOMIC_TRY(replay::check_ruleset(parsed));
  replay::Imported made;
  made.ruleset = std::move(parsed);
  return made;
}

bool is_from_page(const replay::Imported& imported) {
  return !imported.report.where.empty();
}

}  // namespace nomic::tools

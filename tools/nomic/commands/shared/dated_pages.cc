#include "shared/dated_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"
#include "shared/csv_rows.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MOST_PAGES = 10'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits off the front of a text, as many as are asked for, and no more of them behind.
class Digits {
 public:
  explicit Digits(std::string_view text) : rest_(text) {}

  std::optional<std::string> take(std::size_t count) {
    if (rest_.size() < count ||
        !std::all_of(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(count), is_digit))
      return std::nullopt;
    std::string taken(rest_.substr(0, count));
    rest_.remove_prefix(count);
    return taken;
  }

  bool skip(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  [[nodiscard]] bool at_digit() const { return !rest_.empty() && is_digit(rest_.front()); }

 private:
  std::string_view rest_;
};

// The time that the text begins with: 2018-03-29 or 20180329, and perhaps T10:05, T1005Z, 10-05-30.
std::string date_at(std::string_view text) {
  Digits digits(text);
  const auto year = digits.take(4);
  if (!year) return "";
  const bool parted = digits.skip("-");
  const auto month = digits.take(2);
  if (!month || parted != digits.skip("-")) return "";
  const auto day = digits.take(2);
  if (!day || digits.at_digit()) return "";
  std::string date = fmt::format("{}-{}-{}", *year, *month, *day);
  if (!replay::parse_time(date, false)) return "";
  if (!digits.skip("T_ ")) return date;
  const auto hour = digits.take(2);
  const bool signed_off = digits.skip(":-.");
  const auto minute = hour ? digits.take(2) : std::nullopt;
  if (!minute) return date;
  std::string second = "00";
  if (digits.at_digit() || (signed_off && digits.skip(":-."))) {
    const auto typed = digits.take(2);
    if (typed) second = *typed;
  }
  if (digits.at_digit()) return date;
  std::string time = fmt::format("{}T{}:{}:{}Z", date, *hour, *minute, second);
  return replay::parse_time(time, false) ? time : date;
}

class Gathering {
 public:
  explicit Gathering(const Call& call) : call_(call) {}

  Result<DatedPages> run(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) NOMIC_TRY(take(path));
    return std::move(found_);
  }

 private:
  Status take(const std::string& path) {
    const std::string name = name_of(path);
    if (is_folder(call_, path)) return folder(path, name);
    if (name.ends_with(".csv")) return table(path);
    const std::string date = date_in(name);
    if (!date.empty()) return add(path, as_utf8(name), date);
    return usage(fmt::format("the name {} carries no date.", in_quotes(path)),
                 "for example 2018-03-29.md; or name a table of the lines at,page that ends in .csv");
  }

  static std::string name_of(const std::string& path) {
    const fs::path whole(path);
    return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
  }

  // A folder of dated pages; else one page, if its own name carries a date.
  Status folder(const std::string& path, const std::string& name) {
    NOMIC_ASSIGN(auto entries, entries_of(call_, path));
    const bool any =
        std::any_of(entries.begin(), entries.end(), [](const FolderEntry& its) { return !date_in(its.name).empty(); });
    if (!any) {
      const std::string date = date_in(name);
      if (!date.empty()) return add(path, as_utf8(name), date);
      return usage(fmt::format("nothing in the folder {} has a name that carries a date.", in_quotes(path)),
                   "for example 2018-03-29.md; or name a table of the lines at,page that ends in .csv");
    }
    for (const FolderEntry& its : entries) {
      const std::string date = date_in(its.name);
      if (date.empty()) {
        found_.undated.push_back(as_utf8(its.name));
      } else {
        NOMIC_TRY(add_within(path, its.name, date));
      }
    }
    return ledger::Done{};
  }

  Status table(const std::string& path) {
    NOMIC_ASSIGN(auto bytes, read_file(call_, path));
    if (!is_utf8(bytes)) return usage(fmt::format("the table {} is not UTF-8.", in_quotes(path)));
    NOMIC_ASSIGN(auto rows, parse_csv(bytes));
    const std::vector<std::string> heading = {"at", "page"};
    if (rows.empty() || rows.front().cells != heading)
      return usage(fmt::format("the first line of {} is not at,page.", in_quotes(path)),
                   "for example: at,page, then a line 2018-03-29,first.md for each page");
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const CsvRow& row = rows[i];
      if (row.cells.size() != 2 || row.cells[0].empty() || row.cells[1].empty())
        return usage(fmt::format("line {} of {} does not give a time and a page.", row.line, in_quotes(path)));
      NOMIC_TRY(add_within(fs::path(path).parent_path().string(), row.cells[1], row.cells[0]));
    }
    return ledger::Done{};
  }

  Status add(const std::string& path, std::string name, const std::string& at) {
    return add({std::move(name), at, {}, [path](const Call& call) { return read_page_bytes(call, path); }});
  }

  // A page that a folder or a table has, which somebody else may have made.
  Status add_within(const std::string& folder, const std::string& path, const std::string& at) {
    return add({as_utf8(path), at, {}, [folder = folder.empty() ? "." : folder, path](const Call& call) {
                  return read_page_within(call, folder, path);
                }});
  }

  Status add(DatedPage page) {
    if (found_.pages.size() == MOST_PAGES) return usage(fmt::format("there are more than {} pages.", MOST_PAGES));
    NOMIC_ASSIGN(auto when, replay::parse_point(page.at));
    page.when = std::move(when);
    found_.pages.push_back(std::move(page));
    return ledger::Done{};
  }

  const Call& call_;
  DatedPages found_;
};

}  // namespace

Result<PageBytes> DatedPagesReader::read(const Call& call, const DatedPage& page) {
  NOMIC_ASSIGN(auto read, page.read(call));
  for (const replay::PageFile& file : read.files) bytes_ += file.bytes.size();
  if (!is_exhausted()) return read;
  return usage(
      fmt::format("the pages have more than {} MB in all, at {}.", MOST_BYTES / 1'000'000, in_quotes(page.name)),
      "name a part of the pages at a time");
}

Result<DatedPages> dated_pages(const Call& call, const std::vector<std::string>& paths) {
  return Gathering(call).run(paths);
}

std::string date_in(std::string_view name) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool begins = is_digit(name[at]) && (at == 0 || !is_digit(name[at - 1]));
    if (!begins) continue;
    std::string date = date_at(name.substr(at));
    if (!date.empty()) return date;
  }
  return "";
}

}  // namespace nomic::tools

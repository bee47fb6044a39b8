#include "nomic/ledger/store/rocks/folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/files/lock.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view PREFIX = "nomic ledger, format ";
constexpr std::size_t MAX_FILE = 64;

// Between making `making` and holding the lock a maker cannot be told from one that was killed there.
constexpr std::chrono::milliseconds MAKER_IS_AT_IT_WITHIN{250};
constexpr std::chrono::milliseconds LOOKS_EVERY{20};

// The number in a format file, which has one form only.
std::optional<std::uint64_t> parse(std::string_view text) {
  if (!text.starts_with(PREFIX) || !text.ends_with('\n')) return std::nullopt;
  const std::string_view digits = text.substr(PREFIX.size(), text.size() - PREFIX.size() - 1);
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (number == 0 || fmt::format("{}{}\n", PREFIX, number) != text) return std::nullopt;
  return number;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The names that RocksDB gives to files of a database without a table.
bool is_of_rocksdb(const std::filesystem::directory_entry& file) {
  const std::string name = file.path().filename().string();
  if (name == "CURRENT" || name == "IDENTITY" || name == "LOCK") return true;
  for (const std::string_view begins : {"MANIFEST-", "LOG", "OPTIONS-"}) {
    if (name.starts_with(begins)) return true;
  }
  const std::size_t dot = name.find('.');
  const std::string_view ending = dot == std::string::npos ? std::string_view() : std::string_view(name).substr(dot);
  return is_number(name.substr(0, dot)) && (ending == ".log" || ending == ".dbtmp");
}

// Whether an entry of the folder is one that the making of a ledger leaves when it is killed.
bool is_of_making(const std::filesystem::directory_entry& entry) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string name = entry.path().filename().string();
  const fs::file_status status = entry.symlink_status(error);
  if (!fs::exists(status)) return true;  // gone while we look: somebody is at it
  if (fs::is_regular_file(status)) return name == "lock" || name == "mark" || name == "format.new";
  if (!fs::is_directory(status)) return false;
  if (name != "making" && name != "store") return false;
  const fs::directory_iterator files(entry.path(), error);
  if (error) return error == std::errc::no_such_file_or_directory;
  return name == "store" ? std::all_of(files, fs::directory_iterator(), is_of_rocksdb)
                         : files == fs::directory_iterator();
}

bool is_written_in_place(const std::filesystem::path& file) {
  return file.filename() == "lock" || file.filename() == "mark";
}

// What is written in place would be written in whatever else bears the same file's name. (Files of RocksDB are never
// changed once they are made, and copies of a ledger may share them.)
Status check_one_name(const std::filesystem::directory_entry& file) {
  std::error_code error;
  const auto names = file.hard_link_count(error);
  if (error || names <= 1) return Done{};
  return fail(ErrorCode::DAMAGED,
              fmt::format("{} has {} names, and may be another's file", file.path().string(), names),
              "nothing was opened: find out who linked it; or copy the folder and work in the copy");
}

constexpr const char* SERVERS_SOCKET = "serve.sock";

// Of one folder; those in it that are folders are not gone into.
Status check_entries_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  if (error) return Done{};  // nothing to follow; whoever needs the folder will say so
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::file_status status = entry->symlink_status(error);
    // A file may go while we look: a writer is at work.
    if (!error && fs::is_regular_file(status) && is_written_in_place(entry->path())) NOMIC_TRY(check_one_name(*entry));
    if (error || fs::is_regular_file(status) || fs::is_directory(status) || !fs::exists(status)) continue;
    // At which whoever keeps the ledger answers: nothing is read from it here, or written.
    if (fs::is_socket(status) && entry->path().filename() == SERVERS_SOCKET) continue;
    return fail(ErrorCode::DAMAGED,
                fmt::format("{} is {}, and a ledger consists of plain files", entry->path().string(),
                            fs::is_symlink(status) ? "a symbolic link" : "no plain file"),
                "nothing was opened: find out who put it there, and work in a copy of what it should be");
  }
  return Done{};
}

// The folder itself, and the link that may lead to it.
Status check_owner(const std::string& path, std::optional<std::uint32_t> also) {
  for (const bool follow : {true, false}) {
    struct stat about = {};
    if ((follow ? ::stat(path.c_str(), &about) : ::lstat(path.c_str(), &about)) != 0) return Done{};
    if (about.st_uid == ::geteuid() || about.st_uid == also) continue;
    return fail(
        ErrorCode::UNTRUSTED, fmt::format("the ledger in {} belongs to another user (number {})", path, about.st_uid),
        fmt::format("if you trust it, name it: --ledger {0}; or add the line {0} to ~/.config/nomic/safe", path));
  }
  return Done{};
}

bool is_listed(const std::string& path, const std::vector<std::string>& safe) {
  std::error_code ignored;
  const auto real = std::filesystem::weakly_canonical(path, ignored);
  return std::any_of(safe.begin(), safe.end(), [&](const std::string& listed) {
    return listed == "*" || std::filesystem::weakly_canonical(listed, ignored) == real;
  });
}

constexpr std::int64_t YEAR_10000 = 253'402'300'800;

// With a clock before 1970 RocksDB ends the process, whatever is asked of it.
Status check_clock() {
  const auto now = std::int64_t{std::time(nullptr)};
  if (now >= 0 && now < YEAR_10000) return Done{};
  return fail(
      ErrorCode::CLOCK_WENT_BACK,
      now < 0 ? "this computer's clock stands before 1970" : "this computer's clock stands beyond the year 9999",
      "set the clock, then repeat");
}

}  // namespace

Status Folder::check_trust(const FolderTrust& trust) const {
  if (trust.come_upon && !is_listed(path_, trust.safe_folders)) NOMIC_TRY(check_owner(path_, trust.also_owner));
  // What has nothing of a ledger is none, whatever else lies in it.
  const auto lies = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
  };
  if (!lies(format()) && !lies(lock()) && !lies(mark()) && !lies(store()) && !lies(making())) return Done{};
  NOMIC_TRY(check_entries_of(path_));
  return check_entries_of(store());
}

// The format file, if there is one by now, or why there is none. A maker may come between any two looks, so they go
// against its order: `making` comes before the data, and goes after the format file has come.
Result<std::optional<std::string>> Folder::look_for_format() const {
  const auto until = std::chrono::steady_clock::now() + MAKER_IS_AT_IT_WITHIN;
  for (;;) {
    const bool holds_data = exists(mark()) || exists(store());
    const bool begun = exists(making());
    bool at_it = false;
    if (begun) {
      auto lock = Lock::borrow(this->lock(), 0);
      at_it = !lock && lock.error().code == ErrorCode::IN_USE;
    }
    auto content = read_file(format(), MAX_FILE);
    if (!content || *content) return content;
    if (at_it) {
      return fail(ErrorCode::IN_USE, fmt::format("somebody is making the ledger in {}", path_),
                  "wait until it is made, then repeat");
    }
    if (!begun && holds_data) return damaged(fmt::format("the ledger in {} lacks the file 'format'", path_));
    if (!begun) {
      return fail(ErrorCode::NOT_A_LEDGER, fmt::format("there is no ledger in \"{}\"", path_),
                  "name the folder of a ledger, or make one");
    }
    if (std::chrono::steady_clock::now() >= until) {
      return fail(ErrorCode::NOT_A_LEDGER, fmt::format("making the ledger in {} was interrupted", path_),
                  "make it again");
    }
    std::this_thread::sleep_for(LOOKS_EVERY);
  }
}

Status Folder::check_format() const {
  auto content = read_file(format(), MAX_FILE);
  if (content && !*content) content = look_for_format();
  if (!content) return std::move(content).error();
  const auto number = parse(**content);
  if (!number) return damaged(fmt::format("{} does not name a format", format()));
  if (*number > FORMAT) {
    return fail(
        ErrorCode::NEWER_FORMAT,
        fmt::format("the ledger in {} has format {}; this program knows formats up to {}", path_, *number, FORMAT),
        "use a newer version of the program");
  }
  if (*number < FORMAT) {
    return fail(ErrorCode::NOT_A_LEDGER,
                fmt::format("the ledger in {} has format {}, which no released program wrote", path_, *number),
                "export its games with the program that made it, and import the bundles into a new ledger");
  }
  return check_clock();
}

namespace {

Error is_there_already(const std::string& path) {
  return fail(ErrorCode::ALREADY_A_LEDGER, fmt::format("there is a ledger in {} already", path),
              "open that one, or choose another folder");
}

}  // namespace

Status Folder::check_only_making_lies_there() const {
  std::error_code error;
  std::filesystem::directory_iterator entry(path_, error);
  bool nothing = true;
  bool only = true;
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    nothing = false;
    only = only && is_of_making(*entry);
  }
  if (error) return system_error(error.value(), "read", path_);
  // In this order: whoever finishes while we look puts the format file there before `making` goes.
  const bool begun = exists(making());
  if (exists(format())) return is_there_already(path_);
  if (nothing || (begun && only)) return Done{};
  return fail(ErrorCode::BAD_INPUT, fmt::format("{} holds other files", path_), "choose an empty folder or a new one");
}

Status Folder::begin(const FolderTrust& trust) const {
  NOMIC_TRY(check_clock());
  if (exists(format())) return is_there_already(path_);
  NOMIC_TRY(make_folders(path_, FileMode::OWNED));
  NOMIC_TRY(check_trust(trust));
  NOMIC_TRY(check_only_making_lies_there());
  return make_folders(making(), FileMode::OWNED);
}

Status Folder::clear() const {
  std::error_code error;
  if (exists(format())) {
    // Ours, made after the other's was gone.
    tidy();
    return is_there_already(path_);
  }
  NOMIC_TRY(make_folders(making(), FileMode::OWNED));
  NOMIC_TRY(check_only_making_lies_there());
  for (const std::string& path : {store(), mark(), format() + ".new"}) {
    std::filesystem::remove_all(path, error);
    if (error) return system_error(error.value(), "remove", path);
  }
  return Done{};
}

Status Folder::finish() const {
  NOMIC_TRY(sync_folder(path_));
  NOMIC_TRY(replace_file(format(), fmt::format("{}{}\n", PREFIX, FORMAT), /*sync=*/true));
  tidy();
  return Done{};
}

// Beside a format file nothing is decided by `making`; nothing is read from what an interrupted load left.
void Folder::tidy() const {
  ::rmdir(making().c_str());
  std::error_code ignored;
  std::filesystem::remove_all(loading(), ignored);
}

}  // namespace nomic::ledger

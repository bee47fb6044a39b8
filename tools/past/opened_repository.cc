#include "opened_repository.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "bundle_objects.h"
#include "git2_memory.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// How large the objects of a git pack are before they are read: a pack from a stranger can unfold to a thousand times
// its size.

constexpr std::uint32_t MOST_OBJECTS = 1'000'000;
constexpr std::uint64_t MOST_BYTES = std::uint64_t{2} << 30U;
constexpr std::string_view MARK = "PACK";
constexpr std::size_t HEADER_SIZE = 12;  // the mark, a version and the number of objects
constexpr std::size_t ID_SIZE = 20;      // in bytes
constexpr std::size_t BUFFER = 1U << 16U;
enum Kind : unsigned { DELTA_BY_OFFSET = 6, DELTA_BY_ID = 7 };

std::uint32_t four_bytes(std::string_view pack, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8U | static_cast<unsigned char>(pack[i]);
  return number;
}

// Reads the header of an object. False: the pack ends in it.
bool skip_head(std::string_view pack, std::size_t& at) {
  const auto next = [&]() -> unsigned { return at < pack.size() ? static_cast<unsigned char>(pack[at++]) : 0; };
  unsigned byte = next();
  const unsigned kind = (byte >> 4U) & 7U;
  while ((byte & 0x80U) != 0) byte = next();
  if (kind == DELTA_BY_OFFSET) {
    while ((next() & 0x80U) != 0) {
    }
  }
  if (kind == DELTA_BY_ID) at += ID_SIZE;
  return at < pack.size();
}

class Inflater {
 public:
  Inflater() { is_ready_ = inflateInit(&stream_) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Unfolds what begins there, up to a number of bytes, and moves behind it. Nothing: it is damaged.
  std::optional<std::uint64_t> size_of(std::string_view pack, std::size_t& at, std::uint64_t most) {
    if (!is_ready_ || inflateReset(&stream_) != Z_OK) return std::nullopt;
    const std::string_view left = pack.substr(at);
    // zlib takes what it does not change as if it did.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));  // NOLINT(*-const-cast)
    stream_.avail_in = static_cast<uInt>(left.size());
    std::uint64_t size = 0;
    for (int state = Z_OK; state == Z_OK && size <= most;) {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
      size += buffer_.size() - stream_.avail_out;
    }
    at += left.size() - stream_.avail_in;
    return size;
  }

 private:
  z_stream stream_{};
  bool is_ready_ = false;
  std::vector<Bytef> buffer_ = std::vector<Bytef>(BUFFER);
};

// The limit that the pack exceeds, as the end of a sentence about the pack: "has more than 1000000 objects". It unfolds
// each object once, and keeps none. What is no pack, or a damaged one, is not too large: its reader says what is wrong.
std::optional<std::string> excess_of_pack(std::string_view pack) {
  if (pack.size() < HEADER_SIZE || !pack.starts_with(MARK)) return std::nullopt;
  // libgit2 reads packs of versions 2 and 3, and refuses all others.
  if (const auto version = four_bytes(pack, 4); version != 2 && version != 3) return std::nullopt;
  std::uint32_t count = four_bytes(pack, 8);
  if (count > MOST_OBJECTS) return fmt::format("has more than {} objects", MOST_OBJECTS);
  Inflater inflater;
  std::uint64_t all = 0;
  std::size_t at = HEADER_SIZE;
  for (; count > 0 && skip_head(pack, at); --count) {
    const auto size = inflater.size_of(pack, at, MOST_BYTES - all);
    if (!size) return std::nullopt;
    all += *size;
    if (all > MOST_BYTES) return fmt::format("unfolds to more than {} bytes", MOST_BYTES);
  }
  return std::nullopt;
}

constexpr std::int64_t SECOND = 1'000'000;
// All of it is in memory while it is read.
constexpr std::uintmax_t MOST_OF_BUNDLE = std::uintmax_t{256} << 20U;
constexpr int MOST_TAGS = 10;
constexpr std::size_t MOST_OF_COMMIT = std::size_t{1} << 20U;
constexpr std::size_t MOST_OF_COMMITS = std::size_t{256} << 20U;
constexpr std::size_t MOST_COMMITS = 500'000;

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "nomic-bundle-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

PastError Repository::Opened::failed(const std::string& what) const {
  const auto takes = [&](std::uint64_t limit, const char* how) {
    return PastError{fmt::format("{} of {} cannot be read: that takes more than {} bytes of memory {}", what,
                                 in_quotes(where), limit, how),
                     "clone the repository with git, and see what is so large in it"};
  };
  switch (Git2Memory::last_refused()) {
    case Git2Memory::Refused::SYSTEM:
      throw std::bad_alloc();
    case Git2Memory::Refused::ONE:
      return takes(Git2Memory::MOST_AT_ONCE, "in one piece");
    case Git2Memory::Refused::HELD:
      return takes(Git2Memory::MOST_HELD, "at once");
    case Git2Memory::Refused::ALL:
      return takes(Git2Memory::MOST_IN_ALL, "in all");
    case Git2Memory::Refused::NOTHING:
      break;
  }
  return {fmt::format("{} of {} cannot be read: {}", what, in_quotes(where), git.last_error()), ""};
}

PastError Repository::Opened::too_large(const std::string& what, std::uint64_t limit, const std::string& unit) const {
  return {fmt::format("{} of {} has more than {} {}", what, in_quotes(where), limit, unit),
          "import-history reads repositories of games within limits: docs/import.md names them"};
}

std::string Repository::Opened::name_of(const git_oid* id) const {
  char digits[GIT_OID_HEXSZ + 1];
  return git.oid_tostr(digits, sizeof digits, id);
}

PastResult<ledger::Done> Repository::Opened::open_objects(const std::string& objects) {
  git_odb* database = nullptr;
  bool done = git.odb_open(&database, objects.c_str()) == 0;
  done = done && git.repository_wrap_odb(&repository, database) == 0;
  git.odb_free(database);  // the repository holds it
  if (!done) return failed("the repository");
  return ledger::Done{};
}

PastResult<ledger::Done> Repository::Opened::open_folder() {
  NOMIC_ASSIGN(auto found, GitFolder::open(where));
  own_folder = std::move(found);
  NOMIC_ASSIGN(auto objects, own_folder->objects());
  NOMIC_ASSIGN(auto ends, own_folder->cut());
  cut = std::move(ends);
  bytes_stored = objects.bytes;
  return open_objects(objects.folder);
}

PastResult<ledger::Done> Repository::Opened::open_bundle() {
  const char* hint = "clone it, and name the clone";
  std::error_code unknown;
  const auto size = std::filesystem::file_size(where, unknown);
  if (size > MOST_OF_BUNDLE || unknown) {
    return PastError{fmt::format("the git bundle {} has more than {} bytes", in_quotes(where), MOST_OF_BUNDLE), hint};
  }
  std::string bundle(size, '\0');
  std::ifstream file(where, std::ios::binary);
  file.read(bundle.data(), static_cast<std::streamsize>(size));
  bundle.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  NOMIC_ASSIGN(auto read, read_bundle_head(bundle));
  head = std::move(read);
  const std::string_view objects = std::string_view(bundle).substr(head->pack);
  bytes_stored = objects.size();
  if (const auto excess = excess_of_pack(objects)) {
    return PastError{fmt::format("the pack in the git bundle {} {}", in_quotes(where), *excess), hint};
  }
  folder = std::make_unique<TemporaryFolder>();
  if (folder->path().empty() || !std::filesystem::create_directory(folder->path() + "/pack", unknown)) {
    return PastError{"no temporary folder can be made for the bundle", ""};
  }
  NOMIC_TRY(open_objects(folder->path()));
  git_odb* database = nullptr;
  git_odb_writepack* pack = nullptr;
  git_indexer_progress progress{};
  bool done =
      git.repository_odb(&database, repository) == 0 && git.odb_write_pack(&pack, database, nullptr, nullptr) == 0;
  done =
      done && pack->append(pack, objects.data(), objects.size(), &progress) == 0 && pack->commit(pack, &progress) == 0;
  std::optional<PastError> error;
  if (!done) error = failed("the objects");
  if (pack != nullptr) pack->free(pack);
  git.odb_free(database);
  if (error) return *error;
  return ledger::Done{};
}

PastResult<git_oid> Repository::Opened::tip(const std::string& branch) const {
  NOMIC_ASSIGN(auto name, head ? tip_of(*head, branch) : own_folder->tip(branch));
  git_oid id = id_of(name);
  // A tag names a commit, or another tag.
  for (int step = 0; step < MOST_TAGS; ++step) {
    git_object* object = nullptr;
    if (git.object_lookup(&object, repository, &id, GIT_OBJECT_ANY) != 0) return failed("the tip of the branch");
    const git_object_t kind = git.object_type(object);
    git.object_free(object);
    if (kind != GIT_OBJECT_TAG) return id;
    git_tag* tag = nullptr;
    if (git.tag_lookup(&tag, repository, &id) != 0) return failed("the tip of the branch");
    id = *git.tag_target_id(tag);
    git.tag_free(tag);
  }
  return PastError{fmt::format("the tip of the branch of {} is a tag of tags", in_quotes(where)), "name a branch"};
}

PastResult<Commit> Repository::Opened::commit(const git_oid& id) {
  git_commit* found = nullptr;
  if (git.commit_lookup(&found, repository, &id) != 0) return failed("the commit " + name_of(&id));
  const std::unique_ptr<git_commit, decltype(git.commit_free)> owner(found, git.commit_free);
  Commit commit;
  commit.id = name_of(&id);
  const git_signature* author = git.commit_author(found);
  const std::string_view name = author->name;
  const std::string_view email = author->email;
  const std::string_view message = git.commit_message(found);
  // Those of a commit at which a clone is cut are not there.
  const unsigned parents = cut.count(commit.id) != 0 ? 0 : git.commit_parentcount(found);
  const std::size_t size = name.size() + email.size() + message.size() + std::size_t{parents} * GIT_OID_HEXSZ;
  if (size > MOST_OF_COMMIT) return too_large("the commit " + commit.id, MOST_OF_COMMIT, "bytes");
  bytes_of_commits += size;
  if (++commits > MOST_COMMITS) return too_large("the history", MOST_COMMITS, "commits");
  if (bytes_of_commits > MOST_OF_COMMITS) return too_large("the history", MOST_OF_COMMITS, "bytes of commits");
  commit.author = name;
  commit.email = email;
  commit.message = message;
  commit.authored = author->when.time * SECOND;
  commit.committed = git.commit_time(found) * SECOND;
  for (unsigned i = 0; i < parents; ++i) {
    commit.parents.push_back(name_of(git.commit_parent_id(found, i)));
  }
  return commit;
}

git_oid Repository::Opened::id_of(const std::string& name) const {
  git_oid id{};
  git.oid_fromstr(&id, name.c_str());
  return id;
}

}  // namespace nomic::tools

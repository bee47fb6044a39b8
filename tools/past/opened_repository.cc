#include "opened_repository.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "bundle_objects.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
// All of it is in memory while it is read.
constexpr std::uintmax_t MOST_OF_BUNDLE = std::uintmax_t{256} << 20U;

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
  return {fmt::format("{} of {} cannot be read: {}", what, in_quotes(where), git.last_error()), ""};
}

std::string Repository::Opened::name_of(const git_oid* id) const {
  char digits[GIT_OID_HEXSZ + 1];
  return git.oid_tostr(digits, sizeof digits, id);
}

PastResult<ledger::Done> Repository::Opened::open_folder() {
  if (git.repository_open(&repository, where.c_str()) != 0) return failed("the repository");
  std::ifstream shallow(std::string(git.repository_commondir(repository)) + "/shallow");
  for (std::string line; std::getline(shallow, line);) cut.insert(line);
  return ledger::Done{};
}

PastResult<ledger::Done> Repository::Opened::open_bundle() {
  std::error_code unknown;
  if (std::filesystem::file_size(where, unknown) > MOST_OF_BUNDLE || unknown) {
    return PastError{fmt::format("the git bundle {} has more than {} bytes", in_quotes(where), MOST_OF_BUNDLE),
                     "clone it, and name the clone"};
  }
  std::ostringstream all;
  all << std::ifstream(where, std::ios::binary).rdbuf();
  bundle = std::move(all).str();
  auto read = read_bundle_head(bundle);
  if (!read) return read.error();
  head = std::move(*read);
  folder = std::make_unique<TemporaryFolder>();
  if (folder->path().empty()) return PastError{"no temporary folder can be made for the bundle", ""};
  git_odb* objects = nullptr;
  git_odb_writepack* pack = nullptr;
  git_indexer_progress progress{};
  bool done = git.repository_init(&repository, folder->path().c_str(), 1) == 0 &&
              git.repository_odb(&objects, repository) == 0 &&
              git.odb_write_pack(&pack, objects, nullptr, nullptr) == 0;
  done = done && pack->append(pack, bundle.data() + head.pack, bundle.size() - head.pack, &progress) == 0 &&
         pack->commit(pack, &progress) == 0;
  PastError error = failed("the objects");
  if (pack != nullptr) pack->free(pack);
  git.odb_free(objects);
  if (!done) return error;
  return ledger::Done{};
}

PastResult<git_oid> Repository::Opened::tip(const std::string& branch) const {
  git_oid id{};
  if (!bundle.empty()) {
    auto name = tip_of(head, branch);
    if (!name) return name.error();
    git.oid_fromstr(&id, name->c_str());
    return id;
  }
  git_reference* reference = nullptr;
  const int found = branch.empty() ? git.repository_head(&reference, repository)
                                   : git.reference_dwim(&reference, repository, branch.c_str());
  if (found != 0) return failed(branch.empty() ? "HEAD" : "the branch " + branch);
  git_object* object = nullptr;
  const bool peeled = git.reference_peel(&object, reference, GIT_OBJECT_COMMIT) == 0;
  git.reference_free(reference);
  if (!peeled) return failed("the tip of the branch");
  id = *git.object_id(object);
  git.object_free(object);
  return id;
}

PastResult<Commit> Repository::Opened::commit(const git_oid& id) const {
  git_commit* found = nullptr;
  if (git.commit_lookup(&found, repository, &id) != 0) return failed("the commit " + name_of(&id));
  Commit commit;
  commit.id = name_of(&id);
  const git_signature* author = git.commit_author(found);
  commit.author = author->name;
  commit.email = author->email;
  commit.authored = author->when.time * SECOND;
  commit.committed = git.commit_time(found) * SECOND;
  commit.message = git.commit_message(found);
  // Those of a commit at which a clone is cut are not there.
  const unsigned parents = cut.count(commit.id) != 0 ? 0 : git.commit_parentcount(found);
  for (unsigned i = 0; i < parents; ++i) {
    commit.parents.push_back(name_of(git.commit_parent_id(found, i)));
  }
  git.commit_free(found);
  return commit;
}

git_oid Repository::Opened::id_of(const std::string& name) const {
  git_oid id{};
  git.oid_fromstr(&id, name.c_str());
  return id;
}

}  // namespace nomic::tools

// The functions of libgit2 that are used, from the library as it is found when it is needed.
//
// It is not linked: what it stands on is not to be loaded by commands that read no repository, nor to meet the
// libraries that the program has linked into itself.
#pragma once

#include <git2.h>

#include <string>

#include "nomic/past/repository.h"

namespace nomic::tools {

// clang-format indents each row more than the one before.
// clang-format off
#define NOMIC_GIT2_FUNCTIONS(DO)                                                                                       \
  DO(libgit2_init) DO(libgit2_opts) DO(error_last) DO(error_set_oom) DO(odb_open) DO(odb_free) DO(odb_write_pack)      \
  DO(repository_odb) DO(repository_wrap_odb) DO(repository_free) DO(object_lookup) DO(object_type) DO(object_free)     \
  DO(tag_lookup) DO(tag_target_id) DO(tag_free) DO(commit_lookup) DO(commit_free) DO(commit_time) DO(commit_author)    \
  DO(commit_message) DO(commit_parentcount) DO(commit_parent_id) DO(commit_tree) DO(tree_free) DO(tree_walk)           \
  DO(tree_entry_name) DO(tree_entry_id) DO(tree_entry_filemode) DO(blob_lookup) DO(blob_rawcontent) DO(blob_rawsize)   \
  DO(blob_free) DO(oid_fromstr) DO(oid_tostr)
// clang-format on

struct Git2 {
// The name of a member takes no parentheses.
#define NOMIC_GIT2_MEMBER(name) decltype(&git_##name) name = nullptr;  // NOLINT(bugprone-macro-parentheses)
  NOMIC_GIT2_FUNCTIONS(NOMIC_GIT2_MEMBER)
#undef NOMIC_GIT2_MEMBER

  // Loaded once. Fails where the library is not installed.
  static PastResult<const Git2*> get();
  // What libgit2 says of what failed last.
  [[nodiscard]] std::string last_error() const;
};

}  // namespace nomic::tools

#include "git2_library.h"

#include <dlfcn.h>

#include "git2_memory.h"

namespace nomic::tools {
namespace {

#define NOMIC_GIT2_LIBRARY "libgit2.so." LIBGIT2_SOVERSION

PastError not_there(std::string why) {
  return {"repositories are read by libgit2, which is not here: " + std::move(why),
          "install it: apt-get install libgit2-" LIBGIT2_SOVERSION};
}

PastResult<Git2> load() {
  void* library = dlopen(NOMIC_GIT2_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return not_there(dlerror());
  Git2 git;
#define NOMIC_GIT2_LOAD(name)                                                    \
  git.name = reinterpret_cast<decltype(git.name)>(dlsym(library, "git_" #name)); \
  if (git.name == nullptr) return not_there(NOMIC_GIT2_LIBRARY " has no git_" #name);
  NOMIC_GIT2_FUNCTIONS(NOMIC_GIT2_LOAD)
#undef NOMIC_GIT2_LOAD
  if (!Git2Memory::install(git)) return not_there("it takes no limit of memory");
  if (git.libgit2_init() < 0) return not_there(git.last_error());
  return git;
}

}  // namespace

PastResult<const Git2*> Git2::get() {
  static const PastResult<Git2> LOADED = load();
  if (!LOADED) return LOADED.error();
  return &*LOADED;
}

std::string Git2::last_error() const {
  const git_error* error = error_last();
  return error == nullptr || error->message == nullptr ? "no reason is given" : error->message;
}

}  // namespace nomic::tools

#include "pq_library.h"

#include <dlfcn.h>

#include <string>
#include <utility>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr const char* PQ_LIBRARY = "libpq.so.5";

Error no_pq(const std::string& why) {
  return fail(ErrorCode::IO_FAILED, "PostgreSQL is spoken to by libpq, which is not here: " + why,
              "install it: apt-get install libpq5");
}

Result<PqLibrary> load_pq() {
  void* library = dlopen(PQ_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return no_pq(dlerror());
  PqLibrary pq;
#define NOMIC_PQ_LOAD(name)                                             \
  pq.name = reinterpret_cast<decltype(pq.name)>(dlsym(library, #name)); \
  if (pq.name == nullptr) return no_pq(std::string(PQ_LIBRARY) + " has no " #name);
  NOMIC_PQ_FUNCTIONS(NOMIC_PQ_LOAD)
#undef NOMIC_PQ_LOAD
  return pq;
}

}  // namespace

Result<const PqLibrary*> PqLibrary::get() {
  static const Result<PqLibrary> LOADED = load_pq();
  if (!LOADED) return LOADED.error();
  return &*LOADED;
}

}  // namespace nomic::ledger

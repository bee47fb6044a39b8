#include "nomic/ledger/recorded_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "nomic/ledger/address.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/ledger/store/rocks/folder.h"

namespace nomic::ledger {

std::string recorded_mark(const std::string& folder) {
  if (is_database_address(folder)) {
    auto mark = postgres_mark(folder);
    return mark ? *std::move(mark) : std::string();
  }
  // Whoever puts a pipe there is not waited for.
  const int file = ::open(Folder(folder).mark().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return {};
  constexpr std::size_t MORE_THAN_A_MARK = 1 << 14;
  std::string bytes(MORE_THAN_A_MARK, '\0');
  std::size_t held = 0;
  while (held < bytes.size()) {
    const ssize_t got = ::read(file, bytes.data() + held, bytes.size() - held);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    held += static_cast<std::size_t>(got);
  }
  ::close(file);
  bytes.resize(held);
  return bytes;
}

}  // namespace nomic::ledger

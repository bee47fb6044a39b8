#include "nomic/client/socket_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

namespace nomic::tools {

SocketPath::SocketPath(const std::filesystem::path& path)
    : folder_(::open(path.has_parent_path() ? path.parent_path().c_str() : ".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      path_(fmt::format("/proc/self/fd/{}/{}", folder_, path.filename().string())) {}

SocketPath::~SocketPath() {
  if (folder_ >= 0) ::close(folder_);
}

bool SocketPath::put_into(sockaddr_un& name) const {
  name.sun_family = AF_UNIX;
  if (path_.size() >= sizeof name.sun_path) return false;
  std::memcpy(name.sun_path, path_.c_str(), path_.size() + 1);
  return true;
}

}  // namespace nomic::tools

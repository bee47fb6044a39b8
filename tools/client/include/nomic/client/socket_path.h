// The path of a socket, of any length.
#pragma once

#include <sys/un.h>

#include <filesystem>
#include <string>

namespace nomic::tools {

// What the socket of a server is called in the folder of its ledger.
inline constexpr const char* SERVER_SOCKET = "serve.sock";

// The folder of the path, held open, and the path through it: a socket's name has 107 bytes, and this is shorter.
class SocketPath {
 public:
  explicit SocketPath(const std::filesystem::path& path);
  ~SocketPath();
  SocketPath(const SocketPath&) = delete;
  SocketPath& operator=(const SocketPath&) = delete;

  [[nodiscard]] bool is_open() const { return folder_ >= 0; }
  // False where even so it is too long.
  [[nodiscard]] bool put_into(sockaddr_un& name) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  // The folder, as a file that is open.
  [[nodiscard]] int folder() const { return folder_; }

 private:
  int folder_;
  std::string path_;
};

}  // namespace nomic::tools

// The server that is asked through the socket in its ledger's folder.
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "asked_server.h"
#include "nomic/client/socket_path.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Who answers at a folder's socket: nobody, who may, or why it is not known, or may not.
struct AtSocket {
  std::unique_ptr<Wire> wire;
  int process = 0;
};

Result<std::optional<AtSocket>> answering_in(const std::string& folder) {
  const std::string given = (std::filesystem::path(folder) / SERVER_SOCKET).string();
  const SocketPath place(given);
  struct stat owned {};
  struct stat socket {};
  sockaddr_un name{};
  if (!place.is_open() || ::fstat(place.folder(), &owned) != 0 || !place.put_into(name)) {
    return std::optional<AtSocket>();
  }
  if (::lstat(place.path().c_str(), &socket) != 0 || !S_ISSOCK(socket.st_mode)) return std::optional<AtSocket>();
  const auto cannot = [&] {
    const int number = errno;
    return Failure{Exit::UNAVAILABLE, fmt::format("{} cannot be opened: {}", in_quotes(given), std::strerror(number)),
                   number == EACCES ? "the server of this ledger takes moves of its owner alone" : "", "UNREACHABLE"};
  };
  OwnSocket own(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (own.get() < 0) return cannot();
  // Who listens and takes nobody is not waited for.
  const timeval patience{10, 0};
  static_cast<void>(::setsockopt(own.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience));
  if (::connect(own.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
    if (errno == ECONNREFUSED || errno == ENOENT) return std::optional<AtSocket>();
    return cannot();
  }
  ucred other{};
  socklen_t size = sizeof other;
  if (::getsockopt(own.get(), SOL_SOCKET, SO_PEERCRED, &other, &size) != 0) return cannot();
  if (other.uid != owned.st_uid && other.uid != 0) {
    return Failure{Exit::USAGE,
                   fmt::format("user {} answers at {}, and the folder is user {}'s: nothing was sent", other.uid,
                               in_quotes(given), owned.st_uid),
                   "ask the folder's owner who serves it", "UNTRUSTED"};
  }
  return std::optional<AtSocket>(AtSocket{plain_wire(std::move(own)), other.pid});
}

}  // namespace

Result<std::unique_ptr<GameServer>> GameServer::of_folder(const std::string& folder, const std::string& version) {
  return of_folder(folder, version, Patience());
}

Result<std::unique_ptr<GameServer>> GameServer::of_folder(const std::string& folder, const std::string& version,
                                                          const Patience& patience) {
  NOMIC_ASSIGN(auto there, answering_in(folder));
  if (!there) return std::unique_ptr<GameServer>();
  Way way;
  way.name = fmt::format("the server of {} (process {})", in_quotes(folder), there->process);
  way.host = "localhost";
  way.process = there->process;
  way.reach = [folder](WireTime /*until*/) -> Reached {
    auto again = answering_in(folder);
    if (!again) return WireFault{again.error().what, again.error().hint};
    if (!*again) return WireFault{"it has ended", {}};
    return std::move((*again)->wire);
  };
  auto server = std::make_unique<AskedServer>(std::move(way), version, patience);
  server->begins_with(std::move(there->wire));
  return std::unique_ptr<GameServer>(std::move(server));
}

}  // namespace nomic::tools

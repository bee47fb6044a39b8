#include "door.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "nomic/client/socket_path.h"

namespace nomic::tools {
namespace {

using ledger::Error;
using ledger::ErrorCode;

// As many may wait to be taken.
constexpr int BACKLOG = 1024;

ErrorCode code_of(int number) {
  if (number == EADDRINUSE) return ErrorCode::IN_USE;
  if (number == EADDRNOTAVAIL) return ErrorCode::BAD_INPUT;
  if (number == EACCES || number == EPERM || number == EROFS) return ErrorCode::READ_ONLY;
  return number == ENOSPC ? ErrorCode::FULL : ErrorCode::IO_FAILED;
}

Error cannot(const std::string& where, std::string hint) {
  const int number = errno;
  return {
      code_of(number), fmt::format("nobody can listen at {}: {}", where, std::strerror(number)), std::move(hint), {}};
}

template <class T>
sockaddr* as_name(T& name) {
  return reinterpret_cast<sockaddr*>(&name);
}

bool is_answered(sockaddr_un name) {
  const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (probe < 0) return false;
  const bool answered = ::connect(probe, as_name(name), sizeof name) == 0 || errno == EAGAIN;
  ::close(probe);
  return answered;
}

// Nothing, or why the name is not free. Whoever asks holds the ledger's lock: nobody else makes a socket there.
ledger::Status make_way(const std::string& given, const SocketPath& place, const sockaddr_un& name) {
  struct stat found {};
  if (::lstat(place.path().c_str(), &found) != 0) return ledger::Done{};
  if (!S_ISSOCK(found.st_mode)) {
    return Error{ErrorCode::BAD_INPUT,
                 fmt::format("{} is there and is no socket: it is left alone", given),
                 "name another place: nomic serve --socket PATH",
                 {}};
  }
  if (is_answered(name)) {
    return Error{ErrorCode::IN_USE,
                 fmt::format("a server answers at {} already", given),
                 "end it first, or name another place: nomic serve --socket PATH",
                 {}};
  }
  if (::unlink(place.path().c_str()) != 0) return cannot(given, {});
  return ledger::Done{};
}

}  // namespace

Door::Door(Door&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      family_(other.family_),
      port_(other.port_),
      path_(std::exchange(other.path_, {})),
      device_(other.device_),
      inode_(other.inode_) {}

Door::~Door() {
  if (fd_ >= 0) ::close(fd_);
  struct stat found {};
  if (path_.empty() || ::lstat(path_.c_str(), &found) != 0) return;
  if (found.st_dev == device_ && found.st_ino == inode_) ::unlink(path_.c_str());
}

ledger::Result<Door> Door::on_address(const std::string& address, std::uint16_t port) {
  sockaddr_in four{};
  sockaddr_in6 six{};
  four.sin_family = AF_INET;
  six.sin6_family = AF_INET6;
  four.sin_port = six.sin6_port = htons(port);
  const bool is_four = ::inet_pton(AF_INET, address.c_str(), &four.sin_addr) == 1;
  if (!is_four && ::inet_pton(AF_INET6, address.c_str(), &six.sin6_addr) != 1) {
    return Error{ErrorCode::BAD_INPUT,
                 fmt::format("\"{}\" is no address in figures", address),
                 "127.0.0.1 is this machine, 0.0.0.0 every address of it",
                 {}};
  }
  Door door;
  door.family_ = is_four ? AF_INET : AF_INET6;
  const std::string where = is_four ? fmt::format("{}:{}", address, port) : fmt::format("[{}]:{}", address, port);
  door.fd_ = ::socket(door.family_, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (door.fd_ < 0) return cannot(where, {});
  const int yes = 1;
  ::setsockopt(door.fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = is_four ? sizeof four : sizeof six;
  sockaddr* name = is_four ? as_name(four) : as_name(six);
  if (::bind(door.fd_, name, size) != 0 || ::listen(door.fd_, BACKLOG) != 0) {
    return cannot(where, "name another place: nomic serve --listen ADDR:PORT; with port 0 one that is free is taken");
  }
  if (::getsockname(door.fd_, name, &size) != 0) return cannot(where, {});
  door.port_ = ntohs(is_four ? four.sin_port : six.sin6_port);
  return door;
}

ledger::Result<Door> Door::on_path(const std::string& path) {
  const SocketPath place{path};
  if (!place.is_open()) return cannot(path, {});
  sockaddr_un name{};
  if (!place.put_into(name)) {
    return Error{ErrorCode::BAD_INPUT, fmt::format("the name of {} is too long for a socket", path), {}, {}};
  }
  NOMIC_TRY(make_way(path, place, name));
  Door door;
  door.family_ = AF_UNIX;
  door.fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  // Nobody can connect before listen(): until then it is nobody's to open.
  if (door.fd_ < 0 || ::bind(door.fd_, as_name(name), sizeof name) != 0) return cannot(path, {});
  struct stat made {};
  if (::chmod(place.path().c_str(), S_IRUSR | S_IWUSR) != 0 || ::lstat(place.path().c_str(), &made) != 0) {
    return cannot(path, {});
  }
  door.path_ = path;
  door.device_ = made.st_dev;
  door.inode_ = made.st_ino;
  if (::listen(door.fd_, BACKLOG) != 0) return cannot(path, {});
  return door;
}

}  // namespace nomic::tools

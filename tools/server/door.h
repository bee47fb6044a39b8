// Doors: the sockets that a listener takes connections from, as the system makes them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>

#include "nomic/ledger/result.h"

namespace nomic::tools {

// An open socket that listens. It closes itself, and removes its name from the file system where it still is its own.
class Door {
 public:
  // An address in figures: anything else would have to be looked up, and could be another tomorrow.
  static ledger::Result<Door> on_address(const std::string& address, std::uint16_t port);
  // At a path of any length. Only this user can open it. A socket that nobody listens at is replaced.
  static ledger::Result<Door> on_path(const std::string& path);

  Door(Door&& other) noexcept;
  Door& operator=(Door&&) = delete;
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door();

  [[nodiscard]] int family() const { return family_; }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  // Whoever takes it closes it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  Door() = default;

  int fd_ = -1;
  int family_ = 0;
  std::uint16_t port_ = 0;
  std::string path_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace nomic::tools

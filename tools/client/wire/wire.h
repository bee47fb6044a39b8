// Wire: bytes to a server and back, with an end to every wait.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "nomic/client/server_address.h"
#include "nomic/ledger/result.h"

namespace nomic::tools {

using WireTime = std::chrono::steady_clock::time_point;

// Why nobody could be reached.
struct WireFault {
  std::string why;
  std::string hint = {};
};

class Wire {
 public:
  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;

  // How many bytes were sent: 0 where none could be before that time, -1 where the other side takes no more.
  virtual std::ptrdiff_t write(std::string_view bytes, WireTime until) = 0;

  enum class Got : std::uint8_t { BYTES, END, LATE, BROKEN };
  struct Read {
    Got got = Got::BROKEN;
    std::size_t count = 0;
  };
  // What has come, at most so many bytes.
  virtual Read read(char* into, std::size_t most, WireTime until) = 0;

  // To be waited for.
  [[nodiscard]] virtual int descriptor() const = 0;
};

// A socket that is connected, and closed with this.
class OwnSocket {
 public:
  explicit OwnSocket(int fd = -1) : fd_(fd) {}
  ~OwnSocket();
  OwnSocket(OwnSocket&& other) noexcept : fd_(other.release()) {}
  OwnSocket& operator=(OwnSocket&&) = delete;
  OwnSocket(const OwnSocket&) = delete;
  OwnSocket& operator=(const OwnSocket&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  int release();

 private:
  int fd_;
};

// Whether the socket can be read (or, `to_write`, written) before that time.
bool comes(int fd, bool to_write, WireTime until);

// Connected to the first address of that host where somebody listens.
ledger::Result<OwnSocket, WireFault> reach(const PublicUrl& at, WireTime until);

// The bytes as they are.
std::unique_ptr<Wire> plain_wire(OwnSocket socket);

// The same through TLS 1.2 or 1.3, once the other side has shown a certificate of that host which the system's
// authorities, or those in SSL_CERT_FILE and SSL_CERT_DIR, vouch for.
ledger::Result<std::unique_ptr<Wire>, WireFault> tls_wire(OwnSocket socket, const PublicUrl& at, WireTime until);

}  // namespace nomic::tools

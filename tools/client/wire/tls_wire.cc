#include <fmt/format.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <optional>
#include <utility>

#include "nomic/client/host_address.h"
#include "wire.h"

namespace nomic::tools {
namespace {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using Code = boost::system::error_code;

ssl::context verifying() {
  ssl::context context(ssl::context::tls_client);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  context.set_default_verify_paths();
  context.set_verify_mode(ssl::verify_peer);
  return context;
}

class TlsWire : public Wire {
 public:
  explicit TlsWire(OwnSocket socket) : context_(verifying()), stream_(io_, context_) {
    const int fd = socket.release();
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    const bool six = ::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) == 0 && own.ss_family == AF_INET6;
    Code ignored;
    stream_.next_layer().assign(six ? asio::ip::tcp::v6() : asio::ip::tcp::v4(), fd, ignored);
  }

  // Nothing, or why the other side is not who it should be.
  std::optional<WireFault> shake_hands(const std::string& host, WireTime until) {
    // Which certificate is wanted; an address is no name.
    std::string name(without_brackets(host));
    if (!HostAddress::parse(name)) {
      SSL_ctrl(stream_.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
    }
    stream_.set_verify_callback(ssl::host_name_verification(name));
    Code how;
    const bool done = run(until, [&](auto ended) {
      stream_.async_handshake(ssl::stream_base::client, [&, ended](const Code& error) {
        how = error;
        ended();
      });
    });
    if (!done) return WireFault{"the other side began no TLS in time", "see whether the address is one of https"};
    if (!how) return std::nullopt;
    const long verdict = SSL_get_verify_result(stream_.native_handle());
    if (verdict == X509_V_OK && how.category() == asio::error::get_ssl_category()) {
      return WireFault{fmt::format("no TLS could be agreed on ({})", how.message()),
                       "see whether the address is one of https"};
    }
    if (verdict == X509_V_OK) return WireFault{how.message()};
    return WireFault{
        fmt::format("its certificate is not to be trusted for {}: {}", host, X509_verify_cert_error_string(verdict)),
        "nothing was sent; where the authority is your own, name its certificate in SSL_CERT_FILE"};
  }

  std::ptrdiff_t write(std::string_view bytes, WireTime until) override {
    Code how;
    std::size_t sent = 0;
    const bool done = run(until, [&](auto ended) {
      stream_.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                               [&, ended](const Code& error, std::size_t count) {
                                 how = error;
                                 sent = count;
                                 ended();
                               });
    });
    if (!done) return 0;
    return how ? -1 : static_cast<std::ptrdiff_t>(sent);
  }

  Read read(char* into, std::size_t most, WireTime until) override {
    Code how;
    std::size_t count = 0;
    const bool done = run(until, [&](auto ended) {
      stream_.async_read_some(asio::buffer(into, most), [&, ended](const Code& error, std::size_t got) {
        how = error;
        count = got;
        ended();
      });
    });
    if (!done) return {Got::LATE, 0};
    if (!how) return {Got::BYTES, count};
    // Who only closes the connection may have been cut off: an answer without a length would be half of one.
    return {how == asio::error::eof ? Got::END : Got::BROKEN, 0};
  }

  [[nodiscard]] int descriptor() const override { return stream_.next_layer().native_handle(); }

 private:
  // Starts something and waits until it has ended; false: until that time it had not, and is given up.
  template <class Start>
  bool run(WireTime until, Start start) {
    bool is_done = false;
    start([&is_done] { is_done = true; });
    io_.restart();
    while (!is_done && io_.run_one_until(until) > 0) {
    }
    if (is_done) return true;
    Code ignored;
    stream_.next_layer().cancel(ignored);
    io_.restart();
    io_.run();
    return false;
  }

  asio::io_context io_;
  ssl::context context_;
  mutable ssl::stream<asio::ip::tcp::socket> stream_;  // a const socket does not tell its descriptor
};

}  // namespace

ledger::Result<std::unique_ptr<Wire>, WireFault> tls_wire(OwnSocket socket, const PublicUrl& at, WireTime until) {
  auto wire = std::make_unique<TlsWire>(std::move(socket));
  if (auto fault = wire->shake_hands(at.host, until)) return *std::move(fault);
  return std::unique_ptr<Wire>(std::move(wire));
}

}  // namespace nomic::tools

#include "data/serve_places.h"

#include <fmt/format.h>

#include <charconv>

#include "nomic/client/host_address.h"
#include "nomic/client/public_url.h"
#include "nomic/client/socket_path.h"
#include "nomic/ledger/address.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* NOWHERE = "none";

Status take_address(const std::string& typed, ListenAt& at) {
  const std::size_t colon = typed.rfind(':');
  const char* end = typed.data() + typed.size();
  const bool has_port =
      colon != std::string::npos && colon + 1 < typed.size() && typed.find(']', colon) == std::string::npos;
  const auto port = has_port ? std::from_chars(typed.data() + colon + 1, end, at.port) : std::from_chars_result{};
  if (!has_port || port.ec != std::errc() || port.ptr != end) {
    return usage(fmt::format("--listen takes an address and a port, and {} is none.", in_quotes(typed)),
                 "nomic serve --listen 127.0.0.1:1982, or --listen none");
  }
  at.address = without_brackets(std::string_view(typed).substr(0, colon));
  return ledger::Done{};
}

}  // namespace

Result<ListenAt> places(const std::string& folder, const std::string& listen, const std::string& socket,
                        const std::string& url) {
  ListenAt at;
  if (listen != NOWHERE) NOMIC_TRY(take_address(listen, at));
  at.socket = socket.empty() && !ledger::is_database_address(folder) ? folder + "/" + SERVER_SOCKET : socket;
  if (at.address.empty() && at.socket.empty()) {
    return usage("a server that listens nowhere is asked by nobody.", "name an address with --listen, or a --socket");
  }
  if (!url.empty()) {
    at.url = PublicUrl::parse(url);
    if (!at.url) {
      return usage(fmt::format("--public-url takes a URL of a host, without a path, and {} is none.", in_quotes(url)),
                   "nomic serve --public-url https://nomic.example");
    }
  }
  const auto address = HostAddress::parse(at.address);
  if (address && address->is_every() && !at.url) {
    return usage(fmt::format("who listens at {} has to know by which name players ask.", at.address),
                 fmt::format("nomic serve --listen {} --public-url https://nomic.example", listen));
  }
  return at;
}

Status may_open(const ListenAt& at) {
  const auto address = HostAddress::parse(at.address);
  if (address && address->is_loopback() && !at.url) return ledger::Done{};
  return usage("--open makes a browser on this machine the keeper's, and others can reach this address.",
               "nomic serve --open, without --public-url and at 127.0.0.1");
}

}  // namespace nomic::tools

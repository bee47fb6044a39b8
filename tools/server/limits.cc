#include <algorithm>

#include "nomic/server/http_limits.h"

namespace nomic::tools {
namespace {

// For the ledger's tables, the sockets that listen, and connections that get no more than a refusal.
constexpr std::size_t SPARE_DESCRIPTORS = 256;

}  // namespace

HttpLimits HttpLimits::within(std::size_t descriptors) const {
  HttpLimits fewer = *this;
  fewer.connections = std::min(connections, descriptors - std::min(SPARE_DESCRIPTORS, descriptors / 2));
  fewer.connections_of_client = std::min(connections_of_client, fewer.connections / 2);
  fewer.streams = std::min(streams, fewer.connections / 4 * 3);
  return fewer;
}

}  // namespace nomic::tools

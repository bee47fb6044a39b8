// Whose share of the limits a connection uses.
#include "peer.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>

namespace nomic::tools {
namespace {

Peer peer_by(const char* figures) {
  sockaddr_storage address{};
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, figures, &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(1982);
    std::memcpy(&address, &four, sizeof four);
  } else {
    EXPECT_EQ(::inet_pton(AF_INET6, figures, &six.sin6_addr), 1);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(1982);
    std::memcpy(&address, &six, sizeof six);
  }
  return peer_at(address);
}

TEST(Peer, IsAnAddressOrANetworkOfIpv6) {
  EXPECT_EQ(peer_by("192.0.2.7").name, "192.0.2.7:1982");
  EXPECT_EQ(peer_by("192.0.2.7").client, "192.0.2.7");
  EXPECT_EQ(peer_by("2001:db8:1:2:3:4:5:6").name, "[2001:db8:1:2:3:4:5:6]:1982");
  EXPECT_EQ(peer_by("2001:db8:1:2:3:4:5:6").client, "2001:db8:1:2::/64");
  EXPECT_EQ(peer_by("2001:db8:1:2::9").client, "2001:db8:1:2::/64");
  EXPECT_EQ(peer_by("2001:db8:1:3::9").client, "2001:db8:1:3::/64");
  EXPECT_FALSE(peer_by("::1").local);
}

// As a server sees them that listens at ::.
TEST(Peer, OfIpv4ThatIsWrittenAsIpv6IsTheSame) {
  EXPECT_EQ(peer_by("::ffff:192.0.2.7").client, "192.0.2.7");
  EXPECT_EQ(peer_by("::ffff:192.0.2.8").client, "192.0.2.8");
  EXPECT_EQ(peer_by("::ffff:192.0.2.7").name, "192.0.2.7:1982");
}

TEST(Peer, BehindAProxyIsTheLastAddressThatItNames) {
  const Peer proxy = peer_by("10.0.0.2");
  struct Case {
    const char* said;
    const char* client;
  };
  for (const Case& each : {Case{"203.0.113.7", "203.0.113.7"},
                           {"192.0.2.1, 203.0.113.7", "203.0.113.7"},
                           {"192.0.2.1,203.0.113.7 ", "203.0.113.7"},
                           {"203.0.113.7:5011", "203.0.113.7"},
                           {"2001:db8:1:2::7", "2001:db8:1:2::/64"},
                           {"[2001:db8:1:2::7]:5011", "2001:db8:1:2::/64"},
                           // What is no address is the proxy's own.
                           {"unknown", "10.0.0.2"},
                           {"203.0.113.7, ", "10.0.0.2"},
                           {"[", "10.0.0.2"}}) {
    EXPECT_EQ(peer_behind(proxy, {{"x-forwarded-for", each.said}}).client, each.client) << each.said;
  }
  EXPECT_EQ(peer_behind(proxy, {{"x-forwarded-for", "192.0.2.1"}, {"x-forwarded-for", "203.0.113.7"}}).client,
            "203.0.113.7");
  EXPECT_EQ(peer_behind(proxy, {}).client, "10.0.0.2");
  EXPECT_EQ(peer_behind(proxy, {{"x-forwarded-for", "203.0.113.7"}}).name, "203.0.113.7 by 10.0.0.2:1982");
}

}  // namespace
}  // namespace nomic::tools

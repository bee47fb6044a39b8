// Which hosts are this machine: a token is sent to them without TLS, and to no other.
#include "nomic/client/host_address.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/client/server_address.h"

namespace nomic::tools {
namespace {

TEST(HostAddress, IsReadInFiguresAlone) {
  for (const char* figures :
       {"127.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "2001:db8::7", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(HostAddress::parse(figures)) << figures;
  }
  for (const std::string figures : {"",
                                    "localhost",
                                    "127.1",
                                    "127.0.1",
                                    "127",
                                    "0x7f.0.0.1",
                                    "0x7f000001",
                                    "2130706433",
                                    "0177.0.0.1",
                                    "127.0.0.1.",
                                    "127.0.0.256",
                                    "127.0.0.1 ",
                                    " 127.0.0.1",
                                    "127.0.0.1/8",
                                    "[::1]",
                                    "::1%lo",
                                    "fe80::1%eth0",
                                    "::1]",
                                    ":::1",
                                    "127.0.0.1:80",
                                    "1.2.3.4.5",
                                    "\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1"}) {
    EXPECT_FALSE(HostAddress::parse(figures)) << figures;
  }
  EXPECT_FALSE(HostAddress::parse(std::string_view("127.0.0.1\0.evil.example", 23)));
}

TEST(HostAddress, OfThisMachineIsALoopback) {
  for (const char* figures : {"127.0.0.1", "127.0.0.0", "127.255.255.255", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1"}) {
    EXPECT_TRUE(HostAddress::parse(figures)->is_loopback()) << figures;
  }
  for (const char* figures : {"126.255.255.255", "128.0.0.0", "0.0.0.0", "1.0.0.127", "10.0.0.1", "::", "::2",
                              "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "7f00::1", "fe80::1"}) {
    EXPECT_FALSE(HostAddress::parse(figures)->is_loopback()) << figures;
  }
  EXPECT_TRUE(HostAddress::parse("0.0.0.0")->is_every());
  EXPECT_TRUE(HostAddress::parse("0::0")->is_every());
  EXPECT_FALSE(HostAddress::parse("127.0.0.1")->is_every());
  EXPECT_EQ(HostAddress::parse("0:0::1")->in_url(), "[::1]");
  EXPECT_EQ(HostAddress::parse("192.0.2.7")->in_url(), "192.0.2.7");
}

enum class Is { PRIVATE, PUBLIC, REFUSED };

// What a user or a stranger's link may write, without TLS.
TEST(ServerAddress, IsPrivateWithoutTlsOnThisMachineAlone) {
  struct Row {
    std::string host;
    Is is;
  };
  const std::vector<Row> rows = {
      {"127.0.0.1", Is::PRIVATE},
      {"127.0.0.1:1982", Is::PRIVATE},
      {"127.200.0.9", Is::PRIVATE},
      {"localhost", Is::PRIVATE},
      {"LocalHost:80", Is::PRIVATE},
      {"[::1]", Is::PRIVATE},
      {"[0:0:0:0:0:0:0:1]:8080", Is::PRIVATE},
      {"127.evil.example", Is::PUBLIC},
      {"127.0.0.1.evil.example", Is::PUBLIC},
      {"127.0.0.1-evil.example", Is::PUBLIC},
      {"127-0-0-1.evil.example", Is::PUBLIC},
      {"localhost.evil.example", Is::PUBLIC},
      {"evil.localhost", Is::PUBLIC},
      {"localhost.", Is::PUBLIC},
      {"xlocalhost", Is::PUBLIC},
      {"localhost.localdomain", Is::PUBLIC},
      {"10.0.0.1", Is::PUBLIC},
      {"0.0.0.0", Is::PUBLIC},
      {"[::]", Is::PUBLIC},
      {"[::ffff:127.0.0.1]", Is::PUBLIC},
      {"[::127.0.0.1]", Is::PUBLIC},
      {"[2001:db8::1]", Is::PUBLIC},
      {"xn--127-evil.example", Is::PUBLIC},
      {"fade.cafe", Is::PUBLIC},
      {"127.1", Is::REFUSED},
      {"127.0.1", Is::REFUSED},
      {"127.0.0.1.", Is::REFUSED},
      {"0x7f.1", Is::REFUSED},
      {"0x7f000001", Is::REFUSED},
      {"2130706433", Is::REFUSED},
      {"0177.0.0.1", Is::REFUSED},
      {"127.0.0.256", Is::REFUSED},
      {"evil.example.127", Is::REFUSED},
      {"127..evil.example", Is::REFUSED},
      {".127.0.0.1", Is::REFUSED},
      {"::1", Is::REFUSED},
      {"[::1].evil", Is::REFUSED},
      {"[::1]evil.example", Is::REFUSED},
      {"[127.0.0.1]", Is::REFUSED},
      {"[localhost]", Is::REFUSED},
      {"[::1%25lo]", Is::REFUSED},
      {"[::1", Is::REFUSED},
      {"127.0.0.1@evil.example", Is::REFUSED},
      {"localhost:80@evil.example", Is::REFUSED},
      {"ann:secret@127.0.0.1", Is::REFUSED},
      {"%6cocalhost", Is::REFUSED},
      {"127.0.0.1%00.evil.example", Is::REFUSED},
      {"127%2e0.0.1", Is::REFUSED},
      {std::string("127.0.0.1\0.evil.example", 23), Is::REFUSED},
      {"127.0.0.1\\.evil.example", Is::REFUSED},
      {"127.0.0.1 .evil.example", Is::REFUSED},
      {"127.0.0.1?.evil.example", Is::REFUSED},
      {"127.0.0.1#.evil.example", Is::REFUSED},
      {"l\xD0\xBE"
       "calhost",
       Is::REFUSED},
      {"\xEF\xBD\x8Cocalhost", Is::REFUSED},
      {"127\xE3\x80\x82"
       "0.0.1",
       Is::REFUSED},
      {"127.0.0.1:", Is::REFUSED},
      {"127.0.0.1:65536", Is::REFUSED},
      {"127.0.0.1:80:80", Is::REFUSED},
      {"", Is::REFUSED},
      {std::string(254, 'a'), Is::REFUSED},
  };
  for (const Row& row : rows) {
    const auto address = ServerAddress::parse("http://" + row.host);
    const Is is = !address ? Is::REFUSED : address->is_private() ? Is::PRIVATE : Is::PUBLIC;
    EXPECT_EQ(is, row.is) << row.host;
    if (row.is == Is::REFUSED) continue;
    const auto safe = ServerAddress::parse("HTTPS://" + row.host + "/nomic");
    ASSERT_TRUE(safe) << row.host;
    EXPECT_TRUE(safe->is_private()) << row.host;
  }
}

}  // namespace
}  // namespace nomic::tools

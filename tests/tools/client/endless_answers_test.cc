// A server that answers too slowly, or without end: the client gives up in time, and keeps little of it.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "nomic/client/game_server.h"

namespace nomic::tools {
namespace {

// A listener that sends what it is given to the first that connects.
class FalseServer {
 public:
  explicit FalseServer(std::function<void(int)> answer) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&at), size), 0);
    EXPECT_EQ(::listen(fd_, 8), 0);
    EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr*>(&at), &size), 0);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this, answer = std::move(answer)] {
      const int taken = ::accept(fd_, nullptr, nullptr);
      answer(taken);
      ::close(taken);
    });
  }
  ~FalseServer() {
    thread_.join();
    ::close(fd_);
  }
  FalseServer(const FalseServer&) = delete;
  FalseServer& operator=(const FalseServer&) = delete;
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  int fd_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

TEST(SlowAnswer, IsGivenUpInTime) {
  const FalseServer trickle([](int taken) {
    std::string answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n";
    answer.append(100'000, ' ');
    for (const char byte : answer) {
      if (::send(taken, &byte, 1, MSG_NOSIGNAL) != 1) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  GameServer::Patience patience;
  patience.answer = std::chrono::milliseconds(200);
  const auto server = GameServer::at(*ServerAddress::parse(trickle.url()), "0.0.0", "", patience);
  const auto begun = std::chrono::steady_clock::now();
  const auto games = server->games();
  ASSERT_FALSE(games);
  EXPECT_EQ(games.error().exit, Exit::UNAVAILABLE);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

// The extension of a chunk, and a trailer, are no part of a body: they were kept whole, whatever their length.
TEST(EndlessAnswer, IsCutOffOutsideItsBodyToo) {
  constexpr std::size_t MOST = std::size_t{64} << 20U;
  // The system's buffers between two programs.
  constexpr std::size_t BETWEEN = std::size_t{16} << 20U;
  for (const std::string begins : {"2;extension=", "2\r\n{}\r\n0\r\ntrailer: "}) {
    std::size_t sent = 0;
    {
      const FalseServer endless([&](int taken) {
        std::string piece =
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n" + begins;
        while (sent < MOST) {
          const auto count = ::send(taken, piece.data(), piece.size(), MSG_NOSIGNAL);
          if (count <= 0) break;
          sent += static_cast<std::size_t>(count);
          piece.assign(std::size_t{64} << 10U, 'a');
        }
      });
      const auto server = GameServer::at(*ServerAddress::parse(endless.url()), "0.0.0", "", {});
      EXPECT_FALSE(server->games()) << begins;
    }
    EXPECT_LT(sent, BETWEEN) << begins;
  }
}

}  // namespace
}  // namespace nomic::tools

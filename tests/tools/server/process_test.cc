// What the service manager is told, at the socket that it names.
#include "nomic/server/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>

namespace nomic::tools {
namespace {

// A service manager: a socket, by a name as NOTIFY_SOCKET has it.
class Manager {
 public:
  explicit Manager(const std::string& name) : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::memcpy(at.sun_path, name.data(), name.size());
    if (name[0] == '@') at.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&at), size), 0);
  }
  ~Manager() { ::close(fd_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  // The next message; "-" where there is none.
  std::string told() {
    std::array<char, 256> bytes{};
    const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
    return count < 0 ? "-" : std::string(bytes.data(), static_cast<std::size_t>(count));
  }

 private:
  int fd_;
};

class ServiceManager : public ::testing::Test {
 protected:
  ServiceManager() {
    folder_ = (std::filesystem::temp_directory_path() / "nomic-notify-XXXXXX").string();
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
  }
  ~ServiceManager() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string folder_;
};

TEST_F(ServiceManager, IsToldAtAPath) {
  Manager manager(folder_ + "/notify");
  EXPECT_TRUE(tell_service_manager(folder_ + "/notify", "READY=1"));
  EXPECT_TRUE(tell_service_manager(folder_ + "/notify", "STOPPING=1"));
  EXPECT_EQ(manager.told(), "READY=1");
  EXPECT_EQ(manager.told(), "STOPPING=1");
  EXPECT_EQ(manager.told(), "-");
}

TEST_F(ServiceManager, IsToldAtANameThatIsInNoFolder) {
  const std::string name = "@nomic-notify-" + std::to_string(::getpid());
  Manager manager(name);
  EXPECT_TRUE(tell_service_manager(name, "READY=1"));
  EXPECT_EQ(manager.told(), "READY=1");
}

TEST_F(ServiceManager, IsNoneWhereNoSocketIsNamed) {
  EXPECT_TRUE(tell_service_manager("", "READY=1"));
}

TEST_F(ServiceManager, IsSaidNotToBeToldWhereItCannotBe) {
  EXPECT_FALSE(tell_service_manager(folder_ + "/nobody", "READY=1"));
  EXPECT_FALSE(tell_service_manager("relative", "READY=1"));
  EXPECT_FALSE(tell_service_manager("vsock:2:1234", "READY=1"));
  EXPECT_FALSE(tell_service_manager("/" + std::string(200, 'x'), "READY=1"));
  // The longest name that there can be: a path ends with a zero byte where there is room for one.
  const std::string longest = folder_ + "/" + std::string(sizeof(sockaddr_un::sun_path) - 1 - folder_.size() - 1, 'x');
  Manager manager(longest);
  EXPECT_TRUE(tell_service_manager(longest, "READY=1"));
  EXPECT_EQ(manager.told(), "READY=1");
}

}  // namespace
}  // namespace nomic::tools

// Commands beside a server that keeps the ledger: what goes through it, what does not, and what can go wrong between.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tools/server/raw_client.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string size_of(Desk& desk) {
  const std::string status = desk.ok("status --format json");
  const std::size_t at = status.find("\"size\":") + 7;
  return status.substr(at, status.find(',', at) - at);
}

// A socket in the folder, at which a test says what is done with each connection.
class InBetween {
 public:
  using With = std::function<void(int connection)>;
  InBetween(const std::string& path, With with) : path_(path), with_(std::move(with)) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, path.c_str(), sizeof name.sun_path - 1);
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    EXPECT_EQ(::listen(fd_, 8), 0);
    thread_ = std::thread([this] {
      for (int taken = ::accept(fd_, nullptr, nullptr); taken >= 0; taken = ::accept(fd_, nullptr, nullptr)) {
        with_(taken);
        ::close(taken);
      }
    });
  }
  ~InBetween() { end(); }
  InBetween(const InBetween&) = delete;
  InBetween& operator=(const InBetween&) = delete;
  // As a server ends, or is killed.
  void end() {
    if (!thread_.joinable()) return;
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
    std::filesystem::remove(path_);
  }

  // A whole request with its body.
  static std::string request_from(int connection) {
    std::string all;
    char some[4096];
    for (;;) {
      const std::size_t head = all.find("\r\n\r\n");
      const std::size_t length = all.find("content-length: ");
      if (head != std::string::npos) {
        const std::size_t body = length < head ? std::stoul(all.substr(length + 16)) : 0;
        if (all.size() >= head + 4 + body) return all;
      }
      const ssize_t count = ::recv(connection, some, sizeof some, 0);
      if (count <= 0) return {};
      all.append(some, static_cast<std::size_t>(count));
    }
  }
  static void answer(int connection, const std::string& bytes) {
    EXPECT_EQ(::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }

 private:
  const std::string path_;
  const With with_;
  int fd_ = -1;
  std::thread thread_;
};

// Gives a request on to a server, whose answer it brings back.
std::string asked_of(const std::string& socket, const std::string& request) {
  RawClient client(socket);
  client.send(request);
  return client.read_all();
}

TEST(Served, AMoveIsDurableAndSeenByReaders) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  ServedDesk server(desk);
  EXPECT_THAT(desk.ok("propose repeal 209 --call-vote --as Ann"), HasSubstr("#33"));
  EXPECT_THAT(desk.ok("vote for --as Ann"), HasSubstr("Ann votes for"));
  EXPECT_EQ(size_of(desk), "35");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("#34"));
  // A play sees what it recorded, line by line.
  const Ran played = desk.play("vote for --as Bob\nstatus\nvote for --as Cleo\nlog --limit 2\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_THAT(played.out, HasSubstr("#36"));
}

// A name that cannot be a part of a path is asked for by the game's identity.
TEST(Served, AMoveInAGameOfAnyName) {
  Desk desk;
  desk.founded("--game a/b Ann Bob");
  desk.ok("init --game .. Cleo Dora");
  desk.ok("init --game 'x?y#z%2f' Eve Fay");
  ServedDesk server(desk);
  EXPECT_THAT(desk.ok("propose repeal 209 --as Ann --game a/b"), HasSubstr("#32"));
  EXPECT_THAT(desk.ok("propose repeal 209 --as Cleo --game .."), HasSubstr("#32"));
  EXPECT_THAT(desk.ok("propose repeal 209 --as Eve --game 'x?y#z%2f'"), HasSubstr("#32"));
}

TEST(Served, WhatIsNoMoveSaysAtOnceWhoServes) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("export game.bundle");
  desk.ok("key new origin.key --name club.example/friday");
  ServedDesk server(desk);
  for (const std::string line : {"init Cleo Dan --game other", "import game.bundle", "reindex", "serve --listen none",
                                 "checkpoint make --key origin.key --origin club.example/friday"}) {
    const auto before = std::chrono::steady_clock::now();
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 5) << line << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("is served by process " + std::to_string(::getpid()))) << line;
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(3)) << line;
  }
  // Looking goes on by itself.
  for (const std::string line : {"status", "verify", "audit", "export again.bundle", "vote for --as Ann --dry-run"}) {
    EXPECT_NE(desk.run(line).status, 5) << line;
  }
}

TEST(Served, KeysStayAtHome) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("key new ann.key");
  ServedDesk server(desk);
  desk.ok("key register --as Ann --key ann.key");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key --request-id one");
  // Asked again it is known, though it would be signed anew.
  const Ran again = desk.run("propose repeal 209 --call-vote --as Ann --key ann.key --request-id one");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("the request ID \"one\" is known"));
  EXPECT_EQ(size_of(desk), "34");
  const Ran other = desk.run("debate words --as Ann --key ann.key --request-id one");
  EXPECT_EQ(other.status, 3) << other.err;
  EXPECT_THAT(other.err, HasSubstr("was used before, for another request"));
  // Unsigned is not hers any more.
  EXPECT_EQ(desk.run("vote for --as Ann").status, 3);
  desk.ok("vote for --as Ann --key ann.key --prepare vote.txt");
  EXPECT_THAT(desk.ok("submit vote.txt"), HasSubstr("Ann votes for"));
  EXPECT_THAT(desk.run("submit vote.txt").err, HasSubstr("is known"));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"), HasSubstr("\"signedBy\":[\""));
  EXPECT_EQ(desk.run("verify").status, 0);
}

TEST(Served, ASecretOfDiceStaysAtHome) {
  Desk desk;
  desk.founded("Ann Bob");
  ServedDesk server(desk);
  desk.ok(
      "propose amend 202 --text Secrets. --provision 'turn_parts { parts { proposal {} } parts { throw { dice: 1 "
      "faces: 6 "
      "points_per_pip_thousandths: 1000 source: REVEALED time_to_reveal { days: 2 } } } }' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
  desk.ok("roll --commit --as Ann --request-id mine");
  // Another secret would be another commitment: asked again, it is the first.
  EXPECT_THAT(desk.run("roll --commit --as Ann --request-id mine").err, HasSubstr("is known"));
  desk.ok("roll --commit --as Bob");
  desk.ok("roll --reveal --as Ann");
  EXPECT_THAT(desk.ok("roll --reveal --as Bob"), HasSubstr("everybody has revealed. Ann throws "));
  EXPECT_EQ(desk.run("verify").status, 0);
  EXPECT_EQ(desk.run("audit").status, 0);
}

TEST(Served, AnotherVersionTakesNoMoves) {
  Desk desk;
  desk.founded("Ann Bob");
  ServedDesk server(desk, {.parts = [](Api::Parts& parts) { parts.version = "9.9.9"; }});
  const Ran ran = desk.run("propose repeal 209 --as Ann");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("is nomic 9.9.9, and takes no moves from nomic"));
  EXPECT_THAT(ran.err, HasSubstr("end the server and start it anew"));
  EXPECT_EQ(size_of(desk), "32");
}

TEST(Served, AnAnswerThatIsLostIsAskedForAgain) {
  Desk desk;
  desk.founded("Ann Bob");
  ServedDesk server(desk, {.socket = "../real.sock"});
  int lost = 1;
  InBetween between(desk.folder() + "/.nomic/serve.sock", [&](int connection) {
    const std::string request = InBetween::request_from(connection);
    if (request.empty()) return;
    const std::string answer = asked_of(server.socket(), request);
    if (lost-- <= 0) InBetween::answer(connection, answer);
  });
  const Ran ran = desk.run("propose repeal 209 --as Ann --request-id once");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("is known: this is what it recorded, in #32"));
  EXPECT_EQ(size_of(desk), "33");
  // Without an ID nobody knows, and nothing is sent again.
  lost = 1;
  const Ran unknown = desk.run("debate words --as Bob");
  EXPECT_EQ(unknown.status, 5);
  EXPECT_THAT(unknown.err, HasSubstr("it may or may not be recorded"));
  EXPECT_THAT(unknown.err, HasSubstr("--request-id"));
  EXPECT_EQ(size_of(desk), "34");
}

TEST(Served, WhereTheServerEndsInTheMiddleTheMoveIsRecordedHere) {
  Desk desk;
  desk.founded("Ann Bob");
  auto server = std::make_unique<ServedDesk>(desk, ServedDesk::Otherwise{.socket = "../real.sock"});
  InBetween between(desk.folder() + "/.nomic/serve.sock", [&](int connection) {
    const std::string request = InBetween::request_from(connection);
    if (request.empty()) return;
    asked_of(server->socket(), request);
    server.reset();
    std::filesystem::remove(desk.folder() + "/.nomic/serve.sock");
  });
  const Ran ran = desk.run("propose repeal 209 --as Ann --request-id once");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("is known: this is what it recorded, in #32"));
  EXPECT_EQ(size_of(desk), "33");
}

// What comes in place of an answer, and what is said of the move then.
TEST(Served, WhoeverAnswersOtherwiseIsNoServerOfGames) {
  struct Row {
    std::string answer;
    std::string said;
  };
  const std::vector<Row> rows = {
      {"", "it may or may not be recorded"},
      {"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf", "it may or may not be recorded"},
      {"no HTTP at all\r\n\r\n", "it may or may not be recorded"},
      {"HTTP/1.1 100 Continue\r\n\r\n", "it may or may not be recorded"},
      {"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", "and not as a server of games: it may or may not be recorded"},
      {"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n", "it may or may not be recorded"},
      {"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "is no server of games: it answers with HTTP status 404"},
      {"HTTP/1.1 415 No\r\ncontent-length: 0\r\nnomic-version: 0.0.9\r\n\r\n", "is nomic 0.0.9, and takes no moves"},
      {"HTTP/1.1 429 No\r\ncontent-type: application/problem+json\r\ncontent-length: 51\r\n\r\n"
       R"({"status":429,"detail":"too much","hint":"in 1 s" })",
       "does not take this: too much"},
      {"HTTP/1.1 429 No\r\ncontent-type: application/problem+json\r\ncontent-length: 48\r\n\r\n"
       R"({"status":429,"detail":"no\nnomic: all is well"})",
       "does not take this: no / nomic: all is well"},
      {"HTTP/1.1 504 No\r\ncontent-type: application/problem+json\r\ncontent-length: 30\r\n\r\n"
       R"({"status":504,"detail":"late"})",
       "it may or may not be recorded"},
  };
  for (const Row& row : rows) {
    Desk desk;
    desk.founded("Ann Bob");
    InBetween between(desk.folder() + "/.nomic/serve.sock", [&](int connection) {
      if (!InBetween::request_from(connection).empty()) InBetween::answer(connection, row.answer);
    });
    const Ran ran = desk.run("propose repeal 209 --as Ann");
    EXPECT_EQ(ran.status, 5) << row.answer << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(row.said)) << row.answer;
    between.end();
    EXPECT_EQ(size_of(desk), "32");
  }
}

TEST(Served, ASocketThatIsLeftIsNobodys) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string path = desk.folder() + "/.nomic/serve.sock";
  {
    InBetween between(path, [](int) {});
    std::filesystem::rename(path, path + ".left");
  }
  std::filesystem::rename(path + ".left", path);
  EXPECT_THAT(desk.ok("propose repeal 209 --as Ann"), HasSubstr("#32"));
  // Nobody but a server, which holds the lock, takes it away.
  EXPECT_TRUE(std::filesystem::exists(path));
  ServedDesk server(desk);
  EXPECT_THAT(desk.ok("debate words --as Bob"), HasSubstr("#33"));
}

TEST(Served, ALedgerAtALongPathIsServedToo) {
  Desk desk;
  const std::string deep = "d/" + std::string(100, 'd') + "/" + std::string(100, 'e');
  std::filesystem::create_directories(desk.folder() + "/" + deep);
  desk.founded("Ann Bob");
  std::filesystem::rename(desk.folder() + "/.nomic", desk.folder() + "/" + deep + "/.nomic");
  std::filesystem::create_directory_symlink(desk.folder() + "/" + deep + "/.nomic", desk.folder() + "/.nomic");
  auto server = std::make_unique<ServedDesk>(desk);
  std::filesystem::remove(desk.folder() + "/.nomic");
  const Ran ran = desk.run("init Cleo Dan --game other --ledger " + deep + "/.nomic");
  EXPECT_EQ(ran.status, 5) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("is served by process"));
  std::filesystem::create_directory_symlink(desk.folder() + "/" + deep + "/.nomic", desk.folder() + "/.nomic");
}

TEST(Served, SomebodyElsesSocketIsNotSpokenTo) {
  if (::geteuid() != 0) GTEST_SKIP() << "it takes two users";
  constexpr uid_t SOMEBODY = 12'345;
  Desk desk;
  desk.founded("Ann Bob");
  const std::string folder = desk.folder() + "/.nomic";
  ASSERT_EQ(::chmod(desk.folder().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(folder.c_str(), 0777), 0);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, (folder + "/serve.sock").c_str(), sizeof name.sun_path - 1);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const bool is_there = ::setuid(SOMEBODY) == 0 &&
                          ::bind(fd, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0 &&
                          ::listen(fd, 8) == 0 && ::chmod(name.sun_path, 0777) == 0;
    if (::write(ready[1], is_there ? "!" : "?", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(byte, '!');
  const Ran ran = desk.run("propose repeal 209 --as Ann");
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("user 12345 answers at"));
  EXPECT_EQ(desk.run("status").status, 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  std::filesystem::remove(folder + "/serve.sock");
}

}  // namespace
}  // namespace nomic::tools

// A server that answers badly once: what it said is refused, with the status that is promised, and the next honest
// answer is taken at once.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "nomic/client/game_server.h"
#include "nomic/v1/exchange.pb.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using Change = std::function<void(const HttpRequest&, HttpAnswer&)>;

bool asks_records(const HttpRequest& request) {
  const auto& parts = request.target.parts();
  return !parts.empty() && parts.back() == "records";
}

// An address at which one of several servers answers, and which may change what it says.
class Address : public HttpHandler {
 public:
  Address(HttpHandler*& whose, HttpHandler*& records, Change& change)
      : whose_(whose), records_(records), change_(change) {}
  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override {
    const bool is_elsewhere = asks_records(request) && records_ != nullptr;
    HttpHandler& asked = is_elsewhere ? *records_ : *whose_;
    // The other's game of that name, whatever its identity is.
    if (is_elsewhere) {
      const std::string query = request.target.query().text();
      request.target = *parse_target("/v1/games/club/records" + (query.empty() ? query : "?" + query));
    }
    asked.handle(request, [this, request, done = std::move(done)](HttpAnswer answer) {
      if (change_) change_(request, answer);
      done(std::move(answer));
    });
  }

 private:
  HttpHandler*& whose_;
  HttpHandler*& records_;
  Change& change_;
};

class BadAnswers : public ::testing::Test {
 protected:
  BadAnswers() {
    home_.founded("--game club Ann Bob");
    home_.ok("export begun.bundle");
    fs::copy_file(home_.folder() + "/begun.bundle", fork_.folder() + "/begun.bundle");
    fork_.ok("import begun.bundle");
    fork_.clock = home_.clock;
    fork_.ok("propose repeal 207 --as Ann");
    fork_.ok("annotate 202 other --as Ann");
    fork_.ok("annotate 203 other --as Ann");
    other_.founded("--game club Cleo Dan Eve");
    fork_served_ = std::make_unique<Served>(fork_);
    other_served_ = std::make_unique<Served>(other_);
    server_ = std::make_unique<ServedDesk>(home_, ServedDesk::Otherwise{.before = [this](HttpHandler& honest) {
                                             honest_ = whose_ = &honest;
                                             return std::make_unique<Address>(whose_, records_, change_);
                                           }});
    fresh();
  }

  // Another user, who has looked at nothing.
  void fresh() {
    afar_ = std::make_unique<Desk>();
    afar_->environment["NOMIC_LEDGER"] = server_->url();
  }

  Ran look() {
    afar_->clock = home_.clock - 1'000'000;
    return afar_->run("log --limit 3");
  }

  void is_honest() {
    whose_ = honest_;
    records_ = nullptr;
    change_ = nullptr;
  }

  // The honest server is asked, and its answer is the folder's.
  void expect_honest_answer(const std::string& after) {
    is_honest();
    const Ran there = look();
    EXPECT_EQ(there.status, 0) << after << ": " << there.err;
    EXPECT_EQ(there.out, home_.run("log --limit 3").out) << after;
  }

  Desk home_;
  Desk fork_;
  Desk other_;
  std::unique_ptr<Served> fork_served_;
  std::unique_ptr<Served> other_served_;
  HttpHandler* honest_ = nullptr;
  HttpHandler* whose_ = nullptr;
  HttpHandler* records_ = nullptr;
  Change change_;
  std::unique_ptr<Desk> afar_;
  std::unique_ptr<ServedDesk> server_;
};

struct Bad {
  std::string name;
  int status = 4;
  std::function<void()> begin;
};

TEST_F(BadAnswers, AreRefusedAndChangeNothing) {
  const auto records = [this](std::function<void(HttpAnswer&)> change) {
    return [this, change = std::move(change)] {
      change_ = [change](const HttpRequest& request, HttpAnswer& answer) {
        if (asks_records(request)) change(answer);
      };
    };
  };
  const auto games = [this](std::function<void(HttpAnswer&)> change) {
    return [this, change = std::move(change)] {
      change_ = [change](const HttpRequest& request, HttpAnswer& answer) {
        if (request.target.path() == "/v1/games") change(answer);
      };
    };
  };
  const auto typed = [](std::string type) {
    return [type = std::move(type)](HttpAnswer& answer) {
      for (auto& [name, value] : answer.headers) {
        if (name == "content-type") value = type;
      }
    };
  };
  const std::vector<Bad> all = {
      {"records of another game", 4, [this] { records_ = &other_served_->api(); }},
      {"records of a fork", 4, [this] { records_ = &fork_served_->api(); }},
      {"half of the records", 4, records([](HttpAnswer& answer) { answer.body.resize(answer.body.size() / 2); })},
      {"all but a byte", 4, records([](HttpAnswer& answer) { answer.body.pop_back(); })},
      {"a byte more", 4, records([](HttpAnswer& answer) { answer.body += 'x'; })},
      {"no bytes", 4, records([](HttpAnswer& answer) { answer.body.clear(); })},
      {"a bit that is wrong", 4, records([](HttpAnswer& answer) { answer.body[answer.body.size() / 2] ^= 1; })},
      {"rubbish", 4, records([](HttpAnswer& answer) { answer.body = std::string(70'000, '['); })},
      {"another type", 5, records(typed("text/html"))},
      {"no content", 5, records([](HttpAnswer& answer) {
         answer.status = 204;
         answer.body.clear();
       })},
      {"a fault", 5, records([](HttpAnswer& answer) { answer.status = 500; })},
      {"a fault of a megabyte", 5, records([](HttpAnswer& answer) {
         answer.status = 404;
         answer.body.assign(1'000'000, 'x');
       })},
      {"a list without an end", 5, games([](HttpAnswer& answer) { answer.body.assign(10'000'000, '['); })},
      {"a list that is deep", 5,
       games([](HttpAnswer& answer) { answer.body = "{\"games\":" + std::string(1'000'000, '['); })},
      {"a list of another kind", 5, games([](HttpAnswer& answer) { answer.body = "<html>"; })},
      {"a list that is no JSON", 5, games([](HttpAnswer& answer) { answer.body = "{games:[]}"; })},
      {"a list with no head", 5, games([](HttpAnswer& answer) {
         const std::size_t at = answer.body.find("\"head\":\"") + 8;
         answer.body.erase(at, 64);
       })},
      {"a list with another head", 4, games([](HttpAnswer& answer) {
         char& digit = answer.body[answer.body.find("\"head\":\"") + 8];
         digit = digit == '0' ? '1' : '0';
       })},
  };
  for (const bool is_first : {true, false}) {
    for (const Bad& bad : all) {
      const std::string name = bad.name + (is_first ? " at first" : " later");
      fresh();
      if (!is_first) {
        expect_honest_answer("at first");
        home_.ok("annotate 201 more --as Ann");
      }
      bad.begin();
      const Ran ran = look();
      EXPECT_EQ(ran.status, bad.status) << name << ": " << ran.out << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(server_->url())) << name;
      expect_honest_answer(name);
    }
  }
}

// The server puts another game under the name that the user knows: it is not shown for the first, until the user says
// that the host has begun a new game. The first goes on being shown.
TEST_F(BadAnswers, AnotherGameUnderAKnownNameIsNotShownForIt) {
  const auto expect_another = [this](const std::string& line, const std::string& says) {
    whose_ = &other_served_->api();
    afar_->clock = home_.clock - 1'000'000;
    const Ran ran = afar_->run(line);
    EXPECT_EQ(ran.status, 4) << line << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.out, Not(HasSubstr("Eve"))) << line;
    EXPECT_THAT(ran.err, HasSubstr(says)) << line;
    EXPECT_THAT(ran.err, HasSubstr(server_->url())) << line;
    const std::size_t at = ran.err.find("accept it: rm ");
    EXPECT_NE(at, std::string::npos) << ran.err;
    return ran.err.substr(at + 14, ran.err.find('\n', at) - at - 14);
  };
  expect_honest_answer("at first");
  const std::string by_name = expect_another("log --limit 3", "under the name \"club\"");
  expect_honest_answer("another game");
  EXPECT_EQ(expect_another("log --limit 3 --game club", "under the name \"club\""), by_name);
  // By its identity it is asked for on purpose.
  const std::string id = other_.ok("status --format json");
  const std::size_t at = id.find("\"game\":\"") + 8;
  EXPECT_THAT(afar_->run("log --limit 3 --game " + id.substr(at, 64)).out, HasSubstr("Eve"));
  // The host says so. The user did not name the game either, and it was the only one.
  fs::remove(by_name);
  EXPECT_THAT(afar_->run("log --limit 3 --game club").out, HasSubstr("Eve"));
  fs::remove(expect_another("log --limit 3", "than the only one that it had"));
  EXPECT_THAT(look().out, HasSubstr("Eve"));
  EXPECT_EQ(look().status, 0);
}

// The server chooses the names of its games. One that is the identity of another game leads to no game, and first
// digits lead to the game that they led to before.
TEST_F(BadAnswers, AnotherGameIsNotNamedByTheIdentityOfAGame) {
  const std::string status = home_.ok("status --format json");
  const std::string id = status.substr(status.find("\"game\":\"") + 8, 64);
  const auto is_named = [this](const std::string& name) {
    whose_ = &other_served_->api();
    change_ = [name](const HttpRequest& request, HttpAnswer& answer) {
      const std::string club = "\"name\":\"club\"";
      if (request.target.path() != "/v1/games") return;
      answer.body.replace(answer.body.find(club), club.size(), "\"name\":\"" + name + "\"");
    };
  };
  const auto look_at = [this](const std::string& game) {
    afar_->clock = home_.clock - 1'000'000;
    return afar_->run("log --limit 3 --game " + game);
  };
  for (const bool is_first : {true, false}) {
    fresh();
    is_honest();
    if (!is_first) {
      EXPECT_EQ(look_at(id).status, 0);
    }
    is_named(id);
    const Ran ran = look_at(id);
    EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
    EXPECT_THAT(ran.out, Not(HasSubstr("Eve")));
    EXPECT_THAT(ran.err, HasSubstr("keeps no game"));
    // Without a name it is the only game, and is copied under a name of its own.
    if (is_first) {
      EXPECT_THAT(look().out, HasSubstr("Eve"));
    }
  }
  fresh();
  is_honest();
  EXPECT_EQ(look_at(id.substr(0, 10)).status, 0);
  is_named(id.substr(0, 10));
  const Ran ran = look_at(id.substr(0, 10));
  EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("Eve")));
}

// A move is recorded, and the receipt is none of it.
TEST_F(BadAnswers, AReceiptThatIsNoneOfTheMove) {
  const auto expect_receipt = [this](const std::function<void(v1::RecordedMove&)>& change, int status,
                                     const std::string& says) {
    change_ = [&change](const HttpRequest& request, HttpAnswer& answer) {
      if (request.target.parts().back() != "moves") return;
      v1::RecordedMove made;
      EXPECT_TRUE(made.ParseFromString(answer.body));
      change(made);
      answer.body = made.SerializeAsString();
    };
    afar_->clock = home_.clock;
    const Ran ran = afar_->run("annotate 201 more --as Ann --key ann.key");
    EXPECT_EQ(ran.status, status) << says << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(says));
    change_ = nullptr;
  };
  afar_->ok("key new ann.key");
  fs::copy_file(afar_->folder() + "/ann.key", home_.folder() + "/ann.key");
  home_.ok("key register --as Ann --key ann.key");
  home_.ok("key new bob.key");
  home_.ok("key register --as Bob --key bob.key");
  expect_receipt([](v1::RecordedMove&) {}, 0, "");
  expect_receipt([](v1::RecordedMove& made) { made.clear_game(); }, 4, "does not say in which game");
  expect_receipt([](v1::RecordedMove& made) { made.set_game("x"); }, 4, "does not say in which game");
  expect_receipt([](v1::RecordedMove& made) { made.set_game(std::string(32, 'x')); }, 4, " game 78787878");
  expect_receipt([](v1::RecordedMove& made) { made.clear_hash(); }, 4, "shows another record there");
  expect_receipt([](v1::RecordedMove& made) { made.set_index(made.index() + 1'000'000); }, 4, "says that it recorded");
  // The record exists, but it is not the move: it is another's, or an older one of the same player.
  for (const char* author : {"Bob --key bob.key", "Ann --key ann.key"}) {
    home_.ok(std::string("annotate 202 before --as ") + author);
    const std::string log = home_.ok("log --limit 1 --format json");
    const std::string size = home_.ok("status --format json");
    const std::string last = log.substr(log.rfind("\"hash\":\"") + 8, 64);
    const auto index = std::stoull(size.substr(size.find("\"size\":") + 7)) - 1;
    for (const bool is_repeated : {false, true}) {
      expect_receipt(
          [&](v1::RecordedMove& made) {
            made.set_index(index);
            made.set_hash(ledger::Hash::from_hex(last)->raw());
            made.set_repeated_request(is_repeated);
          },
          4, "another move is recorded there");
    }
  }
  // 16 MiB of empty messages took 1.2 GB.
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  expect_receipt(
      [](v1::RecordedMove& made) {
        for (int i = 0; i < 100'000; ++i) made.add_consequences();
      },
      5, "may or may not be recorded");
  change_ = [](const HttpRequest& request, HttpAnswer& answer) {
    if (request.target.parts().back() != "moves") return;
    answer.body.clear();
    for (int i = 0; i < 8'000'000; ++i) answer.body += std::string("\x32\0", 2);
  };
  EXPECT_EQ(afar_->run("annotate 201 more --as Ann --key ann.key").status, 5);
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  // The server is in this process too, and holds its answer.
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 150'000) << "KiB";
}

// A server whose whole answer is of another history cannot be told from the other one by itself. The memory of what the
// user was shown tells.
TEST_F(BadAnswers, AForkIsFoundByTheMemoryOfWhatWasShown) {
  for (int i = 0; i < 4; ++i) home_.ok("annotate 201 more --as Ann");
  expect_honest_answer("at first");
  whose_ = &fork_served_->api();
  const Ran ran = look();
  EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
  expect_honest_answer("a fork");

  // It is shown first: then the other one is what the user was not shown, until they say that they accept it.
  fresh();
  whose_ = &fork_served_->api();
  EXPECT_EQ(look().status, 0);
  is_honest();
  const Ran other = look();
  EXPECT_EQ(other.status, 4) << other.out << other.err;
  EXPECT_THAT(other.err, HasSubstr("if you accept"));
  fs::remove_all(afar_->environment["XDG_STATE_HOME"] + "/nomic/seen");
  expect_honest_answer("a fork that was accepted");
}

TEST_F(BadAnswers, AnOlderCopyIsFoundOut) {
  expect_honest_answer("at first");
  home_.ok("annotate 201 more --as Ann");
  expect_honest_answer("more");
  Desk before;
  fs::copy_file(home_.folder() + "/begun.bundle", before.folder() + "/begun.bundle");
  before.ok("import begun.bundle");
  Served served(before);
  whose_ = &served.api();
  const Ran ran = look();
  EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
  expect_honest_answer("an older copy");
}

// 10 MB of [ took 3 GB.
TEST_F(BadAnswers, TakeLittleMemory) {
  change_ = [](const HttpRequest& request, HttpAnswer& answer) {
    if (request.target.path() == "/v1/games") answer.body.assign(7'000'000, '[');
  };
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  EXPECT_EQ(look().status, 5);
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  // The server is in this process too, and holds its answer.
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100'000) << "KiB";
}

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

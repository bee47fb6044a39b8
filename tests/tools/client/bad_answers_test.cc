// A server that answers badly once: what it said is refused, with the status that is promised, and the next honest
// answer is taken at once.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/v1/exchange.pb.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using Change = std::function<void(const HttpRequest&, HttpAnswer&)>;
using Forge = std::function<void(HttpRequest&, HttpHandler&)>;

bool asks_records(const HttpRequest& request) {
  const auto& parts = request.target.parts();
  return !parts.empty() && parts.back() == "records";
}

// An address at which one of several servers answers, and which may change what it is asked and what it says.
class Address : public HttpHandler {
 public:
  Address(HttpHandler*& whose, HttpHandler*& records, Forge& forge, Change& change)
      : whose_(whose), records_(records), forge_(forge), change_(change) {}
  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override {
    const bool is_elsewhere = asks_records(request) && records_ != nullptr;
    HttpHandler& asked = is_elsewhere ? *records_ : *whose_;
    // The other's game of that name, whatever its identity is.
    if (is_elsewhere) {
      const std::string query = request.target.query().text();
      request.target = *parse_target("/v1/games/club/records" + (query.empty() ? query : "?" + query));
    }
    if (forge_) forge_(request, asked);
    asked.handle(request, [this, request, done = std::move(done)](HttpAnswer answer) {
      if (change_) change_(request, answer);
      done(std::move(answer));
    });
  }

 private:
  HttpHandler*& whose_;
  HttpHandler*& records_;
  Forge& forge_;
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
    server_ = std::make_unique<ServedDesk>(
        home_, ServedDesk::Otherwise{.parts = [](Api::Parts& parts) { parts.unsigned_from_afar = true; },
                                     .before =
                                         [this](HttpHandler& honest) {
                                           honest_ = whose_ = &honest;
                                           return std::make_unique<Address>(whose_, records_, forge_, change_);
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
  Forge forge_;
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
      {"a list with no head", 4, games([](HttpAnswer& answer) {
         const std::size_t at = answer.body.find("\"head\":\"") + 8;
         answer.body.erase(at, 64);
       })},
      {"a list with another head", 4, games([](HttpAnswer& answer) {
         char& digit = answer.body[answer.body.find("\"head\":\"") + 8];
         digit = digit == '0' ? '1' : '0';
       })},
      {"a list with no identity", 4, games([](HttpAnswer& answer) {
         const std::size_t at = answer.body.find("\"game\":\"") + 8;
         answer.body.erase(at + 10, 54);
       })},
      {"a list with a game of no records", 4, games([](HttpAnswer& answer) {
         const std::size_t at = answer.body.find("\"size\":") + 7;
         answer.body.replace(at, answer.body.find_first_not_of("0123456789", at) - at, "0");
       })},
      {"a list with a game twice", 4, games([](HttpAnswer& answer) {
         const std::size_t begins = answer.body.find('[') + 1;
         const std::string game = answer.body.substr(begins, answer.body.rfind(']') - begins);
         answer.body.insert(begins, game + ",");
       })},
      {"a list with a name twice", 4, games([](HttpAnswer& answer) {
         const std::size_t begins = answer.body.find('[') + 1;
         std::string game = answer.body.substr(begins, answer.body.rfind(']') - begins);
         game.replace(game.find("\"game\":\"") + 8, 64, std::string(64, 'a'));
         answer.body.insert(begins, game + ",");
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

// The server chooses the names of its games. One that is the identity of another game, or its first digits, leads to no
// game.
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
  EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("Eve")));
}

// The server calls its game by what reads as an identity: it is shown under a name of its own, and led to by no such
// name.
TEST_F(BadAnswers, AGameThatIsListedAsAnIdentityHasAnotherNameHere) {
  const std::string status = home_.ok("status --format json");
  const std::string id = status.substr(status.find("\"game\":\"") + 8, 64);
  const std::string foreign = id[0] == '0' ? "1234567890" : "0123456789";
  for (const std::string& name : {foreign, foreign.substr(0, 8), std::string(64, 'e'), "game " + foreign}) {
    fresh();
    change_ = [&](const HttpRequest& request, HttpAnswer& answer) {
      const std::string club = "\"name\":\"club\"";
      if (request.target.path() == "/v1/games")
        answer.body.replace(answer.body.find(club), club.size(), "\"name\":\"" + name + "\"");
    };
    const Ran ran = look();
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("warning: " + server_->url() + " calls a game \"" + name + "\""));
    EXPECT_THAT(ran.err, HasSubstr("it is \"game " + id.substr(0, 16) + "\" here"));
    if (!name.starts_with("game ")) {
      const Ran by_name = afar_->run("log --limit 3 --game " + name);
      EXPECT_EQ(by_name.status, 2) << by_name.out;
      EXPECT_THAT(by_name.err, HasSubstr("keeps no game"));
    }
    EXPECT_EQ(afar_->run("log --limit 3 --game " + id.substr(0, 8)).status, 0);
    EXPECT_THAT(look().err, Not(HasSubstr("warning"))) << "it is new once";
    expect_honest_answer(name);
  }
}

// What the copy has is not shown as what the server has.
TEST_F(BadAnswers, AServerThatListsNoGameIsNotAnsweredFor) {
  const auto none = [](const HttpRequest& request, HttpAnswer& answer) {
    if (request.target.path() == "/v1/games") answer.body = "{\"games\":[]}";
  };
  for (const char* line : {"log --limit 3", "head", "status", "log --limit 3 --game club"}) {
    const bool is_named = std::string(line).find("--game") != std::string::npos;
    fresh();
    change_ = none;
    const Ran first = afar_->run(line);
    EXPECT_EQ(first.status, 2) << line << first.out;
    EXPECT_THAT(first.err, HasSubstr("keeps no game")) << line;
    expect_honest_answer(line);
    change_ = none;
    const Ran later = afar_->run(line);
    EXPECT_EQ(later.status, is_named ? 2 : 4) << line << later.out;
    EXPECT_EQ(later.out, "") << line;
    EXPECT_THAT(later.err, HasSubstr(is_named ? "keeps no game \"club\"" : "keeps no game now, and has shown one"));
    expect_honest_answer(line);
  }
}

// An unsigned move has no ID by which its record could be known. The record is compared with what the move would be.
TEST_F(BadAnswers, AReceiptThatIsNoneOfAnUnsignedMove) {
  const auto is_move = [](const HttpRequest& request) { return request.target.parts().back() == "moves"; };
  const auto receipt = [&](std::function<void(v1::RecordedMove&)> change) {
    change_ = [is_move, change = std::move(change)](const HttpRequest& request, HttpAnswer& answer) {
      if (!is_move(request)) return;
      v1::RecordedMove made;
      EXPECT_TRUE(made.ParseFromString(answer.body));
      change(made);
      answer.body = made.SerializeAsString();
    };
  };
  const auto request = [&](std::function<void(v1::Request&)> change) {
    forge_ = [is_move, change = std::move(change)](HttpRequest& request, HttpHandler&) {
      if (!is_move(request)) return;
      v1::Request made;
      EXPECT_TRUE(made.ParseFromString(request.body));
      change(made);
      request.body = made.SerializeAsString();
    };
  };
  // Others are faster.
  const auto others = [&](const std::string& note) {
    forge_ = [is_move, note, forge = forge_](HttpRequest& request, HttpHandler& server) {
      if (!is_move(request)) return;
      v1::Request first;
      first.set_author("Bob");
      first.mutable_annotate()->set_rule("202");
      first.mutable_annotate()->set_text(note);
      HttpRequest other = request;
      other.body = first.SerializeAsString();
      server.handle(other, [](const HttpAnswer& answer) { EXPECT_EQ(answer.status, 201U) << answer.body; });
      if (forge) forge(request, server);
    };
  };
  const auto expect = [&](int status, const std::string& says) {
    afar_->clock = home_.clock;
    const Ran ran = afar_->run("annotate 201 more --as Ann");
    EXPECT_EQ(ran.status, status) << says << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(says));
    change_ = nullptr;
    forge_ = nullptr;
  };
  expect(0, "");
  receipt([](v1::RecordedMove& made) { made.set_dry_run(true); });
  expect(4, "calls it a dry run");
  receipt([](v1::RecordedMove& made) { made.set_repeated_request(true); });
  expect(4, "knows a request ID, which the move does not have");
  receipt([](v1::RecordedMove& made) { made.set_index(made.index() - 1); });
  expect(4, "records before");
  // Ann's all of them, and none is what she sent.
  request([](v1::Request& made) { made.mutable_annotate()->set_text("less"); });
  expect(4, "another move is recorded there");
  request([](v1::Request& made) { made.mutable_annotate()->set_rule("203"); });
  expect(4, "another move is recorded there");
  request([](v1::Request& made) { made.set_author("Bob"); });
  expect(4, "another move is recorded there");
  request([](v1::Request& made) {
    made.mutable_act()->set_cited("201");
    made.mutable_act()->set_text("more");
  });
  expect(4, "another move is recorded there");
  others("before");
  expect(0, "");
  request([](v1::Request& made) {
    made.mutable_act()->set_cited("201");
    made.mutable_act()->set_text("more");
  });
  others("again");
  expect(4, "another move is recorded there");
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
          4, is_repeated ? "another move is recorded there" : "records before");
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

}  // namespace
}  // namespace nomic::tools

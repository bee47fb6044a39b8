// Ledgers that a server keeps elsewhere, looked at and moved in from another desk: `--ledger http://...`.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/server/guard.h"
#include "nomic/server/invitations.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Passes everything on, and notes what was asked; a test may change answers.
class Noting : public HttpHandler {
 public:
  Noting(HttpHandler& behind, std::vector<std::string>& asked,
         std::function<void(const HttpRequest&, HttpAnswer&)> change)
      : behind_(behind), asked_(asked), change_(std::move(change)) {}
  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override {
    asked_.push_back(request.target.text());
    behind_.handle(request, [this, request, done = std::move(done)](HttpAnswer answer) {
      if (change_) change_(request, answer);
      done(std::move(answer));
    });
  }

 private:
  HttpHandler& behind_;
  std::vector<std::string>& asked_;
  std::function<void(const HttpRequest&, HttpAnswer&)> change_;
};

class Afar : public ::testing::Test {
 protected:
  void serve(std::function<void(const HttpRequest&, HttpAnswer&)> change = {},
             std::function<void(Api::Parts&)> parts = {}) {
    server_ = std::make_unique<ServedDesk>(
        home_, ServedDesk::Otherwise{.parts = std::move(parts), .before = [this, change](HttpHandler& behind) {
                                       return std::make_unique<Noting>(behind, asked_, change);
                                     }});
    afar_.environment["NOMIC_LEDGER"] = server_->url();
    afar_.clock = home_.clock;
  }
  [[nodiscard]] fs::path cache() const { return fs::path(afar_.folder()) / ".cache/nomic/servers"; }

  Desk home_;
  Desk afar_;
  std::vector<std::string> asked_;
  std::unique_ptr<ServedDesk> server_;
};

TEST_F(Afar, EveryQuestionHasTheAnswerOfTheFolder) {
  home_.founded("Ann Bob Cleo");
  home_.ok("propose repeal 209 --call-vote --as Ann");
  home_.ok("vote for --as Ann");
  serve();
  for (const std::string line :
       {"status", "status --format json", "show-rules 209", "scores", "proposals", "log --limit 5", "history 209",
        "explain rule 209", "head", "audit", "blame 209", "replay --at 33", "diff 31 head", "try vote for --as Bob"}) {
    const Ran here = home_.run(line);
    afar_.clock = home_.clock - 1'000'000;
    const Ran there = afar_.run(line);
    EXPECT_EQ(there.status, here.status) << line << there.err;
    EXPECT_EQ(there.out, here.out) << line;
    EXPECT_EQ(there.err, here.err) << line;
    afar_.clock = home_.clock;
  }
  EXPECT_EQ(afar_.run("verify").status, 0);
  EXPECT_EQ(afar_.ok("export game.bundle", ""), home_.ok("export game.bundle", ""));
}

TEST_F(Afar, OnlyWhatIsNewIsFetched) {
  home_.founded("Ann Bob Cleo");
  serve();
  afar_.ok("status");
  ASSERT_EQ(asked_.size(), 2U);
  EXPECT_EQ(asked_[0], "/v1/games");
  EXPECT_THAT(asked_[1], HasSubstr("/records?from=0"));
  asked_.clear();
  afar_.ok("scores");
  EXPECT_EQ(asked_, std::vector<std::string>{"/v1/games"});
  home_.ok("propose repeal 209 --as Ann");
  asked_.clear();
  EXPECT_THAT(afar_.ok("log --limit 1"), HasSubstr("#33"));
  ASSERT_EQ(asked_.size(), 2U);
  EXPECT_THAT(asked_[1], HasSubstr("/records?from=33"));
  // The copy may go at any time.
  fs::remove_all(cache());
  EXPECT_THAT(afar_.ok("log --limit 1"), HasSubstr("#33"));
}

// A host may have made the game slow.
TEST_F(Afar, WhatIsFetchedHasTheTimeOfAFile) {
  home_.founded("Ann Bob Cleo");
  serve();
  afar_.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr(": the game takes many times longer"));
  afar_.environment.erase("NOMIC_FILE_SECONDS");
  afar_.ok("status");
  // So has what is computed of the copy afterwards.
  afar_.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  EXPECT_EQ(afar_.run("scores").status, 5);
}

TEST_F(Afar, AMoveThatIsSignedIsMadeThereAndCheckedHere) {
  home_.founded("Ann Bob");
  afar_.ok("key new ann.key");
  fs::copy_file(afar_.folder() + "/ann.key", home_.folder() + "/ann.key");
  home_.ok("key register --as Ann --key ann.key");
  fs::remove(home_.folder() + "/ann.key");
  serve();
  EXPECT_THAT(afar_.ok("propose repeal 209 --call-vote --as Ann --key ann.key"), HasSubstr("#33"));
  EXPECT_THAT(afar_.ok("vote for --as Ann --key ann.key --request-id mine"), HasSubstr("Ann votes for"));
  EXPECT_THAT(afar_.run("vote for --as Ann --key ann.key --request-id mine").err, HasSubstr("is known"));
  EXPECT_THAT(home_.ok("log --limit 1"), HasSubstr("#34"));
  // Refused here already, by the rules.
  const Ran twice = afar_.run("vote for --as Ann --key ann.key");
  EXPECT_EQ(twice.status, 3) << twice.err;
  const Ran bare = afar_.run("vote for --as Bob");
  EXPECT_EQ(bare.status, 3) << bare.err;
  EXPECT_THAT(bare.err, HasSubstr("sign the move: --key FILE"));
  // A play from afar sees what others record between its lines.
  EXPECT_EQ(afar_.play("status\nlog --limit 1\n").status, 0);
}

TEST_F(Afar, UnsignedMovesAreTakenWhereTheServerSaysSo) {
  home_.founded("Ann Bob");
  serve({}, [](Api::Parts& parts) { parts.unsigned_from_afar = true; });
  EXPECT_THAT(afar_.ok("propose repeal 209 --call-vote --as Ann"), HasSubstr("#32"));
  const Ran played = afar_.play("vote for --as Ann\nstatus\nvote for --as Bob\n!3 vote for --as Bob\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_EQ(afar_.ok("head"), home_.ok("head"));
}

TEST_F(Afar, NothingButMovesIsDoneThere) {
  home_.founded("Ann Bob");
  serve();
  for (const std::string line : {"init Cleo Dan --game other", "reindex"}) {
    const Ran ran = afar_.run(line);
    EXPECT_EQ(ran.status, 2) << line << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("is a server's: from here nothing but moves is recorded there")) << line;
  }
  EXPECT_FALSE(fs::exists(afar_.folder() + "/http:"));
}

TEST_F(Afar, AServerThatLiesIsFoundOut) {
  home_.founded("Ann Bob");
  home_.ok("propose repeal 209 --as Ann");
  // A bit of a record.
  serve([](const HttpRequest& request, HttpAnswer& answer) {
    if (request.target.path().find("/records") != std::string::npos) {
      char& byte = answer.body[answer.body.size() / 2];
      byte = static_cast<char>(byte ^ 1);
    }
  });
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 4) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(server_->url()));
}

TEST_F(Afar, AnOlderCopyInItsPlaceIsFoundOut) {
  home_.founded("Ann Bob");
  home_.ok("propose repeal 209 --as Ann");
  bool is_older = false;
  serve([&](const HttpRequest& request, HttpAnswer& answer) {
    const std::size_t at = answer.body.find("\"size\":33");
    if (is_older && request.target.text() == "/v1/games" && at != std::string::npos)
      answer.body.replace(at, 9, "\"size\":32");
    // It says so to who asks how far the game reaches, and was shown more.
    if (is_older && request.target.path().ends_with("/head")) answer.status = 409;
  });
  afar_.ok("status");
  is_older = true;
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 4) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("has 32 records of the game now, and has shown 33"));
}

// What the server has said is older than what another command of this user fetched in the meantime.
TEST_F(Afar, ACommandThatWasFasterIsNoOlderCopy) {
  home_.founded("Ann Bob");
  std::function<void(const HttpRequest&, HttpAnswer&)> change;
  serve([&](const HttpRequest& request, HttpAnswer& answer) {
    if (change) change(request, answer);
  });
  afar_.ok("status");
  fs::copy(cache(), afar_.folder() + "/before", fs::copy_options::recursive);
  home_.ok("propose repeal 209 --as Ann");
  home_.ok("annotate 201 seen --as Bob");
  afar_.ok("status");
  fs::copy(cache(), afar_.folder() + "/after", fs::copy_options::recursive);

  const auto put = [&](const char* copy) {
    fs::remove_all(cache());
    fs::copy(fs::path(afar_.folder()) / copy, cache(), fs::copy_options::recursive);
  };
  put("before");
  bool is_faster = true;
  change = [&](const HttpRequest& request, HttpAnswer& answer) {
    const std::size_t at = answer.body.find("\"size\":34");
    if (request.target.text() == "/v1/games" && at != std::string::npos) answer.body.replace(at, 9, "\"size\":31");
    if (!request.target.path().ends_with("/head") || !std::exchange(is_faster, false)) return;
    ASSERT_NE(at, std::string::npos) << answer.body;
    answer.body.replace(at, 9, "\"size\":33");
    put("after");
  };
  EXPECT_THAT(afar_.ok("log --limit 1"), HasSubstr("#33"));
  EXPECT_FALSE(is_faster);
}

// The memory of games met is one for all that a user does: it may be ahead of the copy, and of what the server said.
TEST_F(Afar, AMemoryThatWasFasterIsNoRollback) {
  home_.founded("Ann Bob");
  std::string before;
  bool is_rolled_back = false;
  serve([&](const HttpRequest& request, HttpAnswer& answer) {
    if (request.target.text() == "/v1/games") {
      if (before.empty()) before = answer.body;
      answer.body = before;
    }
    if (is_rolled_back && request.target.path().ends_with("/head")) answer.status = 409;
  });
  afar_.environment["XDG_STATE_HOME"] = home_.environment["XDG_STATE_HOME"];
  afar_.ok("status");
  home_.ok("propose repeal 209 --as Ann");
  home_.ok("status");
  afar_.ok("status");
  // It was asked how far it reaches, and the copy brought there.
  EXPECT_THAT(afar_.ok("log --limit 1"), HasSubstr("#32"));

  home_.ok("annotate 201 seen --as Bob");
  home_.ok("status");
  is_rolled_back = true;
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 4) << ran.err;
}

// An address may be that of several servers: one that is behind another is no older copy.
TEST_F(Afar, AServerThatIsBehindIsWaitedFor) {
  home_.founded("Ann Bob");
  home_.ok("propose repeal 209 --as Ann");
  enum { CURRENT, CATCHES_UP, STAYS_BEHIND } is = CURRENT;
  std::string told;
  serve([&](const HttpRequest& request, HttpAnswer& answer) {
    const std::size_t at = answer.body.find("\"size\":33");
    if (is != CURRENT && request.target.text() == "/v1/games" && at != std::string::npos)
      answer.body.replace(at, 9, "\"size\":32");
    if (!request.target.path().ends_with("/head")) return;
    for (const auto& [name, value] : request.headers) told = name == "nomic-size" ? value : told;
    if (is == STAYS_BEHIND) answer.status = 503;
  });
  afar_.ok("status");
  EXPECT_EQ(told, "") << "nothing was shown before";
  is = CATCHES_UP;
  EXPECT_THAT(afar_.ok("log --limit 1"), HasSubstr("#32"));
  EXPECT_EQ(told, "33");
  is = STAYS_BEHIND;
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 5) << ran.err;
}

TEST_F(Afar, WhoCannotBeReachedIsUnavailable) {
  home_.founded("Ann Bob");
  serve();
  afar_.ok("status");
  const std::string url = server_->url();
  server_.reset();
  const Ran ran = afar_.run("status");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr(url + " cannot be reached: Connection refused"));
  EXPECT_THAT(ran.err, HasSubstr("what was fetched before can be read: --ledger "));
  const Ran move = afar_.run("propose repeal 209 --as Ann --format json");
  EXPECT_EQ(move.status, 5);
  EXPECT_THAT(move.err, HasSubstr(R"("code":"UNREACHABLE")"));
  afar_.environment.erase("NOMIC_LEDGER");
  EXPECT_EQ(afar_.run("status --ledger " + fs::directory_iterator(cache())->path().string()).status, 0);
}

TEST_F(Afar, AddressesThatAreNoneAreRefused) {
  struct Row {
    std::string typed;
    std::string said;
  };
  for (const Row& row : std::vector<Row>{{"http://", "is no address of a server"},
                                         {"https://a b", "is no address of a server"},
                                         {"http://host:0", "is no address of a server"},
                                         {"http://host/?game=1", "is no address of a server"},
                                         {"https://ann:secret@host", "bears no user and no password"},
                                         {"http://nowhere.invalid", "cannot be reached"}}) {
    const Ran ran = afar_.run_words({"status", "--ledger", row.typed});
    EXPECT_EQ(ran.status, row.typed.ends_with("invalid") ? 5 : 2) << row.typed;
    EXPECT_THAT(ran.err, HasSubstr(row.said)) << row.typed;
  }
  afar_.environment["NOMIC_TOKEN"] = "secret";
  EXPECT_THAT(afar_.run("status --ledger http://nomic.example").err, HasSubstr("a token is not sent over http://"));
}

TEST_F(Afar, AFirstKeyAndAJoinTakeTheTokenOfTheirPlayer) {
  home_.founded("Ann Bob");
  const ledger::GameId game = (*ledger::Ledger::open(home_.ledger(), ledger::Access::READ, {}))->find("")->game;
  Invitations invitations(home_.ledger());
  Guard guard(invitations, [this] { return home_.clock; }, {.looks_are_public = true});
  serve({}, [&](Api::Parts& parts) { parts.guard = &guard; });
  const auto with_token_of = [&](const std::string& player) {
    const auto link = invitations.make(game.hash.hex(), player, home_.clock);
    afar_.environment["NOMIC_TOKEN"] = (*invitations.redeem(link->secret, home_.clock))->token;
  };
  const std::string first = "key register --as Bob --key bob.key";
  const std::string join = "join Dora --key dora.key";
  for (const char* name : {"bob", "dora"}) afar_.ok(std::string("key new ") + name + ".key");
  const std::string before = home_.ok("head");
  for (const std::string& line : {first, join}) {
    const Ran stranger = afar_.run(line);
    EXPECT_EQ(stranger.status, 3) << stranger.err;
    EXPECT_THAT(stranger.err, HasSubstr("needs the token of its author"));
  }
  with_token_of("Ann");
  EXPECT_EQ(afar_.run(first).status, 3);
  EXPECT_EQ(home_.ok("head"), before);
  with_token_of("Bob");
  EXPECT_THAT(afar_.ok(first), HasSubstr("#32"));
  with_token_of("Dora");
  EXPECT_THAT(afar_.ok(join), HasSubstr("Dora"));
  afar_.environment.erase("NOMIC_TOKEN");
  afar_.ok("key new second.key");
  afar_.ok("key rotate --as Bob --key bob.key --new-key second.key");
  server_.reset();
}

TEST_F(Afar, GamesAreFoundByTheirNames) {
  home_.founded("Ann Bob --game one");
  serve();
  EXPECT_THAT(afar_.ok("status --game one"), HasSubstr("Ann"));
  const Ran other = afar_.run("status --game two");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("keeps no game \"two\""));
  server_.reset();
  home_.founded("Cleo Dan --game two");
  serve();
  EXPECT_THAT(afar_.ok("status --game two"), HasSubstr("Cleo"));
  const Ran any = afar_.run("status");
  EXPECT_EQ(any.status, 2);
  EXPECT_THAT(any.err, HasSubstr("name one with --game or NOMIC_GAME"));
}

}  // namespace
}  // namespace nomic::tools

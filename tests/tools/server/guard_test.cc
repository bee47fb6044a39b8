// Who may look and move: other people's tokens, links and games, and what a token never does.
#include "nomic/server/guard.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include "nomic/server/invitations.h"
#include "tools/server/held_stream.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

constexpr const char* REPEAL = R"("propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})";

// A ledger of two games, asked over the network.
class Guarded : public ::testing::Test {
 protected:
  Guarded() {
    desk.founded("--game game Ann Bob Cleo");
    desk.ok("init --game other Ann Bob");
  }

  void serve(Guard::Rules rules = {}) {
    invitations.emplace(desk.ledger());
    guard.emplace(
        *invitations, [this] { return desk.clock; }, rules);
    served.emplace(desk, [this](Api::Parts& parts) { parts.guard = &*guard; });
  }

  HttpAnswer ask(const std::string& method, const std::string& target, const std::string& token = {},
                 const std::string& body = {}, const std::string& type = "application/json") {
    HttpRequest request;
    request.method = method;
    request.target = target_of(target);
    request.body = body;
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    if (!body.empty()) request.headers.emplace_back("content-type", type);
    return served->ask(std::move(request));
  }
  HttpAnswer move(const std::string& token, const std::string& body, const std::string& game = "game") {
    return ask("POST", "/v1/games/" + game + "/moves", token, body);
  }
  std::string code_of(const HttpAnswer& answer) {
    return fmt::format("{} {}", answer.status, problem_of(answer).code());
  }

  // What stands behind # in a link that `invite` tells.
  std::string secret(const std::string& line) {
    const std::string told = desk.ok("invite " + line);
    const std::string mark = "#invite=";
    return told.substr(told.find(mark) + mark.size(), 64);
  }
  HttpAnswer redeem(const std::string& of) {
    return ask("POST", "/v1/redeem", "", fmt::format(R"({{"secret":"{}"}})", of));
  }
  std::string token(const std::string& line) {
    const HttpAnswer answer = redeem(secret(line));
    EXPECT_EQ(answer.status, 200U) << answer.body;
    EXPECT_EQ(header_of(answer, "cache-control"), "no-store");
    v1::RedeemedView view;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(answer.body, &view).ok());
    return view.token();
  }

  Desk desk;
  std::optional<Invitations> invitations;
  std::optional<Guard> guard;
  std::optional<Served> served;
};

TEST_F(Guarded, NobodyLooksWithoutATokenUnlessLookingIsPublic) {
  serve();
  for (const char* target : {"/v1/games", "/v1/games/game/status", "/v1/games/game/events", "/v1/games/nowhere/log"}) {
    const HttpAnswer answer = ask("GET", target);
    EXPECT_EQ(code_of(answer), "401 TOKEN_NEEDED") << target;
    EXPECT_EQ(header_of(answer, "www-authenticate"), "Bearer");
  }
  serve({.looks_are_public = true});
  EXPECT_EQ(ask("GET", "/v1/games/game/status").status, 200U);
  EXPECT_EQ(code_of(ask("GET", "/v1/games/game/status", std::string(64, '0'))), "401 TOKEN_UNKNOWN")
      << "who says who they are is held to it";
}

TEST_F(Guarded, ATokenMovesForItsPlayerAndTheRecordSaysSo) {
  serve();
  const std::string anns = token("ann --game game");
  EXPECT_EQ(move(anns, std::string("{") + REPEAL).status, 201U);
  EXPECT_EQ(move(anns, R"({"author":"ANN","debate":{"text":"Why not?"}})").status, 201U);
  const std::string log = desk.ok("log --game game --limit 2 --format json");
  EXPECT_NE(log.find(R"("author":"Ann")"), std::string::npos);
  // The founding came at the ledger's own place, both moves by a token.
  EXPECT_EQ(log.find(R"("via":"LOCAL")"), std::string::npos) << log;
  EXPECT_NE(log.find(R"("via":"TOKEN")"), std::string::npos) << log;
  EXPECT_NE(desk.ok("log --game game --from 0 --to 0 --format json").find(R"("via":"LOCAL")"), std::string::npos);
  EXPECT_NE(desk.ok("log --game game --limit 1").find("(by a token)"), std::string::npos);
  EXPECT_NE(desk.ok("audit --game game").find("came by a token (2 of Ann)"), std::string::npos);
  EXPECT_NE(desk.ok("audit --game game --format json").find(R"({"author":"Ann","via":"TOKEN","records":2})"),
            std::string::npos);
}

struct Refused {
  const char* name;
  const char* whose;  // an argument of invite
  const char* game;
  const char* body;
  const char* code;
};

TEST_F(Guarded, ATokenIsForOnePlayerOfOneGame) {
  serve();
  const Refused all[] = {
      {"another player", "Ann", "game", R"({"author":"Bob","debate":{"text":"I"}})", "403 OTHER_PLAYER"},
      {"nobody known", "Ann", "game", R"({"author":"Zoe","debate":{"text":"I"}})", "403 OTHER_PLAYER"},
      {"another who joins", "Dora", "game", R"({"join":{"name":"Eve"}})", "403 OTHER_PLAYER"},
      {"another under one's own name", "Dora", "game", R"({"author":"Dora","join":{"name":"Eve"}})",
       "403 OTHER_PLAYER"},
      {"another game", "Ann", "other", R"({"author":"Ann","tick":{}})", "403 OTHER_GAME"},
      {"a reader", "--reader", "game", R"({"author":"Ann","tick":{}})", "403 READER"},
      {"a reader, for nobody", "--reader", "game", R"({"tick":{}})", "403 READER"},
      {"a correction", "Ann", "game", R"({"author":"Ann","correct":{"record":32,"cause":"x"}})", "403 AT_THE_SOCKET"},
      {"going live", "Ann", "game", R"({"goLive":{}})", "403 AT_THE_SOCKET"},
      {"a seat restored", "Ann", "game", R"({"restoreSeat":{"player":"Ann","reason":"x"}})", "403 AT_THE_SOCKET"},
      {"not in turn", "Bob", "game", R"({"propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})", "409 OUT_OF_TURN"},
  };
  const std::string before = desk.ok("head --game game") + desk.ok("head --game other");
  for (const Refused& each : all) {
    SCOPED_TRACE(each.name);
    EXPECT_EQ(code_of(move(token(std::string(each.whose) + " --game game"), each.body, each.game)), each.code);
  }
  EXPECT_EQ(desk.ok("head --game game") + desk.ok("head --game other"), before);
}

TEST_F(Guarded, ATokenLooksAtItsGameAlone) {
  serve();
  for (const char* whose : {"Ann --game game", "--reader --game game"}) {
    const std::string its = token(whose);
    EXPECT_EQ(ask("GET", "/v1/games/game/status", its).status, 200U);
    EXPECT_EQ(code_of(ask("GET", "/v1/games/other/status", its)), "403 OTHER_GAME");
    EXPECT_EQ(code_of(ask("GET", "/v1/games/other/rules/101", its)), "403 OTHER_GAME");
    const std::string games = ask("GET", "/v1/games", its).body;
    EXPECT_NE(games.find(R"("name":"game")"), std::string::npos);
    EXPECT_EQ(games.find(R"("name":"other")"), std::string::npos) << games;
  }
}

// For a token, the other games of the ledger do not exist.
TEST_F(Guarded, ATokenIsToldOfNoOtherGame) {
  serve();
  const std::string its = token("Ann --game game");
  const std::string head = desk.ok("head --game other --format json");
  const std::string other = head.substr(head.find(R"("game":")") + 8, 64);
  const std::string hidden = ask("GET", "/v1/games/nowhere/status", its).body;
  EXPECT_EQ(hidden.find(other.substr(0, 8)), std::string::npos) << hidden;
  for (const std::string& name : {std::string("other"), std::string("othe"), other, other.substr(0, 12)}) {
    const HttpAnswer answer = ask("GET", "/v1/games/" + name + "/status", its);
    EXPECT_EQ(answer.status, 403U);
    EXPECT_EQ(answer.body, hidden) << name;
    EXPECT_EQ(code_of(move(its, R"({"tick":{}})", name)), "403 OTHER_GAME") << name;
  }
  // Its own game is found by its name, its identity and the beginning of that.
  const std::string own_head = desk.ok("head --game game --format json");
  const std::string own = own_head.substr(own_head.find(R"("game":")") + 8, 64);
  for (const std::string& name : {std::string("game"), own, own.substr(0, 8)}) {
    EXPECT_EQ(ask("GET", "/v1/games/" + name + "/status", its).status, 200U) << name;
  }
  // Where no game is named, it is the token's, though the ledger has two.
  EXPECT_EQ(ask("POST", "/v1/moves", its, std::string("{") + REPEAL).status, 201U);
}

// What cannot be read is the host's business: the log has it, and the asker is not told where it is.
TEST_F(Guarded, InvitationsThatCannotBeReadAreNotShown) {
  serve();
  const std::string its = token("Ann --game game");
  desk.write(".nomic/invitations.json", "{");
  const HttpAnswer answer = ask("GET", "/v1/games/game/status", its);
  EXPECT_EQ(code_of(answer), "503 UNREADABLE");
  EXPECT_EQ(answer.body.find(desk.folder()), std::string::npos) << answer.body;
  EXPECT_FALSE(answer.why.empty());
}

TEST_F(Guarded, SomebodyWhoIsInvitedJoins) {
  serve();
  const std::string doras = token("Dora --game game");
  EXPECT_EQ(code_of(move(doras, R"({"debate":{"text":"hm"}})")), "422 UNKNOWN_PLAYER") << "not before they joined";
  EXPECT_EQ(move(doras, R"({"join":{"name":"dora"}})").status, 201U);
  // As it was invited, so that the token is theirs.
  EXPECT_NE(desk.ok("log --game game --limit 1 --format json").find(R"("author":"Dora")"), std::string::npos);
  EXPECT_NE(code_of(move(doras, R"({"debate":{"text":"hm"}})")), "422 UNKNOWN_PLAYER");
}

TEST_F(Guarded, ALinkOpensOnceAndWhatIsNoLinkNever) {
  serve();
  const std::string link = secret("Ann --game game");
  for (const char* body : {"", "{}", R"({"secret":""})", R"({"secret":7)", "hello"}) {
    const unsigned status = ask("POST", "/v1/redeem", "", body).status;
    EXPECT_TRUE(status == 422U || status == 415U) << body << status;
  }
  EXPECT_EQ(code_of(ask("POST", "/v1/redeem", "", R"({"secret":"x"})", "text/plain")), "415 UNKNOWN_TYPE");
  EXPECT_EQ(code_of(ask("GET", "/v1/redeem")), "405 WRONG_METHOD");
  EXPECT_EQ(code_of(redeem(std::string(64, '0'))), "403 LINK_SPENT");
  EXPECT_EQ(code_of(ask("GET", "/v1/games", link)), "401 TOKEN_UNKNOWN") << "a link is no token";
  EXPECT_EQ(redeem(link).status, 200U);
  EXPECT_EQ(code_of(redeem(link)), "403 LINK_SPENT");
}

TEST_F(Guarded, WhatIsKeptOpensNothing) {
  serve();
  const std::string link = secret("Ann --game game");
  const std::string its = token("Bob --game game");
  v1::KeptInvitations kept = *invitations->all();
  ASSERT_EQ(kept.invitations_size(), 2);
  for (const auto& [secret, hash] :
       {std::pair{link, kept.invitations(0).link_hash()}, std::pair{its, kept.invitations(1).token_hash()}}) {
    EXPECT_EQ(hash, Invitations::hash_of(secret));
    EXPECT_EQ(code_of(redeem(hash)), "403 LINK_SPENT");
    EXPECT_EQ(code_of(ask("GET", "/v1/games", hash)), "401 TOKEN_UNKNOWN");
  }
  EXPECT_EQ(kept.invitations(1).link_hash(), "") << "it is spent";
}

TEST_F(Guarded, WhatIsRevokedEnds) {
  serve();
  const std::string link = secret("Ann --game game");
  const std::string its = token("Ann --game game");
  const v1::KeptInvitations kept = *invitations->all();
  EXPECT_EQ(ask("GET", "/v1/games/game/head", its).status, 200U);
  for (const auto& each : kept.invitations()) desk.ok("invite --revoke " + each.id());
  EXPECT_EQ(code_of(ask("GET", "/v1/games/game/head", its)), "401 TOKEN_UNKNOWN");
  EXPECT_EQ(code_of(redeem(link)), "403 LINK_SPENT");
  EXPECT_NE(desk.ok("invite --list --game game").find("revoked 20"), std::string::npos);
  EXPECT_EQ(desk.run("invite --revoke 000000000000").status, 2);
}

TEST_F(Guarded, NoTokenMovesForWhoSigns) {
  serve();
  const std::string its = token("Ann --game game");
  desk.ok("key new ann.key --name ann");
  served.reset();
  desk.ok("key register --as Ann --key ann.key --game game");
  serve();
  EXPECT_EQ(code_of(move(its, std::string("{") + REPEAL)), "403 NOT_SIGNED");
  EXPECT_EQ(desk.run("invite Ann --game game").status, 2);
  // What Ann signed is taken from anybody, and with any token: the signature says whose it is.
  const std::string statement = desk.ok("propose repeal 209 --as Ann --key ann.key --prepare - --game game");
  EXPECT_EQ(ask("POST", "/v1/games/game/moves", "", statement, "text/plain").status, 201U);
  EXPECT_NE(desk.ok("log --game game --limit 1 --format json").find(R"("via":"SIGNED")"), std::string::npos);
}

TEST_F(Guarded, WhereAllMustSignALinkIsForAFirstKey) {
  Desk strict;
  for (const char* name : {"ann", "bob"}) strict.ok(fmt::format("key new {0}.key --name {0}", name));
  const auto key = [&](const char* name) {
    std::string shown = strict.ok(fmt::format("key show {}.key", name));
    shown.pop_back();
    return shown;
  };
  strict.ok(
      fmt::format("init --signing required --player-key Ann={} --player-key Bob={} Ann Bob", key("ann"), key("bob")));
  EXPECT_EQ(strict.run("invite Ann").status, 2) << "she has a key";
  const Ran invited = strict.run("invite Zoe");
  EXPECT_EQ(invited.status, 0) << invited.err;
  EXPECT_NE(invited.err.find("join with a key"), std::string::npos) << invited.err;
  strict.ok("invite --reader");
}

TEST_F(Guarded, TheKeepersPageMovesForAnybody) {
  serve();
  const std::string link = guard->keepers_secret();
  const HttpAnswer opened = redeem(link);
  ASSERT_EQ(opened.status, 200U);
  v1::RedeemedView view;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(opened.body, &view).ok());
  EXPECT_EQ(code_of(redeem(link)), "403 LINK_SPENT");
  EXPECT_EQ(move(view.token(), std::string(R"({"author":"Ann",)") + REPEAL).status, 201U);
  EXPECT_EQ(move(view.token(), R"({"author":"Bob","debate":{"text":"I say"}})").status, 201U);
  EXPECT_NE(desk.ok("log --game game --limit 1 --format json").find(R"("via":"LOCAL")"), std::string::npos);
  EXPECT_EQ(code_of(move(view.token(), R"({"goLive":{}})")), "403 AT_THE_SOCKET");
  EXPECT_NE(ask("GET", "/v1/seat", view.token()).body.find(R"("by":"KEEPER")"), std::string::npos);
}

TEST_F(Guarded, WhoOneIsCanBeAsked) {
  serve();
  EXPECT_EQ(ask("GET", "/v1/seat").body,
            "{\"by\":\"NOBODY\",\"game\":\"\",\"player\":\"\",\"mayLook\":false,\"mayMove\":false}\n");
  const std::string body = ask("GET", "/v1/seat", token("Ann --game game")).body;
  EXPECT_NE(body.find(R"("by":"TOKEN")"), std::string::npos) << body;
  EXPECT_NE(body.find(R"("player":"Ann","mayLook":true,"mayMove":true)"), std::string::npos) << body;
  EXPECT_EQ(code_of(ask("GET", "/v1/seat", "nonsense")), "401 TOKEN_UNKNOWN");
}

TEST_F(Guarded, OneHeaderSaysWhoAsks) {
  serve();
  const std::string its = token("Ann --game game");
  for (const std::string& said : std::vector<std::string>{"bearer " + its, "Basic " + its, its, "Bearer",
                                                          "Bearer  " + its, "Bearer " + its + " "}) {
    HttpRequest request;
    request.method = "GET";
    request.target = target_of("/v1/games");
    request.headers = {{"authorization", said}};
    EXPECT_EQ(code_of(served->ask(request)), "401 TOKEN_UNKNOWN") << said;
    request.headers = {{"authorization", "Bearer " + its}, {"authorization", said}};
    EXPECT_EQ(code_of(served->ask(request)), "401 TOKEN_UNKNOWN") << said;
  }
}

TEST_F(Guarded, AStreamEndsWithItsInvitation) {
  serve();
  const std::string its = token("--reader --game game");
  HttpAnswer stream;
  std::shared_ptr<HttpSink> inner;
  stream.stream = [&](std::shared_ptr<HttpSink> sink) {
    inner = std::move(sink);
    return std::shared_ptr<void>();
  };
  const v1::KeptInvitations kept = *invitations->all();
  Seat seat{Seat::By::TOKEN, kept.invitations(0).game(), "", kept.invitations(0).id()};
  const HttpAnswer guarded = guard->ending_with(seat, stream);
  const auto held = std::make_shared<HeldStream>();
  guarded.stream(held);
  EXPECT_TRUE(inner->write("one"));
  desk.ok("invite --revoke " + seat.invitation);
  EXPECT_FALSE(inner->write("two"));
  EXPECT_TRUE(held->is_closed());
}

}  // namespace
}  // namespace nomic::tools

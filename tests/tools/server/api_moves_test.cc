// Moves by HTTP: recorded once, refused in the words of the command, and never of another game.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <future>

#include "tools/server/served.h"

namespace nomic::tools {
namespace {

v1::RecordedView recorded_of(const HttpAnswer& answer) {
  v1::RecordedView view;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(answer.body, &view).ok()) << answer.body;
  return view;
}

constexpr const char* REPEAL = R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})";

TEST(ApiMoves, AreRecordedAndAnsweredWithWhatTheyBroughtAbout) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  // Records 0 to 31: the founding, 29 rules, two players.
  const std::string size = desk.ok("status --format json");
  EXPECT_NE(size.find(R"("size":32)"), std::string::npos) << size;
  {
    Served served(desk);
    const HttpAnswer answer = served.post("game", REPEAL);
    EXPECT_EQ(answer.status, 201U) << answer.body;
    EXPECT_EQ(header_of(answer, "location"), "/v1/games/game/log?from=32&to=32");
    const v1::RecordedView made = recorded_of(answer);
    EXPECT_EQ(made.index(), 32U);
    EXPECT_EQ(made.hash().size(), 64U);
    EXPECT_FALSE(made.dry_run());
    EXPECT_FALSE(made.repeated_request());
    ASSERT_GE(made.consequences_size(), 1);
    EXPECT_EQ(made.consequences(0).record(), 32U);
    // Who was answered sees it.
    const std::string seen = served.get(header_of(answer, "location")).body;
    EXPECT_NE(seen.find(R"({"records":[{"index":32,)"), std::string::npos) << seen;
    EXPECT_NE(seen.find(made.hash()), std::string::npos);
  }
  EXPECT_NE(desk.ok("status --format json").find(R"("size":33)"), std::string::npos);
}

// What a form of the page shows before it is sent.
TEST(ApiMoves, AProposalThatIsTriedSaysWhatItsRuleWouldLoseAndGain) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const HttpAnswer answer = served.post("game", R"({"author":"Ann","dryRun":true,"propose":{"changes":[{"kind":"AMEND",
      "rule":"203","texts":[{"text":"Two thirds."}],"provisions":[{"adoption":{"quota":{"numerator":2,"denominator":3,
      "base":"ELIGIBLE"}}}]}]}})");
  EXPECT_EQ(answer.status, 200U) << answer.body;
  const v1::RecordedView tried = recorded_of(answer);
  ASSERT_EQ(tried.meaning().changes_size(), 1);
  ASSERT_EQ(tried.meaning().changes(0).gained_size(), 1);
  EXPECT_EQ(tried.meaning().changes(0).gained(0), "adoption needs two thirds of the eligible voters");
  EXPECT_EQ(tried.meaning().changes(0).lost_size(), 1);
  EXPECT_EQ(served.get("/v1/provisions").status, 200U);
  EXPECT_EQ(served.get("/v1/recipes?recipe=voting-award&set=points%3D2").status, 200U);
  EXPECT_EQ(served.get("/v1/recipes?recipe=nothing").status, 400U);
  EXPECT_EQ(served.get("/v1/provisions?at=3").status, 400U);
}

TEST(ApiMoves, AnswerAsTheCommandDoes) {
  Desk here;
  Desk there;
  for (Desk* desk : {&here, &there}) desk->founded("--game game Ann Bob");
  Served served(there);
  const auto both = [&](const std::string& line, const std::string& body) {
    const Ran ran = here.run(line + " --format json");
    const HttpAnswer answer = served.post("game", body);
    if (ran.status != 0) {
      EXPECT_NE(ran.err.find(fmt::format(R"("message":"{}")", problem_of(answer).detail())), std::string::npos)
          << ran.err << answer.body;
      EXPECT_NE(ran.err.find(fmt::format(R"("code":"{}")", problem_of(answer).code())), std::string::npos);
      EXPECT_EQ(static_cast<int>(problem_of(answer).exit()), ran.status);
      return;
    }
    const auto consequences = [](const std::string& json) {
      const std::size_t from = json.find(R"("consequences":)");
      return json.substr(from, json.find(R"(,"recordedAt")") - from);
    };
    EXPECT_EQ(consequences(answer.body), consequences(ran.out)) << line;
  };
  both("propose repeal 209 --as Ann", REPEAL);
  both("vote for --as Bob", R"({"author":"Bob","vote":{"choice":"FOR"}})");
  both("debate 'Why?' --as Bob", R"({"author":"Bob","debate":{"text":"Why?"}})");
  both("call-vote --as Bob", R"({"author":"Bob","callVote":{}})");
  both("call-vote --as Ann", R"({"author":"Ann","callVote":{}})");
  both("vote for --as Ann", R"({"author":"Ann","vote":{"choice":"FOR"}})");
  both("vote against --as Ann", R"({"author":"Ann","vote":{"choice":"AGAINST"}})");
  both("vote for --as Bob", R"({"author":"Bob","vote":{"choice":"FOR"}})");
  both("roll 9 --as Ann", R"({"author":"Ann","roll":{"faces":[9]}})");
  both("roll 4 --as Ann", R"({"author":"Ann","roll":{"faces":[4]}})");
  both("propose amend 101 --text x --as Bob", R"({"author":"Bob","propose":{"changes":[
       {"kind":"AMEND","rule":"101","texts":[{"text":"x"}]}]}})");
}

TEST(ApiMoves, RefusedOnesAreAConflictThatCitesItsRules) {
  Desk desk;
  desk.founded("--game game Ann Bob Cleo");
  Served served(desk);
  const HttpAnswer answer =
      served.post("game", R"({"author":"Bob","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})");
  EXPECT_EQ(answer.status, 409U);
  const v1::ProblemView problem = problem_of(answer);
  EXPECT_EQ(problem.code(), "OUT_OF_TURN");
  EXPECT_EQ(problem.exit(), 3U);
  // 201: players take turns.
  ASSERT_GE(problem.rules_size(), 1);
  EXPECT_EQ(problem.rules(0), "201");
  EXPECT_EQ(problem.refusal().code(), "OUT_OF_TURN");
  EXPECT_EQ(problem.refusal().rules_size(), problem.rules_size());
}

TEST(ApiMoves, ARetryUnderItsIdIsRecordedOnce) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const std::string body =
      R"({"author":"Ann","requestId":"first","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})";
  const HttpAnswer first = served.post("game", body);
  EXPECT_EQ(first.status, 201U);
  const HttpAnswer again = served.post("game", body);
  EXPECT_EQ(again.status, 200U);
  EXPECT_TRUE(recorded_of(again).repeated_request());
  EXPECT_EQ(recorded_of(again).index(), recorded_of(first).index());
  EXPECT_EQ(recorded_of(again).hash(), recorded_of(first).hash());
  // Another move under the same ID is another request.
  const HttpAnswer other = served.post("game", R"({"author":"Ann","requestId":"first","callVote":{}})");
  EXPECT_EQ(other.status, 409U);
  EXPECT_EQ(problem_of(other).code(), "REQUEST_CONFLICT");
  EXPECT_NE(served.get("/v1/games/game/head").body.find(R"("size":33)"), std::string::npos);
}

TEST(ApiMoves, RetriesThatComeAtOnceAreRecordedOnce) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  std::vector<std::future<HttpAnswer>> answers;
  for (int at = 0; at < 8; ++at) {
    answers.push_back(std::async(std::launch::async, [&] {
      return served.post("game",
                         R"({"author":"Ann","requestId":"x","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})");
    }));
  }
  int made = 0;
  for (auto& answer : answers) {
    const HttpAnswer given = answer.get();
    made += given.status == 201 ? 1 : 0;
    EXPECT_EQ(recorded_of(given).index(), 32U) << given.body;
  }
  EXPECT_EQ(made, 1);
}

TEST(ApiMoves, ADryRunRecordsNothing) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const HttpAnswer tried =
      served.post("game", R"({"author":"Ann","dryRun":true,"propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})");
  EXPECT_EQ(tried.status, 200U) << tried.body;
  EXPECT_TRUE(recorded_of(tried).dry_run());
  EXPECT_EQ(header_of(tried, "location"), "");
  EXPECT_NE(served.get("/v1/games/game/head").body.find(R"("size":32)"), std::string::npos);
}

TEST(ApiMoves, AMoveThatExpectsAnotherSizeIsNotMade) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const std::string rest = R"("propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})";
  const HttpAnswer stale = served.post("game", R"({"author":"Ann","expect":"31",)" + rest);
  EXPECT_EQ(stale.status, 412U) << stale.body;
  EXPECT_EQ(problem_of(stale).code(), "SIZE_MISMATCH");
  EXPECT_EQ(problem_of(stale).exit(), 5U);
  EXPECT_EQ(served.post("game", R"({"author":"Ann","expect":32,)" + rest).status, 201U);
}

class ApiStatements : public ::testing::Test {
 protected:
  void SetUp() override {
    desk.ok("key new ann.key --name ann");
    desk.ok("init --game game Ann Bob");
    desk.ok("key register --as Ann --key ann.key");
  }
  std::string statement(const std::string& line) { return desk.ok(line + " --as Ann --key ann.key --prepare -"); }

  Desk desk;
};

TEST_F(ApiStatements, ArePutInAsTheyWereSigned) {
  const std::string signed_move = statement("propose repeal 209");
  // Something else was recorded meanwhile: an earlier head of this game was seen, and the rules decide.
  desk.ok("key new bob.key --name bob");
  desk.ok("key register --as Bob --key bob.key");
  Served served(desk);
  const HttpAnswer answer = served.post("game", signed_move, "text/plain; charset=utf-8");
  EXPECT_EQ(answer.status, 201U) << answer.body;
  EXPECT_EQ(served.post("game", signed_move, "text/plain").status, 200U) << "the same statement is the same request";
  const std::string log = served.get("/v1/games/game/log?limit=1").body;
  EXPECT_NE(log.find(R"("author":"Ann")"), std::string::npos) << log;
}

TEST_F(ApiStatements, AreOfOneGameAlone) {
  desk.ok("init --game other Ann Bob");
  const std::string of_game = desk.ok("propose repeal 209 --game game --as Ann --key ann.key --prepare -");
  Served served(desk);
  const HttpAnswer answer = served.post("other", of_game, "text/plain");
  EXPECT_EQ(answer.status, 422U) << answer.body;
  EXPECT_EQ(problem_of(answer).code(), "BAD_INPUT");
}

// Whoever comes by the socket in the folder is its owner, who could type the move; at an address anybody may come.
TEST_F(ApiStatements, AloneAreTakenFromAfarUnlessTheServerSaysOtherwise) {
  HttpRequest vote;
  vote.method = "POST";
  vote.target = target_of("/v1/games/game/moves");
  vote.headers = {{"content-type", "application/json"}};
  vote.body = R"({"author":"Ann","debate":{"text":"hm"}})";
  const std::string before = desk.ok("head");
  {
    Served served(desk);
    const HttpAnswer refused = served.ask(vote);
    EXPECT_EQ(refused.status, 403U) << refused.body;
    EXPECT_EQ(problem_of(refused).code(), "NOT_SIGNED");
    EXPECT_NE(problem_of(refused).hint().find("--key FILE"), std::string::npos);
  }
  EXPECT_EQ(desk.ok("head"), before);
  const std::string signed_move = statement("propose repeal 209");
  Served served(desk);
  HttpRequest sent = vote;
  sent.headers = {{"content-type", "text/plain"}};
  sent.body = signed_move;
  EXPECT_EQ(served.ask(sent).status, 201U);
}

TEST_F(ApiStatements, OfAnotherHistoryAreRefused) {
  // A copy of the game goes on by itself: its head is none that this game ever had.
  desk.ok("export copy.bundle --game game");
  Desk elsewhere;
  std::string bundle;
  elsewhere.ok("import " + desk.folder() + "/copy.bundle");
  elsewhere.ok("propose repeal 209 --as Ann --key " + desk.folder() + "/ann.key");
  const std::string stray = elsewhere.ok("call-vote --as Ann --key " + desk.folder() + "/ann.key --prepare -");
  desk.ok("propose repeal 210 --as Ann --key ann.key");
  Served served(desk);
  const HttpAnswer answer = served.post("game", stray, "text/plain");
  EXPECT_EQ(answer.status, 409U) << answer.body;
  EXPECT_EQ(problem_of(answer).code(), "FORKED");
}

TEST_F(ApiStatements, ThatAreNoneOrWereChangedAreRefused) {
  std::string changed = statement("propose repeal 209");
  Served served(desk);
  EXPECT_EQ(served.post("game", "hello", "text/plain").status, 422U);
  EXPECT_EQ(served.post("game", "", "text/plain").status, 422U);
  const std::size_t middle = changed.size() / 2;
  changed[middle] = changed[middle] == 'A' ? 'B' : 'A';
  const unsigned status = served.post("game", changed, "text/plain").status;
  EXPECT_TRUE(status == 422U || status == 403U || status == 409U) << status;
  EXPECT_NE(served.get("/v1/games/game/head").body.find(R"("size":33)"), std::string::npos) << "nothing was recorded";
}

// What a command asks about, another caller confirms; the same request with that is the same request.
TEST(ApiMoves, ThatMustBeMeantAreConfirmed) {
  Desk desk;
  desk.founded("--game game Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  Served served(desk);
  const std::string size = served.get("/v1/games/game/head").body;
  const std::vector<std::pair<std::string, std::string>> moves = {
      {R"("author":"Cleo","forfeit":{})", "forfeit"},
      {R"("author":"Ann","attest":{"proposal":"301","adopted":true})", "attest"},
      {R"("author":"Ann","act":{"cited":"207","text":"T.","points":[{"player":"Bob","points":"-3"}]})",
       "act_changes_scores"},
      {R"("author":"Ann","act":{"cited":"207","text":"T.","changes":[{"kind":"REPEAL","rule":"208"}]})",
       "act_changes_rules"},
      {R"("author":"Ann","act":{"cited":"207","text":"T.","points":[{"player":"Ann","points":"100"}]})", "act_wins"}};
  for (const auto& [move, variant] : moves) {
    const HttpAnswer refused = served.post("game", "{" + move + "}");
    EXPECT_EQ(refused.status, 422U) << refused.body;
    EXPECT_EQ(problem_of(refused).code(), "NOT_CONFIRMED") << refused.body;
    EXPECT_EQ(problem_of(refused).variant(), variant);
    EXPECT_NE(problem_of(refused).hint().find(R"("confirmed":true)"), std::string::npos);
    EXPECT_EQ(served.post("game", "{\"dryRun\":true," + move + "}").status, 200U);
    if (variant.starts_with("act")) {
      EXPECT_NE(problem_of(refused).detail().find("The number of votes that a player has is one"), std::string::npos)
          << refused.body;
    }
  }
  EXPECT_EQ(served.get("/v1/games/game/head").body, size) << "nothing was recorded";
  // What does nothing to others is not asked about.
  EXPECT_EQ(served
                .post("game",
                      R"({"author":"Ann","act":{"cited":"207","text":"T.","points":[{"player":"Ann","points":"1"}]}})")
                .status,
            201U);
  const std::string act = R"("requestId":"r1",)" + moves[2].first;
  EXPECT_EQ(served.post("game", "{\"confirmed\":true," + act + "}").status, 201U);
  EXPECT_EQ(served.post("game", "{" + act + "}").status, 200U) << "it is on record: nothing is asked";
}

}  // namespace
}  // namespace nomic::tools

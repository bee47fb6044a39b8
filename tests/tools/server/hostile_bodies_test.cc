// Bodies that are made to cost much: what they cost the server, and who is refused before they are read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "api/moves.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

constexpr std::size_t LARGEST = std::size_t{256} << 10U;

std::string filled(std::string begin, const std::string& each, const std::string& end) {
  while (begin.size() + each.size() + end.size() <= LARGEST) begin += each;
  return begin + end;
}

struct Hostile {
  std::string name;
  std::string body;
  BodyKind kind = BodyKind::REQUEST;
};

std::string numbered_fields() {
  std::string all = "{";
  for (int i = 0; all.size() + 32 <= LARGEST; ++i) all += fmt::format("\"k{}\":{},", i, i);
  return all + "\"z\":1}";
}

std::vector<Hostile> hostile_bodies() {
  const std::string changes = R"({"author":"Ann","propose":{"changes":[)";
  const std::string author = R"({"author":")";
  return {
      {"lists", std::string(LARGEST, '[')},
      {"lists in a field", "{\"author\":" + std::string(LARGEST - 20, '[')},
      {"objects", filled("", "{\"a\":", "")},
      {"objects and lists of a known field", filled("", R"({"propose":{"changes":[)", "")},
      {"empty changes", filled(changes, "{},", "{}]}}")},
      {"changes with a field", filled(changes, R"({"rule":1},)", "{}]}}")},
      {"numbers", filled(R"({"propose":{"numbers":[)", "1,", "1]}}")},
      {"long numbers", filled(R"({"expect":)", "1234567890", "}")},
      {"fractions", filled(R"({"expect":0.)", "0123456789", "}")},
      {"numbers in a list that is none", filled(R"({"expect":[)", "1e9,", "1]}")},
      {"fields", numbered_fields()},
      {"one field again and again", filled("{", R"("author":"",)", R"("author":""})")},
      {"two names of a field", filled("{", R"("requestId":"","request_id":"",)", R"("author":""})")},
      {"escapes", filled(author, "\\n", "\"}")},
      {"escaped letters", filled(author, "\\u0041", "\"}")},
      {"surrogates", filled(author, "\\ud83d\\ude00", "\"}")},
      {"half surrogates", filled(author, "\\ud83d", "\"}")},
      {"a long name of a field", filled("{\"", "a", "\":1}")},
      {"names with escapes", filled("{", R"("\u0061\u0075":1,)", "}")},
      {"spaces", filled("", " ", "{}")},
      {"text without an end", filled(author, "a", "")},
      {"Any", filled("", R"({"@type":"type.googleapis.com/google.protobuf.Any","value":)", "")},
      {"Struct", filled("", R"({"@type":"type.googleapis.com/google.protobuf.Struct","fields":{"a":)", "")},
      {"no UTF-8", filled(author, "\xFF", "\"}")},
      {"a statement of dashes", filled("-----BEGIN", "-", ""), BodyKind::STATEMENT},
  };
}

// Milliseconds of this thread, the least of several.
template <class Do>
double cost_of(Do call) {
  double least = 1e9;
  for (int i = 0; i < 5; ++i) {
    timespec begun{};
    timespec ended{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
    call();
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    least = std::min(least, static_cast<double>(ended.tv_sec - begun.tv_sec) * 1e3 +
                                static_cast<double>(ended.tv_nsec - begun.tv_nsec) / 1e6);
  }
  return least;
}

// An ordinary body of that size is one text. They took 160 to 470 ms.
TEST(HostileBodies, CostLittleMoreThanAText) {
  const auto read = [](const std::string& body, BodyKind kind, bool may_be_unsigned) {
    return cost_of([&] { static_cast<void>(read_request(body, kind, limits_of_move(may_be_unsigned))); });
  };
  const double text = read(filled(R"({"author":"Ann","debate":{"text":")", "a text ", "\"}}"), BodyKind::REQUEST, true);
  for (const Hostile& hostile : hostile_bodies()) {
    const double cost = read(hostile.body, hostile.kind, true);
    EXPECT_LT(cost, std::max(5.0, 4 * text)) << hostile.name << ", a text " << text;
    EXPECT_LT(read(hostile.body, hostile.kind, false), std::max(5.0, 4 * text)) << hostile.name << " without a token";
    RecordProperty(hostile.name, fmt::format("{:.2f} ms", cost));
  }
}

TEST(HostileBodies, AreRefusedAndNothingIsRecorded) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  const std::string head = desk.ok("head");
  {
    Served served(desk);
    for (const Hostile& hostile : hostile_bodies()) {
      const bool is_statement = hostile.kind == BodyKind::STATEMENT;
      const HttpAnswer answer = served.post("game", hostile.body, is_statement ? "text/plain" : "application/json");
      EXPECT_GE(answer.status, 400U) << hostile.name;
      EXPECT_LT(answer.status, 500U) << hostile.name;
      EXPECT_LT(answer.body.size(), 4096U) << hostile.name;
      problem_of(answer);
    }
    for (const char* lenient :
         {"{'author':'Ann','vote':{'choice':'FOR'}}", "{author:\"Ann\"}", R"({"author":"Ann",})",
          R"({"author":"Ann","author":"Bob","tick":{}})", R"({"tick":{},"requestId":"a","request_id":"b"})"}) {
      EXPECT_EQ(problem_of(served.post("game", lenient)).code(), "USAGE") << lenient;
    }
  }
  EXPECT_EQ(desk.ok("head"), head);
}

// Who asks is looked at before the body is: whatever it says, the answer is the same, and tells nothing of the body.
TEST(HostileBodies, WithoutATokenAreNotReadFurtherThanASignedMove) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const auto post = [&](const std::string& body) {
    HttpRequest request;
    request.method = "POST";
    request.target = *parse_target("/v1/games/game/moves");
    request.headers = {{"content-type", "application/json"}};
    request.body = body;
    return served.ask(std::move(request));
  };
  for (const Hostile& hostile : hostile_bodies()) {
    if (hostile.kind != BodyKind::REQUEST) continue;
    EXPECT_EQ(problem_of(post(hostile.body)).code(), "NOT_SIGNED") << hostile.name;
  }
  for (const char* body : {"", "{", R"({"author":"Ann","vote":{"choice":"FOR"}})", R"({"colour":1})"}) {
    EXPECT_EQ(problem_of(post(body)).code(), "NOT_SIGNED") << body;
  }
  // A signed move is read: its statement is none.
  EXPECT_NE(problem_of(post(R"({"signedMove":{"armored":"x"}})")).code(), "NOT_SIGNED");
}

}  // namespace
}  // namespace nomic::tools

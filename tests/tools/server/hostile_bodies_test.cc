// Bodies that are made to cost much: what they cost the server, and who is refused before they are read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "api/api_moves.h"
#include "nomic/v1/request.pb.h"
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

std::string armored_bytes(const std::string& bytes) {
  constexpr std::string_view DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text = "-----BEGIN NOMIC STATEMENT-----\n";
  std::size_t on_line = 0;
  for (std::size_t at = 0; at + 2 < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t of) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[of])); };
    const std::uint32_t three = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text += DIGITS[three >> shift & 63U];
    if ((on_line += 4) % 64 == 0) text += '\n';
  }
  return text + "\n-----END NOMIC STATEMENT-----\n";
}

std::string numbered_fields() {
  std::string all = "{";
  for (int i = 0; all.size() + 32 <= LARGEST; ++i) all += fmt::format("\"k{}\":{},", i, i);
  return all + "\"z\":1}";
}

std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>(value | 0x80U);
  return out + static_cast<char>(value);
}

// A field of a serialized message: a text, a message, or numbers in a row.
std::string field(int number, const std::string& bytes) {
  return varint(static_cast<std::uint64_t>(number) << 3U | 2U) + varint(bytes.size()) + bytes;
}

// As large as a body may be, of one field again and again.
std::string again(const std::string& one) {
  std::string all;
  while (all.size() + one.size() + 64 <= LARGEST) all += one;
  return all;
}

// Two bytes are a message of some hundred.
std::vector<Hostile> hostile_messages() {
  using Request = v1::Request;
  using Change = Request::Change;
  const std::string ann = field(Request::kAuthorFieldNumber, "Ann");
  const auto propose = [&](const std::string& changes) { return ann + field(Request::kProposeFieldNumber, changes); };
  const auto change = [&](const std::string& within) {
    return propose(field(Request::Propose::kChangesFieldNumber, within));
  };
  std::string deep;
  for (int depth = 0; depth < 200; ++depth) deep = field(Request::Propose::kChangesFieldNumber, deep);
  return {
      {"message: changes", propose(again(field(Request::Propose::kChangesFieldNumber, ""))), BodyKind::MESSAGE},
      {"message: texts", change(again(field(Change::kTextsFieldNumber, ""))), BodyKind::MESSAGE},
      {"message: provisions", change(again(field(Change::kProvisionsFieldNumber, ""))), BodyKind::MESSAGE},
      {"message: proposals", ann + again(field(Request::kProposeFieldNumber, "")), BodyKind::MESSAGE},
      {"message: points", ann + field(Request::kActFieldNumber, again(field(Request::Act::kPointsFieldNumber, ""))),
       BodyKind::MESSAGE},
      {"message: faces",
       ann + field(Request::kRollFieldNumber, field(Request::Roll::kFacesFieldNumber, again(std::string(1, '\6')))),
       BodyKind::MESSAGE},
      {"message: unknown fields", ann + again(field(999, "")), BodyKind::MESSAGE},
      {"message: depth", propose(deep), BodyKind::MESSAGE},
      {"message: a long author", field(Request::kAuthorFieldNumber, again("a")), BodyKind::MESSAGE},
      {"message: no UTF-8", field(Request::kAuthorFieldNumber, again("\xFF")), BodyKind::MESSAGE},
      {"message: none", again("\xFF"), BodyKind::MESSAGE},
      {"message: cut", propose(again(field(Request::Propose::kChangesFieldNumber, ""))).substr(0, 1'000),
       BodyKind::MESSAGE},
  };
}

std::vector<Hostile> hostile_texts() {
  const std::string changes = R"({"author":"Ann","propose":{"changes":[)";
  const std::string author = R"({"author":")";
  return {
      {"lists", std::string(LARGEST, '[')},
      {"lists in a field", "{\"author\":" + std::string(LARGEST - 20, '[')},
      {"objects", filled("", "{\"a\":", "")},
      {"objects and lists of a known field", filled("", R"({"propose":{"changes":[)", "")},
      {"empty changes", filled(changes, "{},", "{}]}}")},
      {"changes with a field", filled(changes, R"({"rule":"1"},)", "{}]}}")},
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
      // Empty signatures: two bytes each.
      {"a statement of signatures", armored_bytes(again(std::string("\x12\x00", 2)).substr(0, 190'000)),
       BodyKind::STATEMENT},
      {"a statement of a few signatures", armored_bytes(again(std::string("\x12\x00", 2)).substr(0, 60'000)),
       BodyKind::STATEMENT},
  };
}

std::vector<Hostile> hostile_bodies() {
  std::vector<Hostile> all = hostile_texts();
  for (Hostile& each : hostile_messages()) all.push_back(std::move(each));
  return all;
}

std::string type_of(BodyKind kind) {
  if (kind == BodyKind::MESSAGE) return std::string(MOVE_MESSAGE);
  return kind == BodyKind::STATEMENT ? "text/plain" : "application/json";
}

HttpRequest request_of(const Hostile& hostile) {
  HttpRequest request;
  request.method = "POST";
  request.target = *parse_target("/v1/games/game/moves");
  request.headers = {{"content-type", type_of(hostile.kind)}, {"nomic-version", "0.0.0-test"}};
  request.body = hostile.body;
  return request;
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

// An ordinary body of that size is one text. As JSON they took 160 to 470 ms, and as messages 14 MB and more.
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
      HttpRequest request = request_of(hostile);
      request.local = true;
      const HttpAnswer answer = served.ask(std::move(request));
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
    if (hostile.kind == BodyKind::STATEMENT) continue;
    EXPECT_EQ(problem_of(served.ask(request_of(hostile))).code(), "NOT_SIGNED") << hostile.name;
  }
  for (const char* body : {"", "{", R"({"author":"Ann","vote":{"choice":"FOR"}})", R"({"colour":1})"}) {
    EXPECT_EQ(problem_of(post(body)).code(), "NOT_SIGNED") << body;
  }
  // A signed move is read: its statement is none.
  EXPECT_NE(problem_of(post(R"({"signedMove":{"armored":"x"}})")).code(), "NOT_SIGNED");
}

}  // namespace
}  // namespace nomic::tools

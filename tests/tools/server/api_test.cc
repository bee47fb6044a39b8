// What is asked wrongly, twice, in vain or too often; and what a cache may keep.
#include "nomic/server/api.h"

#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <numeric>

#include "nomic/replay/reference.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

using ApiAnswersWrong = ServedGame;

TEST_F(ApiAnswersWrong, PlacesWhereNothingIs) {
  for (const char* target :
       {"/", "/v1", "/v1/game", "/v1/games/game", "/v1/games/game/statuses", "/v1/games/game/Status", "/V1/games",
        "/v1/games/game/rules/101/x", "/v1/games/game/explain", "/v1/games/game/explain/score", "/v2/games",
        "/v1/games/game/events", "/v1/games/game/status%25", "/v1/g%2561mes", "/healthz", "/v1/seat"}) {
    EXPECT_EQ(status(target), 404U) << target;
    EXPECT_EQ(code(target), "NO_ROUTE") << target;
  }
}

TEST_F(ApiAnswersWrong, AddressesThatAreNone) {
  for (const char* target : {"",
                             "v1/games",
                             "*",
                             "/v1/games/%",
                             "/v1/games/%4",
                             "/v1/games/%zz/status",
                             "/v1/games/%ff/status",
                             "/v1/games/game/status?at=%c3%28",
                             "/v1/games/game/log?%=1",
                             "/v1/",
                             "/v1/games/",
                             "/v1/games/game/",
                             "/v1/games/game/status/",
                             "/v1/games//status",
                             "/v1/games/game/rules/",
                             "/v1/games/game/..",
                             "/v1//games",
                             "/v1/games/../status",
                             "/v1/games/%2e%2e%2f%2e%2e/log",
                             "/v1/games/%00/scores",
                             "/v1/games/game/status%2Frules",
                             "/v1/games/game/log?player=%09"}) {
    EXPECT_EQ(status(target), 400U) << target;
    EXPECT_EQ(code(target), "BAD_TARGET") << target;
  }
}

TEST_F(ApiAnswersWrong, GamesThatAreNot) {
  for (const char* target : {"/v1/games/gone/status", "/v1/games/Game/status", "/v1/games/gam/audit"}) {
    EXPECT_EQ(status(target), 404U) << target;
    EXPECT_EQ(code(target), "NO_SUCH_GAME") << target;
  }
  EXPECT_EQ(served().post("gone", R"({"author":"Ann","callVote":{}})").status, 404U);
}

TEST_F(ApiAnswersWrong, Methods) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "get", "OPTIONS", "TRACE", ""}) {
    HttpRequest request;
    request.method = method;
    request.target = target_of("/v1/games/game/status");
    const HttpAnswer answer = served().ask(request);
    EXPECT_EQ(answer.status, 405U) << method;
    EXPECT_EQ(header_of(answer, "allow"), "GET, HEAD");
    EXPECT_EQ(problem_of(answer).code(), "WRONG_METHOD");
  }
  const HttpAnswer moves = served().get("/v1/games/game/moves");
  EXPECT_EQ(moves.status, 405U);
  EXPECT_EQ(header_of(moves, "allow"), "POST");
}

TEST_F(ApiAnswersWrong, ParametersThatAreNot) {
  for (const char* target :
       {"/v1/games?at=3", "/v1/games/game/status?revised=true", "/v1/games/game/scores?At=3", "/v1/games/game/head?x",
        "/v1/games/game/scores?at=3&at=3", "/v1/games/game/scores?revised=maybe", "/v1/games/game/log?from=1&since=1",
        "/v1/games/game/log?at=1&to=1", "/v1/games/game/log?limit=-1", "/v1/games/game/diff",
        "/v1/games/game/diff?to=3", "/v1/games/game/proposals/301?limit=1"}) {
    EXPECT_EQ(status(target), 400U) << target;
  }
  EXPECT_EQ(problem_of(served().get("/v1/games/game/scores?att=3")).hint(), "did you mean at?");
  // Nothing between the signs is nothing.
  EXPECT_EQ(status("/v1/games/game/scores?"), 200U);
  EXPECT_EQ(status("/v1/games/game/scores?&&at=3&"), 200U);
}

TEST_F(ApiAnswersWrong, BodiesThatAreNoMoves) {
  const auto post = [&](const std::string& body, const std::string& type = "application/json") {
    return served().post("game", body, type);
  };
  for (const std::string& body :
       {std::string("{"), std::string("[]"), std::string("null"), std::string("7"), std::string(R"({"what":1})"),
        std::string("{\"author\":\"\xFF\"}"), std::string(R"({"vote":{"choice":"MAYBE"}})"),
        std::string(R"({"author":7})"), std::string(R"({"vote":{},"debate":{}})"), std::string(),
        std::string(20000, '['), std::string("<xml/>")}) {
    EXPECT_EQ(post(body).status, 400U) << body.substr(0, 40) << post(body).body;
  }
  // JSON that is a request, and no move.
  EXPECT_EQ(post("{}").status, 422U) << post("{}").body;
  EXPECT_EQ(post(R"({"author":"Ann"})").status, 422U);
  for (const char* type : {"", "text/html", "multipart/form-data", "application/x-www-form-urlencoded", "json"}) {
    EXPECT_EQ(post("{}", type).status, 415U) << type;
  }
  EXPECT_EQ(post(R"({"author":"Ann","callVote":{}})", "Application/JSON ; charset=utf-8").status, 409U);
  HttpRequest with_parameter;
  with_parameter.method = "POST";
  with_parameter.target = target_of("/v1/games/game/moves?dryRun=true");
  with_parameter.body = "{}";
  with_parameter.headers = {{"content-type", "application/json"}};
  EXPECT_EQ(served().ask(std::move(with_parameter)).status, 400U);
}

TEST_F(ApiAnswersWrong, DiceWithoutAPlaceForSecrets) {
  // Secrets are kept where who throws is; the rules of this game throw no such dice anyway.
  const unsigned committed = served().post("game", R"({"author":"Ann","commitDice":{}})").status;
  EXPECT_TRUE(committed == 409U || committed == 422U) << committed;
}

// Everything that can be typed, with what no terminal, page or header should ever be given.
TEST_F(ApiAnswersWrong, HostileTextsInEveryField) {
  const std::string hostile[] = {"\x1b[2J",
                                 "</script><script>",
                                 "a\r\nSet-Cookie: x",
                                 "\xE2\x80\xAE gnp",
                                 "\"}{\"",
                                 std::string(70'000, 'x'),
                                 std::string("a\0b", 3),
                                 "\xEF\xBF\xBE",
                                 "%s%n",
                                 "../../x"};
  const auto hex = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      constexpr const char* DIGITS = "0123456789abcdef";
      out += {'%', DIGITS[static_cast<unsigned char>(c) >> 4U], DIGITS[static_cast<unsigned char>(c) & 15U]};
    }
    return out;
  };
  const auto quoted = [](const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      constexpr const char* DIGITS = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || c == '"' || c == '\\') {
        out += std::string("\\u00") + DIGITS[byte >> 4U] + DIGITS[byte & 15U];
      } else {
        out += c;
      }
    }
    return out + "\"";
  };
  const auto check = [](const HttpAnswer& answer, const std::string& what) {
    EXPECT_GE(answer.status, 400U) << what;
    EXPECT_LT(answer.status, 500U) << what << answer.body;
    for (const auto& [name, value] : answer.headers) {
      EXPECT_EQ(value.find_first_of("\r\n"), std::string::npos) << name;
    }
    // One line of JSON, in which nothing can repaint a terminal or end a script.
    EXPECT_EQ(answer.body.find('\n'), answer.body.size() - 1) << what;
    EXPECT_EQ(answer.body.find("</script"), std::string::npos) << what;
    EXPECT_EQ(answer.body.find('\x1b'), std::string::npos);
    EXPECT_EQ(answer.body.find("\xE2\x80\xAE"), std::string::npos) << answer.body;
  };
  for (const std::string& text : hostile) {
    const std::string in_path = hex(text);
    for (const std::string& target :
         {"/v1/games/" + in_path + "/status", "/v1/games/game/" + in_path, "/v1/games/game/rules/" + in_path,
          "/v1/games/game/proposals/" + in_path, "/v1/games/game/history/" + in_path,
          "/v1/games/game/explain/score/" + in_path, "/v1/games/game/explain/" + in_path + "/1",
          "/v1/games/game/scores?at=" + in_path, "/v1/games/game/scores?" + in_path + "=1",
          "/v1/games/game/status?player=" + in_path, "/v1/games/game/rules?lang=" + in_path,
          "/v1/games/game/log?kind=" + in_path, "/v1/games/game/log?rule=" + in_path,
          "/v1/games/game/log?proposal=" + in_path, "/v1/games/game/log?player=" + in_path,
          "/v1/games/game/log?limit=" + in_path, "/v1/games/game/proposals?standing=" + in_path,
          "/v1/games/game/audit?rule=" + in_path, "/v1/games/game/diff?from=" + in_path}) {
      check(served().get(target), target.substr(0, 80));
    }
    const std::string in_json = quoted(text);
    for (const std::string& body :
         {R"({"author":)" + in_json + R"(,"callVote":{}})",
          R"({"author":"Ann","occurredAt":)" + in_json + R"(,"tick":{}})",
          R"({"author":"Ann","requestId":)" + in_json + R"(,"callVote":{}})",
          R"({"author":"Bob","debate":{"text":)" + in_json + "}}", R"({"join":{"name":)" + in_json + "}}",
          R"({"author":"Ann","act":{"cited":"101","text":)" + in_json + "}}",
          R"({"author":"Ann","vote":{"form":)" + in_json + "}}", R"({"signedMove":{"armored":)" + in_json + "}}",
          R"({)" + in_json + ":1}", R"({"author":"Ann","registerKey":{"keyName":)" + in_json + "}}",
          R"({"author":"Ann","revokeKey":{"key":)" + in_json + "}}"}) {
      // A name that is lawful is a player's: that one may be recorded.
      const HttpAnswer answer = served().post("game", body);
      if (answer.status != 201) check(answer, body.substr(0, 80));
    }
  }
}

TEST_F(ApiAnswersWrong, EtagsNameTheHeadTheQuestionAndTheProgram) {
  const HttpAnswer first = served().get("/v1/games/game/scores");
  const std::string etag = header_of(first, "etag");
  ASSERT_TRUE(etag.starts_with('"') && etag.ends_with('"') && etag.size() > 10) << etag;
  EXPECT_EQ(header_of(first, "cache-control"), "no-cache");
  for (const std::string& match : {etag, "W/" + etag, "\"other\", " + etag, etag + " ,\"x\""}) {
    const HttpAnswer same = served().get("/v1/games/game/scores", {{"if-none-match", match}});
    EXPECT_EQ(same.status, 304U) << match;
    EXPECT_EQ(same.body, "");
    EXPECT_EQ(header_of(same, "etag"), etag);
  }
  EXPECT_EQ(served().get("/v1/games/game/scores", {{"if-none-match", "\"other\""}}).status, 200U);
  EXPECT_NE(header_of(served().get("/v1/games/game/scores?at=start"), "etag"), etag);
  EXPECT_NE(header_of(served().get("/v1/games/game/rules?lang=en"), "etag"),
            header_of(served().get("/v1/games/game/rules"), "etag"));
  {
    Served newer(desk, [](Api::Parts& parts) { parts.version = "0.0.1"; });
    EXPECT_NE(header_of(newer.get("/v1/games/game/scores"), "etag"), etag);
    EXPECT_EQ(header_of(newer.get("/v1/games/game/scores"), "nomic-version"), "0.0.1");
  }
  EXPECT_EQ(served().post("game", R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})").status,
            201U);
  const HttpAnswer later = served().get("/v1/games/game/scores", {{"if-none-match", etag}});
  EXPECT_EQ(later.status, 200U);
  EXPECT_NE(header_of(later, "etag"), etag);
}

TEST_F(ApiAnswersWrong, AProblemHasNoEtagAndIsNoMatch) {
  const HttpAnswer missing = served().get("/v1/games/game/rules/999", {{"if-none-match", "*"}});
  EXPECT_EQ(missing.status, 404U);
  EXPECT_EQ(header_of(missing, "etag"), "");
}

// In a game by mail it is known by the clock alone that a debate is over.
TEST_F(ApiAnswersWrong, WhatDependsOnTheTimeIsNotKept) {
  Desk mail;
  mail.founded("--game game --mode mail Ann Bob Cleo");
  mail.ok("propose repeal 209 --as Ann");
  Served late(mail);
  const HttpAnswer before = late.get("/v1/games/game/status");
  const std::string etag = header_of(before, "etag");
  EXPECT_EQ(late.get("/v1/games/game/status", {{"if-none-match", etag}}).status, 304U);
  mail.clock += std::int64_t{400} * 24 * 3600 * 1'000'000;
  const HttpAnswer after = late.get("/v1/games/game/status", {{"if-none-match", etag}});
  // It is told anew exactly where it is another.
  EXPECT_EQ(after.status == 200, late.get("/v1/games/game/status").body != before.body);
}

TEST_F(ApiAnswersWrong, ALedgerThatCannotBeOpenedIsNotThere) {
  Served shut(desk, [](Api::Parts& parts) {
    parts.reading.open = [] {
      return ledger::Error{ledger::ErrorCode::IO_FAILED, "the disk is gone", "look for it", {}};
    };
  });
  const HttpAnswer answer = shut.get("/v1/games/game/status");
  EXPECT_EQ(answer.status, 503U);
  EXPECT_EQ(header_of(answer, "retry-after"), "1");
  EXPECT_EQ(problem_of(answer).code(), "IO_FAILED");
  EXPECT_EQ(problem_of(answer).exit(), 5U);
  EXPECT_EQ(shut.get("/v1/games").status, 503U);
}

TEST_F(ApiAnswersWrong, LongRulesComeInParts) {
  const std::string text(50'000, 'a');
  const std::string act = R"({"author":"Ann","act":{"cited":"101","text":"T.","changes":[{"kind":"ENACT","texts":[)"
                          R"({"text":")" +
                          text + "\"}]}]},\"confirmed\":true}";
  // More than 25 mutable rules.
  ASSERT_EQ(
      served()
          .post("game", R"({"author":"Ann","act":{"cited":"101","text":"T.","changes":[{"kind":"REPEAL","rule":"209")"
                        R"(}]},"confirmed":true})")
          .status,
      201U);
  for (int at = 0; at < 350; ++at) {
    const auto made = served().post("game", act);
    ASSERT_EQ(made.status, 201U) << made.body;
  }
  std::vector<std::uint32_t> numbers;
  std::string from = "1";
  for (int parts = 0; !from.empty() && parts < 20; ++parts) {
    const std::string body = served().get("/v1/games/game/rules?from=" + from).body;
    EXPECT_LE(body.size(), std::size_t{8} << 20U) << "a text of a rule is there twice";
    google::protobuf::Struct page;
    ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(body, &page).ok());
    for (const auto& rule : page.fields().at("rules").list_value().values()) {
      numbers.push_back(replay::number_in(rule.struct_value().fields().at("number").string_value()));
    }
    const auto next = page.fields().find("next");
    from = next == page.fields().end() ? "" : next->second.string_value();
  }
  EXPECT_EQ(from, "");
  ASSERT_EQ(numbers.size(), 28U + 350U);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  EXPECT_EQ(numbers.back(), 650U);
  EXPECT_EQ(status("/v1/games/game/rules?lang=en"), 413U) << "in languages they come as one, of 16 MiB at most";
  EXPECT_EQ(status("/v1/games/game/rules?from=x"), 400U);
  EXPECT_EQ(status("/v1/games/game/rules/101?from=1"), 400U);
}

TEST_F(ApiAnswersWrong, AStatusCutsLongTextsOff) {
  std::string text;
  for (int at = 0; at < 2'500; ++at) text += "é";
  ASSERT_EQ(served().post("game", R"({"author":"Bob","invoke":{"question":"x)" + text + "\"}}").status, 201U);
  const std::string body = served().get("/v1/games/game/status").body;
  // Of 4,000 bytes one is the x, and a half of é has no place.
  EXPECT_THAT(body, testing::HasSubstr(R"("text":"x)" + text.substr(0, 3'998) + R"( [...]")"));
  EXPECT_THAT(served().get("/v1/games/game/log").body, testing::HasSubstr(text));
}

// The indexes of the records, and where the answer says to go on.
std::pair<std::vector<std::uint64_t>, std::optional<std::uint64_t>> page_of(const std::string& body) {
  google::protobuf::Struct page;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(body, &page).ok()) << body.substr(0, 200);
  std::vector<std::uint64_t> indexes;
  for (const auto& each : page.fields().at("records").list_value().values()) {
    indexes.push_back(static_cast<std::uint64_t>(each.struct_value().fields().at("index").number_value()));
  }
  const auto next = page.fields().find("next");
  if (next == page.fields().end()) return {indexes, std::nullopt};
  return {indexes, static_cast<std::uint64_t>(next->second.number_value())};
}

TEST_F(ApiAnswersWrong, ALongLogComesInParts) {
  constexpr std::size_t MOST = std::size_t{4} << 20U;
  ASSERT_EQ(served().post("game", R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})").status,
            201U);
  const std::string text(50'000, 'a');
  for (int at = 0; at < 100; ++at) {
    ASSERT_EQ(served().post("game", R"({"author":"Bob","debate":{"text":")" + text + "\"}}").status, 201U);
  }
  std::vector<std::uint64_t> all;
  std::optional<std::uint64_t> from = 0;
  std::size_t parts = 0;
  for (; from && parts < 10; ++parts) {
    const std::string body = served().get("/v1/games/game/log?from=" + std::to_string(*from)).body;
    EXPECT_LE(body.size(), MOST + 64'000);
    const auto [indexes, next] = page_of(body);
    all.insert(all.end(), indexes.begin(), indexes.end());
    from = next;
  }
  EXPECT_EQ(parts, 2U) << "5 MB";
  std::vector<std::uint64_t> expected(133);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
  // The last of many, and with a filter.
  const auto [last, after] = page_of(served().get("/v1/games/game/log?limit=95").body);
  EXPECT_EQ(last.front(), 38U);
  ASSERT_TRUE(after);
  EXPECT_EQ(page_of(served().get("/v1/games/game/log?from=" + std::to_string(*after)).body).first.back(), 132U);
  const auto [fits, none] = page_of(served().get("/v1/games/game/log?kind=debate&limit=50").body);
  EXPECT_EQ(fits.size(), 50U);
  EXPECT_EQ(fits.back(), 132U);
  EXPECT_FALSE(none);
  EXPECT_EQ(status("/v1/games/game/log?kind=debate&limit=95"), 413U);
  EXPECT_EQ(code("/v1/games/game/log?kind=debate&limit=95"), "TOO_LARGE");
  EXPECT_TRUE(page_of(served().get("/v1/games/game/log?kind=debate&limit=95&from=0").body).second);
}

TEST_F(ApiAnswersWrong, AStreamIsOfTheGameFromTheRecordAfterTheLastThatCame) {
  std::vector<std::uint64_t> froms;
  bool room = true;
  Served streaming(desk, [&](Api::Parts& parts) {
    parts.events = [&](const ledger::GameId& /*game*/, std::uint64_t from) -> std::optional<HttpAnswer> {
      if (!room) return std::nullopt;
      froms.push_back(from);
      HttpAnswer answer;
      answer.headers = {{"content-type", "text/event-stream"}};
      return answer;
    };
  });
  const std::string events = "/v1/games/game/events";
  EXPECT_EQ(header_of(streaming.get(events), "content-type"), "text/event-stream");
  EXPECT_EQ(streaming.get(events + "?from=7").status, 200U);
  EXPECT_EQ(streaming.get(events + "?from=7", {{"last-event-id", "11"}}).status, 200U);
  EXPECT_EQ(streaming.get(events + "?from=32").status, 200U) << "nothing is there yet";
  EXPECT_EQ(froms, (std::vector<std::uint64_t>{0, 7, 12, 32}));
  EXPECT_EQ(streaming.get(events + "?from=33").status, 409U);
  EXPECT_EQ(streaming.get(events + "?from=-1").status, 400U);
  EXPECT_EQ(streaming.get(events, {{"last-event-id", "x"}}).status, 400U);
  EXPECT_EQ(streaming.get(events, {{"last-event-id", "18446744073709551616"}}).status, 400U);
  EXPECT_EQ(streaming.get(events, {{"last-event-id", "18446744073709551615"}}).status, 400U)
      << "no record has the index behind it, and 0 is not that record";
  EXPECT_EQ(streaming.get(events, {{"last-event-id", "18446744073709551614"}}).status, 409U);
  EXPECT_EQ(streaming.get("/v1/games/gone/events").status, 404U);
  room = false;
  EXPECT_EQ(streaming.get(events).status, 503U);
}

}  // namespace
}  // namespace nomic::tools

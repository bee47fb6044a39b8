#include "nomic/words/json_reader.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <limits>
#include <string>
#include <vector>

#include "nomic/v1/api.pb.h"
#include "nomic/v1/error_view.pb.h"
#include "nomic/v1/request.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {
namespace {

constexpr JsonLimits LARGE{.bytes = std::size_t{64} << 20U};

std::string fault_of(std::string_view json, const JsonLimits& limits = LARGE) {
  v1::Request request;
  return read_json(json, limits, request).value_or("");
}

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(JsonReader, ReadsWhatTheMappingOfProtobufSays) {
  v1::Request request;
  EXPECT_EQ(read_json(" {\"author\":\"Ann\",\"expect\":\"32\",\n\"dry_run\":true,\"vote\":{\"choice\":\"FOR\"}}\r\n\t",
                      LARGE, request),
            std::nullopt);
  EXPECT_EQ(request.author(), "Ann");
  EXPECT_EQ(request.expect(), 32U);
  EXPECT_TRUE(request.dry_run());
  EXPECT_TRUE(request.has_vote());
  v1::Request escaped;
  EXPECT_EQ(read_json(R"({"author":"\u0041\ud83d\ude00\/","expect":1e2,"requestId":null})", LARGE, escaped),
            std::nullopt);
  EXPECT_EQ(escaped.author(), "A\xF0\x9F\x98\x80/");
  EXPECT_EQ(escaped.expect(), 100U);
}

// Each of these was taken by protobuf's parser, or by the one before it.
TEST(JsonReader, TakesNothingThatRfc8259DoesNotDefine) {
  const std::vector<std::string> none = {"{'author':'Ann'}",
                                         "{author:\"Ann\"}",
                                         R"({"author":"Ann",})",
                                         R"({"author":"Ann"}})",
                                         R"({"author":"Ann"} x)",
                                         R"({"author":"Ann"}{"author":"Ann"})",
                                         "{\"author\":\"A\nnn\"}",
                                         "{\"author\":\"A\tnn\"}",
                                         R"({"author":"\x41"})",
                                         R"({"author":"\'"})",
                                         R"({"author":"\ud83d"})",
                                         R"({"author":"\ude00\ud83d"})",
                                         "{\"author\":\"\xFF\"}",
                                         "{\"author\":\"\xED\xA0\x80\"}",
                                         "{\"author\":\"\xC0\x80\"}",
                                         "\xEF\xBB\xBF{}",
                                         "{}//",
                                         "/**/{}",
                                         R"({"expect":01})",
                                         R"({"expect":+1})",
                                         R"({"expect":1.})",
                                         R"({"expect":.5})",
                                         R"({"expect":0x10})",
                                         R"({"expect":NaN})",
                                         R"({"expect":Infinity})",
                                         R"({"dryRun":True})",
                                         R"({"dryRun":tru})",
                                         R"({"propose":{"changes":[{},]}})",
                                         R"({"propose":{"changes":[,{}]}})",
                                         R"({"author" "Ann"})",
                                         R"({"author":})",
                                         R"({"author":"Ann")",
                                         "{",
                                         "",
                                         " ",
                                         std::string("{}\0", 3),
                                         std::string("{\"author\":\"A\0\"}", 14),
                                         R"({"":1 "b":2})"};
  for (const std::string& text : none) EXPECT_NE(fault_of(text), "") << text;
}

TEST(JsonReader, TakesEachFieldOnce) {
  for (const char* text : {R"({"author":"Ann","author":"Bob"})", R"({"requestId":"a","request_id":"b"})",
                           R"({"requestId":"a","request\u0049d":"b"})", R"({"vote":{},"vote":{}})",
                           R"({"propose":{"changes":[]},"propose":{}})",
                           R"({"propose":{"changes":[{"rule":"201","kind":"REPEAL","rule":"202"}]}})"}) {
    EXPECT_NE(fault_of(text).find("twice"), std::string::npos) << text << fault_of(text);
  }
  // The same field in different objects.
  EXPECT_EQ(fault_of(R"({"propose":{"changes":[{"rule":"201","kind":"REPEAL"},{"rule":"202","kind":"REPEAL"}]}})"), "");
  v1::GamesView games;
  JsonLimits others = LARGE;
  others.other_fields = true;
  EXPECT_EQ(read_json(R"({"games":[{"new":{"a":1,"b":[1,{"a":2}]}}],"newer":[{"a":1}]})", others, games), std::nullopt);
  EXPECT_NE(read_json(R"({"games":[{"new":{"a":1,"a":2}}]})", others, games), std::nullopt);
}

TEST(JsonReader, RefusesAFieldThatTheMessageDoesNotHave) {
  EXPECT_EQ(fault_of(R"({"author":"Ann","colour":[[[[1]]]]})"), "it has no field \"colour\"");
  EXPECT_EQ(fault_of(R"({"propose":{"changes":[{"rule":"201","colour":1}]}})"), "it has no field \"colour\"");
  EXPECT_NE(fault_of("{\"" + std::string(300, 'a') + "\":1}"), "");
}

TEST(JsonReader, HoldsNumbersToTheirRange) {
  for (const char* text :
       {R"({"expect":-1})", R"({"expect":18446744073709551616})", R"({"expect":1.5})", R"({"expect":1e400})",
        R"({"expect":-1e400})", R"({"expect":1e99999999999999999999})", R"({"propose":{"numberUnknown":2}})"}) {
    EXPECT_NE(fault_of(text), "") << text;
  }
  EXPECT_EQ(fault_of(R"({"expect":18446744073709551615})"), "");
  EXPECT_EQ(fault_of(R"({"expect":1e-400})").find("too large"), std::string::npos);
}

TEST(JsonReader, HasLimitsOfSizeDepthAndValues) {
  EXPECT_EQ(fault_of(R"({"author":"Ann"})", {.bytes = 16}), "");
  EXPECT_EQ(fault_of(R"({"author":"Anna"})", {.bytes = 16}), "it has 17 bytes, and at most 16 are read");
  // An object, and a value in it.
  EXPECT_EQ(fault_of(R"({"author":"Ann"})", {.bytes = 99, .values = 2}), "");
  EXPECT_EQ(fault_of(R"({"author":"Ann","dryRun":true})", {.bytes = 99, .values = 2}), "it has more than 2 values");
  const std::string three = R"({"propose":{"changes":[{}]}})";
  EXPECT_EQ(fault_of(three, {.bytes = 99, .depth = 4}), "");
  EXPECT_EQ(fault_of(three, {.bytes = 99, .depth = 3}), "it nests more than 3 deep");
  // Of what may have any fields, too.
  for (const std::size_t depth : {std::size_t{63}, std::size_t{64}}) {
    v1::ErrorView view;
    const std::string text = "{\"parameters\":{\"a\":" + times(depth - 2, "[") + "1" + times(depth - 2, "]") + "}}";
    EXPECT_EQ(read_json(text, LARGE, view).value_or("").find("it nests"), std::string::npos) << depth;
    const std::string deeper = "{\"parameters\":{\"a\":" + times(63, "[") + times(63, "]") + "}}";
    EXPECT_EQ(read_json(deeper, LARGE, view), "it nests more than 64 deep");
  }
}

// 10 MB took 3 GB.
TEST(JsonReader, TakesNoMemoryForDepth) {
  const std::string deep(10'000'000, '[');
  const std::string objects = times(1'000'000, "{\"a\":[");
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  JsonLimits others = LARGE;
  others.other_fields = true;
  v1::GamesView games;
  for (const std::string* text : {&deep, &objects}) {
    EXPECT_NE(read_json(*text, others, games), std::nullopt);
    EXPECT_NE(read_json("{\"games\":" + *text, others, games), std::nullopt);
    EXPECT_NE(read_json("{\"new\":" + *text, others, games), std::nullopt);
    EXPECT_NE(fault_of(*text), "");
  }
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 40'000) << "KiB";
}

}  // namespace
}  // namespace nomic::tools

// Targets: what is one, which spellings are the same, and what is refused.
#include "nomic/server/target.h"

#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using Parts = std::vector<std::string>;

Target parsed(std::string_view sent) {
  auto target = parse_target(sent);
  EXPECT_TRUE(target.ok()) << sent;
  return target ? *std::move(target) : Target();
}

TEST(Target, IsDecodedOnce) {
  EXPECT_EQ(parsed("/").parts(), Parts());
  EXPECT_EQ(parsed("/v1/games").parts(), (Parts{"v1", "games"}));
  EXPECT_EQ(parsed("/v1/g%61mes").parts(), (Parts{"v1", "games"}));
  EXPECT_EQ(parsed("/%76%31/%67%61%6d%65%73").parts(), (Parts{"v1", "games"}));
  EXPECT_EQ(parsed("/v1/g%2561mes").parts(), (Parts{"v1", "g%61mes"})) << "a name may have a percent sign";
  EXPECT_EQ(parsed("/V1/Games").parts(), (Parts{"V1", "Games"})) << "letters are as they are";
  EXPECT_EQ(parsed("/a+b/...").parts(), (Parts{"a+b", "..."}));
  EXPECT_EQ(parsed("/a%3Fb%23c%26d").parts(), (Parts{"a?b#c&d"}));
  EXPECT_EQ(parsed("/caf\xC3\xA9").parts(), parsed("/caf%c3%A9").parts());
}

TEST(Target, HasOneCanonicalForm) {
  EXPECT_EQ(parsed("/v1/g%61mes/friday%20night/log?limit=3").text(), "/v1/games/friday%20night/log?limit=3");
  EXPECT_EQ(parsed("/caf\xC3\xA9").path(), "/caf%C3%A9");
  EXPECT_EQ(parsed("/a%25b/~x").path(), "/a%25b/~x");
  EXPECT_EQ(parsed("/?").text(), "/");
  EXPECT_EQ(parsed("/a?&x&&y=%41+%2B&=").text(), "/a?x=&y=A%20%2B&=");
  EXPECT_EQ(Target().text(), "/");
}

TEST(Target, HasParametersThatAreDecodedOnce) {
  const Query query = parsed("/a?name=J%C3%BCrgen+X&kind=vote&kind=a%2526b&at=%2f..%2f").query();
  EXPECT_EQ(**query.one("name"), "J\xC3\xBCrgen X");
  EXPECT_EQ(query.several("kind"), (Parts{"vote", "a%26b"}));
  EXPECT_EQ(**query.one("at"), "/../") << "a value leads nowhere";
  EXPECT_FALSE(query.one("kind").ok());
  EXPECT_FALSE(query.one("none")->has_value());
}

TEST(Target, IsRefusedWhereItHasTwoReadings) {
  const std::string zero("/v1/\0x", 6);
  for (const std::string_view sent : {std::string_view(""),
                                      std::string_view("*"),
                                      std::string_view("v1/games"),
                                      std::string_view("http://127.0.0.1/v1/games"),
                                      std::string_view("//v1/games"),
                                      std::string_view("/v1//games"),
                                      std::string_view("/v1/games/"),
                                      std::string_view("/v1/./games"),
                                      std::string_view("/v1/../games"),
                                      std::string_view("/v1/%2e%2E/games"),
                                      std::string_view("/v1/.%2e/games"),
                                      std::string_view("/v1/games/."),
                                      std::string_view("/v1%2fgames"),
                                      std::string_view("/v1%2Fgames"),
                                      std::string_view("/v1\\games"),
                                      std::string_view("/v1%5cgames"),
                                      std::string_view("%2fv1/games"),
                                      std::string_view("/v1/games#"),
                                      std::string_view("/v1/games?a#b"),
                                      std::string_view("/v1/%00"),
                                      std::string_view("/v1/%09"),
                                      std::string_view("/v1/%7f"),
                                      std::string_view("/v1/%c2%85"),
                                      std::string_view("/v1/a\tb"),
                                      std::string_view(zero),
                                      std::string_view("/v1/%"),
                                      std::string_view("/v1/%4"),
                                      std::string_view("/v1/%zz"),
                                      std::string_view("/v1/%c0%af"),
                                      std::string_view("/v1/%ff"),
                                      std::string_view("/v1/\xC3"),
                                      std::string_view("/v1?a=%00"),
                                      std::string_view("/v1?%0a=b"),
                                      std::string_view("/v1?a=%4"),
                                      std::string_view("/v1?a=%c3%28"),
                                      std::string_view("/%2e"),
                                      std::string_view("/%2f"),
                                      std::string_view("//")}) {
    const auto target = parse_target(sent);
    ASSERT_FALSE(target.ok()) << sent;
    EXPECT_EQ(target.error().code, "BAD_TARGET") << sent;
    EXPECT_FALSE(target.error().what.empty()) << sent;
    EXPECT_FALSE(target.error().hint.empty()) << sent;
  }
}

}  // namespace
}  // namespace nomic::tools

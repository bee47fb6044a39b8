// Failures as JSON: what standard error holds for programs.
#include <google/protobuf/util/json_util.h>

#include "nomic/v1/error_view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

v1::ErrorView read(const std::string& json) {
  v1::ErrorView view;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &view).ok()) << json;
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1) << json;
  return view;
}

class JsonErrors : public testing::Test {
 protected:
  JsonErrors() {
    desk.founded("Ann Bob");
    desk.ok("propose repeal 209 --call-vote --as Ann");
    desk.ok("vote for --as Ann");
  }
  // How the line fails, which is all that standard error holds.
  v1::ErrorView failure(const std::string& line) {
    const Ran ran = desk.run(line + " --format json");
    EXPECT_EQ(ran.out, "") << line;
    v1::ErrorView view = read(ran.err);
    EXPECT_EQ(static_cast<int>(view.status()), ran.status) << line;
    return view;
  }
  Desk desk;
};

TEST_F(JsonErrors, OfTheRulesHaveTheirCodeParametersAndRules) {
  const v1::ErrorView view = failure("vote for --as Ann");
  EXPECT_EQ(view.status(), 3U);
  EXPECT_EQ(view.code(), "VOTED_ALREADY");
  EXPECT_THAT(view.message(), HasSubstr("Ann has voted on proposal 301 already"));
  EXPECT_THAT(view.rules(), testing::Contains("207"));
  EXPECT_EQ(view.parameters().fields().at("player").string_value(), "Ann");
  EXPECT_EQ(view.parameters().fields().at("proposal").string_value(), "301");
  EXPECT_EQ(view.line(), 0U);
}

TEST_F(JsonErrors, OfARequestHaveTheirCode) {
  EXPECT_EQ(failure("act --cite 201 T --points Ann=0 --as Ann").code(), "BAD_AMOUNT");
  const v1::ErrorView unknown = failure("vote for --as Bbo");
  EXPECT_EQ(unknown.status(), 2U);
  EXPECT_EQ(unknown.code(), "UNKNOWN_PLAYER");
  EXPECT_EQ(unknown.parameters().fields().at("typed").string_value(), "Bbo");
}

// An unknown name is wrong usage before anything that the game does not allow: with a known name each of these is
// refused by the game (3), whatever it is that stands against it.
TEST_F(JsonErrors, NameWhoIsUnknownBeforeWhatIsNotAllowed) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"vote for 999 --as ", ""},
      {"propose repeal 999 --as ", ""},
      {"propose enact --text T --as ", ""},  // a vote is open
      {"revise 999 --text T --as ", ""},
      {"call-vote 999 --as ", ""},
      {"withdraw 999 --as ", ""},
      {"roll 3 --as ", ""},
      {"consent --as ", ""},
      {"act --cite 999 'Tea.' --as ", ""},
      {"act --cite 999 'Tea.' --as Ann --points ", "=+1"},
      {"act --cite 999 'Tea.' --as Ann --set ", ".title=T"},
      {"judgment deliver A --reasons R --as ", ""},
      {"judgment deliver A --reasons R --cite 206 --as Ann --points ", "=+1"},
      {"judgment deliver A --reasons R --cite 201 --as Ann --winner ", ""},
      {"judgment deliver A --reasons R --cite 201 --as Ann --player ", " out"},
      {"judgment deliver A --reasons R --cite 203 --as Ann --ballot 999 ", " for"},
      {"judgment overrule for --as ", ""},
      {"object 999 --as ", ""},
      {"attest 999 adopted --as ", ""},
      {"propose repeal 999 --as Ann --provision 'scope { players: \"", "\" } victory { points_thousandths: 5 }'"},
      {"judgment invoke Q --about 999 --as ", ""},
      {"correct 999 --cause c --occurred-at-was 2012-05-30T10:00Z --as ", ""},
      {"team T --as ", ""},
      {"inactive --as ", ""},
      {"approve Dora --as ", ""},
      {"tick --as ", ""},
  };
  for (const auto& [before, after] : lines) {
    const v1::ErrorView unknown = failure(before + "Zed" + after);
    EXPECT_EQ(unknown.status(), 2U) << before;
    EXPECT_EQ(unknown.code(), "UNKNOWN_PLAYER") << before << unknown.message();
    EXPECT_EQ(unknown.parameters().fields().at("typed").string_value(), "Zed") << before;
    EXPECT_EQ(failure(before + "Bob" + after).status(), 3U) << before;
  }
}

TEST_F(JsonErrors, OfTheLedgerHaveItsCode) {
  EXPECT_EQ(failure("vote for --as Bob --expect 3").code(), "SIZE_MISMATCH");
  EXPECT_EQ(failure("status --game nomci").code(), "NO_SUCH_GAME");
  desk.ok("vote for --as Bob --request-id r1");
  EXPECT_EQ(failure("vote against --as Bob --request-id r1").code(), "REQUEST_CONFLICT");
  EXPECT_NE(failure("vote for --as Ann --request-id r1").code(), "REQUEST_CONFLICT") << "an ID is its author's";
}

TEST_F(JsonErrors, OfTheCommandLineAreNamedAfterTheStatus) {
  const v1::ErrorView view = failure("vote fro --as Bob");
  EXPECT_EQ(view.code(), "USAGE");
  EXPECT_EQ(view.message(), "there is no vote \"fro\"");
  EXPECT_EQ(view.hint(), "did you mean for?");
  EXPECT_EQ(failure("vtoe for").code(), "USAGE");
  // The option itself may stand anywhere, and in one word.
  EXPECT_THAT(desk.run("--format=jsonl vote fro --as Bob").err, StartsWith("{\"status\":2,\"code\":\"USAGE\""));
  EXPECT_THAT(desk.run("vote fro --as Bob --format text").err, StartsWith("nomic: "));
}

TEST_F(JsonErrors, OfAPlayNameTheLine) {
  const Ran ran = desk.run("play - --format json", "# a comment\nstatus\nvote for --as Ann\n");
  EXPECT_EQ(ran.status, 3);
  const v1::ErrorView view = read(ran.err);
  EXPECT_EQ(view.code(), "VOTED_ALREADY");
  EXPECT_EQ(view.line(), 3U);
}

// Everything that a program may look for is there, and nothing could repaint a terminal.
TEST_F(JsonErrors, AreWhole) {
  const Ran ran = desk.run_words({"vote", "f\x1b\xff", "--as", "Bob", "--format", "json"});
  EXPECT_THAT(ran.err, StartsWith("{\"status\":2,\"code\":\"USAGE\",\"variant\":\"\",\"message\":\""));
  EXPECT_THAT(ran.err, HasSubstr("\"rules\":[],\"parameters\":{},\"line\":0}"));
  EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace nomic::tools

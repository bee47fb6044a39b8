// Every question by two roads: over HTTP, and by the command that docs/api.md names beside it. The answers are the same
// bytes, and so are the sentences of what cannot be answered.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "nomic/ledger/key.h"
#include "nomic/ledger/note.h"
#include "nomic/v1/error_view.pb.h"
#include "tools/plays.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

struct DocumentedRoute {
  std::string path;
  std::string message;
  std::string command;
  std::string parameters;
};

const std::vector<DocumentedRoute>& documented_routes() {
  static const std::vector<DocumentedRoute> ALL = {
#define NOMIC_API_ROUTE(route, path, answer, message, command, parameters, cost, about) \
  {path, message, command, parameters},
#include "api/routes.inc"
  };
  return ALL;
}

// What is put in place of the parts of a path, and given for a parameter: what there is, what there is not, and what
// is nothing at all.
const std::map<std::string, std::vector<std::string>>& samples() {
  static const std::map<std::string, std::vector<std::string>> ALL = {
      {"number", {"203", "101", "301", "999", "0", "340a", "2.5"}},
      {"proposal", {"301", "record:9", "999", "-1"}},
      {"name", {"Ann", "bob", "Nobody", "A \xE2\x80\xAE"}},
      {"record", {"3", "#12", "99999", "x"}},
      {"at", {"head", "start", "12", "turn:1", "^proposal:301", "99999", "2012-05-30", "yesterday"}},
      {"known", {"20", "start", "never"}},
      {"by", {"recorded", "occurred", "hearsay"}},
      {"revised", {"true"}},
      {"references", {"true"}},
      {"dependents", {"true"}},
      {"player", {"Bob", "Zoe"}},
      {"lang", {"en", "xx", "en,en"}},
      {"standing", {"open", "adopted", "settled"}},
      {"limit", {"2", "0", "many"}},
      {"from", {"5", "turn:1", "nowhere"}},
      {"since", {"10", "2012-05-30"}},
      {"to", {"15", "head"}},
      {"kind", {"vote", "score", "nonsense"}},
      {"rule", {"203", "202", "abc"}},
      {"size", {"33", "3", "1e3"}},
      {"first", {"3", "-1"}},
      {"second", {"33", "5", "2", "99999"}},
  };
  return ALL;
}

const std::vector<std::string>& samples_of(const std::string& name) {
  static const std::vector<std::string> NONE;
  const auto found = samples().find(name);
  EXPECT_TRUE(found != samples().end()) << "say in samples() what is asked with " << name;
  return found == samples().end() ? NONE : found->second;
}

std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    out += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

// One question by both roads.
struct BothRoads {
  std::string target;
  std::vector<std::string> words;

  void replace(const std::string& name, const std::string& value) {
    const std::string mark = "{" + name + "}";
    if (const auto at = target.find(mark); at != std::string::npos) target.replace(at, mark.size(), encoded(value));
    for (std::string& word : words) {
      if (word == mark) word = value;
    }
  }
  void add(const std::string& name, const std::string& value) {
    target += (target.find('?') == std::string::npos ? "?" : "&") + encoded(name) + "=" + encoded(value);
    for (std::string& word : words) {
      if (word != "{" + name + "}") continue;
      word = value;
      return;
    }
    words.push_back("--" + name);
    if (value != "true") words.push_back(value);
  }
};

std::vector<std::string> cut(const std::string& text) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    pieces.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return pieces;
}

// The question without parameters, of each sample of what is left open in its path; and then with each of each.
std::vector<BothRoads> questions_of(const DocumentedRoute& route) {
  std::vector<BothRoads> all = {{"/v1/games/game/" + route.path, cut(route.command)}};
  for (const auto& [name, values] : samples()) {
    if (route.path.find("{" + name + "}") == std::string::npos) continue;
    std::vector<BothRoads> more;
    for (const std::string& value : values) {
      more.push_back(all.front());
      more.back().replace(name, value);
    }
    all = more;
  }
  const BothRoads plain = all.front();
  for (const std::string& name : cut(route.parameters)) {
    // A command shows all rules: its answer has no limit.
    if (route.path == "rules" && name == "from") continue;
    for (const std::string& value : samples_of(name)) {
      all.push_back(plain);
      // A difference has to begin somewhere.
      if (route.path == "diff" && name != "from") all.back().add("from", "start");
      all.back().add(name, value);
    }
  }
  return all;
}

v1::ErrorView error_in(const std::string& lines) {
  v1::ErrorView error;
  const auto begin = lines.rfind('\n', lines.size() - 2);
  const std::string last = begin == std::string::npos ? lines : lines.substr(begin + 1);
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(last, &error).ok()) << lines;
  return error;
}

// Where the two roads have words of their own: of how it is asked, not of what is answered.
bool is_of_the_road(const v1::ErrorView& error) {
  return error.code() == "USAGE" && error.variant().empty();
}

void compare_answers(Desk& desk, Served& served, BothRoads question) {
  std::erase_if(question.words, [](const std::string& word) { return word.starts_with('{'); });
  question.words.insert(question.words.end(), {"--format", "json"});
  const std::int64_t clock = desk.clock;
  const Ran ran = desk.run_words(question.words);
  // Both are asked at one moment: the command looks at the clock a second later.
  desk.clock = clock + 1'000'000;
  const HttpAnswer answer = served.get(question.target);
  SCOPED_TRACE(question.target + " and nomic " + fmt::format("{}", fmt::join(question.words, " ")));
  if (ran.status <= 1) {
    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.body, ran.out);
    EXPECT_EQ(header_of(answer, "content-type"), "application/json");
    return;
  }
  const v1::ErrorView error = error_in(ran.err);
  const v1::ProblemView problem = problem_of(answer);
  EXPECT_EQ(problem.code(), error.code());
  EXPECT_EQ(problem.variant(), error.variant());
  EXPECT_EQ(problem.exit(), error.status());
  EXPECT_EQ(problem.parameters().ShortDebugString(), error.parameters().ShortDebugString());
  EXPECT_EQ(fmt::format("{}", fmt::join(problem.rules(), " ")), fmt::format("{}", fmt::join(error.rules(), " ")));
  if (is_of_the_road(error)) return;
  EXPECT_EQ(problem.detail(), error.message());
  EXPECT_EQ(problem.hint(), error.hint());
}

void compare_all(Desk& desk) {
  Served served(desk);
  for (const DocumentedRoute& route : documented_routes()) {
    for (BothRoads& question : questions_of(route)) compare_answers(desk, served, std::move(question));
  }
}

// A proposal adopted, one defeated, one open; a throw; debates.
void play_some(Desk& desk) {
  for (const char* line :
       {"propose repeal 209 --reason 'too long' --call-vote --as Ann", "vote for --as Ann", "vote for --as Bob",
        "vote for --as Cleo", "roll 4 --as Ann", "propose amend 206 --text 'Ten points.' --as Bob",
        "debate 'I am against it.' --as Cleo", "call-vote --as Bob", "vote against --as Ann", "vote for --as Bob",
        "vote against --as Cleo", "roll 3 --as Bob", "propose enact --text 'Be kind.' --as Cleo"}) {
    desk.ok(line);
  }
}

// Signs the game as it is: a checkpoint that is kept with it.
void sign(Desk& desk) {
  desk.ok("key new keeper.key");
  desk.ok("checkpoint make --key keeper.key -o note");
}

TEST(ApiAnswers, AreThoseOfTheCommand) {
  Desk desk;
  desk.founded("--game game Ann Bob Cleo");
  sign(desk);  // 33 records
  play_some(desk);
  compare_all(desk);
}

TEST(ApiAnswers, AreThoseOfTheCommandInALedgerOfOtherLanguages) {
  Desk desk;
  desk.founded("--game game --lang ja,en --mode mail Ann Bob Cleo");
  desk.ok("propose transmute 103 --as Ann");
  compare_all(desk);
}

TEST(ApiAnswers, AreThoseOfTheCommandInAGameRecordedAfterwards) {
  Desk desk;
  desk.founded("--game game --retrospective --zone Asia/Tokyo Ann Bob Cleo");
  desk.ok("propose repeal 209 --as Ann --occurred-at 2012-05-29");
  compare_all(desk);
}

TEST(ApiAnswers, AreThoseOfTheCommandInDisputes) {
  std::size_t looked_at = 0;
  for (const PlayOfTests& play : plays_in("disputes")) {
    if (looked_at == 3) break;
    Desk desk;
    SCOPED_TRACE(play.path.string());
    desk.play(play.lines);
    const std::string games = Served(desk).get("/v1/games").body;
    if (games.find(R"("name":"game")") == std::string::npos) continue;
    ++looked_at;
    compare_all(desk);
  }
}

// Of a message of docs/api.md: its fields, and whether they may be left out.
std::map<std::string, bool> documented_fields(const std::string& page, const std::string& message) {
  std::map<std::string, bool> fields;
  std::istringstream lines(page.substr(page.find("\n### " + message + "\n") + 1));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && !line.starts_with("#")) {
    if (!line.starts_with("| `")) continue;
    const std::string name = line.substr(3, line.find('`', 3) - 3);
    fields[name] = line.find(", or left out |") != std::string::npos;
  }
  return fields;
}

// Every field that is answered is in docs/api.md, and what may not be left out of what is documented is answered.
TEST(ApiAnswers, AreAsTheyAreDocumented) {
  std::ifstream file(NOMIC_SOURCE_DIR "/docs/api.md");
  std::stringstream page;
  page << file.rdbuf();
  Desk desk;
  desk.founded("--game game Ann Bob Cleo");
  play_some(desk);
  sign(desk);  // 33 records and 13 moves
  Served served(desk);
  const std::map<std::string, std::string> there = {{"{number}", "203"}, {"{proposal}", "301"}, {"{name}", "Ann"},
                                                    {"{record}", "33"},  {"{size}", "46"},      {"{first}", "40"},
                                                    {"{second}", "46"}};
  std::set<std::string> looked_at;
  const auto compare = [&](const std::string& message, const google::protobuf::Struct& answer) {
    SCOPED_TRACE(message);
    looked_at.insert(message);
    const auto documented = documented_fields(page.str(), message);
    EXPECT_FALSE(documented.empty());
    for (const auto& [name, value] : answer.fields()) EXPECT_TRUE(documented.contains(name)) << name;
    for (const auto& [name, may_be_left_out] : documented) {
      // A message that is not there is left out too.
      const bool is_message = page.str().find("| `" + name + "` | `") != std::string::npos;
      EXPECT_TRUE(may_be_left_out || is_message || answer.fields().contains(name)) << name;
    }
  };
  const auto parsed = [](const std::string& json) {
    google::protobuf::Struct answer;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &answer).ok()) << json;
    return answer;
  };
  for (const DocumentedRoute& route : documented_routes()) {
    std::string target = "/v1/games/game/" + route.path + (route.path == "diff" ? "?from=start" : "");
    for (const auto& [mark, value] : there) {
      if (const auto at = target.find(mark); at != std::string::npos) target.replace(at, mark.size(), value);
    }
    const HttpAnswer answer = served.get(target);
    if (route.path == "explain/winner") {
      EXPECT_EQ(answer.status, 404U) << "nobody has won";
      continue;
    }
    ASSERT_EQ(answer.status, 200U) << target << answer.body;
    const auto whole = parsed(answer.body);
    compare(route.message,
            route.path == "log" ? whole.fields().at("records").list_value().values(0).struct_value() : whole);
  }
  compare("GamesView", parsed(served.get("/v1/games").body));
  compare("ProblemView", parsed(served.get("/v1/games/game/rules/999").body));
  compare("RecordedView", parsed(served.post("game", R"({"author":"Ann","debate":{"text":"Hm."}})").body));
  EXPECT_EQ(looked_at.size(), 15U);
}

// What the API gives is all that a stranger needs.
TEST(ApiAnswers, ProofsHoldWithoutTheLedger) {
  Desk desk;
  desk.founded("--game game Ann Bob Cleo");
  const auto key = ledger::PrivateKey::generate();
  ASSERT_TRUE(key.save(desk.folder() + "/keeper.key", {}).ok());
  const std::string keeper = ledger::VerifierKey{"club.example", ledger::KeyType::ED25519, key.public_key()}.text();
  const std::string text = desk.ok("checkpoint make --key keeper.key --origin club.example");
  desk.ok("propose repeal 209 --as Ann");
  Served served(desk);
  const auto field = [](const std::string& json, const std::string& name) {
    google::protobuf::Struct answer;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &answer).ok()) << json;
    return answer.fields().at(name).string_value();
  };
  const HttpAnswer note = served.get("/v1/games/game/checkpoint");
  EXPECT_EQ(field(note.body, "note"), text);
  const HttpAnswer proof = served.get("/v1/games/game/proof/inclusion/5");
  Desk stranger;
  stranger.write("proof", field(proof.body, "proof"));
  const std::string leaf = field(proof.body, "leaf");
  EXPECT_THAT(stranger.ok("verify-proof proof --leaf " + leaf + " --vkey " + keeper), testing::HasSubstr("record #5"));
  EXPECT_EQ(stranger.run("verify-proof proof --leaf " + std::string(64, '0') + " --vkey " + keeper).status, 1);
  EXPECT_EQ(served.get("/v1/games/game/proof/inclusion/33").status, 404U) << "nobody has signed it";
  // A cosignature is kept beside the records: the answer is another, though the game is the same.
  const std::string etag = header_of(note, "etag");
  EXPECT_EQ(served.get("/v1/games/game/checkpoint", {{"if-none-match", etag}}).status, 304U);
  desk.write("note", text);
  desk.ok("key new ann.key");
  desk.ok("checkpoint sign note --key ann.key --name witness.example/ann");
  const HttpAnswer cosigned = Served(desk).get("/v1/games/game/checkpoint", {{"if-none-match", etag}});
  EXPECT_EQ(cosigned.status, 200U);
  EXPECT_NE(cosigned.body.find("witness.example/ann"), std::string::npos);
}

TEST(ApiAnswers, ListsTheGames) {
  Desk desk;
  desk.founded("--game friday Ann Bob");
  desk.founded("--game sunday Cleo Dora");
  Served served(desk);
  const HttpAnswer answer = served.get("/v1/games");
  EXPECT_EQ(answer.status, 200U);
  v1::GamesView games;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(answer.body, &games).ok()) << answer.body;
  ASSERT_EQ(games.games_size(), 2);
  EXPECT_EQ(games.games(0).name(), "friday");
  EXPECT_EQ(games.games(1).name(), "sunday");
  // A game is found by its identity too.
  EXPECT_EQ(served.get("/v1/games/" + games.games(1).game() + "/scores").body,
            desk.ok("scores --game sunday --format json"));
  EXPECT_EQ(served.get("/v1/games/friday/head").body, desk.ok("head --game friday --format json"));
}

TEST(ApiAnswers, ShowWhatWasRecordedBesideIt) {
  Desk desk;
  desk.founded("--game game Ann Bob");
  Served served(desk);
  const std::string before = served.get("/v1/games/game/proposals").body;
  desk.ok("propose repeal 209 --as Ann");
  const std::string after = served.get("/v1/games/game/proposals").body;
  EXPECT_NE(after, before);
  EXPECT_EQ(after, desk.ok("proposals --format json"));
}

}  // namespace
}  // namespace nomic::tools

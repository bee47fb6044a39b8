// The matrix of access: every route of the table, every identity and every way to spell the target, asked of the real
// program over real sockets.
//
// What is expected comes from the table of routes and from a rule of this test's own. A spelling that decodes to the
// same parts is the same route, with the same decision and the same answer. Any other spelling is another place: 400,
// 404, or whatever the table says of that place. The decoder here shares nothing with the server's. No answer may hold
// a name, an identity or a text of a game that the identity may not see.
//
// An ordinary run asks each identity for one spelling in sixteen, over 10,000 cases. NOMIC_MATRIX_ALL=1 asks all.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "api/access.h"
#include "nomic/ledger/key.h"
#include "nomic/ledger/statement.h"
#include "nomic/v1/event.pb.h"
#include "tools/desk.h"
#include "tools/server/raw_client.h"

extern char** environ;

namespace nomic::tools {
namespace {

// ---- The real program.

class Program {
 public:
  Program(const Desk& desk, bool is_public) : socket_(desk.folder() + "/matrix.sock") {
    std::array<int, 2> pipe{};
    EXPECT_EQ(::pipe(pipe.data()), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&actions, pipe[0]);
    std::vector<std::string> words = {NOMIC_COMMAND, "serve", "--ledger", desk.ledger(), "--listen", "127.0.0.1:0",
                                      "--socket",    socket_, "--rate",   "0",           "--open"};
    if (is_public) words.emplace_back("--public");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    EXPECT_EQ(::posix_spawn(&process_, NOMIC_COMMAND, &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    std::string said;
    std::array<char, 512> piece{};
    while (said.find("#invite=") == std::string::npos || !said.ends_with('\n')) {
      const ssize_t got = ::read(pipe[0], piece.data(), piece.size());
      if (got <= 0) break;
      said.append(piece.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe[0]);
    const std::size_t at = said.find("http://127.0.0.1:");
    EXPECT_NE(at, std::string::npos) << said;
    port_ = static_cast<std::uint16_t>(std::strtoul(said.c_str() + at + 17, nullptr, 10));
    hosts_secret_ = said.substr(said.find("#invite=") + 8, 64);
  }
  ~Program() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] const std::string& socket() const { return socket_; }
  [[nodiscard]] const std::string& hosts_secret() const { return hosts_secret_; }

 private:
  std::string socket_;
  pid_t process_ = 0;
  std::uint16_t port_ = 0;
  std::string hosts_secret_;
};

// ---- Who asks.

struct Identity {
  const char* name;
  Asker asker;               // on a route without a game
  std::string headers = {};  // that say who asks
  bool is_of_windmill = false;
};

// One connection of an identity, made anew when the server has closed it.
class Caller {
 public:
  Caller(const Program& program, const Identity& who) : program_(program), who_(who) {}

  std::string ask(std::string_view method, std::string_view target, std::string_view body = {},
                  std::string_view type = "application/json") {
    std::string request =
        fmt::format("{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}", method, target, program_.port(), who_.headers);
    if (method == "POST") request += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", type, body.size());
    request += fmt::format("\r\n{}", body);
    for (int tries = 0; tries < 3; ++tries) {
      if (!client_) connect();
      client_->send(request);
      std::string answer = client_->read_answer(20'000);
      const bool ends = header_of(answer, "connection") == "close" || answer.empty();
      if (ends) client_.reset();
      if (!answer.empty()) return answer;
    }
    return {};
  }

 private:
  void connect() {
    if (who_.asker == Asker::SOCKET) {
      client_.emplace(program_.socket());
    } else {
      client_.emplace(program_.port());
    }
  }

  const Program& program_;
  const Identity& who_;
  std::optional<RawClient> client_;
};

std::string body_of(std::string_view answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string_view::npos ? std::string() : std::string(answer.substr(end + 4));
}

// ---- What a target says, by this test's own reading.

int digit(char c) {
  const std::string_view all = "0123456789abcdef";
  const auto at = all.find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::optional<std::string> plain(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '%') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    if (text.size() < 3 || digit(text[1]) < 0 || digit(text[2]) < 0) return std::nullopt;
    out += static_cast<char>(digit(text[1]) * 16 + digit(text[2]));
    text.remove_prefix(3);
  }
  // The only text beyond ASCII that is well formed here is an e with an accent.
  for (std::size_t at = 0; at < out.size(); ++at) {
    const auto byte = static_cast<unsigned char>(out[at]);
    if (out.substr(at, 2) == "\xC3\xA9") {
      ++at;
    } else if (byte < ' ' || byte > '~') {
      return std::nullopt;
    }
  }
  return out;
}

using Parts = std::vector<std::string>;

// Nothing: no target at all.
std::optional<Parts> parts_of(std::string_view target) {
  for (const char c : target) {
    if (c <= ' ' || c == '#' || c == '\x7F') return std::nullopt;
  }
  const std::string_view path = target.substr(0, target.find('?'));
  if (path.size() < target.size() && !plain(target.substr(path.size()))) return std::nullopt;
  if (path.empty() || path[0] != '/') return std::nullopt;
  Parts parts;
  if (path == "/") return parts;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = path.find('/', at + 1);
    const auto part = plain(path.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
    if (!part || part->empty() || *part == "." || *part == "..") return std::nullopt;
    if (part->find('/') != std::string::npos || part->find('\\') != std::string::npos) return std::nullopt;
    parts.push_back(*part);
    at = end;
  }
  return parts;
}

Parts split(std::string_view path) {
  Parts parts;
  std::string part;
  for (const char c : path.substr(1)) {
    if (c != '/') {
      part += c;
      continue;
    }
    parts.push_back(std::exchange(part, {}));
  }
  if (path != "/") parts.push_back(part);
  return parts;
}

// The row of the table for these parts; `other_method`: there is one, by another method.
const RouteRow* row_for(std::string_view method, const Parts& parts, bool& other_method) {
  const RouteRow* found = nullptr;
  other_method = false;
  for (const RouteRow& row : ROUTES) {
    const Parts own = split(row.path);
    bool fits = own.size() == parts.size();
    for (std::size_t at = 0; fits && at < own.size(); ++at) fits = own[at][0] == '{' || own[at] == parts[at];
    if (fits && row.method == method) found = &row;
    other_method = other_method || fits;
  }
  other_method = other_method && found == nullptr;
  return found;
}

// ---- How a target can be spelled.

std::vector<std::string> spellings(const std::string& path, std::uint16_t port) {
  std::set<std::string> all;
  const auto put = [&](std::size_t at, std::size_t length, const std::string& in_place) {
    std::string made = path;
    all.insert(made.replace(at, length, in_place));
  };
  for (std::size_t at = 0; at < path.size(); ++at) {
    const auto byte = static_cast<unsigned char>(path[at]);
    put(at, 1, fmt::format("%{:02X}", byte));
    put(at, 1, fmt::format("%{:02x}", byte));
    put(at, 1, fmt::format("%25{:02X}", byte));
    put(at, 1, fmt::format("%2525{:02x}", byte));
    if (std::isalpha(byte) != 0) put(at, 1, std::string(1, static_cast<char>(byte ^ 0x20U)));
    if (path[at] != '/') continue;
    for (const char* step : {"//", "///", "/./", "/../", "/x/../", "/%2e/", "/%2E%2e/", "/.%2e/", "\\", "%5c", "%5C",
                             "/%2F", "/;/", "/%00", "/%09", "/\t", "/%c0%af", "/%c0%ae%c0%ae/", "/%252e%252e/"}) {
      put(at, 1, step);
    }
  }
  std::string whole;
  std::string loud;
  for (const char c : path) {
    whole += c == '/' ? std::string("/") : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    loud += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  all.insert(whole);
  all.insert(loud);
  for (const char* end :
       {"/",      "//",           "/.",       "/..", "/%2e",   "%2F",    "%2f..", "%5c",  "%",      "%4",
        "%zz",    "%u0061",       "#",        "#x",  "%23",    "?",      "?#",    "?x=1", "?%00",   "?a=%09",
        "?a=%zz", "?from=%0d%0a", "%00",      "%09", "\t",     "%0d%0a", "%0a",   "%7f",  "%C3%A9", "%c3",
        "%ff",    "%c2%85",       "%20",      "+",   ";x=1",   "%3Bx",   "*",     "%2a",  ".json",  "%2525",
        "/x",     "&x",           "?/../../", "%3f", "%3Fx=1", "\x7F"}) {
    all.insert(path + end);
  }
  for (const char* start : {"http:", "/", "//", ".", "/.", "/..", "*", "\\", "%2F", "%2f", "file://", "/%2e%2e"}) {
    all.insert(start + path);
  }
  for (const char* scheme : {"http", "HTTP", "https"}) {
    all.insert(fmt::format("{}://127.0.0.1:{}{}", scheme, port, path));
  }
  all.insert(fmt::format("//127.0.0.1:{}{}", port, path));
  all.insert(path.substr(1));
  all.erase("");
  all.erase(path);
  return {all.begin(), all.end()};
}

// ---- The games.

constexpr const char* GAME = "lighthouse";

std::string path_of(const RouteRow& row, const std::string& game = GAME) {
  std::string path(row.path);
  for (const auto& [place, value] : std::map<std::string, std::string>{{"{game}", game},
                                                                       {"{number}", "101"},
                                                                       {"{name}", "Quentin"},
                                                                       {"{proposal}", "301"},
                                                                       {"{record}", "3"},
                                                                       {"{size}", "3"},
                                                                       {"{first}", "2"},
                                                                       {"{second}", "3"}}) {
    if (const std::size_t at = path.find(place); at != std::string::npos) path.replace(at, place.size(), value);
  }
  EXPECT_EQ(path.find('{'), std::string::npos) << path << ": say what stands there in this test";
  return path;
}

class AccessMatrix : public ::testing::Test {
 protected:
  AccessMatrix() {
    desk.founded("--game lighthouse Quentin Ophelia");
    desk.ok("init --game windmill Balthazar Cordelia");
    desk.ok("propose enact --text 'The zanzibar clause.' --as Quentin --game lighthouse");
    desk.ok("propose enact --text 'The timbuktu clause.' --as Balthazar --game windmill");
    for (auto& [of, id] : {std::pair(GAME, &lighthouse), std::pair("windmill", &windmill)}) {
      const std::string head = desk.ok(fmt::format("head --game {} --format json", of));
      *id = head.substr(head.find(R"("game":")") + 8, 64);
      EXPECT_EQ(id->find_first_not_of("0123456789abcdef"), std::string::npos) << head;
    }
  }

  void serve(bool is_public) {
    program = std::make_unique<Program>(desk, is_public);
    const auto bearer = [](const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; };
    const Asker open = is_public ? Asker::PUBLIC : Asker::NOBODY;
    const std::string readers = bearer(token("--reader --game lighthouse"));
    const std::string revoked = token("Ophelia --game lighthouse");
    const std::string list = desk.ok("invite --list --game lighthouse --format json");
    identities = {
        {"nobody", open},
        {"an unknown token", Asker::UNKNOWN, bearer(std::string(64, '0'))},
        {"no token at all", Asker::UNKNOWN, "Authorization: Basic UXVlbnRpbjo=\r\n"},
        {"a token twice", Asker::UNKNOWN, readers + readers},
        {"a revoked token", Asker::UNKNOWN, bearer(revoked)},
        {"a reader", Asker::READER, readers},
        {"a player", Asker::PLAYER, bearer(token("Quentin --game lighthouse"))},
        {"a player of another game", Asker::PLAYER, bearer(token("Balthazar --game windmill")), true},
        {"a reader of another game", Asker::READER, bearer(token("--reader --game windmill")), true},
        {"the host's page", Asker::HOST, bearer(redeem(program->hosts_secret()))},
        {"the host", Asker::SOCKET},
    };
    // The newest invitation of hers is the one that is revoked.
    const std::size_t hers = list.rfind(R"("player":"Ophelia")");
    ASSERT_NE(hers, std::string::npos) << list;
    const std::size_t at = list.rfind(R"("invitation":")", hers);
    ASSERT_NE(at, std::string::npos) << list;
    desk.ok("invite --revoke " + list.substr(at + 14, 12));
  }

  std::string redeem(const std::string& secret) {
    const Identity nobody{"nobody", Asker::NOBODY};
    const std::string answer =
        Caller(*program, nobody).ask("POST", "/v1/redeem", fmt::format(R"({{"secret":"{}"}})", secret));
    const std::size_t at = answer.find(R"("token":")");
    EXPECT_NE(at, std::string::npos) << answer;
    return at == std::string::npos ? std::string() : answer.substr(at + 9, 64);
  }
  std::string token(const std::string& line) {
    const std::string told = desk.ok("invite " + line);
    return redeem(told.substr(told.find("#invite=") + 8, 64));
  }

  // What this identity must never be shown, unless it is in what it sent.
  [[nodiscard]] std::vector<std::string> hidden_from(const Identity& who) const {
    std::vector<std::string> hidden;
    const bool sees_all = who.asker == Asker::PUBLIC || who.asker == Asker::HOST || who.asker == Asker::SOCKET;
    const bool sees_one = who.asker == Asker::READER || who.asker == Asker::PLAYER;
    if (sees_all) return hidden;
    if (!sees_one || who.is_of_windmill) {
      hidden.insert(hidden.end(), {GAME, lighthouse.substr(0, 8), "Quentin", "Ophelia", "zanzibar"});
    }
    if (!sees_one || !who.is_of_windmill) {
      hidden.insert(hidden.end(), {"windmill", windmill.substr(0, 8), "Balthazar", "Cordelia", "timbuktu"});
    }
    return hidden;
  }

  void expect_no_leak(const Identity& who, std::string_view sent, std::string_view answer) {
    for (const std::string& each : hidden_from(who)) {
      const bool was_sent = sent.find(each) != std::string_view::npos;
      EXPECT_TRUE(was_sent || answer.find(each) == std::string_view::npos)
          << who.name << " sent " << sent << " and was told " << each << "\n"
          << answer.substr(0, 1000);
    }
  }

  // By the table.
  static Asker on(const RouteRow& row, const Identity& who, const std::string& game) {
    const bool has_game = row.path.find("{game}") != std::string_view::npos;
    const bool is_token = who.asker == Asker::READER || who.asker == Asker::PLAYER;
    const char* own = who.is_of_windmill ? "windmill" : GAME;
    return has_game && is_token && game != own ? Asker::OTHER_GAME : who.asker;
  }

  static void expect_refused(Asker asker, std::string_view answer, const std::string& about) {
    const unsigned status = status_of(answer);
    const std::string body = body_of(answer);
    if (asker == Asker::OTHER_GAME) {
      EXPECT_TRUE(status == 403 && body.find(R"("code":"OTHER_GAME")") != std::string::npos) << about << answer;
    } else {
      const char* code = asker == Asker::UNKNOWN ? R"("code":"TOKEN_UNKNOWN")" : R"("code":"TOKEN_NEEDED")";
      EXPECT_TRUE(status == 401 && body.find(code) != std::string::npos) << about << answer;
      EXPECT_EQ(header_of(answer, "www-authenticate"), "Bearer") << about;
    }
  }

  struct Case {
    const RouteRow* row;
    std::string target;
    std::string plain_answer;  // of the host, to the target as the table spells it
  };

  void check(const Identity& who, Caller& caller, const Case& each) {
    const std::string body = each.row->route == Route::REDEEM ? R"({"secret":"nothing"})"
                             : each.row->method == "POST"     ? R"({"author":"Ann","dryRun":true,"tick":{}})"
                                                              : "";
    const std::string answer = caller.ask(each.row->method, each.target, body);
    const unsigned status = status_of(answer);
    const std::string about = fmt::format("{} asks {} {}\n", who.name, each.row->method, each.target);
    expect_no_leak(who, each.target, answer);
    const auto parts = parts_of(each.target);
    if (!parts) {
      EXPECT_EQ(status, 400U) << about << answer;
      return;
    }
    bool other_method = false;
    const RouteRow* row = row_for(each.row->method, *parts, other_method);
    if (row == nullptr) {
      EXPECT_EQ(status, other_method ? 405U : 404U) << about << answer;
      if (!other_method) {
        EXPECT_NE(answer.find(R"("code":"NO_ROUTE")"), std::string::npos) << about << answer;
      }
      return;
    }
    const bool has_game = row->path.find("{game}") != std::string_view::npos;
    const Asker asker = on(*row, who, has_game ? parts->at(2) : std::string());
    // Parameters that a route does not know are wrong before it is looked which game is meant.
    const bool has_query = each.target.find('?') + 1 < each.target.size() && each.target.find('?') != std::string::npos;
    if (!is_in(row->who, asker)) {
      const bool is_late = asker == Asker::OTHER_GAME && has_query && status == 400;
      if (!is_late) expect_refused(asker, answer, about);
      return;
    }
    EXPECT_NE(status, 401U) << about << answer;
    EXPECT_EQ(answer.find(R"("code":"NO_ROUTE")"), std::string::npos) << about << answer;
    EXPECT_EQ(answer.find(R"("code":"BAD_TARGET")"), std::string::npos) << about << answer;
    if (row != each.row || *parts != *parts_of(path_of(*row)) || has_query || row->method != "GET") return;
    // The same place: the same answer, whatever the spelling.
    EXPECT_EQ(status, status_of(each.plain_answer)) << about << answer;
    const std::set<Route> differ = {Route::SEAT, Route::GAMES, Route::METRICS, Route::STATUS, Route::EVENTS};
    if (!differ.contains(row->route)) {
      EXPECT_EQ(body_of(answer), body_of(each.plain_answer)) << about;
    }
  }

  // Returns how many cases there were.
  std::size_t run() {
    const bool all = std::getenv("NOMIC_MATRIX_ALL") != nullptr;
    const std::size_t stride = all ? 1 : 16;
    std::vector<Case> cases;
    Caller host(*program, identities.back());
    for (const RouteRow& row : ROUTES) {
      const std::string path = path_of(row);
      const std::string plain_answer = host.ask(row.method, path);
      cases.push_back({&row, path, plain_answer});
      for (std::string& target : spellings(path, program->port())) {
        cases.push_back({&row, std::move(target), plain_answer});
      }
    }
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> count = 0;
    const auto work = [&] {
      for (std::size_t at = next++; at < identities.size(); at = next++) {
        const Identity& who = identities[at];
        Caller caller(*program, who);
        for (std::size_t number = 0; number < cases.size() && !HasFailure(); ++number) {
          const bool is_plain = cases[number].target == path_of(*cases[number].row);
          if (!is_plain && (number + at) % stride != 0) continue;
          check(who, caller, cases[number]);
          ++count;
        }
      }
    };
    std::thread other(work);
    work();
    other.join();
    return count;
  }

  Desk desk;
  std::string lighthouse;
  std::string windmill;
  std::unique_ptr<Program> program;
  std::vector<Identity> identities;
};

TEST_F(AccessMatrix, EveryRouteEveryIdentityEverySpelling) {
  const std::string before = desk.ok("head --game lighthouse") + desk.ok("head --game windmill");
  std::size_t count = 0;
  for (const bool is_public : {false, true}) {
    SCOPED_TRACE(is_public ? "--public" : "");
    serve(is_public);
    count += run();
    program.reset();
  }
  EXPECT_GE(count, 10'000U);
  RecordProperty("cases", static_cast<int>(count));
  EXPECT_EQ(desk.ok("head --game lighthouse") + desk.ok("head --game windmill"), before) << "nothing was recorded";
}

// The plain finding: one encoded character, and the whole private game came without a token.
TEST_F(AccessMatrix, AnEncodedLetterOpensNoPrivateGame) {
  serve(false);
  Caller nobody(*program, identities.front());
  for (const char* target : {"/v1/games/lighthouse/records", "/v1/g%61mes/lighthouse/records", "/%76%31/games",
                             "/v1/%67ames/lighthouse/status", "/v%31/games/lighthouse/events"}) {
    EXPECT_EQ(status_of(nobody.ask("GET", target)), 401U) << target;
  }
}

// Whoever may not see a game is answered in the same words whether there is one or not.
TEST_F(AccessMatrix, AHiddenGameIsAnsweredAsOneThatIsNotThere) {
  serve(false);
  // A statement that is well signed, by a key that no game knows.
  const auto key = ledger::PrivateKey::generate();
  ledger::Statement said;
  said.game = {*ledger::Hash::from_hex(windmill)};
  said.author = "Balthazar";
  said.request_id = "stranger-1";
  v1::Event event;
  event.mutable_debate_spoken()->set_text("Hear.");
  said.payload = event.SerializeAsString();
  const std::string statement = ledger::armored(ledger::sign_statement(said, {&key}));
  struct Body {
    std::string text;
    const char* type;
  };
  const std::vector<Body> bodies = {
      {statement, "text/plain"},
      {"-----BEGIN NOMIC STATEMENT-----\nAAAA\n-----END NOMIC STATEMENT-----\n", "text/plain"},
      {"nothing", "text/plain"},
      {R"({"signedMove":{"armored":"nothing"}})", "application/json"},
      {R"({"author":"Balthazar","tick":{}})", "application/json"},
      {R"({"tick":{}})", "application/json"},
      {"{", "application/json"},
      {"x", "text/html"},
  };
  const auto without_date = [](std::string answer) {
    const std::size_t at = answer.find("\r\ndate: ");
    return at == std::string::npos ? answer : answer.erase(at, answer.find("\r\n", at + 2) - at);
  };
  std::vector<std::string> names = {"windmill", "windmills",          "nowhere",
                                    windmill,   std::string(64, 'a'), windmill.substr(0, 9)};
  for (const Identity& who : identities) {
    if (who.is_of_windmill || who.asker == Asker::HOST || who.asker == Asker::SOCKET) continue;
    SCOPED_TRACE(who.name);
    Caller caller(*program, who);
    for (const RouteRow& row : ROUTES) {
      if (row.path.find("{game}") == std::string_view::npos) continue;
      for (const Body& body : row.method == "POST" ? bodies : std::vector<Body>{{"", ""}}) {
        const std::string first = without_date(caller.ask(row.method, path_of(row, names[0]), body.text, body.type));
        expect_no_leak(who, body.text, first);
        for (const std::string& name : names) {
          EXPECT_EQ(without_date(caller.ask(row.method, path_of(row, name), body.text, body.type)), first)
              << row.method << " " << path_of(row, name) << "\n"
              << body.text;
        }
      }
    }
    if (who.asker != Asker::UNKNOWN) {
      // The only game, of which there are two.
      expect_no_leak(who, statement, caller.ask("POST", "/v1/moves", statement, "text/plain"));
      expect_no_leak(who, bodies[4].text, caller.ask("POST", "/v1/moves", bodies[4].text, "application/json"));
    }
  }
}

// Each row is found by its own path, and by no other row's.
TEST(Routes, NoTwoRowsAreOnePlace) {
  for (const RouteRow& row : ROUTES) {
    const std::string path = path_of(row);
    for (const RouteRow& other : ROUTES) {
      bool other_method = false;
      const RouteRow* found = row_for(other.method, split(path), other_method);
      if (found == nullptr) continue;
      const bool is_own = found == &row || found->method != row.method;
      EXPECT_TRUE(is_own) << path << " is also " << found->path;
    }
  }
}

}  // namespace
}  // namespace nomic::tools

// The API with arbitrary requests, of a game in memory: whatever is asked is answered, with a status that it has, as
// JSON that can be read, and with nothing in a header that could be read as two.
//
// An input is a line, GET or POST and a target; what follows is the body of a move. A target that does not begin with a
// slash is one of the game: "status?at=3".
#include "nomic/server/api.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>
#include <openssl/crypto.h>

#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "api/problems.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "request_check.h"
#include "tools/server/failing_ledger.h"

namespace {

using namespace nomic::tools;
namespace replay = nomic::replay;

constexpr std::int64_t NOON = 1'338'372'000'000'000;
// A game that has grown so far is begun anew, so that the millionth input is as quick as the first.
constexpr int MOST_WRITES = 200;

void must(bool holds) {
  if (!holds) std::abort();
}

// A ledger with a game of two, in which a proposal is debated, and its API.
class World {
 public:
  World() {
    replay::Founding founding;
    founding.name = "fuzz";
    founding.ruleset = *replay::edition("1990");
    for (const char* name : {"Ann", "Bob"}) founding.players.push_back(*replay::player_names(name, {}, {}));
    founding.nonce = "sixteen bytes...";
    founding.now = NOON;
    must(replay::Game::found(**disk_.open(), founding).ok());
    must(ask("POST", "/v1/games/fuzz/moves",
             R"({"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}})")
             .status == 201);
  }

  HttpAnswer ask(std::string method, std::string target, std::string body) {
    HttpRequest request;
    request.method = std::move(method);
    auto parsed = parse_target(target);
    if (!parsed) return problem_answer(parsed.error(), 400);
    request.target = *std::move(parsed);
    const bool is_statement = body.starts_with("-----BEGIN");
    request.headers = {{"content-type", is_statement ? "text/plain" : "application/json"}};
    request.body = std::move(body);
    request.local = true;
    auto answered = std::make_shared<std::promise<HttpAnswer>>();
    auto answer = answered->get_future();
    api_.handle(std::move(request), [answered](HttpAnswer given) { answered->set_value(std::move(given)); });
    return answer.get();
  }
  [[nodiscard]] bool is_large() const { return disk_.writes() > MOST_WRITES; }

 private:
  Api::Parts parts() {
    Api::Parts parts;
    parts.reading.open = [this] { return disk_.read(); };
    parts.reading.mark = [this] { return std::to_string(disk_.writes()); };
    parts.clock = [] { return NOON; };
    parts.version = "0.0.0";
    parts.readers = 1;
    return parts;
  }

  FailingLedger disk_;
  Committer committer_{[this] { return disk_.open(); }, [] { return NOON; }};
  Api api_{committer_, parts()};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const google::protobuf::LogSilencer quiet;  // it says on stderr which strings are no UTF-8
  static const std::set<unsigned> statuses = {200, 201, 400, 403, 404, 405, 409, 412, 413, 415, 422};
  // Begun before the world, so that it ends after the world's threads: it frees what it keeps for each when they end.
  static const int is_begun = OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CRYPTO_STRINGS, nullptr);
  must(is_begun == 1);
  static std::unique_ptr<World> world;
  if (!world || world->is_large()) world = std::make_unique<World>();

  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::string_view method = line.substr(0, line.find(' '));
  std::string target(line.substr(std::min(line.size(), method.size() + 1)));
  if (!target.starts_with('/')) target = "/v1/games/fuzz/" + target;
  const HttpAnswer answer =
      world->ask(std::string(method), target, std::string(bytes.substr(std::min(size, line.size() + 1))));
  must(statuses.contains(answer.status));
  must(unsound(answer).empty());
  must(!answer.body.empty() && answer.body.back() == '\n');
  google::protobuf::Struct read;
  must(google::protobuf::util::JsonStringToMessage(answer.body, &read).ok());
  return 0;
}

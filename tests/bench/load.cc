// Puts a server under load, and says how it bears it, as one line of JSON.
//
//     load WHERE [--games A,B,...] [--writers N] [--questions N] [--seconds S] [--keys DIR]
//
// WHERE is the path of its socket, or a port of this machine. Writers (64) each speak in a debate on proposal 301 of a
// game, by turns as Ann, Bob, Cleo and Dora, and again once they are answered: writer i in game i modulo their number.
// With --keys they sign: DIR/ann.key and so on. Questions are GET status of the first game, so many a second, whether
// or not those before are answered; the time of each counts from when it was due. The first second counts for neither.
#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>

#include "load_client.h"
#include "nomic/ledger/key.h"
#include "nomic/ledger/statement.h"
#include "nomic/v1/event.pb.h"

namespace {

using namespace nomic::bench;
namespace ledger = nomic::ledger;
namespace v1 = nomic::v1;

constexpr std::array<const char*, 4> PLAYERS = {"Ann", "Bob", "Cleo", "Dora"};
constexpr const char* PROPOSAL = "301";
constexpr std::chrono::seconds WARM_UP{1};

struct Game {
  std::string name;
  ledger::GameId id;
  std::uint64_t size = 0;
  ledger::Hash head;
};

struct Options {
  std::string where;
  std::vector<Game> games;
  std::size_t writers = 64;
  std::size_t questions = 0;
  double seconds = 10;
  std::string keys;
};

std::string get(const std::string& target) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
}

std::string post(const std::string& game, const char* type, const std::string& body) {
  return fmt::format(
      "POST /v1/games/{}/moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", game,
      type, body.size(), body);
}

// The text of a field in an answer that has it once.
std::string field(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":");
  if (at == std::string::npos) give_up("no " + name + " in " + json);
  std::size_t from = at + name.size() + 3;
  if (json[from] == '"') ++from;
  return json.substr(from, json.find_first_of("\",}", from) - from);
}

void look_up(LoadClient& client, Game& game) {
  if (client.asked(get("/v1/games/" + game.name + "/head")) != 200) give_up(client.body());
  game.id.hash = *ledger::Hash::from_hex(field(client.body(), "game"));
  game.head = *ledger::Hash::from_hex(field(client.body(), "head"));
  game.size = std::strtoull(field(client.body(), "size").c_str(), nullptr, 10);
}

class Writers {
 public:
  explicit Writers(const Options& options) : options_(options) {
    if (options.keys.empty()) return;
    for (std::string name : PLAYERS) {
      name[0] = static_cast<char>(name[0] | 0x20);
      auto key = ledger::PrivateKey::load(fmt::format("{}/{}.key", options.keys, name), {});
      if (!key) give_up(key.error().what);
      keys_.push_back(*std::move(key));
    }
  }

  // The next request of a writer: another each time.
  std::string next(std::size_t writer) {
    const Game& game = options_.games[writer % options_.games.size()];
    const std::size_t player = writer / options_.games.size() % PLAYERS.size();
    const std::string id = fmt::format("{}-{}-{}", ::getpid(), writer, ++made_);
    const std::string text =
        fmt::format("Word {} of writer {}, who is against it for reasons of style.", made_, writer);
    if (keys_.empty()) {
      return post(game.name, "application/json",
                  fmt::format(R"({{"author":"{}","requestId":"{}","debate":{{"text":"{}","proposal":"{}"}}}})",
                              PLAYERS[player], id, text, PROPOSAL));
    }
    v1::Event event;
    event.mutable_debate_spoken()->set_proposal(PROPOSAL);
    event.mutable_debate_spoken()->set_text(text);
    const ledger::Statement statement{game.id, game.size, game.head, PLAYERS[player], id, event.SerializeAsString()};
    return post(game.name, "text/plain", ledger::armored(ledger::sign_statement(statement, {&keys_[player]})));
  }

 private:
  const Options& options_;
  std::vector<ledger::PrivateKey> keys_;
  std::uint64_t made_ = 0;
};

struct Counted {
  Latencies moves;
  Latencies questions;
  std::map<unsigned, std::size_t> statuses;
};

class Load {
 public:
  explicit Load(const Options& options)
      : options_(options), writers_(options), poll_(::epoll_create1(EPOLL_CLOEXEC)), began_(Clock::now()) {
    // As many who ask as wait at the worst.
    const std::size_t askers = options.questions == 0 ? 0 : 64;
    for (std::size_t each = 0; each < options.writers + askers; ++each) {
      clients_.push_back(std::make_unique<LoadClient>(options.where));
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = each;
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, clients_.back()->descriptor(), &event);
      if (each >= options.writers) idle_.push_back(each);
    }
  }
  ~Load() { ::close(poll_); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  Counted run() {
    for (std::size_t each = 0; each < options_.writers; ++each) clients_[each]->ask(writers_.next(each), Clock::now());
    const auto end =
        began_ + WARM_UP + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.seconds));
    while (Clock::now() < end) {
      ask_what_is_due();
      std::array<epoll_event, 64> ready{};
      const int count = ::epoll_wait(poll_, ready.data(), static_cast<int>(ready.size()), 1);
      for (int at = 0; at < count; ++at) take(ready.at(static_cast<std::size_t>(at)).data.u64);
    }
    return std::move(counted_);
  }

 private:
  void ask_what_is_due() {
    if (options_.questions == 0) return;
    const auto every = std::chrono::duration_cast<Clock::duration>(std::chrono::seconds(1)) / options_.questions;
    for (auto due = began_ + every * asked_; due <= Clock::now() && !idle_.empty(); due = began_ + every * asked_) {
      clients_[idle_.front()]->ask(get("/v1/games/" + options_.games[0].name + "/status"), due);
      idle_.pop_front();
      ++asked_;
    }
  }

  void take(std::size_t which) {
    LoadClient& client = *clients_[which];
    const unsigned status = client.take();
    if (status == 0) return;
    const bool is_writer = which < options_.writers;
    const bool good = is_writer ? status == 201 : status == 200;
    if (!good && counted_.statuses[status] == 0) fmt::print(stderr, "{}: {}\n", status, client.body());
    if (Clock::now() - began_ > WARM_UP) {
      ++counted_.statuses[status];
      if (good) (is_writer ? counted_.moves : counted_.questions).add(client.took());
    }
    if (is_writer) {
      client.ask(writers_.next(which), Clock::now());
    } else {
      idle_.push_back(which);
    }
  }

  const Options& options_;
  Writers writers_;
  int poll_;
  std::vector<std::unique_ptr<LoadClient>> clients_;
  std::deque<std::size_t> idle_;
  Clock::time_point began_;
  std::int64_t asked_ = 0;
  Counted counted_;
};

std::string told(const Latencies& of, double seconds) {
  return fmt::format(R"({{"answered":{},"a_second":{:.1f},"p50_ms":{:.3f},"p99_ms":{:.3f},"most_ms":{:.3f}}})",
                     of.count(), static_cast<double>(of.count()) / seconds, of.at(0.5), of.at(0.99), of.at(1));
}

Options options_in(int argc, char** argv) {
  Options options;
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() % 2 != 1)
    give_up("load WHERE [--games A,B] [--writers N] [--questions N] [--seconds S] [--keys DIR]");
  options.where = words[0];
  std::string games = "nomic";
  for (std::size_t at = 1; at < words.size(); at += 2) {
    const std::string& value = words[at + 1];
    if (words[at] == "--games") games = value;
    if (words[at] == "--writers") options.writers = std::strtoul(value.c_str(), nullptr, 10);
    if (words[at] == "--questions") options.questions = std::strtoul(value.c_str(), nullptr, 10);
    if (words[at] == "--seconds") options.seconds = std::strtod(value.c_str(), nullptr);
    if (words[at] == "--keys") options.keys = value;
  }
  for (std::size_t from = 0; from <= games.size();) {
    const std::size_t end = std::min(games.find(',', from), games.size());
    options.games.push_back({games.substr(from, end - from), {}, 0, {}});
    from = end + 1;
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  Options options = options_in(argc, argv);
  {
    LoadClient client(options.where);
    for (Game& game : options.games) look_up(client, game);
  }
  const Counted counted = Load(options).run();
  std::string statuses;
  for (const auto& [status, count] : counted.statuses) {
    statuses += fmt::format("{}\"{}\":{}", statuses.empty() ? "" : ",", status, count);
  }
  fmt::print("{{\"moves\":{},\"questions\":{},\"statuses\":{{{}}}}}\n", told(counted.moves, options.seconds),
             told(counted.questions, options.seconds), statuses);
  return 0;
}

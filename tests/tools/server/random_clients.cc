#include "tools/server/random_clients.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <set>
#include <thread>

namespace nomic::tools {
namespace {

constexpr int CLIENTS = 6;
constexpr int MOVES = 25;
constexpr const char* GAMES[] = {"friday", "sunday"};

std::string key_of(const Answered& each) {
  return each.game + "/" + each.request.request_id();
}

// Asks until it is answered, under one request ID; as a client does whose connection or server fails.
void insist(Committer& committer, const std::string& game, const v1::Request& request, ClientLog& log) {
  for (;;) {
    std::promise<bool> again;
    const bool taken = committer.post({game, request}, [&](replay::Result<Outcome> answer) {
      const bool failed = is_of_the_disk(answer);
      {
        const std::lock_guard lock(log.mutex);
        log.all.push_back({game, request, std::move(answer), log.failures()});
      }
      again.set_value(failed);
    });
    if (!taken) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    if (!again.get_future().get()) return;
  }
}

v1::Request next_move(std::mt19937& random, int client, int number) {
  const std::string id = fmt::format("c{}-{}", client, number);
  v1::Request request = debate_of(DEBATERS[client % 4], fmt::format("word {} of client {}", number, client), id);
  switch (random() % 8) {
    case 0:
      request.mutable_vote()->set_choice(v1::VoteCast::FOR);  // no vote was called
      break;
    case 1:
      request.set_author("Zoe");
      break;
    case 2:
      request.set_expect(40 + random() % 40);
      break;
    default:
      break;
  }
  return request;
}

}  // namespace

bool is_of_the_disk(const replay::Result<Outcome>& answer) {
  if (answer || !answer.error().ledger) return false;
  const ledger::ErrorCode code = answer.error().ledger->code;
  return code == ledger::ErrorCode::OUTCOME_UNKNOWN || code == ledger::ErrorCode::FULL ||
         code == ledger::ErrorCode::IO_FAILED;
}

void move_at_random(Committer& committer, std::mt19937& random, ClientLog& log) {
  std::vector<std::thread> clients;
  for (int client = 0; client < CLIENTS; ++client) {
    clients.emplace_back([&committer, &log, client, seed = random()] {
      std::mt19937 own(static_cast<unsigned>(seed));
      for (int number = 0; number < MOVES; ++number) {
        insist(committer, GAMES[client % 2], next_move(own, client, number), log);
      }
    });
  }
  for (std::thread& client : clients) client.join();
}

Model::Model() : ledger_(ledger::Ledger::in_memory()) {
  found_debated_games(*ledger_);
}

replay::Result<Outcome> Model::ask(const Answered& each) {
  auto found = games_.find(each.game);
  if (found == games_.end()) found = games_.emplace(each.game, *replay::Game::open(*ledger_, each.game)).first;
  return Service(*ledger_, found->second).submit(each.request, {.now = DEBATE_NOON});
}

void Model::expect_same(const Answered& each) {
  SCOPED_TRACE(key_of(each));
  const auto same = ask(each);
  ASSERT_EQ(same.ok(), each.answer.ok());
  if (same) {
    EXPECT_EQ(same->receipt.index, each.answer->receipt.index);
    EXPECT_EQ(same->receipt.hash, each.answer->receipt.hash);
    EXPECT_EQ(same->receipt.repeated_request, each.answer->receipt.repeated_request);
  } else {
    EXPECT_EQ(same.error().code, each.answer.error().code);
    EXPECT_EQ(same.error().variant, each.answer.error().variant);
  }
}

void expect_same_ledgers(Model& model, ledger::Ledger& ledger, const ClientLog& log) {
  std::set<std::string> told;
  for (const Answered& each : log.all) {
    if (each.answer) {
      EXPECT_TRUE(told.insert(key_of(each)).second) << key_of(each);
    }
  }
  std::size_t recorded = 0;
  for (const char* name : GAMES) {
    const ledger::Head head = *ledger.find(name);
    EXPECT_EQ(model.head(name).size, head.size);
    EXPECT_EQ(model.head(name).head_hash, head.head_hash);
    auto read = ledger.read(head.game, {0}, head.size, [&](const ledger::StoredRecord& stored) {
      recorded += stored.request_id.starts_with("c") ? 1U : 0U;
      return true;
    });
    ASSERT_TRUE(read.ok());
    auto report = ledger.verify(head.game, {});
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report->faults.empty());
  }
  EXPECT_EQ(recorded, told.size());
}

}  // namespace nomic::tools

// Clients that move at random at a committer, and a model: one ledger that never fails, at which the same is asked one
// after the other.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "nomic/server/committer.h"
#include "tools/server/debated_games.h"

namespace nomic::tools {

// What was answered.
struct Answered {
  std::string game;
  v1::Request request;
  replay::Result<Outcome> answer;
  std::size_t failures = 0;  // as ClientLog counts them, by then
};

bool is_of_the_disk(const replay::Result<Outcome>& answer);

// All answers, in the order in which they were given.
struct ClientLog {
  // `counted`: how many failures there were; asked by the committer's thread with each answer.
  explicit ClientLog(std::function<std::size_t()> counted) : failures(std::move(counted)) {}

  std::mutex mutex;
  std::vector<Answered> all;
  const std::function<std::size_t()> failures;
};

// Six clients make 25 moves each in two games, "friday" and "sunday": mostly lawful, sometimes not, sometimes on a
// condition that others may have broken. What fails with the disk they ask again, under the same ID. All is at one
// time: then the model needs no clock to make the same records.
void move_at_random(Committer& committer, std::mt19937& random, ClientLog& log);

class Model {
 public:
  Model();
  // Asks it what was asked.
  replay::Result<Outcome> ask(const Answered& each);
  // The same, and it must answer the same, to the hash of the record.
  void expect_same(const Answered& each);
  ledger::Head head(const std::string& game) { return *ledger_->find(game); }

 private:
  std::unique_ptr<ledger::Ledger> ledger_;
  std::map<std::string, replay::Game> games_;
};

// The ledger holds what the model does, soundly: each move that was acknowledged once, and no other.
void expect_same_ledgers(Model& model, ledger::Ledger& ledger, const ClientLog& log);

}  // namespace nomic::tools

// A bot that tallies: for each vote that is open, who has voted how and who has not. With --watch it goes on, and says
// so again whenever anything was recorded. It opens the ledger for reading alone, so it is in nobody's way.
//
//     tally .nomic [--watch]
#include <nomic/ledger/recorded_mark.h>
#include <nomic/replay/game.h>
#include <nomic/replay/game_status.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

namespace ledger = nomic::ledger;
namespace replay = nomic::replay;
namespace v1 = nomic::v1;

// How a vote stands: "301 by Ann: 2 for, 1 against; waiting for Cleo".
void tell(const replay::Engine& engine, const v1::Proposal& proposal) {
  int in_favour = 0;
  int against = 0;
  for (const v1::Ballots& of : engine.state().ballots()) {
    if (of.proposal() != proposal.number()) continue;
    for (const v1::Ballot& ballot : of.ballots()) {
      if (ballot.withdrawn()) continue;
      in_favour += ballot.choice() == v1::VoteCast::FOR ? 1 : 0;
      against += ballot.choice() == v1::VoteCast::AGAINST ? 1 : 0;
    }
  }
  std::cout << proposal.number() << " by " << proposal.proponent() << ": " << in_favour << " for, " << against
            << " against; waiting for";
  for (const std::string& name : replay::missing_voters(engine, proposal)) std::cout << ' ' << name;
  std::cout << std::endl;
}

int tally(const std::string& folder) {
  auto opened = ledger::Ledger::open(folder, ledger::Access::READ, {});
  if (!opened) return std::cerr << opened.error().what << '\n', 1;
  auto game = replay::Game::open(**opened, "");  // the only game
  if (!game) return std::cerr << label_of(game.error()) << '\n', 1;
  for (const v1::Proposal& proposal : game->engine().state().proposals()) {
    if (proposal.phase() == v1::Proposal::VOTE) tell(game->engine(), proposal);
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc < 2) return std::cerr << "usage: tally LEDGER [--watch]\n", 2;
  const std::string folder = argv[1];
  const bool watch = argc > 2 && std::string(argv[2]) == "--watch";
  for (std::string seen;;) {
    const std::string mark = ledger::recorded_mark(folder);
    const int status = mark != seen || !watch ? tally(folder) : 0;
    if (!watch || status != 0) return status;
    seen = mark;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

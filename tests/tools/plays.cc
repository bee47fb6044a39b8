#include "tools/plays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

std::vector<PlayOfTests> plays_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<PlayOfTests> plays;
  for (const auto& entry : fs::directory_iterator(fs::path(NOMIC_SOURCE_DIR) / "tests" / "transcripts" / folder)) {
    if (entry.path().extension() != ".play") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    plays.push_back({entry.path(), {std::istreambuf_iterator<char>(file), {}}});
  }
  std::sort(plays.begin(), plays.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return plays;
}

void each_consequence(const Desk& desk, const std::function<void(const v1::Consequence&)>& each) {
  auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
  ASSERT_TRUE(ledger);
  const auto games = (*ledger)->games();
  ASSERT_TRUE(games);
  for (const auto& head : *games) {
    auto game = replay::Game::open(**ledger, head.name);
    ASSERT_TRUE(game);
    ASSERT_TRUE(game->replay(game->head().size, [&](const replay::Played& played) {
      for (const v1::Consequence& one : played.consequences) each(one);
      return true;
    }));
  }
}

void record_unasked(Desk& desk, const std::string& author, const v1::Event& event) {
  auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
  ASSERT_TRUE(ledger);
  const auto head = (*ledger)->find("");
  ASSERT_TRUE(head);
  ledger::AppendRequest request;
  request.game = head->game;
  request.expected_size = head->size;
  request.records.push_back({author, event.SerializeAsString()});
  request.recorded_at = {desk.clock};
  ASSERT_TRUE((*ledger)->append(request));
}

v1::Event out_of_turn() {
  v1::Event event;
  v1::RuleChange& change = *event.mutable_proposal_made()->add_changes();
  change.set_kind(v1::ENACT);
  change.add_texts()->set_text("Out of turn.");
  return event;
}

}  // namespace nomic::tools

#include "complete/completing_at.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/file_ledger.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Of numbers that go on for ever, the latest.
constexpr std::uint32_t LATEST = 50;

}  // namespace

void GameWords::open() {
  if (std::exchange(is_opened_, true)) return;
  auto folder = call_.session.find_ledger(ledger_name_);
  if (!folder || *folder == "-" || is_file(*folder)) return;
  ledger::OpenOptions how;
  how.command = "nomic complete";
  how.trust = call_.session.trust_of(*folder);
  auto ledger = ledger::Ledger::open(call_.session.address_of(*folder), ledger::Access::READ, how);
  if (!ledger) return;
  ledger_ = std::move(*ledger);
  auto game = replay::Game::open(*ledger_, game_name_);
  if (game) game_ = std::make_unique<replay::Game>(std::move(*game));
}

Candidates GameWords::players() {
  open();
  Candidates all;
  if (!game_) return all;
  for (const v1::Player& player : game_->engine().state().players()) {
    const std::string& name = (player.has_shown() ? player.shown() : player.names()).name();
    if (player.left_at() == 0) all.push_back({name, "player"});
  }
  return all;
}

Candidates GameWords::open_proposals() {
  open();
  Candidates all;
  if (!game_) return all;
  for (const v1::Proposal& proposal : game_->engine().state().proposals()) {
    all.push_back(
        {replay::typed_reference(proposal.number()), fmt::format("by {}", on_one_line(proposal.proponent()))});
  }
  return all;
}

Candidates GameWords::proposals() {
  Candidates all = open_proposals();
  if (!game_) return all;
  const replay::State& state = game_->engine().state();
  const std::uint32_t first = game_->engine().law().numbering({}).value.first();
  for (std::uint32_t number = state.next_number(), shown = 0; number > first && shown < LATEST; ++shown) {
    const std::string word = replay::numeral(--number);
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const Candidate& one) { return one.word == word; });
    if (!is_known) all.push_back({word, "proposal"});
  }
  return all;
}

Candidates GameWords::rules() {
  open();
  Candidates all;
  if (!game_) return all;
  for (const v1::Rule& rule : game_->engine().state().rules()) {
    all.push_back({replay::numeral(rule.number()), on_one_line(rule.title())});
  }
  return all;
}

Candidates GameWords::games() {
  open();
  Candidates all;
  if (!ledger_) return all;
  auto heads = ledger_->games();
  if (!heads) return all;
  for (const ledger::Head& head : *heads) all.push_back({head.name, "game"});
  return all;
}

Candidates GameWords::points() {
  Candidates all = {{"start", "the last founding record"}, {"head", "the last record"}};
  const Candidates proposed = proposals();
  if (!game_) return {};
  const auto& open = game_->engine().state().proposals();
  for (const Candidate& one : proposed) {
    const bool is_open = std::any_of(open.begin(), open.end(), [&](const v1::Proposal& proposal) {
      return replay::typed_reference(proposal.number()) == one.word;
    });
    if (!is_open) all.push_back({"proposal:" + one.word, "the vote on it was complete"});
  }
  if (!game_->engine().state().has_turn()) return all;
  const v1::Turn& turn = game_->engine().state().turn();
  const auto add_ends = [&all](std::string_view what, std::uint32_t last) {
    for (std::uint32_t number = last, shown = 0; number > 0 && shown < LATEST; --number, ++shown) {
      all.push_back({fmt::format("{}:{}", what, replay::numeral(number)), "its end"});
    }
  };
  // The turn that goes on has no end yet.
  add_ends("turn", turn.number() > 0 ? turn.number() - 1 : 0);
  add_ends("circuit", turn.circuits_complete());
  return all;
}

}  // namespace nomic::tools

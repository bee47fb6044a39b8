// Engines that are broken in one way, all through a game: what they would tell is imitated by altering every record of
// lawful random games. The auditor catches each of them, by the check that it is about.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

struct Broken {
  std::string how;
  std::string check;  // that catches it
  std::function<void(Shown&)> alter;
};

constexpr int TRIES = 300;
constexpr std::uint64_t GAMES = 40;

void each(Shown& shown, Kind::KindCase kind, const std::function<void(v1::Consequence&)>& alter) {
  for (auto& one : shown.emitted) {
    if (one.kind_case() == kind) alter(one);
  }
}

std::function<void(Shown&)> silent_on(Kind::KindCase kind) {
  return
      [kind](Shown& shown) { std::erase_if(shown.emitted, [&](const auto& one) { return one.kind_case() == kind; }); };
}

// A rule's points are reckoned otherwise, all through the game.
std::function<void(Shown&)> reckoned(std::uint32_t lineage,
                                     const std::function<std::int64_t(std::int64_t)>& otherwise) {
  return [=](Shown& shown) {
    each(shown, Kind::kScore, [&](v1::Consequence& one) {
      if (one.rule().lineage() == lineage) one.mutable_score()->set_points(otherwise(one.score().points()));
    });
  };
}

const std::vector<Broken>& broken_engines() {
  static const std::vector<Broken> ALL = {
      {"proposals are numbered from one later", "R108",
       [](Shown& s) {
         each(s, Kind::kProposalMade, [](auto& one) {
           one.mutable_proposal_made()->set_proposal(reference(number_in(one.proposal_made().proposal()) + 1));
         });
       }},
      {"changed rules keep their numbers", "R108",
       [](Shown& s) {
         each(s, Kind::kRuleAmended,
              [](auto& one) { one.mutable_rule_amended()->set_to_number(one.rule_amended().from_number()); });
       }},
      {"a tie adopts", "R203",
       [](Shown& s) {
         each(s, Kind::kProposalDefeated, [](auto& one) {
           const auto outcome = one.proposal_defeated();
           if (outcome.votes_for() * 2 >= outcome.eligible()) *one.mutable_proposal_adopted() = outcome;
         });
       }},
      {"nothing is ever adopted", "R203",
       [](Shown& s) {
         each(s, Kind::kProposalAdopted, [](auto& one) {
           const auto outcome = one.proposal_adopted();
           *one.mutable_proposal_defeated() = outcome;
         });
       }},
      {"abstentions count against", "R203",
       [](Shown& s) {
         each(s, Kind::kProposalDefeated, [](auto& one) {
           auto& outcome = *one.mutable_proposal_defeated();
           outcome.set_votes_against(outcome.votes_against() + outcome.abstentions());
           outcome.set_abstentions(0);
         });
       }},
      {"a pip more is scored", "R202",
       [](Shown& s) {
         if (s.move.event.has_dice_thrown()) {
           each(s, Kind::kScore, [](auto& one) { one.mutable_score()->set_points(one.score().points() + 1000); });
         }
       }},
      {"an award is paid twice over", "R204", reckoned(204, [](auto points) { return points * 2; })},
      {"a defeat costs nothing", "R206",
       [](Shown& s) {
         std::erase_if(s.emitted,
                       [](const auto& one) { return one.kind_case() == Kind::kScore && one.rule().lineage() == 206; });
       }},
      {"whoever proposes has the turn", "R201",
       [](Shown& s) {
         each(s, Kind::kTurnBegan, [&](auto& one) {
           for (const auto& player : s.after.players()) {
             auto& began = *one.mutable_turn_began();
             if (player.names().name() != began.player() && player.left_at() == 0) {
               began.set_player(player.names().name());
             }
           }
         });
       }},
      {"circuits never end", "R201", silent_on(Kind::kCircuitEnded)},
      {"conflicts are not looked for", "R211", silent_on(Kind::kRuleYields)},
      {"what is adopted takes no effect", "R205", silent_on(Kind::kRuleEnacted)},
      {"a victory goes unnoticed", "R208", silent_on(Kind::kVictory)},
      {"versions are a record off", "R101",
       [](Shown& s) {
         for (auto& one : s.emitted) {
           if (one.has_rule()) one.mutable_rule()->set_since(one.rule().since() + 1);
         }
       }},
      {"anybody calls the vote", "R111",
       [](Shown& s) {
         if (s.move.event.has_vote_called()) s.move.author = s.move.author == "Ann Young" ? "Bob Miller" : "Ann Young";
       }},
      {"whoever likes votes for another", "R105",
       [](Shown& s) {
         if (s.move.event.has_vote_cast()) s.move.author = s.move.author == "Ann Young" ? "Bob Miller" : "Ann Young";
       }},
      {"the Judge is the first who was seated", "R212",
       [](Shown& s) {
         each(s, Kind::kJudgmentInvoked, [](auto& one) {
           one.mutable_judgment_invoked()->clear_judges();
           one.mutable_judgment_invoked()->add_judges("Ann Young");
         });
       }},
  };
  return ALL;
}

// Whether an auditor who sees the game through the broken engine finds it by that check.
bool is_caught(const Broken& broken, const Table& table) {
  Watch watch;
  watch.see_all(table, broken.alter);
  return std::any_of(watch.findings.begin(), watch.findings.end(),
                     [&](const auto& one) { return one.check == broken.check; });
}

Table& played(RandomGame& game) {
  auto& t = game.table();
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    const auto move = game.next_try();
    if (move.event.proposal_made().has_effect_from()) continue;
    if (t.engine.move(move, t)) t.moves.push_back(move);
  }
  return t;
}

Table& played(RandomDispute& game) {
  auto& t = game.table();
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    const auto move = game.next_try();
    auto emitted = t.engine.move(move, t);
    if (emitted) {
      t.moves.push_back(move);
      game.made(move, *emitted);
    }
  }
  return t;
}

TEST(BrokenEngines, AreCaughtEachOfThem) {
  std::vector<const Broken*> left;
  for (const auto& broken : broken_engines()) left.push_back(&broken);
  const auto catch_in = [&](const Table& table) {
    std::erase_if(left, [&](const auto* broken) { return is_caught(*broken, table); });
  };
  for (std::uint64_t seed = 1; seed <= GAMES && !left.empty(); ++seed) {
    RandomGame game(seed);
    catch_in(played(game));
    RandomDispute disputed(seed);
    catch_in(played(disputed));
  }
  for (const auto* broken : left) ADD_FAILURE() << broken->how << ": not caught by " << broken->check;
  fmt::print("{} of {} broken engines are caught\n", broken_engines().size() - left.size(), broken_engines().size());
}

}  // namespace
}  // namespace nomic::replay::test

#include "render/score_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/service/score_views.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {

namespace {

std::string standing(const v1::Player& player, const replay::State& state) {
  for (const v1::Winner& winner : state.winners()) {
    const bool game = winner.ends() == v1::Victory::GAME || winner.ends() == v1::Victory::ENDS_UNSPECIFIED;
    if (game && winner.player() == player.names().name()) return green("has won");
  }
  if (player.rounds_won() != 0 && player.left_at() == 0) {
    return fmt::format("{} {} won", player.rounds_won(), player.rounds_won() == 1 ? "round" : "rounds");
  }
  if (player.inactive_since() != 0 && player.left_at() == 0) {
    return dim(fmt::format("inactive since #{}", player.inactive_since()));
  }
  if (player.left_at() != 0) return dim(fmt::format("left the game at #{}", player.left_at()));
  return player.names().team().empty() ? "" : "team " + on_one_line(player.names().team());
}

// "Ann: 3 gold, 1 leaf; title = Teamaker", those of the game first.
template <class View>
std::string holdings_of(const View& view) {
  std::vector<std::string> owners;
  const auto add = [&](const std::string& owner) {
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  };
  for (const auto& attribute : view.attributes()) add(attribute.player());
  for (const auto& holding : view.holdings()) add(holding.owner());
  std::string out;
  for (const std::string& owner : owners) {
    std::vector<std::string> has;
    for (const auto& holding : view.holdings()) {
      if (holding.owner() == owner) has.push_back(fmt::format("{} {}", holding.amount(), on_one_line(holding.thing())));
    }
    for (const auto& attribute : view.attributes()) {
      if (attribute.player() != owner) continue;
      has.push_back(fmt::format("{} = {}", on_one_line(attribute.key()), on_one_line(attribute.value())));
    }
    out += fmt::format("{}: {}\n", owner.empty() ? "The game" : on_one_line(owner), fmt::join(has, ", "));
  }
  return out;
}

}  // namespace

std::string scores_table(const replay::State& state, std::size_t width) {
  Table table({Align::LEFT, Align::RIGHT, Align::LEFT});
  for (const v1::Player& player : state.players()) {
    std::string also = standing(player, state);
    if (player.points_unknown() != 0) {
      std::string since = yellow(fmt::format("and what is not known since #{}", player.points_unknown()));
      also = also.empty() ? std::move(since) : fmt::format("{}, {}", since, also);
    }
    table.row({on_one_line(shown_name(player)), print_points(player.points()), also});
  }
  return table.print(width);
}

std::string unknown_changes_text(const replay::State& state) {
  std::string out;
  for (const v1::Rule& rule : state.rules()) {
    if (rule.change_unknown() == 0) continue;
    out += fmt::format("Not known since #{}: whether rule {} has changed by itself.\n", rule.change_unknown(),
                       replay::numeral(rule.number()));
  }
  return out;
}

std::string holdings_text(const v1::StatusView& status) {
  return holdings_of(status);
}

std::string holdings_text(const v1::ScoresView& scores) {
  return holdings_of(scores);
}

}  // namespace nomic::tools

#include "shared/moment_options.h"

#include <utility>

namespace nomic::tools {

void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point) {
  arguments.option(std::move(name), "POINT", std::move(help),
                   [&point](const std::string& typed) { return read_point(typed, point); });
}

void MomentOptions::declare(Arguments& arguments) {
  declare_point(
      arguments, "--at",
      "As it was at a point: 57, turn:12, circuit:2, proposal:305, outcome:305, a time, start, head, or ^ before one.",
      viewpoint_.at);
  declare_reading(arguments);
}

void MomentOptions::declare_revised(Arguments& arguments) {
  arguments.flag("--revised", "As rule-changes that act on the past have it by now, not as it was at the time.",
                 viewpoint_.revised);
}

void MomentOptions::declare_reading(Arguments& arguments) {
  arguments.option(
      "--by", "TIME",
      "Which time a point names: recorded (as it is without this option, in a live game), or occurred: when it is "
      "said to have happened.",
      [this](const std::string& typed) { return read_by(typed, viewpoint_); });
  declare_point(arguments, "--known", "As it was known at a point: what was recorded later does not count.",
                viewpoint_.known);
}

Result<std::uint64_t> MomentOptions::size_at(replay::Game& game, std::optional<replay::Point> point) const {
  return viewpoint_.size_at(game, std::move(point));
}

Result<Moment> MomentOptions::moment_at(replay::Game& game, const std::optional<replay::Point>& point) const {
  return viewpoint_.moment_at(game, point);
}

Result<ledger::Ledger*> ledger_looked_at(Call& call) {
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  return call.session.ledger(folder, ledger::Access::READ);
}

Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size) {
  NOMIC_ASSIGN(auto ledger, ledger_looked_at(call));
  return hash_at(*ledger, game, size);
}

}  // namespace nomic::tools

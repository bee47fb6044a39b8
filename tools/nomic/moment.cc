#include "nomic/moment.h"

namespace nomic::tools {

void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point) {
  arguments.option(std::move(name), "POINT", std::move(help), [&point](const std::string& typed) -> Status {
    auto parsed = replay::parse_point(typed);
    if (!parsed) return failure_of(parsed.error());
    point = std::move(*parsed);
    return ledger::Done{};
  });
}

void declare_at(Arguments& arguments, std::optional<replay::Point>& at) {
  declare_point(arguments, "--at",
                "As it was at a point: 57, turn:12, circuit:2, proposal:305, a time, start, head, or ^ before one.",
                at);
}

void declare_revised(Arguments& arguments, bool& revised) {
  arguments.flag("--revised", "As rule-changes that act on the past have it by now, not as it was at the time.",
                 revised);
}

Result<std::uint64_t> size_at(replay::Game& game, const std::optional<replay::Point>& at) {
  if (!at) return game.head().size;
  auto size = game.resolve(*at);
  if (!size) return failure_of(size.error());
  return *size;
}

Result<Moment> Moment::of(replay::Game& game, const std::optional<replay::Point>& at, bool revised) {
  auto size = size_at(game, at);
  if (!size) return size.error();
  if (revised) {
    auto engine = game.revised(*size);
    if (!engine) return failure_of(engine.error());
    return Moment(std::move(*engine));
  }
  if (*size == game.engine().state().size()) return Moment(&game.engine());
  auto engine = game.at(*size);
  if (!engine) return failure_of(engine.error());
  return Moment(std::move(*engine));
}

Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size) {
  if (size == game.head().size) return game.head().head_hash;
  if (size == 0) return ledger::Hash{};
  auto folder = call.session.find_ledger(call.settings.ledger);
  if (!folder) return folder.error();
  auto ledger = call.session.ledger(*folder, ledger::Access::READ);
  if (!ledger) return ledger.error();
  auto record = (*ledger)->record(game.head().game, {size - 1});
  if (!record) return failure_of(record.error());
  return record->leaf;
}

}  // namespace nomic::tools

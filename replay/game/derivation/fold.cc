#include "nomic/replay/fold.h"

#include <optional>
#include <utility>

namespace nomic::replay {

Derivation Derivation::under(std::shared_ptr<const Disposition> other) const {
  Derivation derivation = *this;
  derivation.disposition = std::move(other);
  return derivation;
}

Derivation Derivation::without_looking_back() const {
  Derivation derivation = *this;
  derivation.looks_back = false;
  return derivation;
}

Result<Engine> fold(Engine from, const RecordSource& records, const History& history, const Sink& each) {
  std::optional<Error> error;
  const auto apply = [&](const Move& move) {
    auto done = from.replay(move, history);
    if (!done) error = done.error();
    if (error || !each) return !error;
    auto more = each({move, *done, from});
    if (!more) error = more.error();
    return more && *more;
  };
  NOMIC_TRY(records(from.state().size(), apply));
  if (error) return *error;
  return from;
}

Result<Engine> fold(Engine from, std::uint64_t end, const History& history, const Sink& each) {
  const auto records = [&](std::uint64_t first, const std::function<bool(const Move&)>& apply) {
    return history.read(first, end, apply);
  };
  return fold(std::move(from), records, history, each);
}

}  // namespace nomic::replay

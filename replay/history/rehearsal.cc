#include "nomic/replay/rehearsal.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "nomic/ledger/copy.h"

namespace nomic::replay {
namespace {

[[maybe_unused]] constexpr std::size_t REHEARSAL_SALT = 16;

// Whether a record was without effect because nobody had signed it who could speak for its author.
bool could_not_speak(const v1::Consequence& consequence) {
  static const std::array<std::string, 4> FOR_SIGNATURES = {
      std::string(name_of(ErrorCode::NOT_SIGNED)), std::string(name_of(ErrorCode::SIGNED_BY_ANOTHER)),
      std::string(name_of(ErrorCode::KEY_RETIRED)), std::string(name_of(ErrorCode::KEY_NOT_PROVEN))};
  if (!consequence.has_not_lawful()) return false;
  const std::string& code = consequence.not_lawful().refusal().code();
  return std::find(FOR_SIGNATURES.begin(), FOR_SIGNATURES.end(), code) != FOR_SIGNATURES.end();
}

}  // namespace

Result<ledger::BundleReport> export_rehearsal(ledger::Ledger& ledger, Game& game, std::uint64_t size,
                                              const std::string& salt, const ledger::WriteBytes& write,
                                              const std::function<void(std::uint64_t done)>& progress) {
  assert(salt.size() == REHEARSAL_SALT);
  const std::uint64_t founding = game.engine().state().founding().founding_records();
  if (size < founding) return error_of(ErrorCode::NO_SUCH_POINT, "not_founded_yet", {{"last", founding - 1}});
  const ledger::GameId& id = game.head().game;
  NOMIC_ASSIGN(auto first, game.history().at(0));
  NOMIC_ASSIGN(auto last, ledger.record(id, ledger::RecordIndex{size - 1}));

  v1::Event event = first.event;
  v1::Rehearsal& rehearsal = *event.mutable_game_founded()->mutable_rehearsal();
  rehearsal.Clear();  // of a rehearsal's rehearsal: it is that one which is rehearsed
  rehearsal.set_game(id.hash.raw());
  rehearsal.set_size(size);
  rehearsal.set_head_hash(last.leaf.raw());
  rehearsal.set_salt(salt);
  auto derived = game.replay(size, [&](const Played& played) {
    if (std::any_of(played.consequences.begin(), played.consequences.end(), could_not_speak)) {
      rehearsal.add_unsigned_records(played.move.index);
    }
    return true;
  });
  if (!derived) return derived.error();

  NOMIC_ASSIGN(auto report,
               ledger::export_copy(ledger, {id, size, event.SerializeAsString(), game.head().name}, write, progress));
  return report;
}

}  // namespace nomic::replay

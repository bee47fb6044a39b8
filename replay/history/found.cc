// Founding: the game, a record for each rule, one for each player, appended at once.
#include <algorithm>
#include <cassert>
#include <map>

#include "admission.h"
#include "index_rows.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/looks.h"
#include "nomic/replay/text.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

[[maybe_unused]] constexpr std::size_t NONCE_SIZE = 16;

bool has_mode(const v1::Ruleset& ruleset, v1::Mode mode) {
  return std::find(ruleset.modes().begin(), ruleset.modes().end(), mode) != ruleset.modes().end();
}

Status check_mode(const Founding& founding) {
  if (has_mode(founding.ruleset, founding.mode)) return ledger::Done{};
  const std::string& edition_name = founding.ruleset.edition();
  std::vector<std::string> others;
  for (const std::string& name : edition_names()) {
    Result<v1::Ruleset> other = edition(name);
    if (other && has_mode(*other, founding.mode)) others.push_back(name);
  }
  const std::string mode = v1::Mode_Name(founding.mode);
  if (edition_name.empty()) {
    return error_of(ErrorCode::MODE_NOT_IN_EDITION, others.empty() ? "ruleset" : "ruleset_or_edition",
                    {{"mode", mode}, {"editions", others}});
  }
  return error_of(ErrorCode::MODE_NOT_IN_EDITION, others.empty() ? "edition" : "other_edition",
                  {{"edition", edition_name}, {"mode", mode}, {"editions", others}});
}

// Names that people would take for one another.
Status check_looks(const std::vector<v1::PlayerNames>& players) {
  std::map<std::string, std::string> by_looks;
  for (const v1::PlayerNames& player : players) {
    for (std::string& look : looks_of(player.name())) {
      const auto [other, is_new] = by_looks.emplace(std::move(look), player.name());
      if (is_new || other->second == player.name()) continue;
      return error_of(ErrorCode::TWO_PLAYERS_ALIKE, "look", {{"player", player.name()}, {"other", other->second}});
    }
  }
  return ledger::Done{};
}

Status check_players(const std::vector<v1::PlayerNames>& players) {
  for (const v1::PlayerNames& player : players) {
    if (Status may = may_be_recorded(player); !may) return may;
  }
  if (players.size() < FEWEST_PLAYERS) {
    if (players.empty()) return error_of(ErrorCode::TOO_FEW_PLAYERS, "none");
    return error_of(ErrorCode::TOO_FEW_PLAYERS, "alone", {{"player", players[0].name()}});
  }
  if (players.size() > MOST_PLAYERS) {
    return error_of(ErrorCode::TOO_MANY_PLAYERS, "founding", {{"count", players.size()}, {"limit", MOST_PLAYERS}});
  }
  std::map<std::string, std::string> by_folded;
  for (const v1::PlayerNames& player : players) {
    const auto [other, is_new] = by_folded.emplace(player.folded(), player.name());
    if (is_new) continue;
    return error_of(ErrorCode::TWO_PLAYERS_ALIKE, other->second == player.name() ? "same" : "alike",
                    {{"player", player.name()}, {"other", other->second}});
  }
  return ledger::Done{};
}

// The events of the founding records, in order.
std::vector<v1::Event> founding_events(const Founding& founding) {
  std::vector<v1::Event> events(1);
  for (const v1::RuleBody& rule : founding.ruleset.rules()) {
    *events.emplace_back().mutable_rule_founded()->mutable_rule() = rule;
  }
  for (std::size_t i = 0; i < founding.players.size(); ++i) {
    v1::PlayerSeated& seated = *events.emplace_back().mutable_player_seated();
    *seated.mutable_player() = founding.players[i];
    if (founding.keys.empty()) continue;
    seated.set_public_key(founding.keys[i].public_key);
    seated.set_key_name(founding.keys[i].name);
  }
  for (v1::Event& event : events) {
    event.MergeFrom(founding.said);
    event.set_afterwards(founding.retrospective);
  }
  // d(0) is 32 zero bytes, d(i) is SHA-256(d(i-1) || payload of record i).
  ledger::Hash chained;
  for (std::size_t i = 1; i < events.size(); ++i)
    chained = ledger::sha256(chained.raw() + events[i].SerializeAsString());

  v1::GameFounded& game = *events.front().mutable_game_founded();
  game.set_nonce(founding.nonce);
  game.set_founding_records(static_cast<std::uint32_t>(events.size()));
  game.set_payloads_digest(chained.raw());
  game.set_name(founding.name);
  game.set_edition(founding.ruleset.edition());
  game.set_mode(founding.mode);
  game.set_lang(founding.lang);
  game.set_semantics(SEMANTICS);
  game.set_signatures_required(founding.signatures_required);
  game.set_ruleset_source(founding.ruleset.source());
  game.set_prevailing_lang(founding.ruleset.prevailing_lang());
  game.set_retrospective(founding.retrospective);
  game.set_zone(founding.zone);
  return events;
}

// The moves made so far, which lie in no ledger yet.
class FoundingHistory : public History {
 public:
  explicit FoundingHistory(const std::vector<Move>& moves) : moves_(moves) {}
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    assert(index < moves_.size());
    return moves_[index];
  }

 private:
  const std::vector<Move>& moves_;
};

// Derives the game before anything is recorded, so that what the engine refuses founds nothing.
Result<Engine> derive(const std::vector<v1::Event>& events, std::int64_t now, std::vector<ledger::NewRecord>& records,
                      std::vector<ledger::IndexRow>& index) {
  Engine engine;
  IndexRows rows;
  std::vector<Move> moves;
  const FoundingHistory history(moves);
  for (const v1::Event& event : events) {
    Result<Move> move = as_recorded(moves.size(), {}, now, event);
    if (!move) return move.error();
    Result<Consequences> done = engine.move(*move, history);
    if (!done) return done.error();
    records.push_back({.author = {}, .payload = move->payload});
    for (ledger::IndexRow& row : rows.of(*move, *done, engine.state())) index.push_back(std::move(row));
    moves.push_back(*std::move(move));
  }
  return engine;
}

}  // namespace

Result<ledger::Appended> Game::found(ledger::Ledger& ledger, const Founding& founding) {
  assert(founding.nonce.size() == NONCE_SIZE);
  assert(founding.keys.empty() || founding.keys.size() == founding.players.size());
  Result<std::string> name = clean_game_name(founding.name);
  if (!name) return name.error();
  if (Status may = may_be_request_id(founding.request.id); !may) return may.error();
  Status players = check_players(founding.players);
  if (!players) return players.error();
  if (!founding.alike) {
    if (Status looks = check_looks(founding.players); !looks) return looks.error();
  }
  Status ruleset = check_ruleset(founding.ruleset);
  if (!ruleset) return ruleset.error();
  Status mode = check_mode(founding);
  if (!mode) return mode.error();

  Founding checked = founding;
  checked.name = *name;
  ledger::FoundRequest request;
  std::vector<ledger::IndexRow> index;
  Result<Engine> engine = derive(founding_events(checked), founding.now, request.records, index);
  if (!engine) return engine.error();
  request.name = *name;
  request.recorded_at = ledger::Micros{founding.now};
  request.request = founding.request;
  request.via = founding.via;
  request.derived = derived_from(engine->state(), true);
  request.derived.index = std::move(index);
  ledger::Result<ledger::Appended> appended = ledger.found(request);
  if (!appended) return from_ledger(appended.error());
  return *appended;
}

}  // namespace nomic::replay

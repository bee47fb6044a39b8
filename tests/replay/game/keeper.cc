#include "replay/game/keeper.h"

#include "decode.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "replay/audit/watch.h"
#include "replay/written.h"

namespace nomic::replay::test {
namespace {

Move as_decoded(std::uint64_t index, const std::string& author, std::int64_t recorded_at, const v1::Event& event) {
  ledger::StoredRecord record;
  record.index.value = index;
  record.author = author;
  record.recorded_at.value = recorded_at;
  record.payload = event.SerializeAsString();
  auto move = decode_move(record);
  EXPECT_TRUE(move) << (move ? "" : label_of(move.error()));
  return move ? *std::move(move) : Move();
}

// The only open proposal, where a ballot or a call names none.
void name_proposal(const State& state, v1::Event& event) {
  const auto& open = state.proposals();
  const auto only = open.size() == 1 ? open[0].number() : 0;
  if (event.has_vote_called() && event.vote_called().proposal().empty())
    event.mutable_vote_called()->set_proposal(reference(only));
  if (event.has_vote_cast() && event.vote_cast().proposal().empty())
    event.mutable_vote_cast()->set_proposal(reference(only));
}

void put_time(v1::Event& event, const Said& said) {
  event.set_afterwards(true);
  event.set_occurred_at(said.from);
  if (said.written.empty()) return;
  auto& day = *event.mutable_occurred_day();
  day.set_written(said.written);
  day.set_zone("UTC");
  day.set_ends_at(said.to);
}

}  // namespace

Said at(const std::string& time) {
  const auto parsed = parse_time(time, false);
  EXPECT_TRUE(parsed) << time;
  return parsed ? Said{*parsed, *parsed} : Said();
}

Said day(const std::string& date) {
  const auto begins = parse_time(date, false);
  const auto ends = parse_time(date, true);
  EXPECT_TRUE(begins && ends) << date;
  return begins && ends ? Said{*begins, *ends, date} : Said();
}

v1::Event goes_live() {
  v1::Event event;
  event.mutable_game_went_live();
  return event;
}

v1::Event ticks() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

Keeper::Keeper(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode,
               const Said& founded) {
  auto events = founding_events(players, ruleset, "", mode);
  for (auto& event : events) put_time(event, founded);
  std::string digest(ledger::Hash::SIZE, '\0');
  for (std::size_t i = 1; i < events.size(); ++i) {
    digest = ledger::sha256(digest + events[i].SerializeAsString()).raw();
  }
  events[0].mutable_game_founded()->set_payloads_digest(digest);
  events[0].mutable_game_founded()->set_retrospective(true);
  for (const auto& event : events) must_be_allowed(as_decoded(state().size(), "", RECORDED_AT, event));
}

Keeper::Keeper(const std::vector<v1::Event>& founding) {
  for (const auto& event : founding) must_be_allowed(as_decoded(state().size(), "", RECORDED_AT, event));
}

Move Keeper::move_of(const std::string& author, v1::Event event, const Said& said) const {
  name_proposal(state(), event);
  put_time(event, said);
  return as_decoded(state().size(), author, RECORDED_AT, event);
}

Move Keeper::live_move_of(const std::string& author, const v1::Event& event, std::int64_t recorded_at) const {
  v1::Event named = event;
  name_proposal(state(), named);
  return as_decoded(state().size(), author, recorded_at, named);
}

Result<Consequences> Keeper::make(const Move& move) {
  auto done = engine.move(move, *this);
  if (done) moves.push_back(move);
  return done;
}

Consequences Keeper::must_be_allowed(const Move& move) {
  auto done = make(move);
  EXPECT_TRUE(done) << move.author << " at #" << move.index << ": " << (done ? "" : label_of(done.error()));
  return done ? *std::move(done) : Consequences();
}

void Keeper::must_be_refused(const Move& move, ErrorCode code) {
  const auto before = digest_of(state());
  auto done = make(move);
  EXPECT_FALSE(done) << "expected " << name_of(code);
  if (done) return;
  EXPECT_EQ(name_of(done.error().code), name_of(code)) << label_of(done.error());
  EXPECT_NE(tools::words_of(done.error()).what.substr(0, name_of(code).size()), name_of(code)) << "it has no sentence";
  EXPECT_EQ(digest_of(state()), before) << "a refused move changed the state";
}

Consequences Keeper::ok(const std::string& author, v1::Event event, const Said& said) {
  return must_be_allowed(move_of(author, std::move(event), said));
}

Consequences Keeper::ok_live(const std::string& author, v1::Event event, std::int64_t recorded_at) {
  return must_be_allowed(live_move_of(author, event, recorded_at));
}

void Keeper::refused(const std::string& author, v1::Event event, const Said& said, ErrorCode code) {
  must_be_refused(move_of(author, std::move(event), said), code);
}

void Keeper::refused(const std::string& author, v1::Event event, std::int64_t recorded_at, ErrorCode code) {
  must_be_refused(live_move_of(author, event, recorded_at), code);
}

double Keeper::points(const std::string& player) const {
  for (const auto& one : state().players()) {
    if (one.names().name() == player) return static_cast<double>(one.points()) / 1000.0;
  }
  ADD_FAILURE() << "no player " << player;
  return 0;
}

void is_sound(const Keeper& keeper) {
  Watch watch;
  Engine again;
  for (const auto& move : keeper.moves) {
    auto emitted = again.replay(move, keeper);
    ASSERT_TRUE(emitted);
    watch.see({move, *emitted, again.state()});
  }
  EXPECT_EQ(watch.found(), "") << watch.words();
  EXPECT_EQ(written(again.state()), written(keeper.state()));
}

}  // namespace nomic::replay::test

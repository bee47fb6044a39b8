// Records that are no moves: made by a newer program, or by no nomic at all.
#include "history/decode.h"

#include <cstdint>
#include <functional>

#include "history/ledger_history.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

ledger::StoredRecord record_of(std::string payload, std::uint64_t index = 40) {
  ledger::StoredRecord record;
  record.index = ledger::RecordIndex{index};
  record.author = "Ann";
  record.recorded_at = ledger::Micros{7};
  record.payload = std::move(payload);
  return record;
}

// One varint field, as protobuf writes it.
std::string varint_field(int number, int value) {
  std::string bytes;
  const auto put = [&bytes](unsigned rest) {
    for (; rest >= 0x80; rest >>= 7) bytes += static_cast<char>(rest | 0x80U);
    bytes += static_cast<char>(rest);
  };
  put(static_cast<unsigned>(number) << 3U);
  put(static_cast<unsigned>(value));
  return bytes;
}

TEST(Decode, ReadsAMove) {
  const v1::Event event = vote(FOR, 301);
  const Result<Move> move = decode_move(record_of(event.SerializeAsString()));
  ASSERT_TRUE(move.ok()) << why(move);
  EXPECT_EQ(move->index, 40U);
  EXPECT_EQ(move->author, "Ann");
  EXPECT_EQ(move->recorded_at, 7);
  EXPECT_EQ(move->payload, event.SerializeAsString());
  EXPECT_EQ(move->event.vote_cast().proposal(), "301");
}

TEST(Decode, KnowsWhatANewerProgramRecorded) {
  const std::string known = vote(FOR, 301).SerializeAsString();
  // An event of a kind of later days, and one beside a known kind.
  expect_refused(decode_move(record_of("\xA2\x06\x01x")), ErrorCode::NEWER_EVENT, {"#40", "newer nomic"});
  expect_refused(decode_move(record_of(known + varint_field(999, 1))), ErrorCode::NEWER_EVENT, {"#40"});
  // A field inside a known kind.
  v1::Event inside = vote(FOR, 301);
  inside.mutable_vote_cast()->GetReflection()->MutableUnknownFields(inside.mutable_vote_cast())->AddVarint(77, 1);
  expect_refused(decode_move(record_of(inside.SerializeAsString())), ErrorCode::NEWER_EVENT);
  // A value of an enumeration.
  v1::Event choice;
  choice.mutable_vote_cast()->set_choice(static_cast<v1::VoteCast::Choice>(9));
  expect_refused(decode_move(record_of(choice.SerializeAsString())), ErrorCode::NEWER_EVENT);
  // The same deep in a provision, and in a list.
  v1::Event deep = enact("Cake.", {"rule_change_kinds { kinds: [ENACT] }"});
  deep.mutable_proposal_made()->mutable_changes(0)->mutable_provisions(0)->mutable_rule_change_kinds()->add_kinds(
      static_cast<v1::ChangeKind>(50));
  expect_refused(decode_move(record_of(deep.SerializeAsString())), ErrorCode::NEWER_EVENT);
  // No kind at all.
  v1::Event none;
  none.set_occurred_at(5);
  expect_refused(decode_move(record_of(none.SerializeAsString())), ErrorCode::NEWER_EVENT, {"kind"});
}

// Calls see(event) for each field of events that refers to a rule or a proposal, in an event in which it alone is set
// to that text.
template <class See>
void each_reference(const google::protobuf::Descriptor& type, const std::string& text, int depth,
                    const std::function<google::protobuf::Message*(v1::Event&)>& within, const See& see) {
  for (int i = 0; depth > 0 && i < type.field_count(); ++i) {
    const auto* field = type.field(i);
    if (field->message_type() != nullptr) {
      each_reference(
          *field->message_type(), text, depth - 1,
          [&](v1::Event& event) {
            auto* message = within(event);
            const auto& look = *message->GetReflection();
            return field->is_repeated() ? look.AddMessage(message, field) : look.MutableMessage(message, field);
          },
          see);
    } else if (refers(*field)) {
      v1::Event event;
      auto* message = within(event);
      const auto& look = *message->GetReflection();
      field->is_repeated() ? look.AddString(message, field, text) : look.SetString(message, field, text);
      see(event, field->full_name());
    }
  }
}

TEST(Decode, RefusesReferencesInAnotherForm) {
  const auto whole = [](v1::Event& event) -> google::protobuf::Message* { return &event; };
  int fields = 0;
  each_reference(*v1::Event::descriptor(), "0301", 6, whole, [&](const v1::Event& event, const std::string& name) {
    ++fields;
    expect_refused(decode_move(record_of(event.SerializeAsString())), ErrorCode::NEWER_EVENT, {"#40"});
    v1::Event contest;
    contest.mutable_move_contested()->set_event(event.SerializeAsString());
    EXPECT_FALSE(decode_move(record_of(contest.SerializeAsString())).ok()) << name;
  });
  EXPECT_GT(fields, 30);
  each_reference(*v1::Event::descriptor(), "301", 6, whole, [&](const v1::Event& event, const std::string& name) {
    EXPECT_TRUE(decode_move(record_of(event.SerializeAsString())).ok()) << name;
  });
}

TEST(Decode, RefusesWhatIsNoEventInItsOneForm) {
  expect_refused(decode_move(record_of("hello there")), ErrorCode::NOT_A_GAME, {"#40"});
  expect_refused(decode_move(record_of("\xFF")), ErrorCode::NOT_A_GAME);
  // A default written out, and a field twice: readable, and not what would be written.
  expect_refused(decode_move(record_of(varint_field(1, 0) + vote(FOR, 301).SerializeAsString())), ErrorCode::NOT_A_GAME,
                 {"one form"});
  expect_refused(decode_move(record_of(varint_field(1, 5) + varint_field(1, 6) + vote(FOR, 301).SerializeAsString())),
                 ErrorCode::NOT_A_GAME);
  // Two kinds: the later would silently win.
  expect_refused(decode_move(record_of(vote(FOR, 301).SerializeAsString() + forfeit().SerializeAsString())),
                 ErrorCode::NOT_A_GAME);
  expect_refused(decode_move(record_of(forfeit().SerializeAsString(), 0)), ErrorCode::NOT_A_GAME, {"does not found"});
}

// Whatever says it, and of a live game too.
TEST(Decode, RefusesTimesBeyondTheYears) {
  constexpr std::int64_t BEYOND[] = {LAST_TIME + 1, FIRST_TIME - 1, INT64_MAX, INT64_MIN};
  for (const std::int64_t beyond : BEYOND) {
    v1::Event said = vote(FOR, 301);
    said.set_occurred_at(beyond);
    v1::Event day = vote(FOR, 301);
    day.mutable_occurred_day()->set_ends_at(beyond);
    v1::Event corrected;
    corrected.mutable_record_corrected()->set_occurred_at(beyond);
    v1::Event late = enact("Cake.");
    late.mutable_proposal_made()->set_effect_at(beyond);
    v1::Event revised;
    revised.mutable_proposal_revised()->set_effect_at(beyond);
    for (const v1::Event& event : {said, day, corrected, late, revised}) {
      v1::Event contested;
      contested.mutable_move_contested()->set_event(event.SerializeAsString());
      for (const v1::Event& each : {event, contested}) {
        expect_refused(decode_move(record_of(each.SerializeAsString())), ErrorCode::NOT_A_GAME, {"#40"});
      }
    }
  }
  for (const std::int64_t within : {FIRST_TIME, std::int64_t{0}, LAST_TIME}) {
    v1::Event said = vote(FOR, 301);
    said.set_occurred_at(within);
    EXPECT_TRUE(decode_move(record_of(said.SerializeAsString())).ok()) << within;
  }
}

class Opening : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, Opening, testing::Values(Where::MEMORY, Where::FOLDER));

TEST_P(Opening, StopsAtARecordOfANewerProgram) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.append("Ann", "\xA2\x06\x01x", {});
  expect_refused(Game::open(*t.ledger, "kept"), ErrorCode::NEWER_EVENT, {"#32"});
}

TEST_P(Opening, StopsAtARecordThatIsNoEvent) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.append("Ann", "hello there", {});
  expect_refused(Game::open(*t.ledger, "kept"), ErrorCode::NOT_A_GAME, {"#32"});
}

TEST_P(Opening, RefusesALedgerOfSomethingElse) {
  const Kept t(GetParam(), {"Ann", "Bob"});
  ledger::FoundRequest request;
  request.name = "shopping list";
  request.records = {{"Ann", "milk"}};
  request.recorded_at = ledger::Micros{1};
  ASSERT_TRUE(t.ledger->found(request).ok());
  expect_refused(Game::open(*t.ledger, "shopping list"), ErrorCode::NOT_A_GAME, {"#0"});
}

TEST_P(Opening, RefusesAFoundingUnderNewerSemantics) {
  const Kept t(GetParam(), {"Ann", "Bob"});
  v1::Event event;
  event.mutable_game_founded()->set_founding_records(40);
  event.mutable_game_founded()->set_semantics(SEMANTICS + 1);
  ledger::FoundRequest request;
  request.name = "newer";
  request.records = {{"", event.SerializeAsString()}};
  request.recorded_at = ledger::Micros{1};
  ASSERT_TRUE(t.ledger->found(request).ok());
  expect_refused(Game::open(*t.ledger, "newer"), ErrorCode::NEWER_EVENT);
}

// A founding that stops half way: nothing can be played, and `start` is not there yet.
TEST_P(Opening, ShowsAFoundingThatIsNotComplete) {
  const Kept t(GetParam(), {"Ann", "Bob"});
  v1::Event event;
  event.mutable_game_founded()->set_founding_records(40);
  event.mutable_game_founded()->set_semantics(SEMANTICS);
  ledger::FoundRequest request;
  request.name = "half";
  request.records = {{"", event.SerializeAsString()}};
  request.recorded_at = ledger::Micros{1};
  ASSERT_TRUE(t.ledger->found(request).ok());
  Result<Game> game = Game::open(*t.ledger, "half");
  ASSERT_TRUE(game.ok()) << why(game);
  expect_refused(game->resolve(*parse_point("start")), ErrorCode::NO_SUCH_POINT, {"founding is not complete", "#0"});
  Submission submission;
  submission.event = join("Ann");
  submission.now = 2;
  expect_refused(game->submit(submission), ErrorCode::FOUNDING_INCOMPLETE);
}

// ---- History -------------------------------------------------------------------------------------------------------

TEST_P(Opening, HistoryReadsRecordsAgain) {
  Kept t(GetParam(), {"Ann", "Bob"});
  for (int i = 0; i < 3; ++i) t.turn(i % 2 == 0 ? "Ann" : "Bob", enact("Rule " + std::to_string(i)), FOR);
  const LedgerHistory history(*t.ledger, t.game->head().game);
  for (const int round : {0, 1}) {
    for (std::uint64_t index = 0; index < t.game->head().size; ++index) {
      const Result<Move> move = history.at(index);
      ASSERT_TRUE(move.ok()) << why(move) << round;
      EXPECT_EQ(move->index, index);
      EXPECT_EQ(move->payload, t.record(index).payload);
    }
  }
  const Result<Move> beyond = history.at(t.game->head().size);
  expect_refused(beyond, ErrorCode::LEDGER);
  EXPECT_EQ(beyond.error().ledger->code, ledger::ErrorCode::NO_SUCH_RECORD);
}

}  // namespace
}  // namespace nomic::replay::test

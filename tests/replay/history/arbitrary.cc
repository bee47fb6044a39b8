#include "replay/history/arbitrary.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <array>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay::test {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int DEEPEST = 5;

const std::vector<std::string>& texts() {
  static const std::vector<std::string> ALL = {
      "",
      "Ann",
      "ann",
      "Bob",
      "Cyd Lee",
      "tea",
      "Tea is served at noon.",
      "first line\nsecond line",
      "a\tb",
      "Ren\xC3\xA9",   // NFC
      "Rene\xCC\x81",  // the same, not in NFC
      "\xE2\x84\xAB",  // the Angstrom sign, whose NFC is another character
      "\xCC\x81",      // an accent alone
      "a\x1B[2Jb",     // repaints a terminal
      "a\xC2\x9B"
      "b",  // the same, in C1
      "a\xE2\x80\xAE"
      "b",  // right-to-left override
      "a\xCD\xB8"
      "b",             // unassigned
      "\xEF\xBF\xBF",  // a noncharacter
      "\xEF\xBB\xBF"
      "a",  // a byte order mark
      "\n\xEF\xBB\xBF"
      "a",  // one that comes first once the blank line is gone
      "a\xE2\x80\xA8"
      "b",             // a line separator
      "\xE2\x80\x8B",  // nothing that can be seen
      " a ",
      "a  b",
      "-a",
      "42",
      "a\xFF",         // no UTF-8
      "\xED\xA0\x80",  // a surrogate
      "en",
      "pt-BR",
      "en_",
      "a\r\nb",
      std::string("a\0b", 3),
      std::string(NAME_LIMIT + 1, 'n'),
      std::string(LABEL_LIMIT + 1, 'l'),
      std::string(REASON_LIMIT, 'r'),
      std::string(REASON_LIMIT + 1, 'r'),
      std::string(TEXT_LIMIT, 't'),
      std::string(TEXT_LIMIT + 1, 't'),
  };
  return ALL;
}

const std::vector<std::string>& provisions() {
  static const std::vector<std::string> ALL = {
      "adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } }",
      "debate { caller: ANYONE }",
      "vote_changes { change: true withdraw: true }",
      "inactivity { declared: true }",
      "joining { when: ANY_TIME }",
      "proposing { who: ANYONE withdrawal: BEFORE_OUTCOME }",
      "scope { players: \"Ann\" } franchise { votes_per_player: 3 }",
      "turn_order { order: NO_TURNS }",
  };
  return ALL;
}

template <class List>
const typename List::value_type& one_of(Bytes& bytes, const List& all) {
  return all[bytes.below(all.size())];
}

std::string player_in(Bytes& bytes, const State& state) {
  const std::uint64_t at = bytes.below(static_cast<std::uint64_t>(state.players_size()) + 1);
  if (at == static_cast<std::uint64_t>(state.players_size())) return arbitrary_text(bytes);
  return state.players(static_cast<int>(at)).names().name();
}

std::uint64_t number_in(Bytes& bytes, const State& state) {
  const std::array<std::uint64_t, 12> near = {0,
                                              1,
                                              2,
                                              6,
                                              101,
                                              207,
                                              301,
                                              302,
                                              state.size(),
                                              state.size() - 1,
                                              state.next_number() - 1,
                                              static_cast<std::uint64_t>(state.recorded_at())};
  if (bytes.below(8) != 0) return one_of(bytes, near);
  return bytes.below(256) << (8 * bytes.below(8));
}

// ---- Anything in any field ----------------------------------------------------------------------------------------

void fill(Bytes& bytes, const State& state, Message& message, int depth);

std::string filled_bytes(Bytes& bytes, const State& state, const FieldDescriptor& field, int depth) {
  if (field.name() == "event" && depth < 3 && bytes.below(4) != 0) {
    return arbitrary_move(bytes, state).event.SerializePartialAsString();
  }
  return bytes.below(2) == 0 ? std::string(32, static_cast<char>(bytes.below(256))) : bytes.take(bytes.below(40));
}

std::string filled_string(Bytes& bytes, const State& state, const FieldDescriptor& field) {
  if (refers(field) && bytes.below(8) != 0) return reference(number_in(bytes, state));
  const std::string& name = field.name();
  const bool is_player = name == "player" || name == "winner" || name == "owner" || name == "players";
  return is_player && bytes.below(4) != 0 ? player_in(bytes, state) : arbitrary_text(bytes);
}

void fill_names(Bytes& bytes, const State& state, v1::PlayerNames& names) {
  auto made = player_names(arbitrary_text(bytes), bytes.below(2) == 0 ? std::string() : arbitrary_text(bytes),
                           bytes.below(4) == 0 ? arbitrary_text(bytes) : std::string());
  if (made) names = *made;
  if (bytes.below(4) != 0) return;
  const FieldDescriptor& spoilt = *v1::PlayerNames::descriptor()->field(static_cast<int>(bytes.below(5)));
  names.GetReflection()->SetString(&names, &spoilt, filled_string(bytes, state, spoilt));
}

// One value of the field: set, or added where it is repeated.
void fill_field(Bytes& bytes, const State& state, Message& message, const FieldDescriptor& field, int depth) {
  const Reflection& look = *message.GetReflection();
  const bool many = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      if (depth < DEEPEST) {
        fill(bytes, state, many ? *look.AddMessage(&message, &field) : *look.MutableMessage(&message, &field),
             depth + 1);
      }
      return;
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string value = field.type() == FieldDescriptor::TYPE_BYTES ? filled_bytes(bytes, state, field, depth)
                                                                      : filled_string(bytes, state, field);
      return many ? look.AddString(&message, &field, std::move(value))
                  : look.SetString(&message, &field, std::move(value));
    }
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int value = static_cast<int>(bytes.below(static_cast<std::uint64_t>(field.enum_type()->value_count()) + 1));
      return many ? look.AddEnumValue(&message, &field, value) : look.SetEnumValue(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      return many ? look.AddBool(&message, &field, bytes.below(2) != 0)
                  : look.SetBool(&message, &field, bytes.below(2) != 0);
    case FieldDescriptor::CPPTYPE_UINT32: {
      const auto value = static_cast<std::uint32_t>(number_in(bytes, state));
      return many ? look.AddUInt32(&message, &field, value) : look.SetUInt32(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_UINT64: {
      const std::uint64_t value = number_in(bytes, state);
      return many ? look.AddUInt64(&message, &field, value) : look.SetUInt64(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_INT64: {
      const auto value = static_cast<std::int64_t>(number_in(bytes, state));
      return many ? look.AddInt64(&message, &field, value) : look.SetInt64(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_INT32: {
      const auto value = static_cast<std::int32_t>(number_in(bytes, state));
      return many ? look.AddInt32(&message, &field, value) : look.SetInt32(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return;  // the schema of events has none
  }
}

void fill(Bytes& bytes, const State& state, Message& message, int depth) {
  if (auto* names = dynamic_cast<v1::PlayerNames*>(&message)) return fill_names(bytes, state, *names);
  if (auto* provision = dynamic_cast<v1::Provision*>(&message); provision != nullptr && bytes.below(4) != 0) {
    if (auto good = parse_provision(one_of(bytes, provisions()))) *provision = *good;
    return;
  }
  const auto& type = *message.GetDescriptor();
  for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
    const auto& choice = *type.oneof_decl(i);
    const auto at = static_cast<int>(bytes.below(static_cast<std::uint64_t>(choice.field_count())));
    fill_field(bytes, state, message, *choice.field(at), depth);
  }
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.real_containing_oneof() != nullptr) continue;
    const std::uint64_t times = field.is_repeated() ? bytes.below(3) : bytes.below(4) == 0 ? 0 : 1;
    for (std::uint64_t time = 0; time < times; ++time) fill_field(bytes, state, message, field, depth);
  }
}

// ---- Moves that a game may take -----------------------------------------------------------------------------------

v1::Event proposed(Bytes& bytes) {
  v1::Event event;
  auto& made = *event.mutable_proposal_made();
  auto& change = *made.add_changes();
  change.set_kind(v1::ENACT);
  change.set_title(bytes.below(3) == 0 ? arbitrary_text(bytes) : std::string());
  change.add_texts()->set_text(arbitrary_text(bytes));
  if (bytes.below(2) == 0) {
    if (auto good = parse_provision(one_of(bytes, provisions()))) *change.add_provisions() = *good;
  }
  made.set_call_vote(bytes.below(4) != 0);
  made.set_reason(arbitrary_text(bytes));
  return event;
}

v1::Event act(Bytes& bytes, const State& state) {
  v1::Event event;
  auto& act = *event.mutable_act_performed();
  act.set_cited(reference(static_cast<std::uint32_t>(
      state.rules(static_cast<int>(bytes.below(static_cast<std::uint64_t>(state.rules_size())))).number())));
  act.set_text(arbitrary_text(bytes));
  auto& attribute = *act.add_attributes();
  attribute.set_key(arbitrary_text(bytes));
  attribute.set_value(arbitrary_text(bytes));
  auto& holding = *act.add_holdings();
  holding.set_owner(player_in(bytes, state));
  holding.set_thing(arbitrary_text(bytes));
  holding.set_amount(3000);
  return event;
}

v1::Event correct(Bytes& bytes, const State& state) {
  v1::Event event;
  auto& corrected = *event.mutable_record_corrected();
  corrected.set_cause(arbitrary_text(bytes));
  const v1::Rule& rule = *state.rules().rbegin();
  corrected.set_record(rule.sources().rbegin()->record());
  if (bytes.below(8) == 0) {
    auto& title = *corrected.mutable_title();
    title.set_rule(reference(rule.number()));
    title.set_before(rule.title());
    title.set_after(arbitrary_text(bytes));
    return event;
  }
  if (bytes.below(8) == 0) {
    auto& number = *corrected.mutable_number();
    number.set_rule(reference(rule.number()));
    number.set_number(reference(rule.number() + static_cast<std::uint32_t>(bytes.below(9))));
    number.set_all_along(bytes.below(2) == 0);
    return event;
  }
  corrected.mutable_text()->set_rule(reference(rule.number()));
  corrected.mutable_text()->set_whole(bytes.below(8) == 0);
  // What most texts hold (arbitrary_text): the state does not have them.
  corrected.mutable_text()->set_before(bytes.below(2) == 0 ? "Tea" : arbitrary_text(bytes));
  corrected.mutable_text()->set_after(arbitrary_text(bytes));
  return event;
}

v1::Event plausible(Bytes& bytes, const State& state) {
  v1::Event event;
  const std::uint32_t newest = state.next_number() - 1;
  switch (bytes.below(12)) {
    case 0:
    case 1:
      return proposed(bytes);
    case 2:
    case 3:
    case 4:
      event.mutable_vote_cast()->set_proposal(reference(newest));
      event.mutable_vote_cast()->set_choice(bytes.below(4) == 0 ? v1::VoteCast::AGAINST : v1::VoteCast::FOR);
      return event;
    case 5:
      event.mutable_dice_thrown()->add_faces(static_cast<std::uint32_t>(1 + bytes.below(6)));
      event.mutable_dice_thrown()->set_source(v1::DiceThrown::HAND);
      return event;
    case 6:
      event.mutable_debate_spoken()->set_proposal(reference(newest));
      event.mutable_debate_spoken()->set_text(arbitrary_text(bytes));
      return event;
    case 7:
      return act(bytes, state);
    case 8:
      return correct(bytes, state);
    case 9:
      event.mutable_judgment_invoked()->set_question(arbitrary_text(bytes));
      return event;
    case 10:
      event.mutable_team_assigned()->set_team(arbitrary_text(bytes));
      return event;
    default:
      fill_names(bytes, state, *event.mutable_player_joined()->mutable_player());
      return event;
  }
}

}  // namespace

std::uint64_t Bytes::below(std::uint64_t bound) {
  if (rest_.empty() || bound == 0) return 0;
  const auto byte = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  return byte % bound;
}

std::string Bytes::take(std::size_t count) {
  std::string taken(rest_.substr(0, count));
  rest_.remove_prefix(taken.size());
  return taken;
}

std::string arbitrary_text(Bytes& bytes) {
  switch (bytes.below(6)) {
    case 0:
      return bytes.take(bytes.below(48));
    case 1:
      return one_of(bytes, texts()) + one_of(bytes, texts());
    case 2:
      return one_of(bytes, texts());
    default:
      // Mostly what may stand anywhere, so that moves are taken.
      return "Tea for " + std::to_string(bytes.below(100)) + ".";
  }
}

Spoken arbitrary_move(Bytes& bytes, const State& state) {
  Spoken spoken;
  spoken.author = player_in(bytes, state);
  if (bytes.below(3) != 0) {
    spoken.event = plausible(bytes, state);
  } else {
    fill(bytes, state, spoken.event, 0);
  }
  if (bytes.below(8) != 0) spoken.event.clear_occurred_at();
  return spoken;
}

}  // namespace nomic::replay::test

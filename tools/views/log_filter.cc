#include "nomic/views/log_filter.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "nomic/replay/reference.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"
#include "nomic/views/log_kinds.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/dispute_sentences.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// One value in a message.
struct LogField {
  const Message& in;
  const FieldDescriptor& field;
  int at;

  [[nodiscard]] std::string_view name() const { return field.name(); }
  [[nodiscard]] std::string_view owner() const { return field.containing_type()->name(); }
  [[nodiscard]] bool is(std::string_view text) const {
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) return false;
    const auto& reflection = *in.GetReflection();
    return text ==
           (field.is_repeated() ? reflection.GetRepeatedString(in, &field, at) : reflection.GetString(in, &field));
  }
  [[nodiscard]] bool is(std::uint32_t number) const { return replay::refers(field) && is(replay::reference(number)); }
};

// Whether a value of the message, however deep, passes. By reflection, so that a kind of event that comes later is
// found by the names of its fields, as all are.
template <class Test>
bool any_value(const Message& message, const Test& test) {
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  return std::any_of(fields.begin(), fields.end(), [&](const FieldDescriptor* field) {
    const bool several = field->is_repeated();
    const int count = several ? reflection.FieldSize(message, field) : 1;
    for (int at = 0; at < count; ++at) {
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        if (test(LogField{message, *field, at})) return true;
      } else if (any_value(several ? reflection.GetRepeatedMessage(message, field, at)
                                   : reflection.GetMessage(message, field),
                           test)) {
        return true;
      }
    }
    return false;
  });
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool holds_player(const LogField& value) {
  return is_one_of(value.name(), {"player", "players", "judges", "applicant", "winner", "owner", "committers"}) ||
         (value.owner() == "PlayerNames" && value.name() == "name");
}

// A rule that something is done with or that is cited; not the one by which a consequence comes about: that is every
// turn's.
bool holds_rule(const LogField& value) {
  if (is_one_of(value.name(),
                {"rule", "cited", "against", "void_rule", "prevailing_rule", "from_number", "to_number"})) {
    return true;
  }
  return value.name() == "number" && is_one_of(value.owner(), {"RuleBody", "RuleChangedItself", "RuleVoid",
                                                               "RuleRevived", "RuleYields", "CannotTell", "NotKnown"});
}

bool holds_proposal(const LogField& value) {
  return value.name() == "proposal";
}

// Whether what the record says, or what it brought about, has such a value.
template <class Test>
bool is_about(const replay::Played& played, const Test& test) {
  const v1::Event& event = played.move.event;
  if (any_value(event, test)) return true;
  if (event.has_move_contested() && any_value(contested_event(event.move_contested()), test)) return true;
  return std::any_of(played.consequences.begin(), played.consequences.end(),
                     [&](const v1::Consequence& consequence) { return any_value(consequence, test); });
}

}  // namespace

Status LogFilter::take_rule(const std::string& typed) {
  NOMIC_ASSIGN(auto number, parse_rule_number(typed, "a rule's number"));
  rule = number.value;
  return ledger::Done{};
}

Status LogFilter::take_proposal(const std::string& typed) {
  NOMIC_ASSIGN(auto number, parse_proposal(typed));
  proposal = number.value;
  return ledger::Done{};
}

Status LogFilter::read(const replay::Game& game) {
  if (player) {
    NOMIC_ASSIGN(auto known, game.player(*player));
    player = std::move(known);
  }
  for (std::string& kind : kinds) {
    NOMIC_ASSIGN(auto wanted, read_log_kind(kind));
    kind = std::move(wanted);
  }
  return ledger::Done{};
}

bool LogFilter::admits(const replay::Played& played) const {
  if (player && played.record.author != *player &&
      !is_about(played, [&](const LogField& value) { return holds_player(value) && value.is(*player); })) {
    return false;
  }
  if (rule && !is_about(played, [&](const LogField& value) { return holds_rule(value) && value.is(*rule); })) {
    return false;
  }
  if (proposal &&
      !is_about(played, [&](const LogField& value) { return holds_proposal(value) && value.is(*proposal); })) {
    return false;
  }
  return kinds.empty() ||
         std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) { return has_log_kind(played, kind); });
}

}  // namespace nomic::tools

#include "replay/game/random_provisions.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <stdexcept>

#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::test {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::int64_t SECOND = 1'000'000;

const FieldDescriptor* kind_field(int number) {
  return v1::Provision::descriptor()->FindFieldByNumber(number);
}

// Shorthand is what people type; it is not recorded.
bool is_shorthand(const FieldDescriptor& field) {
  const auto& name = field.full_name();
  if (field.containing_type()->FindFieldByName(field.name() + "_thousandths") != nullptr) return true;
  return name == "nomic.v1.Adoption.fraction" || name == "nomic.v1.Adoption.of" ||
         name == "nomic.v1.Adoption.more_than" || name == "nomic.v1.Amount.points";
}

class Maker {
 public:
  Maker(Choices& choose, const Scene& scene) : choose_(choose), scene_(scene) {}

  void fill(Message& message) {
    const auto& type = *message.GetDescriptor();
    for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
      const auto& oneof = *type.oneof_decl(i);
      const FieldDescriptor* field = nullptr;
      do {
        field = oneof.field(static_cast<int>(choose_.below(static_cast<std::size_t>(oneof.field_count()))));
      } while (is_shorthand(*field));
      set(message, *field);
    }
    for (int i = 0; i < type.field_count(); ++i) {
      const auto& field = *type.field(i);
      if (field.real_containing_oneof() != nullptr || is_shorthand(field)) continue;
      if (field.is_repeated()) {
        for (auto left = choose_.below(4); left > 0; --left) add(message, field);
      } else if (!field.has_presence() || choose_.percent(50)) {
        set(message, field);
      }
    }
    mend(message);
  }

 private:
  // What would be refused nearly always is made to fit, so that a valid one is soon found.
  void mend(Message& message) {
    if (auto* quota = dynamic_cast<v1::Quota*>(&message)) {
      quota->set_denominator(static_cast<std::uint32_t>(1 + choose_.below(5)));
      quota->set_numerator(static_cast<std::uint32_t>(1 + choose_.below(quota->denominator())));
      if (quota->numerator() == quota->denominator()) quota->set_strict(false);
    } else if (auto* period = dynamic_cast<v1::Period*>(&message)) {
      period->Clear();
      switch (choose_.below(4)) {
        case 0:
          return period->set_days(small(1, 4));
        case 1:
          return period->set_hours(small(1, 40));
        case 2:
          return period->set_minutes(small(1, 90));
        default:
          return period->set_seconds(small(1, 100));
      }
    } else if (auto* later = dynamic_cast<v1::AutomaticChange*>(&message)) {
      choose_.percent(50) ? later->clear_at() : later->set_after_circuit(0);
    } else if (auto* parts = dynamic_cast<v1::TurnParts*>(&message)) {
      parts->mutable_parts()->Add()->mutable_proposal();
      parts->mutable_parts()->SwapElements(0, parts->parts_size() - 1);
    } else if (auto* award = dynamic_cast<v1::Award*>(&message)) {
      // Only where a vote is complete there is a before and an after.
      if (award->occasion() > v1::Award::VOTED_ON) award->clear_reckoned();
    } else if (auto* victory = dynamic_cast<v1::Victory*>(&message)) {
      if (!victory->has_unable_to_complete_turn()) return;
      victory->Clear();
      victory->set_unable_to_complete_turn(true);
    } else if (auto* dice = dynamic_cast<v1::ThrowPart*>(&message)) {
      dice->set_dice(small(1, 3));
      dice->set_faces(small(1, 20));
      if (dice->penalty_thousandths() < 0) dice->set_penalty_thousandths(-dice->penalty_thousandths());
      if (dice->source() == v1::ThrowPart::REVEALED) return;
      dice->clear_committers();
      dice->clear_time_to_commit();
      dice->clear_time_to_reveal();
      dice->clear_missing();
      dice->clear_penalty_thousandths();
      dice->clear_secrets_stand();
    }
  }

  std::uint32_t small(std::uint32_t least, std::uint32_t most) {
    return least + static_cast<std::uint32_t>(choose_.below(most - least + 1));
  }

  std::uint32_t number(const FieldDescriptor& field) {
    if (field.full_name() == "nomic.v1.PrecedenceClaim.rules") {
      return choose_.percent(20) || scene_.rules.empty() ? scene_.next_number : choose_.one_of(scene_.rules);
    }
    if (field.full_name() == "nomic.v1.Numbering.first") return small(1, 400);
    if (field.containing_type() == v1::RulesetBounds::descriptor()) {
      return field.name().rfind("min", 0) == 0 ? small(0, 3) : small(20, 60);
    }
    if (field.full_name() == "nomic.v1.Joining.most_players") return small(4, 12);
    return small(0, 6);
  }

  std::int64_t points() {
    static const std::vector<std::int64_t> SOME = {-10'000, -1000, -1, 0, 1, 300, 500, 1000, 2500, 10'000, 50'000};
    return choose_.percent(2) ? (choose_.percent(50) ? 1 : -1) * std::int64_t{1'000'000'000'000} : choose_.one_of(SOME);
  }

  std::string text(const FieldDescriptor& field) {
    if (field.name() == "at") {
      return print_time((scene_.now / SECOND + static_cast<std::int64_t>(choose_.below(400'000)) - 1000) * SECOND);
    }
    if (field.name() == "kinds") return kind_field(choose_.one_of(provision_kinds()))->name();
    return scene_.players.empty() ? "Nobody Known" : choose_.one_of(scene_.players);
  }

  int value(const FieldDescriptor& field) {
    const auto& type = *field.enum_type();
    return type.value(1 + static_cast<int>(choose_.below(static_cast<std::size_t>(type.value_count() - 1))))->number();
  }

  void set(Message& message, const FieldDescriptor& field) {
    const auto& look = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_UINT32:
        return look.SetUInt32(&message, &field, number(field));
      case FieldDescriptor::CPPTYPE_INT64:
        return look.SetInt64(&message, &field, points());
      case FieldDescriptor::CPPTYPE_BOOL:
        return look.SetBool(&message, &field, choose_.percent(50));
      case FieldDescriptor::CPPTYPE_ENUM:
        // A base, and whatever else may be left out, is left out now and then.
        if (!field.has_presence() && choose_.percent(30)) return;
        return look.SetEnumValue(&message, &field, value(field));
      case FieldDescriptor::CPPTYPE_STRING:
        return look.SetString(&message, &field, refers(field) ? reference(number(field)) : text(field));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return fill(*look.MutableMessage(&message, &field));
      default:
        cannot_make(field);
    }
  }

  void add(Message& message, const FieldDescriptor& field) {
    const auto& look = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_UINT32:
        return look.AddUInt32(&message, &field, number(field));
      case FieldDescriptor::CPPTYPE_ENUM:
        return look.AddEnumValue(&message, &field, value(field));
      case FieldDescriptor::CPPTYPE_STRING:
        return look.AddString(&message, &field, refers(field) ? reference(number(field)) : text(field));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return fill(*look.AddMessage(&message, &field));
      default:
        cannot_make(field);
    }
  }

  // A type of field that provisions did not have so far: say here how it is made.
  static void cannot_make(const FieldDescriptor& field) {
    throw std::logic_error("no random value for " + field.full_name());
  }

  Choices& choose_;
  const Scene& scene_;
};

v1::Provision any_provision(Choices& choose, const Scene& scene, int kind) {
  v1::Provision provision;
  Maker make(choose, scene);
  const auto* field = kind_field(kind == 0 ? choose.one_of(provision_kinds()) : kind);
  make.fill(*provision.GetReflection()->MutableMessage(&provision, field));
  if (!choose.percent(30)) return provision;
  make.fill(*provision.mutable_scope());
  if (choose.percent(60)) provision.mutable_scope()->clear_players();
  return provision;
}

std::uint64_t wild(Choices& choose) {
  static const std::vector<std::uint64_t> EDGES = {
      0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF};
  return choose.percent(60) ? choose.one_of(EDGES) : choose.bits() >> choose.below(64);
}

std::string wild_text(Choices& choose) {
  static const std::vector<std::string> SOME = {
      "",    "Ann Young", "adoption", "2030-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0000-00-00T00:00:00Z", "-1",
      "1/0", "award",     "\u200B",   "99999999999999999999"};
  if (choose.percent(70)) return choose.one_of(SOME);
  std::string bytes(choose.below(40), '\0');
  for (auto& byte : bytes) byte = static_cast<char>(choose.below(128));
  return bytes;
}

void scramble_field(Message& message, const FieldDescriptor& field, Choices& choose, int depth) {
  const auto& look = *message.GetReflection();
  const bool many = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT32: {
      const auto value = static_cast<std::uint32_t>(wild(choose));
      return many ? look.AddUInt32(&message, &field, value) : look.SetUInt32(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_UINT64: {
      const auto value = wild(choose);
      return many ? look.AddUInt64(&message, &field, value) : look.SetUInt64(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_INT64: {
      const auto value = static_cast<std::int64_t>(wild(choose));
      return many ? look.AddInt64(&message, &field, value) : look.SetInt64(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      return look.SetBool(&message, &field, choose.percent(50));
    case FieldDescriptor::CPPTYPE_ENUM: {
      const auto value = choose.percent(70) ? static_cast<int>(choose.below(12)) : static_cast<int>(wild(choose));
      return many ? look.AddEnumValue(&message, &field, value) : look.SetEnumValue(&message, &field, value);
    }
    case FieldDescriptor::CPPTYPE_STRING: {
      auto value = refers(field) ? reference(static_cast<std::uint32_t>(wild(choose))) : wild_text(choose);
      return many ? look.AddString(&message, &field, std::move(value))
                  : look.SetString(&message, &field, std::move(value));
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return scramble(many ? *look.AddMessage(&message, &field) : *look.MutableMessage(&message, &field), choose,
                      depth + 1);
    default:
      return;
  }
}

}  // namespace

const std::vector<int>& provision_kinds() {
  static const std::vector<int> ALL = [] {
    std::vector<int> numbers;
    const auto& kinds = *v1::Provision::descriptor()->oneof_decl(0);
    for (int i = 0; i < kinds.field_count(); ++i) numbers.push_back(kinds.field(i)->number());
    return numbers;
  }();
  return ALL;
}

v1::Provision random_provision(Choices& choose, const Scene& scene, int kind) {
  while (true) {
    auto provision = any_provision(choose, scene, kind);
    if (check_provision(provision)) return provision;
  }
}

v1::Provision random_nonsense(Choices& choose, const Scene& scene) {
  auto provision = random_provision(choose, scene);
  const auto& look = *provision.GetReflection();
  auto* message = look.MutableMessage(&provision, kind_field(static_cast<int>(provision.kind_case())));
  // Down to some part of it.
  while (true) {
    const auto& inner = *message->GetReflection();
    std::vector<const FieldDescriptor*> set;
    inner.ListFields(*message, &set);
    std::vector<Message*> parts;
    for (const auto* field : set) {
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      parts.push_back(field->is_repeated() ? inner.MutableRepeatedMessage(message, field, 0)
                                           : inner.MutableMessage(message, field));
    }
    if (parts.empty() || choose.percent(40)) break;
    message = choose.one_of(parts);
  }
  scramble(*message, choose, 3);
  return provision;
}

void scramble(Message& message, Choices& choose, int depth) {
  const auto& type = *message.GetDescriptor();
  const auto& look = *message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    if (!choose.percent(40)) continue;
    if (choose.percent(20)) {
      look.ClearField(&message, &field);
    } else if (depth < 6 || field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      scramble_field(message, field, choose, depth);
    }
  }
}

}  // namespace nomic::replay::test

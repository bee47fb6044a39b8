#include "unknown.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include <map>
#include <string>
#include <vector>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;
using google::protobuf::Reflection;

// Every record that is replayed is searched, so the search visits only what can hold something unknown: messages,
// enumerations and references, and of a oneof the field that is set. What these are is found out once for each type.
class Search {
 public:
  // `references`: those alone.
  explicit Search(const Descriptor& root, bool references = false) : references_(references), root_(plan(root)) {}

  [[nodiscard]] bool finds_in(const Message& message) const { return finds(message, root_); }

 private:
  struct Plan;
  struct Field {
    const FieldDescriptor* field;
    const Plan* inner;  // of a message, else null
    bool is_reference = false;
  };
  struct Oneof {
    const OneofDescriptor* oneof;
    std::vector<Field> fields;  // by their index in the oneof
  };
  struct Plan {
    std::vector<Field> fields;
    std::vector<Oneof> oneofs;
  };

  // The plan of a type, made when it is first asked for; types may contain themselves.
  const Plan& plan(const Descriptor& type) {
    const auto [made, is_new] = plans_.try_emplace(type.full_name());
    Plan& plan = made->second;
    if (!is_new) return plan;
    const auto of_field = [this](const FieldDescriptor& field) {
      const auto* inner = field.message_type();
      return Field{&field, inner == nullptr ? nullptr : &this->plan(*inner), refers(field)};
    };
    for (int i = 0; i < type.field_count(); ++i) {
      const auto& field = *type.field(i);
      const bool is_searched = field.message_type() != nullptr || field.enum_type() != nullptr || refers(field);
      if (is_searched && field.real_containing_oneof() == nullptr) plan.fields.push_back(of_field(field));
    }
    for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
      auto& oneof = plan.oneofs.emplace_back(Oneof{type.oneof_decl(i), {}});
      for (int j = 0; j < oneof.oneof->field_count(); ++j) oneof.fields.push_back(of_field(*oneof.oneof->field(j)));
    }
    return plan;
  }

  [[nodiscard]] bool finds(const Message& message, const Plan& plan) const {
    const Reflection& look = *message.GetReflection();
    if (!references_ && !look.GetUnknownFields(message).empty()) return true;
    for (const Oneof& oneof : plan.oneofs) {
      const auto* set = look.GetOneofFieldDescriptor(message, oneof.oneof);
      if (set != nullptr && finds(message, look, oneof.fields[static_cast<std::size_t>(set->index_in_oneof())])) {
        return true;
      }
    }
    for (const Field& field : plan.fields) {
      if (finds(message, look, field)) return true;
    }
    return false;
  }

  [[nodiscard]] bool finds(const Message& message, const Reflection& look, const Field& searched) const {
    const auto* field = searched.field;
    const auto* values = references_ ? nullptr : field->enum_type();
    if (searched.is_reference) return finds_no_reference(message, look, *field);
    if (values == nullptr && searched.inner == nullptr) return false;
    if (!field->is_repeated()) {
      if (values != nullptr) return values->FindValueByNumber(look.GetEnumValue(message, field)) == nullptr;
      return look.HasField(message, field) && finds(look.GetMessage(message, field), *searched.inner);
    }
    const int count = look.FieldSize(message, field);
    for (int i = 0; i < count; ++i) {
      if (values != nullptr ? values->FindValueByNumber(look.GetRepeatedEnumValue(message, field, i)) == nullptr
                            : finds(look.GetRepeatedMessage(message, field, i), *searched.inner)) {
        return true;
      }
    }
    return false;
  }

  static bool finds_no_reference(const Message& message, const Reflection& look, const FieldDescriptor& field) {
    std::string scratch;  // not used: the field is a plain string
    if (!field.is_repeated()) return !replay::is_reference(look.GetStringReference(message, &field, &scratch));
    const int count = look.FieldSize(message, &field);
    for (int i = 0; i < count; ++i) {
      if (!replay::is_reference(look.GetRepeatedStringReference(message, &field, i, &scratch))) return true;
    }
    return false;
  }

  std::map<std::string, Plan> plans_;  // by the full name of the type
  const bool references_;
  const Plan& root_;
};

}  // namespace

bool holds_unknown(const v1::Event& event) {
  static const Search SEARCH(*v1::Event::descriptor());
  return SEARCH.finds_in(event);
}

bool holds_unknown_reference(const v1::Event& event) {
  static const Search SEARCH(*v1::Event::descriptor(), true);
  return SEARCH.finds_in(event);
}

bool holds_unknown(const v1::State& state) {
  static const Search SEARCH(*v1::State::descriptor());
  return SEARCH.finds_in(state);
}

}  // namespace nomic::replay

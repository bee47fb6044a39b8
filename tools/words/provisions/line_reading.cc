// A line as the provision that it says.
#include <fmt/format.h>

#include <algorithm>

#include "line_fields.h"
#include "line_values.h"
#include "nomic/replay/text.h"
#include "nomic/words/listing.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace lines {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

using Fault = std::optional<LineFault>;

LineFault unknown(std::string what, const std::string& typed, const std::vector<std::string>& known) {
  const std::string near = replay::nearest(typed, known);
  if (!near.empty()) return {std::move(what), fmt::format("did you mean {}?", near)};
  return {std::move(what), fmt::format("there are: {}", fmt::join(known, ", "))};
}

LineFault unknown_item(std::string_view where, const std::string& name, std::vector<std::string> known,
                       bool with_scope) {
  if (with_scope) {
    for (std::string& more : names_in(*v1::Scope::descriptor())) known.push_back(std::move(more));
  }
  return unknown(fmt::format("{} has no {}", where, in_quotes(name)), name, known);
}

// What stands in one of several places: within a kind, or within parentheses behind a name.
class Filler {
 public:
  // Of a kind: `message` is the provision, `kind` its field.
  Filler(Message& message, const FieldDescriptor& kind)
      : message_(message), where_(kind.name()), kind_(&kind), type_(*kind.message_type()) {}
  Filler(Message& message, std::string where)
      : message_(message), where_(std::move(where)), type_(*message.GetDescriptor()) {}

  Fault fill(const std::vector<Item>& items) {
    for (const Item& item : items) {
      const Path path = kind_ == nullptr ? path_to(type_, item.name) : path_in_kind(*kind_, item.name);
      if (path.empty()) return unknown_item(where_, item.name, names_in(type_), kind_ != nullptr);
      if (auto fault = put(item, path)) return fault;
    }
    return std::nullopt;
  }

 private:
  Fault put(const Item& item, const Path& path) {
    Message* into = &message_;
    for (const FieldDescriptor* field : path) {
      if (auto fault = excluded(*into, *field)) return fault;
      if (field != path.back()) into = into->GetReflection()->MutableMessage(into, field);
    }
    const FieldDescriptor& field = *path.back();
    const auto& look = *into->GetReflection();
    const bool twice = field.is_repeated() ? look.FieldSize(*into, &field) != 0 : look.HasField(*into, &field);
    if (twice) {
      return LineFault{fmt::format("{} is given twice", item.name),
                       field.is_repeated() ? "put \"and\" between several values" : "give it once"};
    }
    if (item.values.empty()) return alone(field, *into);
    if (field.is_repeated()) return put_several(item, field, *into);
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_message && !is_one_value(*field.message_type())) {
      if (item.values.size() > 1 || !item.values[0].text.empty()) return needs_parentheses(field);
      return Filler(*look.MutableMessage(into, &field), item.name).fill(item.values[0].items);
    }
    if (item.values.size() == 1) return read_value(item.values[0], field, *into);
    // "1 day and 12 hours" is one length of time.
    const bool is_period = is_message && field.message_type() == v1::Period::descriptor();
    if (!is_period) return LineFault{fmt::format("{} takes one value", item.name), "give one of them"};
    Value together;
    for (const Value& value : item.values) together.text += value.text + " ";
    together.text.pop_back();
    return read_value(together, field, *into);
  }

  // Another way than the one that is set already.
  static Fault excluded(const Message& message, const FieldDescriptor& field) {
    const auto* oneof = field.real_containing_oneof();
    if (oneof == nullptr) return std::nullopt;
    const auto* other = message.GetReflection()->GetOneofFieldDescriptor(message, oneof);
    if (other == nullptr || other == &field) return std::nullopt;
    return LineFault{fmt::format("{} and {} exclude one another", line_name(*other), line_name(field)),
                     "give one of them"};
  }

  // A name without a value: a flag that is set, or a message that says nothing more.
  static Fault alone(const FieldDescriptor& field, Message& into) {
    const auto& look = *into.GetReflection();
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL && !field.is_repeated()) {
      look.SetBool(&into, &field, true);
      return std::nullopt;
    }
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !field.is_repeated();
    if (is_message && !is_one_value(*field.message_type())) {
      look.MutableMessage(&into, &field);
      return std::nullopt;
    }
    const std::string form = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && field.is_repeated()
                                 ? std::string("...")
                                 : form_of(field);
    return LineFault{fmt::format("{} is given no value", line_name(field)),
                     fmt::format("write: {}={}", line_name(field), form)};
  }

  static LineFault needs_parentheses(const FieldDescriptor& field) {
    const auto names = names_in(*field.message_type());
    return {fmt::format("{} is no single value", line_name(field)),
            fmt::format("write: {}({}=...)", line_name(field), names.empty() ? std::string("NAME") : names.front())};
  }

  static Fault put_several(const Item& item, const FieldDescriptor& field, Message& into) {
    for (const Value& value : item.values) {
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        if (auto fault = read_value(value, field, into)) return fault;
        continue;
      }
      Message& added = *into.GetReflection()->AddMessage(&into, &field);
      auto fault = is_one_of_several(*field.message_type()) ? put_one_of_several(item.name, value, added)
                   : value.text.empty()                     ? Filler(added, item.name).fill(value.items)
                                                            : needs_parentheses(field);
      if (fault) return fault;
    }
    return std::nullopt;
  }

  static Fault put_one_of_several(const std::string& name, const Value& value, Message& into) {
    const Descriptor& type = *into.GetDescriptor();
    const std::string typed = as_name(value.text);
    const FieldDescriptor* field = type.FindFieldByName(typed);
    if (field == nullptr) {
      return unknown(fmt::format("{} is {}", name, in_quotes(value.text)), typed, names_in(type));
    }
    return Filler(*into.GetReflection()->MutableMessage(&into, field), typed).fill(value.items);
  }

  Message& message_;
  std::string where_;
  const FieldDescriptor* kind_ = nullptr;
  const Descriptor& type_;
};

}  // namespace
}  // namespace lines

bool is_provision_line(std::string_view text) {
  constexpr std::string_view BLANKS = " \t\r\n";
  constexpr std::string_view OF_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const auto skip = [&](std::string_view signs) {
    text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
  };
  skip(BLANKS);
  const bool is_named = !text.empty() && OF_NAMES.find(text[0]) != std::string_view::npos;
  skip(OF_NAMES);
  skip(BLANKS);
  if (!is_named || text.empty() || text[0] != ':') return false;
  text.remove_prefix(1);
  skip(BLANKS);
  return text.empty() || (text[0] != '{' && text[0] != '<');
}

ledger::Result<v1::Provision, LineFault> read_provision_line(std::string_view text) {
  if (!is_utf8(text)) return LineFault{fmt::format("{} is not UTF-8", in_quotes(text)), "write it as UTF-8"};
  NOMIC_ASSIGN(auto line, lines::split_line(text));
  const auto* kind = lines::kind_named(line.kind);
  if (kind == nullptr) {
    return lines::unknown(fmt::format("there is no kind of provision {}", in_quotes(line.kind)), line.kind,
                          kinds_of_lines());
  }
  v1::Provision provision;
  v1::Provision::GetReflection()->MutableMessage(&provision, kind);
  if (auto fault = lines::Filler(provision, *kind).fill(line.items)) return *std::move(fault);
  return provision;
}

}  // namespace nomic::tools

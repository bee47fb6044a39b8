// A provision as a line, and what can stand in one.
#include "nomic/words/provision_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "line_fields.h"
#include "line_values.h"
#include "nomic/replay/edition.h"

namespace nomic::tools {
namespace lines {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Finds what a name stands for where the items are read.
using Resolve = Path (*)(const void* root, std::string_view name);

Path in_kind(const void* root, std::string_view name) {
  return path_in_kind(*static_cast<const FieldDescriptor*>(root), name);
}
Path in_message(const void* root, std::string_view name) {
  return path_to(*static_cast<const Descriptor*>(root), name);
}

// Items that say what a message says, and whether their names lead to where they came from.
struct Printed {
  std::vector<std::string> items;
  bool leads_back = true;
};

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

class Printer {
 public:
  Printer(const void* root, Resolve resolve) : root_(root), resolve_(resolve) {}

  // `here`: the way to the message.
  Printed items_of(const Message& message, const Path& here) const {
    Printed all;
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      Path path = here;
      path.push_back(field);
      const bool found = resolve_(root_, line_name(*field)) == path;
      add(message, *field, path, found, all);
    }
    return all;
  }

 private:
  void add(const Message& message, const FieldDescriptor& field, const Path& path, bool found, Printed& all) const {
    const std::string name = line_name(field);
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!is_message || is_one_value(*field.message_type()) || field.is_repeated()) {
      all.leads_back = all.leads_back && found;
      all.items.push_back(fmt::format("{}={}", name, joined(values_of(message, field), " and ")));
      return;
    }
    const Message& within = message.GetReflection()->GetMessage(message, &field);
    Printed flat = items_of(within, path);
    if (!flat.items.empty() && flat.leads_back) {
      all.items.insert(all.items.end(), flat.items.begin(), flat.items.end());
      return;
    }
    all.leads_back = all.leads_back && found;
    all.items.push_back(flat.items.empty() ? name : name + in_parentheses(within));
  }

  static std::string in_parentheses(const Message& message) {
    const Printer printer(message.GetDescriptor(), in_message);
    return fmt::format("({})", joined(printer.items_of(message, {}).items, ", "));
  }

  // A part of a turn by its own name: throw(dice=1, faces=6).
  static std::string one_of_several(const Message& message) {
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    if (fields.size() != 1) return "()";
    const Message& within = message.GetReflection()->GetMessage(message, fields[0]);
    std::string items = in_parentheses(within);
    return fields[0]->name() + (items == "()" ? "" : items);
  }

  static std::vector<std::string> values_of(const Message& message, const FieldDescriptor& field) {
    const auto& look = *message.GetReflection();
    if (!field.is_repeated()) return {print_value(message, field, 0)};
    std::vector<std::string> values;
    for (int i = 0; i < look.FieldSize(message, &field); ++i) {
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        values.push_back(print_value(message, field, i));
        continue;
      }
      const Message& each = look.GetRepeatedMessage(message, &field, i);
      values.push_back(is_one_of_several(*field.message_type()) ? one_of_several(each) : in_parentheses(each));
    }
    return values;
  }

  const void* root_;
  Resolve resolve_;
};

std::string print(const v1::Provision& provision, const FieldDescriptor& kind) {
  const Printer printer(&kind, in_kind);
  const auto& look = *v1::Provision::GetReflection();
  std::vector<std::string> items = printer.items_of(look.GetMessage(provision, &kind), {&kind}).items;
  if (provision.has_scope()) {
    const auto* scope = v1::Provision::descriptor()->FindFieldByName("scope");
    for (std::string& item : printer.items_of(provision.scope(), {scope}).items) items.push_back(std::move(item));
  }
  return kind.name() + ": " + joined(items, ", ");
}

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
}

// What may stand in parentheses behind a name, or nothing where nothing can.
std::string forms_in_parentheses(const Descriptor& type);

// One part of a turn and another: "proposal and throw(dice=NUMBER, ...)".
std::string forms_of_several(const Descriptor& type) {
  std::vector<std::string> each;
  each.reserve(static_cast<std::size_t>(type.field_count()));
  for (int i = 0; i < type.field_count(); ++i) {
    each.push_back(type.field(i)->name() + forms_in_parentheses(*type.field(i)->message_type()));
  }
  return joined(each, " and ");
}

// What may stand where names are those of fields of `root`, of the fields of a message that lies at `here` in it.
// `leads_back`: as in Printed.
Printed forms_below(const Descriptor& root, const Descriptor& type, const Path& here) {
  Printed all;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (!is_in_lines(field)) continue;
    Path path = here;
    path.push_back(&field);
    const std::string name = line_name(field);
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_message && !is_one_value(*field.message_type()) && !field.is_repeated()) {
      Printed within = forms_below(root, *field.message_type(), path);
      if (!within.leads_back) within.items = {name + forms_in_parentheses(*field.message_type())};
      for (std::string& form : within.items) all.items.push_back(std::move(form));
      continue;
    }
    all.leads_back = all.leads_back && path_to(root, name) == path;
    if (!is_message || is_one_value(*field.message_type())) {
      all.items.push_back(fmt::format("{}={}{}", name, form_of(field), field.is_repeated() ? " and ..." : ""));
    } else if (is_one_of_several(*field.message_type())) {
      all.items.push_back(fmt::format("{}={}", name, forms_of_several(*field.message_type())));
    } else {
      all.items.push_back(fmt::format("{}={} and ...", name, forms_in_parentheses(*field.message_type())));
    }
  }
  return all;
}

std::string forms_in_parentheses(const Descriptor& type) {
  const Printed within = forms_below(type, type, {});
  return within.items.empty() ? "" : fmt::format("({})", joined(within.items, ", "));
}

}  // namespace
}  // namespace lines

std::string provision_line(const v1::Provision& provision) {
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  const auto* kind = v1::Provision::GetReflection()->GetOneofFieldDescriptor(provision, &kinds);
  if (kind != nullptr) {
    std::string line = lines::print(provision, *kind);
    // The proof that it says all of it, and nothing else.
    auto read = read_provision_line(line);
    const bool same = read && (*read).SerializeAsString() == provision.SerializeAsString();
    if (same && lines::is_one_line(line)) return line;
  }
  return replay::print_provision(provision);
}

std::vector<std::string> kinds_of_lines() {
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(kinds.field_count()));
  for (int i = 0; i < kinds.field_count(); ++i) names.push_back(kinds.field(i)->name());
  return names;
}

std::vector<std::string> items_of_lines(std::string_view kind) {
  const auto* field = lines::kind_named(kind);
  if (field == nullptr) return {};
  return lines::forms_below(*field->message_type(), *field->message_type(), {}).items;
}

}  // namespace nomic::tools

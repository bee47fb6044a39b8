#include "line_fields.h"

#include <algorithm>
#include <set>

#include "nomic/v1/provisions.pb.h"

namespace nomic::tools::lines {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

constexpr std::string_view THOUSANDTHS = "_thousandths";
constexpr std::string_view FIXED = "fixed";
constexpr std::size_t DEEPEST_PATH = 4;

// A string beside thousandths that bears the name under which lines have those.
bool says_points_of_another(const FieldDescriptor& field) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING || field.is_repeated()) return false;
  const Descriptor& type = *field.containing_type();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& other = *type.field(i);
    if (other.cpp_type() == FieldDescriptor::CPPTYPE_INT64 && line_name(other) == field.name()) return true;
  }
  return false;
}

std::vector<Path> deeper(const std::vector<Path>& level) {
  std::vector<Path> next;
  for (const Path& path : level) {
    const FieldDescriptor& field = *path.back();
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field.is_repeated()) continue;
    const Descriptor& type = *field.message_type();
    if (is_one_value(type)) continue;
    for (int i = 0; i < type.field_count(); ++i) {
      if (!is_in_lines(*type.field(i))) continue;
      next.push_back(path);
      next.back().push_back(type.field(i));
    }
  }
  return next;
}

std::vector<Path> fields_of(const Descriptor& type) {
  std::vector<Path> level;
  for (int i = 0; i < type.field_count(); ++i) {
    if (is_in_lines(*type.field(i))) level.push_back({type.field(i)});
  }
  return level;
}

}  // namespace

std::string line_name(const FieldDescriptor& field) {
  std::string name = field.name();
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_INT64) return name;
  if (name.ends_with(THOUSANDTHS)) name.resize(name.size() - THOUSANDTHS.size());
  return name == FIXED ? "points" : name;
}

bool is_in_lines(const FieldDescriptor& field) {
  static const std::set<std::string_view> SHORTHAND = {"nomic.v1.Adoption.fraction", "nomic.v1.Adoption.of",
                                                       "nomic.v1.Adoption.more_than"};
  return SHORTHAND.count(field.full_name()) == 0 && !says_points_of_another(field);
}

bool is_one_value(const Descriptor& type) {
  return &type == v1::Period::descriptor() || &type == v1::Quota::descriptor();
}

bool is_one_of_several(const Descriptor& type) {
  return type.real_oneof_decl_count() == 1 && type.oneof_decl(0)->field_count() == type.field_count() &&
         type.field(0)->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

Path path_to(const Descriptor& type, std::string_view name) {
  std::vector<Path> level = fields_of(type);
  for (std::size_t depth = 0; depth < DEEPEST_PATH && !level.empty(); ++depth, level = deeper(level)) {
    const auto is_it = [&](const Path& path) { return line_name(*path.back()) == name; };
    const auto found = std::find_if(level.begin(), level.end(), is_it);
    if (found == level.end()) continue;
    return std::count_if(level.begin(), level.end(), is_it) == 1 ? *found : Path();
  }
  return {};
}

Path path_in_kind(const FieldDescriptor& kind, std::string_view name) {
  const FieldDescriptor* holder = &kind;
  Path path = path_to(*kind.message_type(), name);
  if (path.empty()) {
    holder = v1::Provision::descriptor()->FindFieldByName("scope");
    path = path_to(*holder->message_type(), name);
  }
  if (!path.empty()) path.insert(path.begin(), holder);
  return path;
}

std::vector<std::string> names_in(const Descriptor& type) {
  std::vector<std::string> names;
  std::vector<Path> level = fields_of(type);
  for (std::size_t depth = 0; depth < DEEPEST_PATH && !level.empty(); ++depth, level = deeper(level)) {
    for (const Path& path : level) {
      std::string name = line_name(*path.back());
      const bool leads_here = path_to(type, name) == path;
      if (leads_here) names.push_back(std::move(name));
    }
  }
  return names;
}

const FieldDescriptor* kind_named(std::string_view name) {
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < kinds.field_count(); ++i) {
    if (kinds.field(i)->name() == name) return kinds.field(i);
  }
  return nullptr;
}

}  // namespace nomic::tools::lines

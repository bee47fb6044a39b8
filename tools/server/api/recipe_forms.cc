#include "api/recipe_forms.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "nomic/recipes/recipes.h"

namespace nomic::tools {
namespace {

namespace pb = google::protobuf;

// A comment as a paragraph, without its examples.
std::string paragraph(const std::string& comment) {
  std::string out;
  for (std::size_t from = 0; from < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', from), comment.size());
    std::string line = comment.substr(from, end - from);
    from = end + 1;
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("Example: ")) break;
    if (!line.empty()) out += (out.empty() ? "" : " ") + line;
  }
  return out;
}

template <class Descriptor>
std::string about(const Descriptor& of) {
  pb::SourceLocation at;
  if (!of.GetSourceLocation(&at)) return {};
  return paragraph(at.leading_comments + "\n" + at.trailing_comments);
}

// Without the package.
template <class Descriptor>
std::string name_within(const Descriptor& of) {
  return of.full_name().substr(of.file()->package().size() + 1);
}

std::string type_word(const pb::FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      return "TRUTH";
    case pb::FieldDescriptor::CPPTYPE_ENUM:
      return "WORD";
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      return "MESSAGE";
    case pb::FieldDescriptor::CPPTYPE_STRING:
      return "TEXT";
    case pb::FieldDescriptor::CPPTYPE_INT32:
    case pb::FieldDescriptor::CPPTYPE_INT64:
      return "SIGNED";
    default:
      return "NUMBER";
  }
}

class Describing {
 public:
  void message(const pb::Descriptor& of) {
    if (!known_.insert(of.full_name()).second) return;
    v1::ProvisionsView::Message& made = *view_.add_messages();
    made.set_name(name_within(of));
    made.set_about(about(of));
    bool shorthand = false;
    for (int i = 0; i < of.field_count(); ++i) {
      v1::ProvisionsView::Field& field = *made.add_fields();
      describe(*of.field(i), field);
      // Without a comment it goes with the field before it.
      shorthand = field.about().empty() ? shorthand : field.about().starts_with("Shorthand for ");
      field.set_shorthand(shorthand);
    }
    for (int i = 0; i < of.field_count(); ++i) parts_of(*of.field(i));
  }

  v1::ProvisionsView view() && { return std::move(view_); }

 private:
  static void describe(const pb::FieldDescriptor& of, v1::ProvisionsView::Field& field) {
    field.set_name(of.name());
    field.set_number(static_cast<std::uint32_t>(of.number()));
    field.set_type(type_word(of));
    if (of.message_type() != nullptr) field.set_of(name_within(*of.message_type()));
    if (of.enum_type() != nullptr) field.set_of(name_within(*of.enum_type()));
    field.set_repeated(of.is_repeated());
    field.set_always(of.has_presence());
    if (of.real_containing_oneof() != nullptr) field.set_one_of(of.real_containing_oneof()->name());
    field.set_about(about(of));
  }

  void parts_of(const pb::FieldDescriptor& field) {
    if (field.message_type() != nullptr) message(*field.message_type());
    if (field.enum_type() == nullptr || !known_.insert(field.enum_type()->full_name()).second) return;
    v1::ProvisionsView::Enumeration& made = *view_.add_enumerations();
    made.set_name(name_within(*field.enum_type()));
    for (int i = 0; i < field.enum_type()->value_count(); ++i) {
      const pb::EnumValueDescriptor& value = *field.enum_type()->value(i);
      if (value.number() == 0) continue;
      v1::ProvisionsView::Word& word = *made.add_words();
      word.set_name(value.name());
      word.set_number(static_cast<std::uint32_t>(value.number()));
      word.set_about(about(value));
    }
  }

  std::set<std::string> known_;
  v1::ProvisionsView view_;
};

v1::ProvisionsView read_schema() {
  pb::FileDescriptorSet files;
  [[maybe_unused]] const bool read = files.ParseFromString(std::string(schema_texts().front().text));
  assert(read);
  pb::DescriptorPool pool;
  // What it imports stands before it.
  const pb::FileDescriptor* built = nullptr;
  for (const pb::FileDescriptorProto& file : files.file()) built = pool.BuildFile(file);
  assert(built != nullptr);
  Describing describing;
  describing.message(*built->FindMessageTypeByName("Provision"));
  return std::move(describing).view();
}

void add_form(const FilledRecipe& filled, v1::RecipeFormsView& view) {
  const v1::Recipe& recipe = *filled.recipe;
  v1::RecipeFormsView::Recipe& made = *view.add_recipes();
  made.set_name(recipe.name());
  made.set_summary(recipe.summary());
  made.set_replaces(recipe.replaces());
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    v1::RecipeFormsView::Parameter& one = *made.add_parameters();
    one.set_name(parameter.name());
    one.set_meaning(parameter.meaning());
    one.set_kind(v1::Recipe::Kind_Name(parameter.kind()));
    one.set_value(filled.values.at(parameter.name()));
    one.set_least(parameter.least());
    one.set_most(parameter.most());
    for (const v1::Recipe::Choice& choice : parameter.choices()) one.add_choices(choice.value());
  }
  for (const std::string& lang : recipe_languages()) {
    auto text = text_of(filled, lang);
    if (!text) continue;
    v1::RecipeFormsView::LangText& one = *made.add_texts();
    one.set_lang(lang);
    one.set_text(*std::move(text));
  }
  *made.mutable_provisions() = {filled.provisions.begin(), filled.provisions.end()};
  *made.mutable_notes() = recipe.notes();
}

}  // namespace

const v1::ProvisionsView& provisions_described() {
  static const v1::ProvisionsView ALL = read_schema();
  return ALL;
}

Result<v1::RecipeFormsView> recipes_described(const Query& query) {
  NOMIC_ASSIGN(auto name, query.one("recipe"));
  RecipeValues values;
  for (const std::string& typed : query.several("set")) {
    NOMIC_ASSIGN(auto setting, read_setting(typed));
    values[setting.first] = setting.second;
  }
  if (!name && !values.empty()) return usage("set is for one recipe.", "name it: recipe=NAME");
  v1::RecipeFormsView view;
  for (const v1::Recipe& recipe : all_recipes()) {
    if (name) break;
    NOMIC_ASSIGN(auto filled, fill(recipe, {}));
    add_form(filled, view);
  }
  if (name) {
    NOMIC_ASSIGN(auto recipe, find_recipe(*name));
    NOMIC_ASSIGN(auto filled, fill(*recipe, values));
    add_form(filled, view);
  }
  return view;
}

}  // namespace nomic::tools

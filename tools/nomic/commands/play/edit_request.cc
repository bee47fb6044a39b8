#include "play/edit_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/reference.h"
#include "nomic/words/point_words.h"
#include "nomic/words/provision_line.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
namespace {

constexpr std::size_t FILE_WIDTH = 78;

const v1::Request::Change& change_in(const v1::Request& request) {
  static const v1::Request::Change NOTHING;
  const auto& changes = request.has_revise() ? request.revise().changes() : request.propose().changes();
  return changes.empty() ? NOTHING : changes[0];
}

v1::Request::Change& only_change(v1::Request& request) {
  auto& changes = request.has_revise() ? *request.mutable_revise()->mutable_changes()
                                       : *request.mutable_propose()->mutable_changes();
  return changes.empty() ? *changes.Add() : changes[0];
}

std::vector<v1::Provision> provisions_of(const v1::Request::Change& change, const std::optional<PresentRule>& present) {
  const bool says_them = !change.provisions().empty() || !present;
  std::vector<v1::Provision> all;
  if (!says_them || change.keep_provisions()) all = present ? present->provisions : all;
  all.insert(all.end(), change.provisions().begin(), change.provisions().end());
  return all;
}

std::string in_words(const std::string& line) {
  auto provisions = read_provision_entry(line);
  if (!provisions) return {};
  std::string out;
  for (const v1::Provision& provision : *provisions) {
    out += wrap(fmt::format("{}.", on_one_line(words_of(provision))), FILE_WIDTH, 4);
  }
  return out;
}

std::string meanings_of(const EditFile& file) {
  if (file.provisions.empty()) {
    return "It has no provisions: the rule is for people, and the program plays no part of it.\n";
  }
  std::string out = "What its provisions say:\n";
  for (const ProvisionLine& line : file.provisions) {
    const std::string words = in_words(line.text);
    if (!words.empty()) out += wrap(line.text, FILE_WIDTH, 2) + words;
  }
  return out;
}

std::string kind_of_line(std::string_view line) {
  return std::string(line.substr(0, line.find_first_of(": ")));
}

// One of many words stands by itself, so that a line can end behind it.
std::string with_room(const std::string& form) {
  std::string out;
  for (const char c : form) out += c == '|' ? std::string(" | ") : std::string(1, c);
  return out;
}

// The kinds that the rule has first: they are what will be looked for.
std::string kinds_there_are(const EditFile& file) {
  std::set<std::string> had;
  for (const ProvisionLine& line : file.provisions) had.insert(kind_of_line(line.text));
  std::vector<std::string> kinds = kinds_of_lines();
  std::stable_partition(kinds.begin(), kinds.end(), [&](const std::string& kind) { return had.count(kind) != 0; });
  std::string out;
  for (const std::string& kind : kinds) {
    out += wrap(fmt::format("{}  ({})", kind, words_of_matter(kind)), FILE_WIDTH, 2);
    out += wrap(with_room(fmt::format("{}", fmt::join(items_of_lines(kind), ", "))), FILE_WIDTH, 6);
  }
  return out;
}

// What stands for several provisions by one name.
std::string recipes_there_are() {
  std::string out =
      wrap("A recipe is a line too, and stands for its provisions; nomic recipes NAME has it in full:", FILE_WIDTH, 0);
  for (const v1::Recipe& recipe : all_recipes()) {
    const auto usual = fill(recipe, {});
    if (usual) out += wrap(print_recipe_line(*usual), FILE_WIDTH, 2) + wrap(recipe.summary() + ".", FILE_WIDTH, 6);
  }
  return out;
}

}  // namespace

EditFile file_of(const v1::Request& request, const std::optional<PresentRule>& present) {
  const v1::Request::Change& change = change_in(request);
  EditFile file;
  file.title = change.has_title() ? change.title() : present ? present->title : std::string();
  file.reason = request.has_revise() ? request.revise().reason() : request.propose().reason();
  file.texts = {change.texts().begin(), change.texts().end()};
  if (file.texts.empty() && present) file.texts = present->texts;
  if (file.texts.empty()) file.texts.emplace_back();
  for (std::string& line : provision_entries(provisions_of(change, present))) {
    file.provisions.push_back({std::move(line)});
  }
  return file;
}

std::optional<EditFault> put_file(const EditFile& file, const std::optional<PresentRule>& present,
                                  v1::Request& request) {
  v1::Request::Change& change = only_change(request);
  // A revision says all of its rule-change anew: what it left out would stay.
  if (present && change.kind() == v1::Request::KIND_UNSPECIFIED) {
    change.set_kind(present->kind);
    change.set_rule(replay::reference(present->rule));
  }
  const bool keeps_title = present && present->keeps_title && file.title == present->title;
  keeps_title || file.title.empty() ? change.clear_title() : change.set_title(file.title);
  change.clear_texts();
  for (const v1::Text& text : file.texts) *change.add_texts() = text;
  change.set_keep_provisions(false);
  change.clear_provisions();
  request.has_revise() ? request.mutable_revise()->set_reason(file.reason)
                       : request.mutable_propose()->set_reason(file.reason);
  for (const ProvisionLine& line : file.provisions) {
    auto provisions = read_provision_entry(line.text);
    if (!provisions) return EditFault{line.line, provisions.error().what, provisions.error().hint};
    for (v1::Provision& one : *provisions) *change.add_provisions() = std::move(one);
  }
  return std::nullopt;
}

std::string head_of_file(const v1::Request& request, const std::optional<PresentRule>& present) {
  const std::uint32_t rule = replay::number_in(change_in(request).rule());
  const std::string what = request.has_revise() ? "The proposal as it would be revised"
                           : present            ? fmt::format("Rule {} as you would have it", replay::numeral(rule))
                                                : "A new rule";
  return wrap(what +
                  ": the text is for people, and the program plays by the provisions, a line each. What they say, "
                  "and which there are, stands below. Save, and leave the editor; with the file empty, or as it is, "
                  "nothing is done. Title and reason may be left out.",
              FILE_WIDTH, 0);
}

std::string help_of_file(const EditFile& file) {
  return "Nothing from this line on is read.\n\n" + meanings_of(file) +
         wrap(
             "\nA provision is a line: its kind, a colon, and what it says, with commas between. A share is 2/3 of "
             "eligible, or more than 1/2 of cast; a time 7 days, or 36 hours; points 14.3, or -10. changes=repeal, "
             "players=Ann and Bob or mode=mail limit what any line says to that. For example:\n"
             "  award: occasion=adopted, recipient=other_voters_for, points=1\n\n",
             FILE_WIDTH, 0) +
         recipes_there_are() + "\nThe kinds, and what each can say:\n\n" + kinds_there_are(file);
}

}  // namespace nomic::tools

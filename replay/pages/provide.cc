// Provides the rules of a page with provisions: of the rule of the Initial Set for which each is taken by its text,
// where nothing in it differs but figures that can be read.
#include "provide.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::int64_t THOUSANDTHS = 1000;  // points are recorded in them

// A number of a provision that a figure of the text may be.
struct Place {
  Message* message = nullptr;
  const FieldDescriptor* field = nullptr;
  std::int64_t value = 0;
};

std::optional<std::int64_t> number_in(const Message& message, const FieldDescriptor& field) {
  const auto* reflection = message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection->GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64:
      return reflection->GetInt64(message, &field);
    case FieldDescriptor::CPPTYPE_UINT32:
      return reflection->GetUInt32(message, &field);
    default:
      return std::nullopt;
  }
}

void set_number(const Place& place, std::int64_t value) {
  const auto* reflection = place.message->GetReflection();
  switch (place.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      reflection->SetInt32(place.message, place.field, static_cast<std::int32_t>(value));
      break;
    case FieldDescriptor::CPPTYPE_INT64:
      reflection->SetInt64(place.message, place.field, value);
      break;
    default:
      reflection->SetUInt32(place.message, place.field, static_cast<std::uint32_t>(value));
      break;
  }
}

void collect(Message& message, std::vector<Place>& places) {
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (!field->is_repeated()) {
        collect(*reflection->MutableMessage(&message, field), places);
        continue;
      }
      for (int i = 0; i < reflection->FieldSize(message, field); ++i)
        collect(*reflection->MutableRepeatedMessage(&message, field, i), places);
    } else if (!field->is_repeated()) {
      if (const auto value = number_in(message, *field)) places.push_back({&message, field, *value});
    }
  }
}

// Puts a figure of the page where the provisions have that of the wording. False where they have it nowhere, or in
// several places.
bool put(const std::vector<Place>& places, std::uint32_t from, std::uint32_t to) {
  const auto is_it = [from](const Place& place) {
    return std::abs(place.value) == from || std::abs(place.value) == from * THOUSANDTHS;
  };
  if (std::count_if(places.begin(), places.end(), is_it) != 1) return false;
  const Place& place = *std::find_if(places.begin(), places.end(), is_it);
  const std::int64_t unit = std::abs(place.value) == from ? 1 : THOUSANDTHS;
  constexpr std::int64_t MOST = 1'000'000;  // beyond it a figure is no amount of a game
  if (to > MOST) return false;
  const std::int64_t sign = place.value < 0 ? -1 : 1;
  set_number(place, sign * std::int64_t{to} * unit);
  return true;
}

const v1::RuleBody* body_of(const v1::Ruleset& ruleset, std::uint32_t number) {
  for (const v1::RuleBody& body : ruleset.rules()) {
    if (replay::number_in(body.number()) == number) return &body;
  }
  return nullptr;
}

bool same_provisions(const v1::RuleBody& a, const v1::RuleBody& b) {
  return std::equal(
      a.provisions().begin(), a.provisions().end(), b.provisions().begin(), b.provisions().end(),
      [](const auto& one, const auto& other) { return one.SerializeAsString() == other.SerializeAsString(); });
}

// The words of `hashes` as far as they are spelt somewhere, by the alphabet.
std::vector<std::string> spelt(const std::vector<std::uint32_t>& hashes,
                               const std::vector<const Fingerprint*>& spellings) {
  std::vector<std::string> words;
  for (const std::uint32_t hash : hashes) {
    for (const Fingerprint* one : spellings) {
      const auto found = one->spelt.find(hash);
      if (found == one->spelt.end()) continue;
      words.push_back(found->second);
      break;
    }
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::uint32_t> without(const std::vector<std::uint32_t>& from, const std::vector<std::uint32_t>& those) {
  std::vector<std::uint32_t> rest;
  std::set_difference(from.begin(), from.end(), those.begin(), those.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

Result<EditionsByName> all_editions() {
  EditionsByName all;
  for (const std::string& name : edition_names()) {
    NOMIC_ASSIGN(auto one, edition(name));
    all.emplace(name, std::move(one));
  }
  return all;
}

Provider::Provider(const Likenesses& likenesses, const v1::Ruleset& initial_set, const EditionsByName& editions,
                   const std::map<std::uint32_t, std::uint32_t>& map)
    : likenesses_(likenesses), initial_set_(initial_set), editions_(editions), map_(map) {}

Result<TakenFor> Provider::provide(const RuleKey& rule, v1::RuleBody& body) const {
  TakenFor taken;
  taken.rule = rule.number;
  if (const auto mapped = map_.find(rule.number); mapped != map_.end()) {
    const v1::RuleBody* known = body_of(initial_set_, mapped->second);
    if (known == nullptr) {
      return error_of(ErrorCode::BAD_RULESET, "map_unknown", {{"rule", rule.number}, {"known", mapped->second}});
    }
    taken.known = mapped->second;
    taken.edition = initial_set_.edition();
    taken.why = TakenFor::Why::MAPPED;
    taken.provisions = true;
    *body.mutable_provisions() = known->provisions();
    return taken;
  }
  const auto like = likenesses_.rules.find(rule);
  if (like == likenesses_.rules.end() || likenesses_.wordings.empty()) return taken;
  taken.alike = like->second.alike / 10;
  const KnownWording& nearest = likenesses_.wordings[like->second.nearest];
  taken.edition = nearest.edition;
  if (like->second.known == 0) return taken;
  taken.known = like->second.known;
  const Fingerprint& text = likenesses_.texts.at(rule);
  const v1::RuleBody* known = body_of(initial_set_, taken.known);
  if (known == nullptr) {
    taken.why = TakenFor::Why::NO_EDITION;
    return taken;
  }
  const std::vector<const KnownWording*> wordings = wordings_of(*known);
  for (const bool figures_too : {true, false}) {
    for (const KnownWording* wording : wordings) {
      if (!is_same_but_figures(text, wording->text)) continue;
      if (figures_too && text.figures != wording->text.figures) continue;
      *body.mutable_provisions() = known->provisions();
      taken.edition = wording->edition;
      taken.alike = 100;
      if (figures_too || read_figures(text.figures, wording->text.figures, body)) {
        taken.why = figures_too ? TakenFor::Why::SAME : TakenFor::Why::FIGURES_READ;
        taken.provisions = true;
        if (!figures_too) differing(text, *wording, taken);
        return taken;
      }
      body.clear_provisions();
    }
  }
  taken.why = TakenFor::Why::DIFFERS;
  // Of equally near ones the edition's own is the first.
  const auto compared = std::max_element(
      wordings.begin(), wordings.end(),
      [&](const KnownWording* a, const KnownWording* b) { return likeness(text, a->text) < likeness(text, b->text); });
  const KnownWording& other = compared == wordings.end() ? nearest : **compared;
  taken.edition = other.edition;
  taken.alike = likeness(text, other.text) / 10;
  differing(text, other, taken);
  return taken;
}

// Those that have the provisions of the known rule, the edition's own first.
std::vector<const KnownWording*> Provider::wordings_of(const v1::RuleBody& known) const {
  std::vector<const KnownWording*> wordings;
  for (const KnownWording& wording : likenesses_.wordings) {
    if (wording.rule == replay::number_in(known.number()) && is_of_edition(wording, known))
      wordings.push_back(&wording);
  }
  std::stable_partition(wordings.begin(), wordings.end(),
                        [this](const KnownWording* wording) { return wording->edition == initial_set_.edition(); });
  return wordings;
}

// A wording of another edition serves where both have the same provisions.
bool Provider::is_of_edition(const KnownWording& wording, const v1::RuleBody& known) const {
  if (wording.edition == initial_set_.edition()) return true;
  const auto other = editions_.find(wording.edition);
  const v1::RuleBody* same = other == editions_.end() ? nullptr : body_of(other->second, wording.rule);
  return same != nullptr && same_provisions(*same, known);
}

bool Provider::read_figures(const std::vector<std::uint32_t>& page, const std::vector<std::uint32_t>& wording,
                            v1::RuleBody& body) {
  std::vector<Place> places;
  for (v1::Provision& provision : *body.mutable_provisions()) collect(provision, places);
  std::map<std::uint32_t, std::uint32_t> changed;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page[i] == wording[i]) continue;
    const auto [place, fresh] = changed.emplace(wording[i], page[i]);
    if (!fresh && place->second != page[i]) return false;
  }
  for (const auto& [from, to] : changed) {
    if (!put(places, from, to)) return false;
  }
  return std::all_of(body.provisions().begin(), body.provisions().end(),
                     [](const v1::Provision& provision) { return static_cast<bool>(check_provision(provision)); });
}

void Provider::differing(const Fingerprint& text, const KnownWording& wording, TakenFor& taken) const {
  // A published wording's words are known where another wording of the rule has them too.
  std::vector<const Fingerprint*> spellings;
  for (const KnownWording& one : likenesses_.wordings) {
    if (one.rule == wording.rule) spellings.push_back(&one.text);
  }
  const std::vector<std::uint32_t> fewer = without(wording.text.words, text.words);
  taken.more = spelt(without(text.words, wording.text.words), {&text});
  taken.fewer = spelt(fewer, spellings);
  taken.unnamed = fewer.size() - taken.fewer.size();
  for (const std::uint32_t figure : text.figures) {
    const auto& others = wording.text.figures;
    if (std::find(others.begin(), others.end(), figure) == others.end()) taken.more.push_back(std::to_string(figure));
  }
  for (const std::uint32_t figure : wording.text.figures) {
    if (std::find(text.figures.begin(), text.figures.end(), figure) == text.figures.end())
      taken.fewer.push_back(std::to_string(figure));
  }
}

}  // namespace nomic::replay::import

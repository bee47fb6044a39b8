#include "named_rules.h"

#include <algorithm>
#include <map>
#include <string>

#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

// What a number is called by now; "206a", where no rule bore that by then, is a part of rule 206. 0: what it was.
std::uint32_t called(std::uint32_t number, const std::map<std::uint32_t, std::uint32_t>& references,
                     const std::set<std::uint32_t>& lettered) {
  const auto whole = references.find(number);
  if (whole != references.end()) return whole->second;
  const bool is_part = is_lettered(number) && lettered.count(number) == 0;
  const auto of = is_part ? references.find(plain_of(number)) : references.end();
  return of == references.end() ? 0 : same_part_of(of->second, number);
}

void put_right(Texts& texts, const v1::TextCorrection& slip) {
  auto at = std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.lang() == slip.lang(); });
  if (at == texts.end() && (texts.empty() || !slip.lang().empty())) {
    if (!slip.whole()) return;
    at = texts.emplace(texts.end());
    at->set_lang(slip.lang());
  }
  if (at == texts.end()) at = texts.begin();
  std::string words = at->text();
  if (slip.whole()) {
    words = slip.after();
  } else if (const auto place = words.find(slip.before()); place != std::string::npos) {
    words.replace(place, slip.before().size(), slip.after());
  }
  at->set_text(words);
}

}  // namespace

Named::Named(v1::Text text) : text_(std::move(text)) {
  for (const auto& mention : mentions(text_.text())) {
    if (!mention.ranged) places_.emplace_back(mention, mention.number);
  }
}

void Named::follow(const Edit& edit) {
  for (auto& [mention, number] : places_) {
    if (const auto now = called(number, edit.references, edit.lettered); now != 0) number = now;
  }
}

bool Named::names(std::uint32_t from, std::uint32_t to, const std::set<std::uint32_t>& lettered) const {
  return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
    return called(place.second, {{from, to}}, lettered) != 0;
  });
}

// From the last place to the first, so that those before stay where they are.
v1::Text Named::as_read() const {
  std::string words = text_.text();
  for (std::size_t at = places_.size(); at-- > 0;) {
    const auto& [mention, number] = places_[at];
    if (number != mention.number) words.replace(mention.at, mention.length, numeral(number));
  }
  auto text = text_;
  text.set_text(words);
  return text;
}

std::vector<Named> named_in(const Texts& texts) {
  return {texts.begin(), texts.end()};
}

std::vector<Named> corrected(const std::vector<Named>& texts, const v1::TextCorrection& slip) {
  Texts read;
  for (const auto& text : texts) read.push_back(text.as_read());
  put_right(read, slip);
  return named_in(read);
}

}  // namespace nomic::replay::audit

#include "change/corrections.h"

#include <algorithm>

#include "nomic/replay/content.h"

namespace nomic::replay {

v1::Text* text_of(std::vector<v1::Text>& texts, const std::string& lang) {
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.lang() == lang; });
  if (found != texts.end()) return &*found;
  return lang.empty() && !texts.empty() ? &texts.front() : nullptr;
}

std::size_t times_in(const std::string& text, const std::string& words) {
  if (words.empty()) return 0;
  std::size_t times = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++times;
  return times;
}

bool correct(std::vector<v1::Text>& texts, const v1::TextCorrection& correction) {
  auto* text = text_of(texts, correction.lang());
  if (text == nullptr || times_in(text->text(), correction.before()) != 1) return false;
  std::string corrected = text->text();
  corrected.replace(corrected.find(correction.before()), correction.before().size(), correction.after());
  text->set_text(corrected);
  return true;
}

Result<std::vector<std::uint64_t>> resting_on(const History& history,
                                              const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                                              std::uint64_t record) {
  auto bare = sources;
  bare.rbegin()->clear_corrections();
  auto content = version_at(history, bare, bare.size());
  if (!content) return content.error();
  std::vector<std::uint64_t> fallen;
  for (const auto& correction : sources.rbegin()->corrections()) {
    if (correction.record() == record || correct(content->texts, correction.text())) continue;
    fallen.push_back(correction.record());
  }
  return fallen;
}

}  // namespace nomic::replay

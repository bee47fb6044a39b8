#include "change/corrections.h"

#include <algorithm>

#include "change/references_follow.h"
#include "nomic/replay/content.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/game_limits.h"

namespace nomic::replay {
namespace {

void put_references(std::vector<v1::Text>& texts, const v1::FollowedReferences& references) {
  for (auto& text : texts) text.set_text(as_followed(text.text(), references));
}

}  // namespace

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
  // Of a version of which no text was on record.
  if (correction.whole() && texts.empty()) texts.emplace_back().set_lang(correction.lang());
  auto* text = text_of(texts, correction.lang());
  if (text == nullptr) return false;
  if (correction.whole()) {
    text->set_text(correction.after());
    return true;
  }
  if (times_in(text->text(), correction.before()) != 1) return false;
  std::string corrected = text->text();
  corrected.replace(corrected.find(correction.before()), correction.before().size(), correction.after());
  text->set_text(corrected);
  return true;
}

v1::AppliedCorrection as_kept(const Move& move, const v1::TextCorrection& correction) {
  v1::AppliedCorrection kept;
  kept.set_record(move.index);
  *kept.mutable_text() = correction;
  const bool is_short = std::max(correction.before().size(), correction.after().size()) <= SLIP_KEPT_LIMIT;
  if (is_short && !correction.whole()) return kept;
  kept.mutable_text()->clear_before();
  kept.mutable_text()->clear_after();
  kept.set_form(digest_of_form(move).raw());
  return kept;
}

Result<v1::TextCorrection> with_words(const History& history, const v1::AppliedCorrection& applied) {
  if (applied.form().empty()) return applied.text();
  NOMIC_ASSIGN(auto move, history.at(applied.record()));
  const auto event = event_in(move);
  if (!event.record_corrected().has_text()) {
    return refuse(ErrorCode::NOT_A_GAME, "text_missing", {{"record", applied.record()}});
  }
  if (digest_of_form(move).raw() != applied.form()) {
    return refuse(ErrorCode::NOT_A_GAME, "text_differs", {{"record", applied.record()}});
  }
  v1::TextCorrection whole = applied.text();
  whole.set_before(event.record_corrected().text().before());
  whole.set_after(event.record_corrected().text().after());
  return whole;
}

bool is_clerical(const v1::AppliedCorrection& applied) {
  return applied.has_text() || (applied.has_title() && !applied.retitled());
}

Status correct_all(const History& history, const v1::VersionSource& source, std::vector<v1::Text>& texts) {
  for (const auto& applied : source.corrections()) {
    if (applied.has_references()) put_references(texts, applied.references());
    if (!applied.has_text()) continue;
    NOMIC_ASSIGN(auto correction, with_words(history, applied));
    correct(texts, correction);
  }
  return ledger::Done{};
}

std::optional<std::string> corrected_title(const v1::VersionSource& source) {
  std::optional<std::string> title;
  for (const auto& applied : source.corrections()) {
    if (applied.has_title()) title = applied.title().after();
  }
  return title;
}

Result<std::vector<std::uint64_t>> resting_on(const History& history,
                                              const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                                              std::uint64_t record) {
  auto bare = sources;
  bare.rbegin()->clear_corrections();
  NOMIC_ASSIGN(auto content, version_at(history, bare, bare.size()));
  std::vector<std::uint64_t> fallen;
  for (const auto& applied : sources.rbegin()->corrections()) {
    if (applied.has_references()) put_references(content.texts, applied.references());
    if (applied.record() == record || !applied.has_text()) continue;
    NOMIC_ASSIGN(auto correction, with_words(history, applied));
    if (!correct(content.texts, correction)) fallen.push_back(applied.record());
  }
  return fallen;
}

}  // namespace nomic::replay

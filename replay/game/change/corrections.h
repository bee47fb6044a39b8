// What a version of a rule says otherwise than its record: clerical corrections of its texts, open to objection
// (game.md, section 9), references that follow (references_follow.h), and the title that corrections and retitlings
// give it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play.h"

namespace nomic::replay {

// The text that the correction is about; null if the rule has none in that language.
v1::Text* text_of(std::vector<v1::Text>& texts, const std::string& lang);

// How often the words stand in the text; those that overlap count each.
std::size_t times_in(const std::string& text, const std::string& words);

// Puts the words that replace a slip in its place, or the whole text in that of another. False, and nothing is changed,
// unless the slip stands there exactly once.
bool correct(std::vector<v1::Text>& texts, const v1::TextCorrection& correction);

// A correction as a state keeps it: without its words, where they are those of a whole text or longer than
// SLIP_KEPT_LIMIT. Then the digest of its record says what holds them.
v1::AppliedCorrection as_kept(const Move& move, const v1::TextCorrection& correction);

// The same with its words, read from its record where the state does not keep them. Fails only as the history fails.
Result<v1::TextCorrection> with_words(const History& history, const v1::AppliedCorrection& applied);

// Whether it is a clerical correction: what players correct, and can object to.
bool is_clerical(const v1::AppliedCorrection& applied);

// Puts the corrections of a version, and the references that follow, in their places, in their order. Fails only as the
// history fails.
Status correct_all(const History& history, const v1::VersionSource& source, std::vector<v1::Text>& texts);

// The title that the corrections and retitlings of a version give it; nothing: they give it none.
std::optional<std::string> corrected_title(const v1::VersionSource& source);

// Which corrections of the version that the last of the sources made cannot stand without the correction of that
// record, by their records. Fails only as the history fails.
Result<std::vector<std::uint64_t>> resting_on(const History& history,
                                              const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                                              std::uint64_t record);

}  // namespace nomic::replay

// How two versions of a rule differ, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// The text, what is gone as [-...-], what is new as {+...+}.
std::string marked_text(const v1::CompareView::Rule& rule);

// "- no longer played by: adoption needs all votes."; "+ played by: ...".
std::string no_longer_played_by(std::string_view in_words, std::size_t width, std::size_t indent);
std::string newly_played_by(std::string_view in_words, std::size_t width, std::size_t indent);

// All that differs, for people: the text by passages (passages.h), provisions in words.
std::string rule_difference_text(const v1::CompareView::Rule& rule, std::size_t width);

}  // namespace nomic::tools

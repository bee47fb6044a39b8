// Rule-changes as HTML: what they strike and add, by word.
#pragma once

#include <string>

#include "nomic/v1/view.pb.h"
#include "nomic/words/page_words.h"

namespace nomic::tools {

std::string change_html(const v1::ChangeView& change, const PageWords& words);

// "Played by: adoption needs all votes." as an item of a list.
std::string played_by_html(std::string_view in_words, const PageWords& words);

}  // namespace nomic::tools

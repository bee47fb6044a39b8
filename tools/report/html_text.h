// Text in HTML: what players wrote is never markup.
#pragma once

#include <string>
#include <string_view>

#include "nomic/words/page_words.h"

namespace nomic::tools {

// The text with what HTML reads as markup escaped, for content and for attributes in double quotes. Characters that
// could repaint what is around them are shown by their number, as on a terminal (terminal_text.h).
std::string html(std::string_view text);

// What the program says in English, escaped, and marked as English in a page of another language.
std::string program_words(std::string_view text, const PageWords& words);

// <p lang="ja" dir="auto">...</p>: a player's text in a language; empty: nobody says in which.
std::string html_passage(std::string_view element, std::string_view lang, std::string_view text);
// The same around what is HTML already.
std::string html_passage_of(std::string_view element, std::string_view lang, std::string_view markup);

// <bdi>Ann</bdi>: a name, which may be in any direction.
std::string html_name(std::string_view name);

// <time datetime="...">...</time>; empty: no time is known.
std::string html_time(std::string_view rfc3339);

}  // namespace nomic::tools

// Words: what the importer knows of the languages in which rules are published, and of the words that head them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/rules.pb.h"

namespace nomic::replay::import {

// The language that a piece of text is in ("en", "es", "it", "ja", "nl"); empty where it cannot be told: too short, or
// none of these. By its script and its commonest words.
std::string language_of(std::string_view text);

// Whether a language is written without spaces between words.
bool is_unspaced(std::string_view lang);

// Whether the text ends as sentences do, closing quotes and brackets aside.
bool ends_sentence(std::string_view text);

// The status that a short line speaks of ("I. Regole Immutabili", "<不可変規則>"); unspecified if of none or of both.
v1::RuleStatus status_in(std::string_view text);

// Whether a short line names the set of rules itself ("Initial Set of Rules").
bool names_the_set(std::string_view text);

// Whether the word stands before a rule's number ("Rule", "Regla", "規則"), case aside.
bool is_word_for_rule(std::string_view word);

// Columns as displayed, near enough to tell a title from a paragraph: two for what is not Latin.
std::size_t columns_of(std::string_view text);

}  // namespace nomic::replay::import

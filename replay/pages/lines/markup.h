// Markup: the signs by which Markdown, wiki text and forum posts say what a line is. Each is told from the line alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace nomic::replay::import {

std::string_view without_indent(std::string_view raw);
std::string_view without_space_behind(std::string_view raw);
std::string_view trimmed_line(std::string_view raw);
std::size_t indent_of(std::string_view raw);  // in columns; a tab goes to the next fourth one

// A heading's level and its words; level 0: it is none.
struct HeadingSigns {
  int level = 0;
  std::string_view text;
};

// "## Title", and "##Title" as sloppy pages have it; "#1" is none.
HeadingSigns number_signs(std::string_view raw);

// "== Title ==", as wikis have it.
HeadingSigns equals_signs(std::string_view raw);

// The length of the run of ``` or ~~~ that begins a fence; 0 for none. An indented one is one in the item of a list.
std::size_t fence_of(std::string_view raw, bool in_list);

// A line of nothing but `mark`, three at least: under a heading, or across the page.
bool is_rule_of(std::string_view raw, char mark);

// "---", "* * *": a line across the page.
bool is_break(std::string_view raw);

// Whether the line begins with words in bold.
bool begins_with_strong(std::string_view raw);

// "1. text" or "1) text": the digits before the sign; 0 for none, or more than three.
std::size_t item_digits(std::string_view text);

// "- text"
bool is_bullet(std::string_view text);

// "| --- | :-: |": the line under the head of a table.
bool is_table_line(std::string_view raw);

// "<<<<<<< HEAD": what a merge leaves that was not brought to an end.
bool begins_conflict(std::string_view raw);
bool ends_conflict(std::string_view raw);

// "[code]", "[/quote]", "[quote=Ann]" alone on a line, in any case: the name with its slash in small letters; else
// empty.
std::string_view forum_tag(std::string_view raw);

}  // namespace nomic::replay::import

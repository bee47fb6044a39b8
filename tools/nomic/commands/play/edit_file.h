// The file that --edit opens: a rule as somebody would have it, in words and in provisions.
//
//     # what is to be written here
//     title: Tea
//     reason: we are thirsty
//
//     text:
//     Whoever moves makes tea.
//
//     text (ja):
//     ...
//
//     provisions:
//     award: occasion=turn_ended, recipient=the_player, points=1
//
//     # ------------------------ >8 ------------------------
//     # nothing from here on is read
//
// A text is everything below its marker, but for empty lines around it; a line of it that looks like a marker has a
// backslash before it. Elsewhere a line that begins with # is a comment, and one that begins with #! says what was
// wrong there when the file was read last. A provision that begins a line goes on in lines that begin with a blank.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/rules.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// A line of the provisions: a provision in one of the ways in which it is written.
struct ProvisionLine {
  std::string text;
  std::size_t line = 0;  // of the file, from 1
};

struct EditFile {
  std::string title;
  std::string reason;
  // The first is authoritative; its language may be empty: the game's.
  std::vector<v1::Text> texts;
  std::vector<ProvisionLine> provisions;
};

// What is wrong in a file, and in which line of it, from 1; 0: in no single one.
struct EditFault {
  std::size_t line = 0;
  std::string what;
  std::string hint;
};

// The file. `head` and `help` are lines that become comments above and below.
std::string print_edit_file(const EditFile& file, std::string_view head, std::string_view help);

// What it says. Provisions are not looked into.
ledger::Result<EditFile, EditFault> read_edit_file(std::string_view text);

// The same file, with what is wrong as a comment above its line, and without what was said so before; with `help` in
// place of what stood below.
std::string with_fault(std::string_view text, const EditFault& fault, std::string_view help);

// The line at which the fault is shown in that, from 1.
std::size_t line_of_fault(std::string_view text);

// Whether both say the same, wherever their lines stand.
bool says_the_same(const EditFile& one, const EditFile& other);

}  // namespace nomic::tools

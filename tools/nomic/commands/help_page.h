// A page of the documents, in parts: how docs/provisions.md is laid out by tools/provisions-doc.py.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// A part under a heading of the third level.
struct PagePart {
  // As the heading has it: "award", "Amount".
  std::string name;
  // A kind of provision, or what several kinds are made of.
  bool is_kind = false;
  std::vector<std::string> lines;
};

// Of docs/provisions.md, as it was built in.
const std::vector<PagePart>& provisions_page();

// Markdown as plain words: without the signs of code and links.
std::string without_markdown(std::string_view text);

// The part as text, its tables as fields with what they may be; and the names of the parts that it refers to, in the
// order in which they come.
struct ShownPart {
  std::string text;
  std::vector<std::string> refers_to;
};
ShownPart shown_part(const PagePart& part, std::size_t width);

}  // namespace nomic::tools

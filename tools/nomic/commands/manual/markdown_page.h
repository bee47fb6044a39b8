// A document of docs/ as a manual page.
#pragma once

#include <string_view>

#include "manual/roff.h"

namespace nomic::tools {

// Adds what the document says below its title: headings of the second and third level, paragraphs, lists, indented
// lines, and tables, a row of which becomes an entry of its first cell. Of Markdown it knows what our documents use.
void add_markdown(RoffPage& page, std::string_view document);

}  // namespace nomic::tools

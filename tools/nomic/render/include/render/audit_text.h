// An audit for people: the verdict in one sentence, what is broken, what could not be judged; of what holds a line, or
// the table of all checks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

std::string audit_text(const v1::FindingsView& view, bool with_table, std::size_t width);

// A file as sentences name it: in quotes; "-" is standard input.
std::string file_named(std::string_view path);

// What was checked of a file that was asked in place of a ledger, and what was not.
std::string file_text(const v1::FileView& file, std::size_t width);

}  // namespace nomic::tools

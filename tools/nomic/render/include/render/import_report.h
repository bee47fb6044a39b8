// What became of a page that was read: for programs, and for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/page_import.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::ImportView import_view(const replay::Imported& imported);

// The report for people.
std::string import_text(const v1::ImportView& view, std::size_t width);

}  // namespace nomic::tools

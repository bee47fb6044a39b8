// What the importer knows of published pages: data files of this folder, compiled in.
#pragma once

#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/rules/embedded.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

// "variants-nl", "evidence", in the order of their stems; cmake/EmbedData.cmake writes the definition.
const std::vector<EmbeddedFile>& embedded_page_data();

// What is known of the ways in which published texts of the Initial Set depart from their edition.
Result<v1::Variants> known_variants();

}  // namespace nomic::replay

// Views of what the numbers in rules' texts mean by now: for `show-rules --references` and `check-references`.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/references.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::ReferencesView::Reference reference_view(const replay::Reference& reference);

// "rule 206 is rule 302 now"; "rule 210 was repealed"; empty where the number means what it meant.
std::string reference_words(const replay::Reference& reference);

// Those to which something has happened, and how the texts could be put right.
v1::ReferencesView references_view(const replay::Histories& histories,
                                   const std::vector<replay::Reference>& references);

}  // namespace nomic::tools

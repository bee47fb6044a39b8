// The ruleset of the first version: what the play founds the game on.
#pragma once

#include "nomic/v1/rules.pb.h"
#include "rule_files.h"

namespace nomic::tools {

// Texts, titles and numbers are those that were posted; where the page says no status, the edition's. Provisions are
// those that an import gives (page_import.h); where it cannot (the language is not known, a number stands twice), there
// are none.
v1::Ruleset first_ruleset(const RulePage& page, const replay::ImportOptions& reading);

}  // namespace nomic::tools

// What a file is that was named as a bundle: a page, a table and any other text are no bundles that somebody altered,
// and whoever named one is told what is done with it instead.
#pragma once

#include <string>

#include "nomic/views/failure.h"

namespace nomic::tools {

// Fails where the file at `path` begins as a page or is plain text all through its beginning. What else may be wrong
// with it is the bundle's reader to say; so is what cannot be read, and what is no plain file. `named`: as it was
// typed.
Status check_is_no_text(const std::string& path, const std::string& named);

}  // namespace nomic::tools

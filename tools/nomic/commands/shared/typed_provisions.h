// Provisions as they are typed: as a line (nomic/words/provision_line.h) or in protobuf text format, on the command
// line or in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/provisions.pb.h"
#include "nomic/v1/request.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// One provision: `adoption: quota=2/3 of eligible`, or `adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE }
// }`.
Result<v1::Provision> read_provision(std::string_view text);

// Provisions as --provision and the file of a rule in an editor have them, an entry a line: a provision, or a recipe
// with its settings, which may be several.
Result<std::vector<v1::Provision>> read_provision_entry(std::string_view entry);
std::vector<std::string> provision_entries(const std::vector<v1::Provision>& provisions);

// A file of rule-changes, each as `changes { ... }`, with perhaps `together: true`. Nothing in them is checked yet.
// `where` names the file in messages.
Result<v1::Request::Propose> read_changes(const std::string& text, std::string_view where);

// A file of provisions, each `provisions { ... }` as a file of rules has them.
Result<std::vector<v1::Provision>> read_provisions(const std::string& text, std::string_view where);

}  // namespace nomic::tools

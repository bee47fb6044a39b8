// Between requests and the file that --edit opens.
#pragma once

#include <optional>
#include <string>

#include "nomic/service/present_rule.h"
#include "nomic/v1/request.pb.h"
#include "play/edit_file.h"

namespace nomic::tools {

// The file that a request begins with: what it says itself, and for the rest what there is.
EditFile file_of(const v1::Request& request, const std::optional<PresentRule>& present);

// Puts what the file says into the request; what is wrong with one of its provisions, if anything.
std::optional<EditFault> put_file(const EditFile& file, const std::optional<PresentRule>& present,
                                  v1::Request& request);

// What stands at the file's head: what is to be written, and how.
std::string head_of_file(const v1::Request& request, const std::optional<PresentRule>& present);

// What stands below: what the provisions say in words, how they are written, and which kinds there are.
std::string help_of_file(const EditFile& file);

}  // namespace nomic::tools

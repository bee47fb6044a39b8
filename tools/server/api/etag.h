// ETags: an answer that the client has already is not sent again.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/server/http.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The ETag of an answer of that version of the program that depends on nothing but these texts.
std::string etag_of(std::string_view version, const std::vector<std::string>& texts);

// Whether an If-None-Match of these values names that ETag.
bool names_etag(std::string_view values, std::string_view etag);

// 304 where `match` (If-None-Match) names the ETag; else the document, or the problem document of its failure.
HttpAnswer with_etag(const std::string& match, const std::string& etag,
                     const std::function<Result<std::string>()>& document);

}  // namespace nomic::tools

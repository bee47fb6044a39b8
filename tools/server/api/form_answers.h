// The answers about forms: GET /v1/provisions and GET /v1/recipes. They are the same of every game, and for everybody.
#pragma once

#include <string>
#include <string_view>

#include "api/route.h"
#include "nomic/server/http.h"
#include "nomic/server/target.h"

namespace nomic::tools {

// It takes milliseconds where the query names a recipe. Any thread.
// `match`: of If-None-Match. `version`: of the program, for the ETag.
HttpAnswer form_answer(Route route, const Target& target, const std::string& match, std::string_view version);

}  // namespace nomic::tools

#include "nomic/server/http.h"

namespace nomic::tools {

HttpSink::~HttpSink() = default;
HttpHandler::~HttpHandler() = default;

}  // namespace nomic::tools

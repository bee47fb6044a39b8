// ServerAddress: a ledger that a server keeps elsewhere, as it is named where a folder could be:
// "https://nomic.example", "http://127.0.0.1:1982", "https://club.example/nomic".
#pragma once

#include <string>
#include <string_view>

#include "nomic/client/public_url.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

struct ServerAddress {
  PublicUrl at;
  std::string path;  // what stands before /v1/ there: "", "/nomic"

  // USAGE: it is no address of a server, or it has a user, a query or a fragment.
  static Result<ServerAddress> parse(std::string_view typed);
  // One spelling for each.
  [[nodiscard]] std::string text() const { return at.origin() + path; }
  // Whether nobody in between reads what is sent: by TLS, or on this machine.
  [[nodiscard]] bool is_private() const;
};

// Whether a ledger that is named so is a server's: it begins with http:// or https://.
bool is_url(std::string_view typed);

}  // namespace nomic::tools

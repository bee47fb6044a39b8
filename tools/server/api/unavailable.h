// The answers to questions that are not answered, and to moves that are not made, though nothing is wrong with them.
#pragma once

#include <cstdint>
#include <string_view>

#include "api/readers.h"
#include "nomic/server/committer.h"
#include "nomic/server/http.h"

namespace nomic::tools {

// `what`: "moves", of which as many wait as may, of all or of the address.
HttpAnswer busy(std::string_view what);
HttpAnswer share_used(std::string_view what);
HttpAnswer dropped(Readers::Dropped why);
HttpAnswer not_made(Committer::NotMade why);
// `why`: what the exception says.
HttpAnswer out_of_memory(const char* why);
// The client was told of more records than are here: another server has acknowledged them.
HttpAnswer behind(std::uint64_t told, std::uint64_t size);
// The same where no other server records, so that there is nothing to wait for.
HttpAnswer another_history(std::uint64_t told, std::uint64_t size);

}  // namespace nomic::tools

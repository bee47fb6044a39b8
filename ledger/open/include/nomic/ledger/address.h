// Where a ledger is: a folder, or a PostgreSQL database by its address (nomic/ledger/store/postgres/open_postgres.h).
// Whatever takes a folder of a ledger takes such an address, but for what looks into a folder's files.
#pragma once

#include <string>
#include <string_view>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

// Whether it is that of a database: it begins with postgresql:// or postgres://.
[[nodiscard]] bool is_database_address(std::string_view ledger);

// The same without the passwords in it, to be shown. What is no address stays as it is.
[[nodiscard]] std::string without_passwords(std::string_view ledger);

// Makes the tables of an empty ledger in a database. ALREADY_A_LEDGER, BAD_INPUT, READ_ONLY, IO_FAILED.
Status create_in_database(const std::string& address);

}  // namespace nomic::ledger

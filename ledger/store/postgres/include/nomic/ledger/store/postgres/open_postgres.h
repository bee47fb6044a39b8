// A ledger's store in a PostgreSQL database, where one machine is not enough: replicas, failover, several writers at
// once are that engine's work, and the promises of store.h are kept by its transactions (docs/design/stores.md).
//
//     create_postgres_store("postgresql://keeper@db/club");                              // once: the schema `nomic`
//     auto store = open_postgres_store("postgresql://keeper@db/club", Access::WRITE);
//     (*store)->write(batch);                                                            // one round trip
//
// An address is a connection URI of libpq, or its key = value form. What it leaves out comes from libpq's environment,
// service file and password file; of several hosts that are named the primary is taken, and of one that is named alone,
// to look, a standby too. No error text holds a password.
//
// A writer reads what is committed at that moment, each call for itself, and goes on after its connection was lost. A
// reader sees the one moment at which it was opened, in a transaction that lasts as long as the store: a long one keeps
// the server from clearing away what has been replaced since. A reader's role need not be able to write.
//
// libpq is taken from the system when the first address is opened, so no other program start pays for it. Without it,
// and in a build without PostgreSQL (-DNOMIC_POSTGRES=OFF), opening and creating fail with a hint.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "nomic/ledger/store.h"

namespace nomic::ledger {

// Whether it is to be opened here rather than as a folder: it begins with postgresql:// or postgres://.
[[nodiscard]] bool is_postgres_address(std::string_view address);

// An address without the passwords in it, to be shown.
[[nodiscard]] std::string shown_postgres_address(std::string_view address);

// Whether libpq would take a part of what was meant as user and password for something else, which it tells everybody:
// characters in it are not written as %XX.
[[nodiscard]] bool is_misread_address(std::string_view address);

// Whether this build can open one.
[[nodiscard]] bool has_postgres();

// How long a server is waited for.
struct PostgresPatience {
  // Without a byte from it, or one taken by it: then the connection counts as lost. Also bounds the wait for a writer
  // of the same game, to a third of this: IN_USE.
  std::chrono::milliseconds answer{30'000};
  // To settle what became of a write whose answer was lost: then OUTCOME_UNKNOWN.
  std::chrono::milliseconds settle{60'000};
};

// Makes an empty ledger: the schema `nomic` with its tables, in one transaction; a schema of that name that is there
// already must be empty. ALREADY_A_LEDGER; BAD_INPUT: the address is malformed, or the schema holds other things;
// READ_ONLY: a standby, or the role may not; IO_FAILED: the server cannot be reached.
Status create_postgres_store(const std::string& conninfo, const PostgresPatience& patience = {});

// Brings the tables of an older version of this program to its own, in one transaction: there is none older yet.
// NOT_A_LEDGER, NEWER_FORMAT, READ_ONLY, IO_FAILED.
Status upgrade_postgres_store(const std::string& conninfo, const PostgresPatience& patience = {});

// How the server keeps the ledger, for whoever runs it.
struct PostgresReport {
  std::uint32_t version = 0;  // of the schema
  std::string server;         // its version
  bool is_standby = false;
  bool may_write = false;  // the role
  std::string waits_for;   // synchronous_standby_names
  std::vector<Fault> faults;
};
Result<PostgresReport> check_postgres_store(const std::string& conninfo, const PostgresPatience& patience = {});

// NOT_A_LEDGER, NEWER_FORMAT, BAD_INPUT, IO_FAILED; READ_ONLY: for writing, and the server or the role does not let.
Result<std::unique_ptr<Store>> open_postgres_store(const std::string& conninfo, Access access,
                                                   const PostgresPatience& patience = {});

// Another after whatever was recorded, in this ledger or elsewhere on the server: nomic/ledger/recorded_mark.h. One
// round trip; the connection is kept for the next. Any thread.
Result<std::string> postgres_mark(const std::string& conninfo, const PostgresPatience& patience = {});

// What the server's clock says: microseconds since 1970-01-01T00:00:00Z. As above.
Result<std::int64_t> postgres_clock(const std::string& conninfo, const PostgresPatience& patience = {});

}  // namespace nomic::ledger

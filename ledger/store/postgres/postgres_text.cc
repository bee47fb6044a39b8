#include "nomic/ledger/store/postgres/postgres_text.h"

#include <mutex>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "sql_connection.h"
#include "sql_writing.h"

namespace nomic::ledger {
namespace {

constexpr int MOST_OVERTAKEN = 100;
// After so many changes of a text that is as it was, the server drops them.
constexpr int MOST_UNHEEDED = 3;

}  // namespace

struct PostgresText::Self {
  std::string conninfo;
  std::string name;
  PostgresPatience patience;
  std::mutex mutex;
  std::unique_ptr<SqlConnection> connection;  // under mutex
  Role role = Role::READER;                   // of it

  // What only reads. It is asked once more where the connection was lost since it was used last.
  Result<SqlRows> ask(const SqlCommand& command, Role as) {
    for (bool again = true;; again = false) {
      if (!connection || connection->is_lost() || (as == Role::WRITER && role != as)) {
        NOMIC_ASSIGN(auto fresh, SqlConnection::open(conninfo, as, patience));
        connection = std::move(fresh);
        role = as;
        again = false;
      }
      auto rows = connection->ask(command, "read what lies beside the ledger");
      if (rows || !again || !connection->is_lost()) return rows;
    }
  }

  Result<std::optional<std::string>> read(Role as) {
    NOMIC_ASSIGN(auto rows, ask({"beside", "SELECT content FROM nomic.beside WHERE name = $1::text", {name}}, as));
    if (rows.size() == 0) return std::optional<std::string>();
    return std::optional<std::string>(rows.at(0, 0));
  }
};

PostgresText::PostgresText(std::string conninfo, std::string name, const PostgresPatience& patience)
    : self_(new Self{std::move(conninfo), std::move(name), patience, {}, {}, {}}) {}

PostgresText::~PostgresText() = default;

Result<std::optional<std::string>> PostgresText::read() const {
  const std::lock_guard lock(self_->mutex);
  return self_->read(Role::READER);
}

std::string PostgresText::stamp() const {
  const std::lock_guard lock(self_->mutex);
  const auto rows = self_->ask(
      {"beside stamp", "SELECT xmin::text || ' ' || ctid::text FROM nomic.beside WHERE name = $1::text", {self_->name}},
      Role::READER);
  if (!rows) return {};
  return rows->size() == 0 ? "none" : std::string(rows->at(0, 0));
}

Status PostgresText::change(const Change& change) const {
  const std::lock_guard lock(self_->mutex);
  std::optional<std::optional<std::string>> last;
  int unheeded = 0;
  for (int overtaken = 0; overtaken < MOST_OVERTAKEN; ++overtaken) {
    NOMIC_ASSIGN(auto before, self_->read(Role::WRITER));
    unheeded = last && *last == before ? unheeded + 1 : 0;
    if (unheeded >= MOST_UNHEEDED) return dropped();
    last = before;
    NOMIC_ASSIGN(auto after, change(before));
    if (!after) return Done{};
    SqlCommand command;
    if (before) {
      command = {
          "beside change",
          "UPDATE nomic.beside SET content = $2::bytea WHERE name = $1::text AND content = $3::bytea RETURNING 1",
          {self_->name, *after, *before}};
    } else {
      command = {"beside make",
                 "INSERT INTO nomic.beside VALUES ($1::text, $2::bytea) ON CONFLICT DO NOTHING RETURNING 1",
                 {self_->name, *after}};
    }
    const SqlOutcome outcome = self_->connection->run({&command, 1});
    const auto unknown = [](const std::string& why) {
      return fail(ErrorCode::OUTCOME_UNKNOWN, "it may have been changed or not: " + why, "repeat it");
    };
    if (outcome.failure) {
      const Error why = as_error(*outcome.failure, "change what lies beside the ledger");
      return self_->connection->is_lost() ? unknown(why.what) : why;
    }
    // It is committed here, and may be lost with this server: its standbys did not get it.
    if (outcome.warned) return unknown("its standbys were not waited for");
    if (outcome.rows.size() == 1 && outcome.rows.front().size() == 1) return Done{};
  }
  return fail(ErrorCode::IN_USE, "others change it all the time", "repeat");
}

}  // namespace nomic::ledger

#include "postgres_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <thread>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "tables.h"

namespace nomic::ledger {
namespace {

using Clock = std::chrono::steady_clock;

// So many times a write is made again that the server ended in favour of another.
constexpr int MOST_AGAIN = 100;
constexpr std::chrono::milliseconds BETWEEN_TRIES{50};
// After so many writes whose condition was not met, and held when it was looked at, the server drops them. One alone
// may have met a row that was removed again before the look.
constexpr int MOST_UNHEEDED = 3;
// So long a row stays locked for who does nothing with it: then the server ends the session.
constexpr std::chrono::milliseconds LONGEST_RESERVED{250};
// Of a load: what goes over at once, and what waits here before any of it does.
constexpr std::size_t LOT_BYTES = std::size_t{1} << 20U;
constexpr std::size_t WAITING_BYTES = std::size_t{8} << 20U;

Error is_shut() {
  return fail(ErrorCode::HANDLE_SHUT, "an earlier write failed half way, so this handle writes nothing more",
              "open the ledger again");
}

bool is_in_the_way(const SqlFailure& failure) {
  return failure.is("40001") || failure.is("40P01");
}

}  // namespace

// What is added goes over in lots, into the store's own transaction. From the first on, whoever writes the same game
// has to wait for the end of it: so what is not too much goes over only when there is no more to come.
class PostgresLoad final : public Load {
 public:
  explicit PostgresLoad(PostgresStore& store) : store_(store) {}
  ~PostgresLoad() override {
    if (!finished_) store_.drop_load();
  }
  PostgresLoad(const PostgresLoad&) = delete;
  PostgresLoad& operator=(const PostgresLoad&) = delete;

  Status add(Table table, std::string_view key, std::string_view value) override {
    tables_.at(static_cast<std::size_t>(table)).insert_or_assign(std::string(key), std::string(value));
    bytes_ += key.size() + value.size();
    return bytes_ < WAITING_BYTES ? Status(Done{}) : send();
  }

  Status finish() override {
    NOMIC_TRY(send());
    finished_ = true;
    store_.loading_ = PostgresStore::Loading::FINISHED;
    return Done{};
  }

 private:
  Status send() {
    if (store_.loading_ != PostgresStore::Loading::BEGUN) {
      return fail(ErrorCode::IO_FAILED, "what is imported was given up", "repeat");
    }
    for (std::size_t number = 0; number < TABLES; ++number) {
      std::vector<std::string_view> keys;
      std::vector<std::string_view> values;
      std::size_t bytes = 0;
      for (const auto& [key, value] : tables_.at(number)) {
        keys.emplace_back(key);
        values.emplace_back(value);
        bytes += key.size() + value.size();
        if (bytes < LOT_BYTES) continue;
        NOMIC_TRY(send(static_cast<Table>(number), keys, values));
        keys.clear();
        values.clear();
        bytes = 0;
      }
      if (!keys.empty()) NOMIC_TRY(send(static_cast<Table>(number), keys, values));
      tables_.at(number).clear();
    }
    bytes_ = 0;
    return Done{};
  }

  Status send(Table table, std::span<const std::string_view> keys, std::span<const std::string_view> values) {
    const SqlCommand lot = upsert(table, keys, values);
    const SqlOutcome outcome = store_.connection_->run({&lot, 1});
    if (!outcome.failure) return Done{};
    // Another imports the same game.
    if (is_in_the_way(*outcome.failure) || outcome.failure->is("55P03")) return mismatch();
    if (outcome.failure->is(DROPPED_ROWS)) return dropped();
    return as_error(*outcome.failure, "write what is imported");
  }

  PostgresStore& store_;
  std::array<std::map<std::string, std::string>, TABLES> tables_;
  std::size_t bytes_ = 0;
  bool finished_ = false;
};

PostgresStore::PostgresStore(std::string conninfo, const PostgresPatience& patience,
                             std::unique_ptr<SqlConnection> connection)
    : conninfo_(std::move(conninfo)), patience_(patience), connection_(std::move(connection)) {}

PostgresStore::~PostgresStore() {
  if (sharing_) sharing_->shut();
}

Status PostgresStore::connect() {
  if (!connection_->is_lost()) return Done{};
  NOMIC_ASSIGN(auto fresh, SqlConnection::open(conninfo_, Role::WRITER, patience_));
  // Of a backup, perhaps, that has been put in its place.
  NOMIC_TRY(check_version(*fresh));
  connection_ = std::move(fresh);
  ++generation_;
  return Done{};
}

Result<SqlRows> PostgresStore::ask(const SqlCommand& command, std::string_view doing) {
  const std::lock_guard lock(reading_);
  for (bool again = loading_ == Loading::NO;; again = false) {
    if (loading_ == Loading::NO) NOMIC_TRY(connect());
    auto rows = connection_->ask(command, doing);
    if (!rows) release_alone();
    if (rows || !again || !connection_->is_lost()) return rows;
  }
}

Result<std::optional<std::string>> PostgresStore::get(Table table, std::string_view key) {
  if (table != Table::CATALOG || loading_ != Loading::NO) return get_row(*this, table, key);
  if (reserved_ && Clock::now() >= reserved_->until) release();
  // Where somebody has it for very long it is read all the same.
  if (turns_.is_due(key)) static_cast<void>(reserve(key));
  if (reserved_ && reserved_->key == key) return reserved_->value;
  return get_row(*this, table, key);
}

void PostgresStore::wait_for_turn(std::string_view key) {
  WaitInParts wait(turns_.wait());
  while (const auto part = wait.next()) {
    std::this_thread::sleep_for(*part);
    if (wait.is_over()) return;
    const auto value = get_row(*this, Table::CATALOG, key);
    if (!value) return;
    if (!wait.is_still(*value)) continue;
    turns_.alone();
    return;
  }
}

Status PostgresStore::reserve(std::string_view key) {
  wait_for_turn(key);
  const std::lock_guard lock(reading_);
  release_alone();
  NOMIC_TRY(connect());
  const std::array<SqlCommand, 3> commands = {
      SqlCommand{"begin", "BEGIN"},
      SqlCommand{"reserved for", fmt::format("SELECT set_config('idle_in_transaction_session_timeout', '{}', true)",
                                             LONGEST_RESERVED.count())},
      SqlCommand{
          "reserve", "SELECT value FROM nomic.catalog WHERE key = $1::bytea FOR NO KEY UPDATE", {std::string(key)}}};
  SqlOutcome outcome = connection_->run(commands);
  turns_.begin(Clock::now());
  reserved_ = Reserved{std::string(key), {}, Clock::now() + LONGEST_RESERVED / 2};
  if (outcome.failure || outcome.rows.size() != commands.size()) {
    release_alone();
    return fail(ErrorCode::IN_USE, "the row is locked by another");
  }
  const SqlRows& rows = outcome.rows.back();
  if (rows.size() > 0) reserved_->value = rows.at(0, 0);
  return Done{};
}

void PostgresStore::release() {
  const std::lock_guard lock(reading_);
  release_alone();
}

void PostgresStore::release_alone() {
  if (!std::exchange(reserved_, std::nullopt) || connection_->is_lost()) return;
  const SqlCommand over{"end moment", "ROLLBACK"};
  if (connection_->run({&over, 1}).failure) connection_->drop();
}

std::unique_ptr<Cursor> PostgresStore::scan(Table table, std::string_view from, std::string_view until) {
  return scan_rows(*this, table, from, until);
}

Result<std::optional<Row>> PostgresStore::last(Table table, std::string_view from, std::string_view until) {
  return last_row(*this, table, from, until);
}

PostgresStore::Question PostgresStore::question_of(std::span<const Batch> group) const {
  return {.group = group, .until = Clock::now() + patience_.settle, .backend = connection_->backend()};
}

Error PostgresStore::unknown(const Question& question) {
  shut_ = true;
  return fail(ErrorCode::OUTCOME_UNKNOWN,
              fmt::format("writing failed half way ({}): it may or may not be recorded", question.why),
              "repeat with the same --request-id, which records it once");
}

PostgresStore::Attempt PostgresStore::attempt(const SqlWrite& write, bool commits) {
  SqlOutcome outcome;
  if (commits) {
    std::vector<SqlCommand> commands = write.commands;
    commands.push_back({"commit", "COMMIT"});
    outcome = connection_->run(commands);
    if (!outcome.failure) reserved_.reset();
  } else {
    outcome = connection_->run(write.commands);
  }
  if (outcome.failure) {
    const SqlFailure& failure = *outcome.failure;
    // A condition that does not hold; a row that must be new and is not.
    if (write.raises && failure.is("22012")) return {Became::UNMET, mismatch()};
    if (failure.is("23505")) return {.became = Became::UNMET, .error = mismatch(), .is_taken = true};
    if (failure.is(DROPPED_ROWS)) return {Became::REFUSED, dropped()};
    // A primary that has become a standby may have kept an earlier try.
    if (failure.lost || failure.is("25006")) return {Became::UNKNOWN, as_error(failure, "write")};
    return {Became::REFUSED, as_error(failure, "write"), is_in_the_way(failure)};
  }
  if (outcome.rows.size() != write.commands.size() + (commits ? 1 : 0)) {
    return {Became::UNKNOWN, fail(ErrorCode::IO_FAILED, "PostgreSQL did not answer all that it was asked")};
  }
  if (!write.raises && outcome.rows.at(write.counts).number(0, 0) == 0) return {Became::UNMET, mismatch()};
  if (outcome.warned) {
    return {Became::UNKNOWN, fail(ErrorCode::IO_FAILED, "the server has not waited until the write was safe")};
  }
  return {Became::DONE};
}

Status PostgresStore::write_group(std::span<const Batch> group) {
  if (shut_) return is_shut();
  if (group.empty()) return Done{};
  if (loading_ == Loading::BEGUN) return fail(ErrorCode::IO_FAILED, "a load is under way", "finish it first");
  const bool loaded = loading_ == Loading::FINISHED;
  auto write = sql_of(group, loaded ? IfUnmet::RAISE : IfUnmet::COUNT);
  if (!write) {
    drop_load();
    return std::move(write).error();
  }
  if (!loaded) {
    const auto began = Clock::now();
    NOMIC_TRY(connect());
    Status done = repeat(*write, question_of(group));
    if (done) turns_.wrote(Clock::now());
    // Who has locked one row must not wait for another: two might wait for each other.
    const bool is_of_one = std::all_of(group.begin(), group.end(), [&](const Batch& each) {
      return each.condition_key == group.front().condition_key;
    });
    const bool is_overtaken = !done && done.error().code == ErrorCode::SIZE_MISMATCH;
    if (is_overtaken && is_of_one) turns_.overtaken(group.front().condition_key, began, Clock::now());
    return done;
  }
  Attempt tried = attempt(*write, /*commits=*/true);
  if (tried.became == Became::UNKNOWN) {
    Question question = question_of(group);
    question.why = tried.error.what;
    // Whatever is left of the transaction is in the way of looking.
    drop_load();
    return settle_loaded(question);
  }
  if (tried.became == Became::DONE) {
    loading_ = Loading::NO;
    return Done{};
  }
  drop_load();
  if (tried.became == Became::UNMET && !tried.is_taken && holds(group)) return dropped();
  return tried.again ? mismatch() : std::move(tried.error);
}

Status PostgresStore::repeat(const SqlWrite& write, Question question) {
  bool open = false;  // an earlier try may have happened, or may yet
  int unheeded = 0;
  for (int again = 0;;) {
    Attempt tried;
    if (auto connected = connect(); !connected) {
      tried = {Became::REFUSED, connected.error()};
    } else {
      if (open) static_cast<void>(end_backend(question));
      question.backend = connection_->backend();
      tried = attempt(write, /*commits=*/reserved_.has_value());
      release();
    }
    if (tried.became == Became::DONE) return Done{};
    if (tried.became == Became::REFUSED && tried.again && ++again < MOST_AGAIN) continue;
    if (tried.became == Became::UNMET) {
      if (!open && (tried.is_taken || !holds(question.group))) return mismatch();
      if (!open && ++unheeded < MOST_UNHEEDED) continue;
      if (!open) return dropped();
      const auto happened = has_happened(question);
      if (happened) return *happened ? Status(Done{}) : mismatch();
    } else if (tried.became == Became::REFUSED) {
      if (!open) return std::move(tried.error);
    } else {
      open = true;
      question.why = tried.error.what;
      if (tried.error.code == ErrorCode::READ_ONLY) connection_->drop();
    }
    if (Clock::now() >= question.until) return unknown(question);
    std::this_thread::sleep_for(BETWEEN_TRIES);
  }
}

// A condition that was not met, and holds: the server has dropped the change of its row.
bool PostgresStore::holds(std::span<const Batch> group) {
  const auto commands = look_at_conditions(group);
  if (!commands || !connect()) return false;
  const SqlOutcome outcome = connection_->run(*commands);
  return !outcome.failure && outcome.rows.size() == commands->size() &&
         std::all_of(outcome.rows.begin(), outcome.rows.end(),
                     [](const SqlRows& rows) { return rows.size() == 1 && rows.flag(0, 0); });
}

// What was loaded is gone with its connection, or it was committed with the write: once nobody can do that any more, a
// look tells.
Status PostgresStore::settle_loaded(const Question& question) {
  for (;; std::this_thread::sleep_for(BETWEEN_TRIES)) {
    if (connect() && end_backend(question)) {
      const auto happened = has_happened(question);
      if (happened && *happened) return Done{};
      if (happened) return fail(ErrorCode::UNREACHABLE, "nothing was recorded: " + question.why, "repeat");
    }
    if (Clock::now() >= question.until) return unknown(question);
  }
}

// What waits for standbys is not ended: its commit would show, though they do not have it.
bool PostgresStore::end_backend(const Question& question) {
  const SqlConnection::Backend& own = connection_->backend();
  if (own.pid == question.backend.pid && own.began == question.backend.began) return true;
  const auto ended =
      connection_->ask({{},
                        "SELECT wait_event IS DISTINCT FROM 'SyncRep' AND pg_terminate_backend(pid, 5000::bigint)"
                        " FROM pg_stat_activity WHERE pid = $1::integer AND backend_start = $2::timestamptz",
                        {int4(question.backend.pid), question.backend.began}},
                       "end what was lost");
  if (!ended) return false;
  return ended->size() == 0 || ended->flag(0, 0);
}

std::optional<bool> PostgresStore::has_happened(const Question& question) {
  std::array<std::vector<const Row*>, TABLES> proofs;
  for (const Row* row : proofs_of(question.group)) proofs.at(static_cast<std::size_t>(row->table)).push_back(row);
  std::vector<SqlCommand> commands;
  std::size_t wanted = 0;
  for (std::size_t number = 0; number < TABLES; ++number) {
    wanted += proofs.at(number).size();
    if (!proofs.at(number).empty()) commands.push_back(find_rows(static_cast<Table>(number), proofs.at(number)));
  }
  if (commands.empty()) return false;
  const SqlOutcome outcome = connection_->run(commands);
  if (outcome.failure || outcome.warned) return std::nullopt;
  std::size_t found = 0;
  for (const SqlRows& rows : outcome.rows) found += static_cast<std::size_t>(rows.size());
  return found == wanted;
}

// A lock of a row is a write of its own, and its commit waits for what those before it should have waited for.
Status PostgresStore::confirm(Table table, std::string_view key) {
  if (shut_) return is_shut();
  if (loading_ != Loading::NO) return Done{};
  release();
  const SqlCommand lock{fmt::format("confirm {}", sql_table(table)),
                        fmt::format("SELECT 1 FROM {} WHERE key = $1::bytea FOR KEY SHARE", sql_table(table)),
                        {std::string(key)}};
  std::string why;
  for (const auto until = Clock::now() + patience_.settle;; std::this_thread::sleep_for(BETWEEN_TRIES)) {
    const std::lock_guard lock_guard(reading_);
    if (auto connected = connect(); !connected) {
      why = connected.error().what;
    } else {
      const SqlOutcome outcome = connection_->run({&lock, 1});
      if (!outcome.failure && !outcome.warned) return Done{};
      why = outcome.failure ? outcome.failure->text : "the server has not waited until it was safe";
    }
    if (Clock::now() >= until) {
      return fail(ErrorCode::OUTCOME_UNKNOWN,
                  fmt::format("it is recorded, and may yet be lost: the standbys do not have it ({})", why),
                  "repeat with the same --request-id");
    }
  }
}

Result<std::unique_ptr<Load>> PostgresStore::load() {
  if (shut_) return is_shut();
  drop_load();
  release();
  NOMIC_TRY(connect());
  NOMIC_TRY(connection_->ask({"begin", "BEGIN"}, "begin an import").status());
  loading_ = Loading::BEGUN;
  return std::unique_ptr<Load>(std::make_unique<PostgresLoad>(*this));
}

void PostgresStore::drop_load() {
  if (std::exchange(loading_, Loading::NO) == Loading::NO || connection_->is_lost()) return;
  const SqlCommand over{"end moment", "ROLLBACK"};
  if (connection_->run({&over, 1}).failure) connection_->drop();
}

Result<std::vector<Fault>> PostgresStore::check() {
  const std::lock_guard lock(reading_);
  if (loading_ == Loading::NO) NOMIC_TRY(connect());
  return faults_of_tables(*connection_);
}

std::shared_ptr<SharedStore> PostgresStore::shared() {
  if (shut_) return nullptr;
  if (!sharing_) sharing_ = std::make_shared<PostgresSharing>(conninfo_, patience_, Role::PRIMARY_READER);
  return sharing_;
}

}  // namespace nomic::ledger

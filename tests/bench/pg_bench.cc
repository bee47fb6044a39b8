// What a ledger in a PostgreSQL database costs, as lines of text, beside SQL that is written by hand.
//
//     tests/postgres/server.py build/release/bin/pg_bench [--appends N] [--seconds S] [--nomic PATH]
//
//     appends    N appends to one game, and N spread over 1,000, by Ledger::append; then the same rows, under the same
//                conditions, by statements that are written by hand
//     writers    1 and 32 writers of one game, S seconds each
//     loads      rows as an import writes them, by a store's load, and by a COPY in binary form that is written by hand
//     trips      how often the two sides of a connection wait for each other: opening, an append, a state in the past
#include <fmt/format.h>
#include <libpq-fe.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <latch>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "nomic/ledger/address.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/ledger.h"
#include "nomic/ledger/store.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/replay/game.h"
#include "postgres/databases.h"
#include "postgres/proxy.h"

namespace {

using namespace nomic::ledger;
using Clock = std::chrono::steady_clock;
using nomic::test::Proxy;
using nomic::test::TestDatabase;

constexpr std::array<const char*, TABLES> NAMES = {"catalog", "records", "tiles", "snapshots", "index"};

template <class T>
T must(Result<T> result) {
  if (result.ok()) return std::move(*result);
  std::cerr << result.error().what << "\n";
  std::exit(1);
}
void must(const Status& status) {
  if (status) return;
  std::cerr << status.error().what << "\n";
  std::exit(1);
}

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// A store that remembers what it is given to write.
class Recording final : public Store {
 public:
  Recording(std::unique_ptr<Store> below, std::vector<Batch>& batches) : below_(std::move(below)), batches_(batches) {}
  Result<std::optional<std::string>> get(Table table, std::string_view key) override { return below_->get(table, key); }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return below_->scan(table, from, until);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    return below_->last(table, from, until);
  }
  Status write_group(std::span<const Batch> group) override {
    batches_.insert(batches_.end(), group.begin(), group.end());
    return below_->write_group(group);
  }
  [[nodiscard]] bool has_other_writers() const override { return true; }
  Result<std::vector<Fault>> check() override { return below_->check(); }

 private:
  std::unique_ptr<Store> below_;
  std::vector<Batch>& batches_;
};

FoundRequest founding(int number) {
  FoundRequest request;
  request.name = fmt::format("g{}", number);
  request.records.push_back({"", fmt::format("founding of {}", number)});
  request.recorded_at = {1'000'000};
  return request;
}

// An append as a move makes one: a record of some hundred bytes, its state, a row of the index, a request ID.
Result<Head> say(Ledger& ledger, const Head& head, const std::string& id) {
  AppendRequest append;
  append.game = head.game;
  append.expected_size = head.size;
  append.records = {{"Ann", fmt::format("{} {}", id, std::string(100, 'x'))}};
  append.recorded_at = head.recorded_at;
  append.request = {id, sha256(id)};
  append.derived.maker = "bench 1";
  append.derived.digest = sha256(append.records[0].payload);
  append.derived.snapshot = std::string(500, 's') + id;
  auto done = ledger.append(append);
  if (!done) return std::move(done).error();
  Head after = head;
  after.size = done->first.value + done->count;
  return after;
}

Head found_one(Ledger& ledger, int number) {
  const Appended done = must(ledger.found(founding(number)));
  Head head;
  head.game = done.game;
  head.size = done.count;
  head.recorded_at = {1'000'000};
  return head;
}

// The rows of one batch as somebody writes them who knows what they are: a statement for each number of rows.
class ByHand {
 public:
  explicit ByHand(const std::string& address) : connection_(PQconnectdb(address.c_str())) {}
  ~ByHand() { PQfinish(connection_); }
  ByHand(const ByHand&) = delete;
  ByHand& operator=(const ByHand&) = delete;

  void write(const Batch& batch) {
    std::vector<std::string> values;
    std::string shape;
    std::string sql;
    const auto add = [&](const std::string& value, std::string& to) {
      values.push_back(value);
      to += fmt::format("${}::bytea", values.size());
    };
    const Row* about = nullptr;
    for (const Row& row : batch.rows) {
      if (row.table == Table::CATALOG && row.key == batch.condition_key) about = &row;
    }
    if (batch.condition_value) {
      sql = "WITH met AS (UPDATE nomic.catalog SET value = ";
      add(*about->value, sql);
      sql += " WHERE key = ";
      add(batch.condition_key, sql);
      sql += " AND value = ";
      add(*batch.condition_value, sql);
      sql += " RETURNING 1)";
      shape = "u";
    } else {
      sql = "WITH met AS (INSERT INTO nomic.catalog VALUES (";
      add(batch.condition_key, sql);
      sql += ", ";
      add(*about->value, sql);
      sql += ") ON CONFLICT DO NOTHING RETURNING 1)";
      shape = "i";
    }
    int number = 0;
    for (const Row& row : batch.rows) {
      if (&row == about) continue;
      const char* table = NAMES.at(static_cast<std::size_t>(row.table));
      shape += row.value ? table[0] : '-';
      shape += table[0];
      if (row.value) {
        sql += fmt::format(", r{} AS (INSERT INTO nomic.{} SELECT ", number++, table);
        add(row.key, sql);
        sql += ", ";
        add(*row.value, sql);
        sql += " WHERE EXISTS (SELECT FROM met) ON CONFLICT (key) DO UPDATE SET value = excluded.value)";
      } else {
        sql += fmt::format(", r{} AS (DELETE FROM nomic.{} WHERE EXISTS (SELECT FROM met) AND key = ", number++, table);
        add(row.key, sql);
        sql += ")";
      }
    }
    sql += " SELECT count(*) FROM met";
    std::vector<const char*> bytes;
    std::vector<int> lengths;
    for (const std::string& value : values) {
      bytes.push_back(value.data());
      lengths.push_back(static_cast<int>(value.size()));
    }
    const std::vector<int> formats(values.size(), 1);
    const auto count = static_cast<int>(values.size());
    if (!prepared_.contains(shape)) {
      prepared_[shape] = fmt::format("s{}", prepared_.size());
      PQclear(PQprepare(connection_, prepared_[shape].c_str(), sql.c_str(), 0, nullptr));
    }
    PGresult* result =
        PQexecPrepared(connection_, prepared_[shape].c_str(), count, bytes.data(), lengths.data(), formats.data(), 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK || std::string(PQgetvalue(result, 0, 0)) != "1") {
      std::cerr << "by hand: " << PQerrorMessage(connection_) << "\n";
      std::exit(1);
    }
    PQclear(result);
  }

 private:
  PGconn* connection_;
  std::map<std::string, std::string> prepared_;
};

void appends(int count, int games) {
  std::vector<Batch> batches;
  TestDatabase own;
  must(create_in_database(own.address()));
  double of_ledger = 0;
  std::size_t before = 0;
  {
    auto store = must(open_postgres_store(own.address(), Access::WRITE));
    auto ledger = must(Ledger::over(std::make_unique<Recording>(std::move(store), batches), {}));
    std::vector<Head> heads;
    for (int game = 0; game < games; ++game) heads.push_back(found_one(*ledger, game));
    before = batches.size();
    // The first of a statement is slower: it is prepared.
    for (int number = 0; number < 200; ++number) {
      Head& head = heads.at(static_cast<std::size_t>(number % games));
      head = must(say(*ledger, head, fmt::format("warm-{}", number)));
    }
    const std::size_t warm = batches.size();
    const auto began = Clock::now();
    for (int number = 0; number < count; ++number) {
      Head& head = heads.at(static_cast<std::size_t>(number % games));
      head = must(say(*ledger, head, fmt::format("id-{}", number)));
    }
    of_ledger = seconds_since(began);
    before = warm;
  }
  TestDatabase other;
  must(create_in_database(other.address()));
  ByHand hand(other.address());
  for (std::size_t at = 0; at < before; ++at) hand.write(batches[at]);
  const auto began = Clock::now();
  for (std::size_t at = before; at < batches.size(); ++at) hand.write(batches[at]);
  const double by_hand = seconds_since(began);
  // The same rows, without what is read and hashed: what of the difference is the store's.
  TestDatabase third;
  must(create_in_database(third.address()));
  auto store = must(open_postgres_store(third.address(), Access::WRITE));
  for (std::size_t at = 0; at < before; ++at) must(store->write(batches[at]));
  const auto again = Clock::now();
  for (std::size_t at = before; at < batches.size(); ++at) must(store->write(batches[at]));
  const double by_store = seconds_since(again);
  fmt::print(
      "appends games {} count {}: ledger {:.0f}/s, by hand {:.0f}/s, ratio {:.2f}; the store's writes {:.0f}/s, "
      "ratio {:.2f}\n",
      games, count, count / of_ledger, count / by_hand, by_hand / of_ledger, count / by_store, by_hand / by_store);
}

std::string big_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int at = bytes - 1; at >= 0; --at) out += static_cast<char>(value >> static_cast<unsigned>(8 * at));
  return out;
}

// Rows of the table of records, in the order of their keys, in one transaction each time.
void loads(int count) {
  const auto key = [](int number) { return std::string(32, 'g') + big_endian(static_cast<std::uint64_t>(number), 8); };
  const std::string value(300, 'r');
  TestDatabase own;
  must(create_in_database(own.address()));
  auto store = must(open_postgres_store(own.address(), Access::WRITE));
  auto began = Clock::now();
  auto load = must(store->load());
  for (int number = 0; number < count; ++number) must(load->add(Table::RECORDS, key(number), value));
  must(load->finish());
  Batch counts;
  counts.condition_key = "g";
  counts.rows = {{Table::CATALOG, "g", "loaded"}};
  must(store->write(counts));
  const double by_load = seconds_since(began);

  TestDatabase other;
  must(create_in_database(other.address()));
  PGconn* connection = PQconnectdb(other.address().c_str());
  began = Clock::now();
  PQclear(PQexec(connection, "BEGIN"));
  PQclear(PQexec(connection, "COPY nomic.records FROM STDIN WITH (FORMAT binary)"));
  std::string lot("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
  for (int number = 0; number < count; ++number) {
    lot += big_endian(2, 2) + big_endian(40, 4) + key(number) + big_endian(value.size(), 4) + value;
    if (lot.size() < 1'000'000) continue;
    PQputCopyData(connection, lot.data(), static_cast<int>(lot.size()));
    lot.clear();
  }
  lot += big_endian(0xFFFF, 2);
  PQputCopyData(connection, lot.data(), static_cast<int>(lot.size()));
  PQputCopyEnd(connection, nullptr);
  PGresult* result = PQgetResult(connection);
  if (PQresultStatus(result) != PGRES_COMMAND_OK) std::cerr << PQerrorMessage(connection);
  PQclear(result);
  while ((result = PQgetResult(connection)) != nullptr) PQclear(result);
  PQclear(PQexec(connection, "COMMIT"));
  const double by_copy = seconds_since(began);
  PQfinish(connection);
  fmt::print("loads of {} rows: load {:.0f}/s, COPY by hand {:.0f}/s, ratio {:.2f}\n", count, count / by_load,
             count / by_copy, by_copy / by_load);
}

// From when all have opened the ledger, and have found into their turns in SETTLING, to when they are told to stop: who
// waits for a turn then writes nothing more.
constexpr std::chrono::seconds SETTLING{2};

double writers(int count, double seconds) {
  TestDatabase database;
  auto ledger = must(Ledger::create(database.address(), {}));
  const GameId game = found_one(*ledger, 0).game;
  std::atomic<bool> over = false;
  std::atomic<std::uint64_t> done = 0;
  std::atomic<std::uint64_t> overtaken = 0;
  std::vector<std::thread> threads;
  std::latch opened(count + 1);
  for (int number = 0; number < count; ++number) {
    threads.emplace_back([&, number] {
      auto own = must(Ledger::open(database.address(), Access::WRITE, {}));
      Head head = must(own->head(game));
      opened.arrive_and_wait();
      for (int move = 0; !over; ++move) {
        const std::string id = fmt::format("w{}-{}", number, move);
        for (;; head = must(own->head(game))) {
          const auto appended = say(*own, head, id);
          if (appended.ok()) {
            head = *appended;
            break;
          }
          if (appended.error().code != ErrorCode::SIZE_MISMATCH) {
            std::cerr << appended.error().what << "\n";
            std::exit(1);
          }
          ++overtaken;
        }
        ++done;
      }
    });
  }
  opened.arrive_and_wait();
  std::this_thread::sleep_for(SETTLING);
  const std::uint64_t done_before = done;
  const std::uint64_t overtaken_before = overtaken;
  const auto began = Clock::now();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const std::uint64_t appends = done - done_before;
  const double rate = static_cast<double>(appends) / seconds_since(began);
  const double each = static_cast<double>(overtaken - overtaken_before) / static_cast<double>(appends);
  over = true;
  for (std::thread& thread : threads) thread.join();
  fmt::print("writers {}: {:.0f} appends/s after {:.0f}/s in the first {} s; {:.3f} overtaken for each\n", count, rate,
             static_cast<double>(done_before) / static_cast<double>(SETTLING.count()), SETTLING.count(), each);
  return rate;
}

// A folder that goes when the object goes.
class Scratch {
 public:
  Scratch() {
    const char* temp = std::getenv("TMPDIR");
    path_ = std::string(temp != nullptr ? temp : "/tmp") + "/nomic-pg-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) std::exit(1);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// How often the two sides of a connection wait for each other, for what is done there.
void trips() {
  const std::string server = *nomic::test::postgres_server();
  const Scratch scratch;
  const std::string& own = scratch.path();
  Proxy proxy(server.substr(server.find("host=") + 5), own + "/p");
  TestDatabase database;
  const std::string address = database.address_by(proxy.folder());
  std::uint64_t before = 0;
  const auto print = [&](const char* what, int per = 1) {
    fmt::print("trips: {} {:.1f}\n", what, static_cast<double>(proxy.round_trips() - before) / per);
    before = proxy.round_trips();
  };
  auto ledger = must(Ledger::create(address, {}));
  print("making and opening for writing");
  Head head = found_one(*ledger, 0);
  print("founding");
  head = must(say(*ledger, head, "first"));
  before = proxy.round_trips();
  for (int number = 0; number < 50; ++number) head = must(say(*ledger, head, fmt::format("id-{}", number)));
  print("an append", 50);
  ledger.reset();
  ledger = must(Ledger::open(address, Access::WRITE, {}));
  print("opening for writing");
  ledger = must(Ledger::open(address, Access::READ, {}));
  print("opening for reading");
  must(ledger->head(head.game));
  print("a head");
}

// Moves of a game that is open, one after the other, as a server makes them: how often both sides wait for each.
double moves(const std::string& address, const Proxy& proxy) {
  constexpr int COUNT = 20;
  auto ledger = must(Ledger::open(address, Access::WRITE, {}));
  auto game = nomic::replay::Game::open(*ledger, "");
  if (!game) std::exit(1);
  std::uint64_t before = 0;
  for (int number = -1; number < COUNT; ++number) {
    if (number == 0) before = proxy.round_trips();
    nomic::replay::Submission move;
    move.author = "Bob";
    move.event.mutable_debate_spoken()->set_proposal("301");
    move.event.mutable_debate_spoken()->set_text(fmt::format("Word {}.", number));
    move.request = {fmt::format("r-{}", number), sha256("asked")};
    move.now = game->head().recorded_at.value;
    move.is_new_request = !must(ledger->request(game->head().game, "Bob", move.request));
    if (!game->submit(move)) std::exit(1);
  }
  return static_cast<double>(proxy.round_trips() - before) / COUNT;
}

// A state in the past of games of all lengths: from a fresh handle, and from one that has shown the game before.
void past(const std::string& nomic) {
  const std::string server = *nomic::test::postgres_server();
  const Scratch scratch;
  const std::string& own = scratch.path();
  Proxy proxy(server.substr(server.find("host=") + 5), own + "/p");
  for (const int size : {100, 1'000, 10'000, 30'000}) {
    TestDatabase database;
    must(create_in_database(database.address()));
    {
      std::ofstream lines(own + "/lines");
      lines << "init Ann Bob Cleo\npropose repeal 209 --as Ann\n";
      for (int number = 34; number < size; ++number) lines << "debate 'word " << number << "' --as Bob\n";
    }
    const std::string command =
        fmt::format("HOME={} NOMIC_LEDGER='{}' {} play {}/lines > {}/out", own, database.address(), nomic, own, own);
    if (std::system(command.c_str()) != 0) std::exit(1);
    const std::string address = database.address_by(proxy.folder());
    std::string trips;
    for (const int part : {2, 10, 50, 98}) {
      proxy.cut({});
      auto ledger = must(Ledger::open(address, Access::READ, {}));
      const std::uint64_t opened = proxy.round_trips();
      auto game = nomic::replay::Game::open(*ledger, "");
      const std::uint64_t found = proxy.round_trips();
      if (!game || !game->at(static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(part) / 100)) std::exit(1);
      trips += fmt::format("  at {}%: opening {}, the game {}, the state {}", part, opened, found - opened,
                           proxy.round_trips() - found);
    }
    fmt::print("trips, {} records:{}\n", size, trips);
    proxy.cut({});
    fmt::print("trips, {} records: a move under a request's ID {:.1f}\n", size, moves(address, proxy));
  }
}

}  // namespace

int main(int argc, char** argv) {
  int count = 20'000;
  double seconds = 5;
  std::string nomic;
  for (int at = 1; at + 1 < argc; at += 2) {
    if (std::string(argv[at]) == "--appends") count = std::atoi(argv[at + 1]);
    if (std::string(argv[at]) == "--nomic") nomic = argv[at + 1];
    if (std::string(argv[at]) == "--seconds") seconds = std::atof(argv[at + 1]);
  }
  appends(count, 1);
  appends(count, 1'000);
  loads(count * 10);
  const double one = writers(1, seconds);
  const double many = writers(32, seconds);
  fmt::print("writers of one game, 32 against 1: {:.2f}\n", many / one);
  trips();
  if (!nomic.empty()) past(nomic);
  return 0;
}

#include "ledger/store/conformance/kinds.h"

#include <array>

#include "ledger/support/faulty_disk.h"
#include "ledger/support/world.h"
#include "nomic/ledger/store/memory/memory_store.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/ledger/store/rocks/scratch_store.h"
#if defined(NOMIC_TEST_LIBPQ)
#include "postgres/databases.h"
#include "postgres/proxy.h"
#endif

namespace nomic::ledger::test {
namespace {

class MemoryHome final : public StoreHome {
 public:
  Result<std::unique_ptr<Store>> open(Access /*access*/) override {
    return std::unique_ptr<Store>(std::make_unique<MemoryStore>());
  }
};

class ScratchHome final : public StoreHome {
 public:
  Result<std::unique_ptr<Store>> open(Access /*access*/) override { return make_scratch_store(temp_.path()); }

 private:
  TempFolder temp_;
};

class RocksHome final : public StoreHome {
 public:
  RocksHome() {
    RocksStore::Ground ground = RocksStore::Ground::real();
    EXPECT_OK(folder_.begin({}));
    EXPECT_OK(create_store(folder_, ground));
    EXPECT_OK(folder_.finish());
  }
  Result<std::unique_ptr<Store>> open(Access access) override {
    if (access == Access::READ) return open_reader(folder_, &RocksStore::Ground::real);
    auto lock = Lock::take(folder_.lock(), 0, "test");
    if (!lock) return std::move(lock).error();
    return open_writer(
        folder_, *std::move(lock),
        {make_environment(std::make_shared<FaultyFileSystem>(plan_)), std::make_unique<FaultyMarkDisk>(plan_)});
  }
  bool break_next_write(std::size_t at) override {
    constexpr std::array<Step, 4> STEPS = {Step::LOG_APPEND, Step::LOG_SYNC, Step::MARK_WRITE, Step::MARK_SYNC};
    constexpr std::array<Way, 3> WAYS = {Way::NOT_APPLIED, Way::HALF_APPLIED, Way::APPLIED};
    if (at >= STEPS.size() * WAYS.size()) return false;
    plan_.way = WAYS.at(at % WAYS.size());
    plan_.step = STEPS.at(at / WAYS.size());
    return true;
  }
  void mend() override { plan_.step = Step::NONE; }

 private:
  TempFolder temp_;
  Folder folder_{temp_.path("ledger")};
  Plan plan_;
};

#if defined(NOMIC_TEST_LIBPQ)
class PostgresHome final : public StoreHome {
 public:
  PostgresHome() : proxy_(server_folder(), temp_.path("p")), address_(database_.address_by(proxy_.folder())) {
    EXPECT_OK(create_postgres_store(address_));
  }
  Result<std::unique_ptr<Store>> open(Access access) override { return open_postgres_store(address_, access); }
  // The connection is cut at some hundred places on its way to the server, and as many on its way back.
  bool break_next_write(std::size_t at) override {
    constexpr std::size_t PLACES = 60;
    constexpr std::size_t EVERY = 23;
    if (at >= 2 * PLACES) return false;
    nomic::test::Proxy::Cut cut;
    (at % 2 == 0 ? cut.to_server : cut.to_client) = 1 + at / 2 * EVERY;
    cut.quietly = at % 3 == 0;
    proxy_.cut(cut);
    return true;
  }
  void mend() override { proxy_.cut({}); }

 private:
  static std::string server_folder() {
    const std::string address = nomic::test::postgres_server().value_or("");
    return address.substr(address.find("host=") + 5);
  }

  TempFolder temp_;
  nomic::test::TestDatabase database_;
  nomic::test::Proxy proxy_;
  const std::string address_;
};
#endif

}  // namespace

std::vector<StoreKind> store_kinds() {
  std::vector<StoreKind> kinds;
  kinds.push_back({.name = "Memory", .keeps = false, .make = [] { return std::make_unique<MemoryHome>(); }});
  kinds.push_back({.name = "Scratch", .keeps = false, .is_thrown_away = true, .make = [] {
                     return std::make_unique<ScratchHome>();
                   }});
  kinds.push_back({.name = "Rocks", .make = [] { return std::make_unique<RocksHome>(); }});
  StoreKind postgres{.name = "Postgres", .many_writers = true, .settles = true, .make = {}};
#if defined(NOMIC_TEST_LIBPQ)
  postgres.make = [] { return std::make_unique<PostgresHome>(); };
  if (!nomic::test::postgres_server()) postgres.missing = "no PostgreSQL server was started (tests/postgres/server.py)";
#else
  postgres.missing = "built without PostgreSQL";
#endif
  kinds.push_back(std::move(postgres));
  return kinds;
}

}  // namespace nomic::ledger::test

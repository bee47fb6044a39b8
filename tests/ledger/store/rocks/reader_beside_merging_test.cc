// A reader whose files a writer merges while it opens them.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include <functional>
#include <memory>
#include <utility>

#include "ledger/support/world.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/open_store.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {
namespace {

// Calls `meanwhile` once, before a table is first looked at: the list of files that names it has been read by then.
class Interrupted final : public rocksdb::FileSystemWrapper {
 public:
  explicit Interrupted(std::function<void()> meanwhile)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), meanwhile_(std::move(meanwhile)) {}
  [[nodiscard]] const char* Name() const override { return "interrupted"; }

  rocksdb::IOStatus GetFileSize(const std::string& path, const rocksdb::IOOptions& options, std::uint64_t* bytes,
                                rocksdb::IODebugContext* context) override {
    interrupt(path);
    return FileSystemWrapper::GetFileSize(path, options, bytes, context);
  }
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                        rocksdb::IODebugContext* context) override {
    interrupt(path);
    return FileSystemWrapper::NewRandomAccessFile(path, options, file, context);
  }

 private:
  void interrupt(const std::string& path) {
    if (path.ends_with(".sst") && meanwhile_) std::exchange(meanwhile_, nullptr)();
  }

  std::function<void()> meanwhile_;
};

void flush(const std::string& folder) {
  const auto env = make_environment(rocksdb::FileSystem::Default());
  auto database = Database::open(folder, OpenAs::WRITER, env.get());
  ASSERT_OK(database);
  ASSERT_TRUE((*database)->flush());
}

// Merges the tables of one family, as a writer does beside its appends.
void merge(const std::string& folder, const std::string& name) {
  const auto env = make_environment(rocksdb::FileSystem::Default());
  rocksdb::DBOptions options = database_options(env.get());
  options.avoid_flush_during_recovery = true;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(options, folder, families(), &handles, &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  for (auto* handle : handles) {
    if (handle->GetName() == name) {
      EXPECT_TRUE(db->CompactRange(rocksdb::CompactRangeOptions(), handle, nullptr, nullptr).ok());
    }
    static_cast<void>(db->DestroyColumnFamilyHandle(handle));
  }
  EXPECT_TRUE(db->Close().ok());
}

TEST(ReaderBesideMerging, ShowsOneStateOfAllTables) {
  for (const char* name : {"default", "records", "tiles", "snapshots", "index"}) {
    SCOPED_TRACE(name);
    test::Place place;
    const Folder folder(place.folder);
    GameId game;
    {
      auto ledger = place.make();
      ASSERT_OK(ledger);
      game = test::found_game(**ledger, "friday", 3)->game;
    }
    flush(folder.store());
    for (int i = 3; i < 6; ++i) {
      {
        auto ledger = place.write();
        ASSERT_OK(ledger);
        ASSERT_OK(test::say(**ledger, game, fmt::format("move {}", i)));
      }
      if (i < 5) flush(folder.store());
    }
    int looks = 0;
    auto ground = [&] {
      auto files = std::make_shared<Interrupted>([&] {
        ++looks;
        merge(folder.store(), name);
      });
      return RocksStore::Ground{make_environment(files), std::make_unique<MarkDisk>()};
    };
    auto store = open_reader(folder, ground);
    ASSERT_OK(store);
    EXPECT_EQ(looks, 1);
    auto ledger = Ledger::over(*std::move(store), place.options);
    ASSERT_OK(ledger);
    const auto head = (*ledger)->head(game);
    ASSERT_OK(head);
    EXPECT_EQ(head->size, 6U);
    EXPECT_EQ(test::faults_of(**ledger, game), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace nomic::ledger

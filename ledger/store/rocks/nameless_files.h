// A file system of files without names: RocksDB sees folders and files, the disk only open files that no folder holds.
//
// What a process has open goes with it, however it ends; so nothing is left behind by a database that is to be thrown
// away, and nobody else can open it. The names that RocksDB gives its files are kept in memory. Nothing is ever synced:
// after a crash there is nothing that could be opened again.
//
//     NamelessFiles files(temporary_folder);       // where the files would lie, if they had names
//
// Cost: an open file for each file, and for as long as it has a name or somebody reads it. Threads: as RocksDB asks,
// all at once.
#pragma once

#include <rocksdb/file_system.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "file_views.h"

namespace nomic::ledger {

class NamelessFiles final : public rocksdb::FileSystem {
 public:
  using Status = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using Context = rocksdb::IODebugContext;

  explicit NamelessFiles(std::string folder) : folder_(std::move(folder)) {}
  [[nodiscard]] const char* Name() const override { return "nomic nameless files"; }

  Status NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSSequentialFile>* file, Context* context) override;
  Status NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                             std::unique_ptr<rocksdb::FSRandomAccessFile>* file, Context* context) override;
  Status NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                         std::unique_ptr<rocksdb::FSWritableFile>* file, Context* context) override;
  Status NewDirectory(const std::string& path, const Options& options, std::unique_ptr<rocksdb::FSDirectory>* folder,
                      Context* context) override;

  Status FileExists(const std::string& path, const Options& options, Context* context) override;
  Status GetChildren(const std::string& folder, const Options& options, std::vector<std::string>* names,
                     Context* context) override;
  Status DeleteFile(const std::string& path, const Options& options, Context* context) override;
  Status RenameFile(const std::string& from, const std::string& to, const Options& options, Context* context) override;
  Status GetFileSize(const std::string& path, const Options& options, std::uint64_t* bytes, Context* context) override;
  Status GetFileModificationTime(const std::string& path, const Options& options, std::uint64_t* time,
                                 Context* context) override;

  // Every folder is there, and empty until something lies in it.
  Status CreateDir(const std::string& path, const Options& options, Context* context) override;
  Status CreateDirIfMissing(const std::string& path, const Options& options, Context* context) override;
  Status DeleteDir(const std::string& path, const Options& options, Context* context) override;
  Status IsDirectory(const std::string& path, const Options& options, bool* is, Context* context) override;
  Status GetAbsolutePath(const std::string& path, const Options& options, std::string* absolute,
                         Context* context) override;

  // Nobody else can come upon what has no name.
  Status LockFile(const std::string& path, const Options& options, rocksdb::FileLock** lock, Context* context) override;
  Status UnlockFile(rocksdb::FileLock* lock, const Options& options, Context* context) override;
  Status GetTestDirectory(const Options& options, std::string* path, Context* context) override;

 private:
  // Null: there is none.
  OpenFile find(const std::string& path);

  std::string folder_;
  std::mutex guard_;
  std::map<std::string, OpenFile> files_;
};

}  // namespace nomic::ledger
